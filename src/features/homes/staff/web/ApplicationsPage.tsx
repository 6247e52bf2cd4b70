import { lazy, useRef } from 'react'
import { paymentStatuses } from '#features/leases/agreements/contract.ts'
import { TasksStrip } from '#features/operations/tasks/today/web/TasksStrip.tsx'
import { DayRange } from '#features/orders/orders/desk/web/DayRange.tsx'
import styles from '#features/orders/orders/desk/web/Desk.module.css'
import { Awaited, OrderPill } from '#features/orders/orders/desk/web/order-words.tsx'
import { StatusChoice } from '#features/orders/orders/desk/web/StatusChoice.tsx'
import { Views } from '#features/orders/orders/desk/web/Views.tsx'
import { useWalkKeys } from '#features/orders/orders/desk/web/walk-keys.ts'
import { type WaitedFor, waitedFor } from '#features/orders/orders/rules/waited-for.ts'
import { type OrderStatus, orderStatuses, orderStatusFilters } from '#features/orders/orders/rules.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import { employees } from '#features/people/employees/contract.ts'
import { type OrderFilterType, orderFilterTypes } from '#features/people/employees/rules.ts'
import type { Employee } from '#features/people/employees/shapes.ts'
import { listName } from '#platform/values/names.ts'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useEarlyFetch } from '#platform/web/router/use-early-fetch.ts'
import { useBrand } from '#platform/web/shell/brand.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { Instant, Money } from '#platform/web/table/Amounts.tsx'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'

const KeyHints = lazy(() =>
  import('#features/orders/orders/desk/web/KeyHints.tsx').then((m) => ({ default: m.KeyHints })),
)
const loadPanel = () => import('./PersonPanel.tsx')
const PersonPanel = lazy(() => loadPanel().then((m) => ({ default: m.PersonPanel })))

const statusesOf: Record<OrderFilterType, readonly OrderStatus[]> = {
  ALL: orderStatuses,
  ...orderStatusFilters,
  NO_ORDER: [],
}

const isFilterType = (text: string | undefined): text is OrderFilterType =>
  (orderFilterTypes as readonly string[]).includes(text ?? '')

/** A person's newest order, or how their application stands. */
function State({ row }: { row: Employee }) {
  const t = useTexts('desk')
  const [order] = row.orders ?? []
  if (order) return <OrderPill order={order} />
  const holder = row.status === 'PENDING' ? 'employer' : row.status === 'REJECTED' ? 'trouble' : 'none'
  return <StatusPill holder={holder}>{t(`application.${row.status}`)}</StatusPill>
}

/** Whose turn it is with a person who has no order yet: an undecided application waits for the employer. */
function undecided(row: Employee) {
  return { waitingFor: row.status === 'PENDING' ? (['EMPLOYER'] as const) : [], waitingSince: row.createdAt }
}

const newest = (row: Employee) => row.orders?.[0]
const awaitedOf = (row: Employee): readonly WaitedFor[] => (newest(row) ?? undecided(row)).waitingFor

const columnsOf = (t: Texts): Column<Employee>[] => [
  { key: 'name', title: t('columns.employee'), cell: ({ systemUser }) => listName(systemUser) },
  {
    key: 'order',
    inName: true,
    title: t('columns.order'),
    cell: (row) => <span className="n">{newest(row)?.orderNumber ?? '–'}</span>,
    choice: true,
  },
  {
    key: 'company',
    inName: true,
    title: t('columns.company'),
    cell: (row) => <span className={styles.clip}>{row.companyName}</span>,
    choice: true,
  },
  { key: 'state', title: t('columns.state'), cell: (row) => <State row={row} /> },
  {
    key: 'waiting',
    title: t('columns.waiting'),
    cell: (row) => <Awaited order={newest(row) ?? undecided(row)} />,
  },
  {
    key: 'store',
    title: t('columns.store'),
    cell: (row) => newest(row)?.bikeStore?.storeName ?? '–',
    choice: true,
  },
  {
    key: 'sum',
    title: t('columns.sum'),
    cell: (row) => <Money euros={newest(row)?.totalAmount ?? null} />,
    align: 'right',
  },
  {
    key: 'payment',
    title: t('columns.payment'),
    cell: (row) => (row.paymentStatus ? t(`payment.${row.paymentStatus}`) : '–'),
    choice: 'hidden',
  },
  {
    key: 'created',
    title: t('columns.created'),
    cell: (row) => <Instant at={row.createdAt} dayOnly />,
    sort: 'createdAt',
    choice: true,
  },
]

