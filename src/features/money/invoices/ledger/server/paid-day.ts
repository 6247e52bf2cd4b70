import { failField, failFieldText } from '#platform/contract/errors.ts'
import type { Day } from '#platform/values/days.ts'

interface EnteredDay {
  readonly day: Day
  readonly today: Day
  /** When the invoice was written, where the money names one. */
  readonly issueDay: Day | null
  readonly reason: string | null | undefined
}

const yearOf = (day: Day) => day.slice(0, 4)

/**
 * Looks at the day on which somebody says that money moved. The bank's own days are believed; a day before the invoice, or
 * in an earlier year, whose books may be closed, is written down with a reason.
 * @param at the paths of day and reason in the body
 * @throws VALIDATION at the day in the future, or at the reason that is missing
 */
export function requirePaidDay(
  { day, today, issueDay, reason }: EnteredDay,
  at: { readonly day: string; readonly reason: string } = { day: 'paidDay', reason: 'reason' },
): void {
  if (day > today) failField(at.day, 'TOO_LARGE', 'is in the future', today)
  if (reason?.trim()) return
  if (yearOf(day) < yearOf(today)) failFieldText(at.reason, 'invoices:fieldErrors.EARLIER_YEAR')
  if (issueDay && day < issueDay) failFieldText(at.reason, 'invoices:fieldErrors.BEFORE_INVOICE')
}
