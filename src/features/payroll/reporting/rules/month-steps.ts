import type { Month } from '#platform/values/days.ts'
import { earliestMonth, latestMonth, monthsFrom, shiftMonth } from './months.ts'

export interface CompanyMonths {
  /** The first month that the company's leases report; null while it has none. */
  readonly first: Month | null
  readonly locked: readonly Month[]
  readonly current: Month
}

/** The first month that is not locked: months are locked in order, without a gap. */
export function openMonthOf({ first, locked }: Pick<CompanyMonths, 'first' | 'locked'>): Month | null {
  const last = latestMonth(locked)
  return last ? shiftMonth(last, 1) : first
}

/** The month that a report opens with after the last locked one: the next, which waits once it has begun, or the newest. */
export function monthAfterLocks(last: Month, current: Month): Month {
  const next = shiftMonth(last, 1)
  return next <= current ? next : last
}

/** The months that a company sees, newest first: from its first one to the current one. */
export function visibleMonths({ first, locked, current }: CompanyMonths): Month[] {
  const from = earliestMonth([first ?? current, current, ...locked]) ?? current
  const until = latestMonth([current, ...locked]) ?? current
  return monthsFrom(from, until).reverse()
}

export type LockAnswer = 'OK' | 'LOCKED' | 'NOT_ALLOWED'

/** Whether a month may be locked now: the first open one, when it has begun. */
export function mayLock(month: Month, months: CompanyMonths): LockAnswer {
  if (months.locked.includes(month)) return 'LOCKED'
  return month === openMonthOf(months) && month <= months.current ? 'OK' : 'NOT_ALLOWED'
}

/** Months as a table shows them: locked, still open, or none where nothing was reported before the first one. */
export function statesOf({ first, locked }: Pick<CompanyMonths, 'first' | 'locked'>, shown: readonly Month[]) {
  const from = earliestMonth([...(first ? [first] : []), ...locked])
  return shown.map((month) => ({
    month,
    state: locked.includes(month)
      ? ('LOCKED' as const)
      : from && month >= from
        ? ('PREVIEW' as const)
        : ('NONE' as const),
  }))
}
