import type { orders } from '#features/orders/orders/contract.ts'
import { isOpenOrderStatus, isUnderWay } from '#features/orders/orders/rules.ts'
import type { OwnEmployment } from '#features/people/employees/shapes.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'

export type OrderRow = Pick<
  ReplyOf<typeof orders.own>['items'][number],
  'orderId' | 'orderNumber' | 'orderStatus' | 'bike' | 'beneficiaryEmployeeId'
>

/** One thing to look at on /mybike: an order, or an employment that has none. */
export interface Choice {
  readonly key: string
  readonly employment: OwnEmployment
  readonly row: OrderRow | null
}

/** Everything to look at, orders that are under way first. */
export function choicesOf(employments: readonly OwnEmployment[], rows: readonly OrderRow[]): Choice[] {
  const choices = employments.flatMap((employment): Choice[] => {
    const own = rows.filter((row) => row.beneficiaryEmployeeId === employment.beneficiaryEmployeeId)
    if (own.length === 0) return [{ key: employment.beneficiaryEmployeeId, employment, row: null }]
    return own.map((row) => ({ key: row.orderId, employment, row }))
  })
  return choices.toSorted((left, right) => rank(left) - rank(right))
}

function rank({ row, employment }: Choice): number {
  if (row) return isUnderWay(row.orderStatus) ? 0 : 3
  if (employment.status === 'REJECTED') return 4
  return employment.status === 'ACCEPTED' ? 1 : 2
}

/** Whether an employment's policy leaves room for one more order. */
export function mayStartAnother(employment: OwnEmployment, rows: readonly OrderRow[]): boolean {
  if (employment.status !== 'ACCEPTED' || employment.employment !== 'ACTIVE') return false
  const open = rows.filter(
    (row) => row.beneficiaryEmployeeId === employment.beneficiaryEmployeeId && isOpenOrderStatus(row.orderStatus),
  )
  return open.length < (employment.policy?.orderCount ?? 1)
}
