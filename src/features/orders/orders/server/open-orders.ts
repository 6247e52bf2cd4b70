import { type RawBuilder, sql } from 'kysely'
import { endedOrderStatuses, type OrderStatus } from '../rules.ts'

const listOf = (statuses: readonly OrderStatus[]) => sql.join(statuses.map((status) => sql.lit(status)))

/** Whether a column holds one of some statuses, written out so that an index over the same condition answers. */
export const hasStatus = (column: string, statuses: readonly OrderStatus[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (${listOf(statuses)})`

/** Whether a column holds none of some statuses. */
const hasOtherStatus = (column: string, statuses: readonly OrderStatus[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} not in (${listOf(statuses)})`

/** How many leases of other people somebody has taken over: they have no order, and count like one. */
export const leasesTakenOver = (employee: string): RawBuilder<number> =>
  sql<number>`(select count(*)::int from leasing_agreements t where t.beneficiary_employee_id = ${sql.ref(employee)}
    and (t.order_id is null or t.previous_agreement_id is not null) and t.void_at is null and t.lease_state <> 'ENDED')`

/**
 * Whether an order counts as open: it is no new bicycle of a running lease, it has not come to nothing, and its lease has not ended.
 * @param of the aliases of `orders` and of the order's agreement, which may be missing
 */
export const isOpenOrder = (of: { order: string; agreement: string }): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${of.order}.kind`)} = 'LEASE' and ${hasOtherStatus(`${of.order}.status`, endedOrderStatuses)}
    and coalesce(${sql.ref(`${of.agreement}.lease_state`)}, 'NOT_STARTED') <> 'ENDED')`
