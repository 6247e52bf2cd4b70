import type { ReactNode } from 'react'
import { formatMonth } from '#platform/values/days.ts'
import { useOnlyCompany } from '#platform/web/api/only-company.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import type { Column } from '#platform/web/table/table-types.ts'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { type ReturnRow, returnAwaited, returns } from '../contract.ts'
import { returnStates } from '../rules.ts'
import { ReturnPanel } from './ReturnPanel.tsx'
import { ReturnState } from './ReturnState.tsx'

interface Props {
  /** A way back, above the heading. */
  back?: ReactNode
  title: string
  lead: string
  add?: { open: string; title: string; form: (done: () => void) => ReactNode }
}

/** Whose employee returns the bicycle, where the reader has several companies. */
const companyColumn = (t: Texts): Column<ReturnRow> => ({
  key: 'company',
  sort: 'companyName',
  title: t('columns.company'),
  cell: (row) => row.companyName,
  choice: true,
})

/** The last month of the lease. */
const monthColumn = (t: Texts): Column<ReturnRow> => ({
  key: 'month',
  sort: 'endMonth',
  title: t('columns.month'),
  cell: (row) => <span className="n">{formatMonth(row.endMonth)}</span>,
})

/** Returns of the viewer's scope, with one beside the list. */
export function ReturnList({ back, title, lead, add }: Props) {
  const t = useTexts('returns')
  const seesCompanies = useOnlyCompany() === null
  const grouped = useGrouped({
    by: t('columns.awaited'),
    of: (row: ReturnRow) => row.waitingFor,
    word: (who) => t(`awaited.${who}`),
  })
  return (
    <Register
      back={back}
      title={title}
      lead={lead}
      from={returns.list}
      {...grouped}
      rowKey={(row: ReturnRow) => row.id}
      search={{ name: 'search', hint: t('list.search') }}
      filters={[
        {
          name: 'waitingFor',
          label: t('columns.awaited'),
          options: returnAwaited.map((value) => ({ value, label: t(`awaited.${value}`) })),
        },
        {
          name: 'step',
          label: t('list.filterStep'),
          options: returnStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]}
      columns={[
        { key: 'person', sort: 'employeeName', title: t('columns.person'), cell: (row) => row.employeeName },
        ...(seesCompanies ? [companyColumn(t)] : []),
        { key: 'agreement', inName: true, title: t('columns.agreement'), cell: (row) => row.agreementNumber },
        monthColumn(t),
        { key: 'state', inName: true, title: t('columns.state'), cell: (row) => <ReturnState step={row.step} /> },
        {
          key: 'awaited',
          title: t('columns.awaited'),
          cell: (row) => row.waitingFor.map((who) => t(`awaited.${who}`)).join(', ') || '–',
        },
        { key: 'price', title: t('columns.price'), cell: (row) => <Money euros={row.total} />, align: 'right' },
      ]}
      panel={{
        byId: true,
        title: (row) => row.employeeName,
        above: (row) => (seesCompanies ? row.companyName : null),
        content: (row) => <ReturnPanel key={row.id} id={row.id} />,
      }}
      {...(add ? { add } : {})}
      empty={{ text: t('list.empty') }}
    />
  )
}