/** The filters that stand in the address beside those of the table. */
function useQuery() {
  const [at] = useAddressState()
  const filterType = isFilterType(at.filterType) ? at.filterType : 'ALL'
  return {
    filterType,
    orderStatus: at.orderStatus,
    createdStart: at.createdStart,
    createdEnd: at.createdEnd,
    processedStart: at.processedStart,
    processedEnd: at.processedEnd,
  }
}

const viewsOf = (t: Texts) =>
  orderFilterTypes.map((type) => ({
    key: type,
    text: t(`views.${type}`),
    values: { filterType: type === 'ALL' ? null : type, orderStatus: null },
  }))

/** The list by whom people wait for: in groups, and as a filter. */
function useAwaited(t: Texts) {
  const { name: own } = useBrand()
  const word = (who: WaitedFor) => (who === 'STAFF' ? own : t(`who.${who}`))
  return {
    grouped: useGrouped({ by: t('columns.waiting'), of: awaitedOf, word }),
    awaited: {
      name: 'waitingFor',
      label: t('columns.waiting'),
      options: waitedFor.map((value) => ({ value, label: word(value) })),
    },
  }
}

/** Hakemukset: people with their orders, the first view of the helpdesk. */
export function ApplicationsPage() {
  const t = useTexts('desk')
  const list = useRef<HTMLDivElement>(null)
  useWalkKeys(list)
  const companyOptions = useChoices(...companyChoices)
  const query = useQuery()
  const { grouped, awaited } = useAwaited(t)
  useEarlyFetch(loadPanel)
  return (
    <>
      <PageHead title={t('applications.title')} />
      <TasksStrip />
      <Views label={t('views.label')} views={viewsOf(t)} />
      <div ref={list}>
        <DataTable
          from={employees.optimizedList}
          file={employees.listFile}
          label={t('applications.title')}
          density="dense"
          paging={{ page: 'page', limit: 'pageSize', size: 20 }}
          query={query}
          rowKey={(row) => row.beneficiaryEmployeeId}
          search={{ name: 'search', hint: t('applications.search') }}
          filters={[
            { name: 'companyId', label: t('filters.company'), options: companyOptions },
            awaited,
            {
              name: 'paymentStatus',
              label: t('filters.payment'),
              options: paymentStatuses.map((value) => ({ value, label: t(`payment.${value}`) })),
            },
          ]}
          {...grouped}
          moreNames={['orderStatus', 'createdStart', 'createdEnd', 'processedStart', 'processedEnd']}
          moreFilters={
            <>
              {query.filterType !== 'NO_ORDER' && <StatusChoice statuses={statusesOf[query.filterType]} />}
              <DayRange label={t('filters.created')} names={['createdStart', 'createdEnd']} />
              <DayRange label={t('filters.processed')} names={['processedStart', 'processedEnd']} />
            </>
          }
          columns={columnsOf(t)}
          panel={{
            byId: true,
            title: ({ systemUser }) => listName(systemUser),
            above: (row) => [newest(row)?.orderNumber, row.companyName].filter(Boolean).join(' · '),
            content: (row) => <PersonPanel key={row.beneficiaryEmployeeId} person={row} />,
          }}
          empty={{ text: t('applications.empty') }}
        />
        <OptionalBoundary>
          <KeyHints />
        </OptionalBoundary>
      </div>
    </>
  )
}
