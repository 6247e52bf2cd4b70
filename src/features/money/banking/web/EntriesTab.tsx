import type { ReplyOf } from '#platform/contract/contract.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import { bankEntryStates } from '../rules.ts'
import { EntryPanel } from './EntryPanel.tsx'

export type Entry = ReplyOf<typeof banking.entries>['items'][number]

const holders = { OPEN: 'staff', MATCHED: 'running', ASIDE: 'none', TOTAL: 'none' } as const

const columnsOf = (t: Texts): Column<Entry>[] => [
  {
    key: 'counterparty',
    title: t('entry.counterparty'),
    cell: (row) => row.counterpartyName ?? t('entry.unnamed'),
  },
  { key: 'day', sort: 'bookedDay', inName: true, title: t('entry.day'), cell: (row) => <Day day={row.bookedDay} /> },
  {
    key: 'reference',
    inName: true,
    title: t('entry.reference'),
    cell: (row) => row.reference ?? row.message ?? '–',
  },
  {
    key: 'amount',
    sort: 'amount',
    inName: true,
    title: t('entry.amount'),
    cell: (row) => <Money euros={row.direction === 'CREDIT' ? row.amount : -row.amount} />,
    align: 'right',
  },
  {
    key: 'state',
    title: t('entry.state'),
    cell: (row) => <StatusPill holder={holders[row.state]}>{t(`states.${row.state}`)}</StatusPill>,
  },
]

/** Every movement, the open ones with the invoices that they may belong to. */
export function EntriesTab() {
  const t = useTexts('banking')
  return (
    <DataTable
      from={banking.entries}
      label={t('tabs.entries')}
      density="dense"
      rowKey={(row) => row.bankEntryId}
      search={{ name: 'search', hint: t('entry.search') }}
      filters={[
        {
          name: 'state',
          label: t('entry.state'),
          options: bankEntryStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
        {
          name: 'direction',
          label: t('entry.direction'),
          options: (['CREDIT', 'DEBIT'] as const).map((value) => ({ value, label: t(`directions.${value}`) })),
        },
      ]}
      columns={columnsOf(t)}
      panel={{
        byId: true,
        title: (row) => row.counterpartyName ?? t('entry.unnamed'),
        content: (row) => <EntryPanel key={`${row.bankEntryId}${row.version}`} row={row} />,
      }}
      empty={{ text: t('entry.empty') }}
    />
  )
}
