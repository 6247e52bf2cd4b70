import { type MonthlyPayment, type PaymentChange, paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { addMonths, firstOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

export interface ChangedMonth {
  readonly month: Month
  readonly beforeCents: Cents
  readonly afterCents: Cents
}

interface Lease extends MonthlyPayment {
  readonly startDay: string
  /** The last day by the agreement, whose month has the last instalment, and the last day that the lease will run. */
  readonly endDay: string
  readonly lastDay: string
  readonly changes: readonly PaymentChange[]
}

/** Each month from the given one to the lease's end: what it would cost as things are, and after the change. */
export function changedMonths(lease: Lease, after: MonthlyPayment, from: Month): ChangedMonth[] {
  const months: ChangedMonth[] = []
  const cents = (payment: MonthlyPayment, month: Month) =>
    month === monthOf(lease.endDay) ? payment.lastInstalmentCents : payment.instalmentCents
  for (let month = from; month <= monthOf(lease.lastDay); month = monthAfter(month))
    months.push({
      month,
      beforeCents: cents(paymentIn(lease, lease.changes, month), month),
      afterCents: cents(after, month),
    })
  return months
}

/**
 * The first month of those from which a change is accepted: within the lease and after its last change, and for an
 * exempt benefit a coming one; null when none is left.
 */
export function firstAccepted(
  lease: Pick<Lease, 'startDay' | 'lastDay' | 'changes'>,
  isAccepted: (month: Month) => boolean,
): Month | null {
  for (let month = earliestChange(lease); month <= monthOf(lease.lastDay); month = monthAfter(month))
    if (isAccepted(month)) return month
  return null
}

const monthAfter = (month: Month): Month => monthOf(addMonths(firstOfMonth(month), 1))

/** The first month in which a change can begin: of the lease, and after the last change. */
export function earliestChange({ startDay, changes }: Pick<Lease, 'startDay' | 'changes'>): Month {
  const last = changes.at(-1)
  return last ? monthAfter(last.from) : monthOf(startDay)
}
