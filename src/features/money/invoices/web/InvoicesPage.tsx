import type { ReactNode } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import { invoicePurposes, invoiceStatuses } from '#features/money/invoices/rules.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { ApproveSelected } from './ApproveSelected.tsx'
import { InvoicePanel } from './InvoicePanel.tsx'
import { InvoiceState } from './InvoiceState.tsx'

type Row = ReplyOf<typeof invoices.list>['items'][number]

const filtersOf = (t: Texts) => [
  {
    name: 'due',
    label: t('due.title'),
    options: (['OPEN', 'OVERDUE', 'TO_REPAY'] as const).map((value) => ({ value, label: t(`due.${value}`) })),
  },
  {
    name: 'direction',
    label: t('columns.direction'),
    options: (['PURCHASE', 'SALES'] as const).map((value) => ({ value, label: t(`directions.${value}`) })),
  },
  {
    name: 'purpose',
    label: t('columns.purpose'),
    options: invoicePurposes.map((value) => ({ value, label: t(`purposes.${value}`) })),
  },
  {
    name: 'status',
    label: t('columns.status'),
    options: invoiceStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
  },
  { name: 'unmatched', label: t('unmatched'), options: [{ value: 'true', label: t('unmatchedOnly') }] },
]

const columnsOf = (t: Texts): Column<Row>[] => [
  { key: 'number', title: t('columns.number'), cell: (row) => <span className="n">{row.number ?? '–'}</span> },
  {
    key: 'direction',
    inName: true,
    title: t('columns.direction'),
    cell: (row) => t(`directions.${row.direction}`),
    choice: true,
  },
  { key: 'purpose', title: t('columns.purpose'), cell: (row) => t(`purposes.${row.purpose}`), choice: 'hidden' },
  { key: 'party', inName: true, title: t('columns.party'), cell: (row) => row.otherParty },
  { key: 'company', title: t('columns.company'), cell: (row) => row.companyName, choice: 'hidden' },
  { key: 'order', inName: true, title: t('columns.order'), cell: (row) => row.orderNumber ?? '–', choice: true },
  { key: 'status', title: t('columns.status'), cell: (row) => <InvoiceState invoice={row} /> },
  { key: 'issued', title: t('columns.issued'), cell: (row) => <Day day={row.issueDay} />, choice: 'hidden' },
  {
    key: 'due',
    title: t('columns.due'),
    cell: (row) => (row.creditsInvoiceId ? '–' : <Day day={row.dueDay} />),
    sort: 'dueDay',
  },
  {
    key: 'total',
    title: t('columns.total'),
    cell: (row) => <Money euros={row.total} />,
    sort: 'total',
    align: 'right',
  },
  { key: 'open', title: t('columns.open'), cell: (row) => <Money euros={row.open} />, align: 'right' },
]

interface Props {
  /** What other features show beside one invoice, and do with those that are chosen. */
  readonly beside: (row: Row) => ReactNode
  readonly actions: (rows: readonly Row[], clear: () => void) => ReactNode
}

/** All invoices: those we have received and our own, with what is open and overdue. */
export function InvoicesPage({ beside, actions }: Props) {
  const t = useTexts('invoices')
  const may = useMay()
  const companyOptions = useChoices(...companyChoices, may('company:read'))
  const byCompany = { name: 'companyId', label: t('columns.company'), options: companyOptions }
  const selection = {
    labelOf: (row: Row) => t('approve.choose', { number: row.number ?? '–' }),
    actions: (rows: readonly Row[], clear: () => void) => (
      <>
        <ApproveSelected rows={rows} clear={clear} />
        {actions(rows, clear)}
      </>
    ),
  }
  return (
    <Register
      title={t('title')}
      from={invoices.list}
      file={invoices.listFile}
      rowKey={(row) => row.invoiceId}
      search={{ name: 'search', hint: t('search') }}
      filters={[...filtersOf(t), ...(may('company:read') ? [byCompany] : [])]}
      columns={columnsOf(t)}
      {...(may('invoice:write') ? { selection } : {})}
      panel={{
        byId: true,
        title: (row) => row.number ?? t(`purposes.${row.purpose}`),
        above: (row) => `${row.otherParty} · ${t(`directions.${row.direction}`)}`,
        content: (row) => (
          <div className="stack-md" key={row.invoiceId}>
            <InvoicePanel invoiceId={row.invoiceId} />
            {beside(row)}
          </div>
        ),
      }}
      empty={{ text: t('empty') }}
    />
  )
}
