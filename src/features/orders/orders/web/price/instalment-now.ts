import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { addMonths, monthsBetween } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'

/** Which instalment of how many runs today, and the first day of the next; null while the lease does not run. */
export function instalmentNow({ agreement }: OrderViewType) {
  if (agreement?.leaseState !== 'ACTIVE' || !agreement.startDay || !agreement.endDay) return null
  const { startDay } = agreement
  const endDay = agreement.endsOn ?? agreement.endDay
  const count = monthsBetween(startDay, endDay) + 1
  const number = Math.min(Math.max(monthsBetween(startDay, serviceDay()) + 1, 1), count)
  return { number, count, next: number < count ? addMonths(startDay, number) : null }
}
