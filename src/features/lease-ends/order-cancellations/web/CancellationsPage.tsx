import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { cancellationStatuses, payerTypes } from '#features/lease-ends/order-cancellations/rules.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { Instant, Money } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { cancellationAwaited } from '../rules/process.ts'
import { CancellationCase } from './CancellationCase.tsx'
import { CancellationState } from './CancellationState.tsx'

type Row = ReplyOf<typeof orderCancellations.list>['items'][number]

const columnsOf = (t: Texts): Column<Row>[] => [
  { key: 'order', sort: 'orderNumber', title: t('columns.order'), cell: (row) => row.orderNumber },
  { key: 'person', sort: 'employeeName', title: t('columns.person'), cell: (row) => row.employeeName },
  { key: 'company', sort: 'companyName', title: t('columns.company'), cell: (row) => row.companyName, choice: true },
  { key: 'bike', title: t('columns.bike'), cell: (row) => row.bike, choice: 'hidden' },
  { key: 'reason', title: t('columns.reason'), cell: (row) => t(`reasonCode.${row.reasonCode}`), choice: true },
  { key: 'status', title: t('columns.status'), cell: (row) => <CancellationState status={row.status} /> },
  {
    key: 'awaited',
    sentence: true,
    title: t('columns.awaited'),
    cell: (row) => row.waitingFor.map((who) => t(`awaited.${who}`)).join(', ') || '–',
  },
  { key: 'open', title: t('columns.openLines'), cell: (row) => row.openLines, align: 'right' },
  { key: 'toUs', title: t('columns.toUs'), cell: (row) => <Money euros={row.toUs} />, align: 'right' },
  { key: 'fromUs', title: t('columns.fromUs'), cell: (row) => <Money euros={row.fromUs} />, align: 'right' },
  {
    key: 'opened',
    sort: 'openedAt',
    title: t('columns.opened'),
    cell: (row) => <Instant at={row.openedAt} dayOnly />,
    choice: true,
  },
]

/** /admin/peruutukset: every cancelled order with its money, and the work on one beside the list. */
export function CancellationsPage() {
  const t = useTexts('order-cancellations')
  const companyOptions = useChoices(...companyChoices)
  const grouped = useGrouped({
    by: t('columns.awaited'),
    of: (row: Row) => row.waitingFor,
    word: (who) => t(`awaited.${who}`),
  })
  return (
    <Register
      {...grouped}
      title={t('title')}
      lead={t('lead')}
      from={orderCancellations.list}
      rowKey={(row: Row) => row.orderCancellationId}
      search={{ name: 'search', hint: t('search') }}
      filters={[
        {
          name: 'waitingFor',
          label: t('columns.awaited'),
          options: cancellationAwaited.map((value) => ({ value, label: t(`awaited.${value}`) })),
        },
        {
          name: 'status',
          label: t('columns.status'),
          options: cancellationStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        },
        {
          name: 'payer',
          label: t('columns.payer'),
          options: payerTypes.map((value) => ({ value, label: t(`payer.${value}`) })),
        },
        { name: 'companyId', label: t('columns.company'), options: companyOptions },
      ]}
      columns={columnsOf(t)}
      panel={{
        byId: true,
        title: (row) => row.orderNumber,
        above: (row) => `${row.employeeName} · ${row.companyName}`,
        content: (row) => <CancellationCase key={row.orderCancellationId} id={row.orderCancellationId} />,
      }}
      empty={{ text: t('empty') }}
    />
  )
}
