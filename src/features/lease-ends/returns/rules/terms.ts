/** When a lease can end by a return and who pays for it. Pure; cents, Helsinki days. */
import { type Day, type Month, monthOf, nextMonth } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { ReturnAsker, ReturnPayer, ReturnReason } from '../rules.ts'

/** Days that a person has to object to what was found broken. */
export const OBJECTION_DAYS = 14

export interface ReturnableLease {
  readonly startDay: Day
  readonly endDay: Day
  /** The day of a month until which that month's end may be asked for. */
  readonly noticeDay: number
}

/** The first month at whose end a lease can end: this one until the notice day, else the next. */
export const firstEndMonth = ({ noticeDay }: ReturnableLease, today: Day): Month =>
  Number(today.slice(8)) <= noticeDay ? monthOf(today) : nextMonth(monthOf(today))

/** Whether a return may end a lease at the end of a month: in time, and not when the term is over anyway. */
export const isPossibleEnd = (lease: ReturnableLease, month: Month, today: Day): boolean =>
  month >= firstEndMonth(lease, today) && month <= monthOf(lease.endDay)

/** The months that can be chosen, at most a year of them. */
export function possibleEnds(lease: ReturnableLease, today: Day): Month[] {
  const months: Month[] = []
  for (let month = firstEndMonth(lease, today); isPossibleEnd(lease, month, today); month = nextMonth(month)) {
    months.push(month)
    if (months.length === 12) break
  }
  return months
}

/**
 * Who pays by the agreement's price list: whoever has ended the employment, the person for a wish of their own. What the
 * employer keeps and has with it comes back at its cost.
 */
export const usualPayer = (reason: ReturnReason, askedBy: ReturnAsker, isFromEmployer: boolean): ReturnPayer =>
  !isFromEmployer && (reason === 'RESIGNED' || (reason === 'OTHER' && askedBy !== 'EMPLOYER')) ? 'EMPLOYEE' : 'EMPLOYER'

/** Who may be made to pay: the employer always may, the person only where the price list says so. */
export const mayPay = (
  payer: ReturnPayer,
  reason: ReturnReason,
  askedBy: ReturnAsker,
  isFromEmployer: boolean,
): boolean => payer === 'EMPLOYER' || usualPayer(reason, askedBy, isFromEmployer) === 'EMPLOYEE'

interface FeeAndPayer {
  readonly payer: ReturnPayer | null
  readonly askedBy: ReturnAsker
  readonly feeCents: Cents
}

/** Whether the person is to pay a part of the fee for a reason that somebody else has named: they may object to it. */
export const isFeeOnOthersWord = ({ payer, askedBy, feeCents }: FeeAndPayer): boolean =>
  askedBy !== 'EMPLOYEE' && partsOf(feeCents, payer).personCents > 0

/** Who may pay after the person's objection to the fee: never more of the person than before it. */
export const payersAfterObjection = (payer: ReturnPayer): readonly ReturnPayer[] =>
  payer === 'EMPLOYEE' ? ['EMPLOYEE', 'SHARED', 'EMPLOYER'] : payer === 'SHARED' ? ['SHARED', 'EMPLOYER'] : ['EMPLOYER']

/** The parts of a sum; an odd cent of a shared one is the employer's. */
export function partsOf(cents: Cents, payer: ReturnPayer | null): { personCents: Cents; employerCents: Cents } {
  const personCents = payer === 'EMPLOYEE' ? cents : payer === 'SHARED' ? Math.floor(cents / 2) : 0
  return { personCents, employerCents: cents - personCents }
}
