import type { ReactNode } from 'react'
import { formatMonth } from '#platform/values/days.ts'
import { useOnlyCompany } from '#platform/web/api/only-company.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import type { Column, Selection } from '#platform/web/table/table-types.ts'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { type RedemptionRow, redemptionAwaited, redemptions } from '../contract.ts'
import { redemptionMethods, redemptionStates, redemptionStatuses } from '../rules.ts'
import { RedemptionPanel } from './RedemptionPanel.tsx'
import { RedemptionState } from './RedemptionState.tsx'

function useFilters() {
  const t = useTexts('redemptions')
  const states = redemptionStates.filter((state) => state !== 'CANCELLED')
  return [
    {
      name: 'waitingFor',
      label: t('columns.awaited'),
      options: redemptionAwaited.map((value) => ({ value, label: t(`awaited.${value}`) })),
    },
    {
      name: 'status',
      label: t('list.filterStatus'),
      options: [
        ...redemptionStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ...states.map((value) => ({ value, label: t(`states.${value}`) })),
      ],
    },
    {
      name: 'paymentMethod',
      label: t('list.filterMethod'),
      options: [...redemptionMethods, 'PAYTRAIL' as const].map((value) => ({
        value,
        label: t(`methods.${value}`),
      })),
    },
  ]
}

interface Props {
  /** A way back, above the heading. */
  back?: ReactNode
  title: string
  lead: string
  /** What the staff may do with several. */
  selection?: Selection<RedemptionRow> | undefined
  add?: { open: string; title: string; form: (done: () => void) => ReactNode }
}

/** The last month of the lease. */
const monthColumn = (t: Texts): Column<RedemptionRow> => ({
  key: 'month',
  sort: 'endMonth',
  title: t('columns.month'),
  cell: (row) => <span className="n">{formatMonth(row.endMonth)}</span>,
})

/** Redemptions of the viewer's scope, with one beside the list. */
export function RedemptionList({ back, title, lead, selection, add }: Props) {
  const t = useTexts('redemptions')
  const seesCompanies = useOnlyCompany() === null
  const grouped = useGrouped({
    by: t('columns.awaited'),
    of: (row: RedemptionRow) => row.waitingFor,
    word: (who) => t(`awaited.${who}`),
  })
  return (
    <Register
      back={back}
      title={title}
      lead={lead}
      from={redemptions.list}
      {...grouped}
      rowKey={(row: RedemptionRow) => row.id}
      search={{ name: 'search', hint: t('list.search') }}
      filters={useFilters()}
      columns={[
        { key: 'person', sort: 'employeeName', title: t('columns.person'), cell: (row) => row.employeeName },
        ...(seesCompanies
          ? [
              {
                key: 'company',
                sort: 'companyName',
                title: t('columns.company'),
                cell: (row: RedemptionRow) => row.companyName,
                choice: true,
              },
            ]
          : []),
        { key: 'agreement', inName: true, title: t('columns.agreement'), cell: (row) => row.agreementNumber },
        monthColumn(t),
        { key: 'state', inName: true, title: t('columns.state'), cell: (row) => <RedemptionState step={row.step} /> },
        {
          key: 'awaited',
          title: t('columns.awaited'),
          cell: (row) => row.waitingFor.map((who) => t(`awaited.${who}`)).join(', ') || '–',
        },
        {
          key: 'price',
          sort: 'price',
          title: t('columns.price'),
          cell: (row) => <Money euros={row.price} />,
          align: 'right',
        },
      ]}
      panel={{
        byId: true,
        title: (row) => row.employeeName,
        above: (row) => (seesCompanies ? row.companyName : null),
        content: (row, close) => <RedemptionPanel key={row.id} id={row.id} close={close} />,
      }}
      {...(selection ? { selection } : {})}
      {...(add ? { add } : {})}
      empty={{ text: t('list.empty') }}
    />
  )
}
