import { lazy, useRef } from 'react'
import { orders } from '#features/orders/orders/contract.ts'
import styles from '#features/orders/orders/desk/web/Desk.module.css'
import { Awaited, OrderPill } from '#features/orders/orders/desk/web/order-words.tsx'
import { StatusChoice } from '#features/orders/orders/desk/web/StatusChoice.tsx'
import { Views } from '#features/orders/orders/desk/web/Views.tsx'
import { useWalkKeys } from '#features/orders/orders/desk/web/walk-keys.ts'
import { waitedFor } from '#features/orders/orders/rules/waited-for.ts'
import { orderStatuses } from '#features/orders/orders/rules.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useEarlyFetch } from '#platform/web/router/use-early-fetch.ts'
import { useBrand } from '#platform/web/shell/brand.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'

const KeyHints = lazy(() =>
  import('#features/orders/orders/desk/web/KeyHints.tsx').then((m) => ({ default: m.KeyHints })),
)

const loadWork = () => import('./OrderWork.tsx')
const OrderWork = lazy(() => loadWork().then((m) => ({ default: m.OrderWork })))

type Row = ReplyOf<typeof orders.list>['items'][number]

const columnsOf = (t: Texts): Column<Row>[] => [
  {
    key: 'order',
    title: t('columns.order'),
    cell: (row) => <span className="n">{row.orderNumber}</span>,
    sort: 'newest',
  },
  { key: 'employee', title: t('columns.employee'), cell: (row) => row.employeeName },
  {
    key: 'company',
    title: t('columns.company'),
    cell: (row) => <span className={styles.clip}>{row.companyName}</span>,
    choice: true,
  },
  { key: 'state', title: t('columns.state'), cell: (row) => <OrderPill order={row} /> },
  { key: 'waiting', title: t('columns.waiting'), cell: (row) => <Awaited order={row} />, sort: 'waiting' },
  { key: 'bike', title: t('columns.bike'), cell: (row) => row.bike ?? '–', choice: 'hidden' },
  {
    key: 'store',
    title: t('columns.store'),
    cell: (row) => (row.isOnlineOrder ? t('desk.onlineAt', { store: row.storeName ?? '–' }) : (row.storeName ?? '–')),
    choice: true,
  },
  { key: 'sum', title: t('columns.sum'), cell: (row) => <Money euros={row.totalAmount} />, align: 'right' },
]

/** The desk's views, and how many online orders wait to be placed. */
function useViews() {
  const t = useTexts('desk')
  const { data: online } = useApi(orders.confirmedOnlineCount, {})
  type ViewName = 'all' | 'online' | 'toProcess' | 'invoice' | 'delivery' | 'billing' | 'aside'
  const view = (key: ViewName, orderStatus: string | null, isOnline: string | null = null) => ({
    key,
    text: t(`deskViews.${key}`),
    values: { orderStatus, online: isOnline },
  })
  return [
    view('all', null),
    { ...view('online', 'CONFIRMED', 'true'), count: online?.count },
    view('toProcess', 'CONFIRMED,PROCESSED'),
    view('invoice', 'WAITING_FOR_INVOICE_MATCH'),
    view('delivery', 'WAITING_FOR_DELIVERY_DATE'),
    view('billing', 'READY_FOR_BILLING'),
    view('aside', 'WAITING_FOR_CUSTOMER_COMMENT,CASE_X'),
  ]
}

/** The order desk: what has waited longest comes first. */
export function OrderDeskPage() {
  const t = useTexts('desk')
  const [at] = useAddressState()
  const list = useRef<HTMLDivElement>(null)
  useWalkKeys(list)
  const companyOptions = useChoices(...companyChoices)
  const views = useViews()
  const { name: own } = useBrand()
  const word = (who: Row['waitingFor'][number]) => (who === 'STAFF' ? own : t(`who.${who}`))
  const grouped = useGrouped({ by: t('columns.waiting'), of: (row: Row) => row.waitingFor, word })
  const query = {
    orderStatus: at.orderStatus,
    ...(at.online === 'true' ? { online: true } : {}),
  }
  useEarlyFetch(loadWork)
  return (
    <>
      <PageHead title={t('desk.title')} />
      <Views label={t('views.label')} views={views} />
      <div ref={list}>
        <DataTable
          from={orders.list}
          file={orders.listFile}
          label={t('desk.title')}
          density="dense"
          query={query}
          firstSort={{ by: 'waiting', descending: false }}
          sortQuery={({ by }) => ({ sort: by })}
          rowKey={(row) => row.orderId}
          search={{ name: 'search', hint: t('desk.search') }}
          filters={[
            { name: 'companyId', label: t('filters.company'), options: companyOptions },
            {
              name: 'waitingFor',
              label: t('columns.waiting'),
              options: waitedFor.map((value) => ({ value, label: word(value) })),
            },
          ]}
          {...grouped}
          moreNames={['orderStatus']}
          moreFilters={<StatusChoice statuses={orderStatuses} />}
          columns={columnsOf(t)}
          panel={{
            byId: true,
            title: (row) => row.employeeName,
            above: (row) => `${row.orderNumber} · ${row.companyName}`,
            content: (row) => <OrderWork key={row.orderId} orderId={row.orderId} narrow />,
          }}
          empty={{ text: t('desk.empty') }}
        />
        <OptionalBoundary>
          <KeyHints />
        </OptionalBoundary>
      </div>
    </>
  )
}
