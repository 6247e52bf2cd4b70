/** What a redemption costs and until when it is offered. Pure; cents, Helsinki days. */

import { firstDeductionMonth, hasPayIn, MAX_DEDUCTION_MONTHS } from '#features/money/payroll-deductions/rules.ts'
import { type FairValueTable, fairValueBasisPoints } from '#features/pricing/leasing/rules/fair-value.ts'
import { bankDayUntil } from '#platform/values/bank-days.ts'
import { addDays, type Day, firstOfMonth, lastOfMonth, type Month, monthOf, nextMonth } from '#platform/values/days.ts'
import { type Cents, percentOf } from '#platform/values/money.ts'

export interface RedeemableLease {
  readonly startDay: Day
  readonly endDay: Day
  readonly isOver: boolean
  /** What the bicycle was leased for when it was new, and from when on; a lease that was taken over began before. */
  readonly newPriceCents: Cents
  readonly firstDay: Day
  readonly residualCents: Cents
  readonly buyOutCents: readonly Cents[]
  /** The day of a month until which that month's end may be chosen. */
  readonly noticeDay: number
  readonly feeCents: Cents
}

export interface RedemptionPrice {
  readonly priceCents: Cents
  readonly feeCents: Cents
  readonly fairValueCents: Cents
  readonly taxableCents: Cents
}

/** Days that a person has to pay, at least. */
const DAYS_TO_PAY = 5
/** The last day of the end month on which an offer can be accepted, unless its payment would come too late. */
const LAST_OFFER_DAY = 25
/** Days to pay for a lease that has ended. */
const DAYS_AFTER_END = 14

const indexOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
/** The month at whose end a redemption ends a lease unless another is asked for. */
export function defaultEndMonth({ endDay, isOver, noticeDay }: RedeemableLease, today: Day): Month {
  const month = monthOf(today)
  if (isOver) return month
  const wanted = Number(today.slice(8)) <= noticeDay ? month : nextMonth(month)
  const last = monthOf(endDay)
  const isPastTerm = wanted > last
  return isPastTerm ? last : wanted
}

/** Whether a redemption may end a lease at the end of a month: not before the usual month, not after the term. */
export function isPossibleMonth(lease: RedeemableLease, month: Month, today: Day): boolean {
  return month >= defaultEndMonth(lease, today) && (lease.isOver || month <= monthOf(lease.endDay))
}

/** Price, fair value and what of it is taxable wage, at the end of a month. */
export function priceAt(lease: RedeemableLease, month: Month, fairValues: FairValueTable): RedemptionPrice {
  const months = indexOf(month) - indexOf(monthOf(lease.startDay)) + 1
  const isLast = lease.isOver || months >= lease.buyOutCents.length
  const priceCents = isLast ? lease.residualCents : lease.buyOutCents[months - 1]!
  const age = indexOf(month) - indexOf(monthOf(lease.firstDay)) + 1
  const fairValueCents = percentOf(lease.newPriceCents, fairValueBasisPoints(age, fairValues))
  return { priceCents, feeCents: lease.feeCents, fairValueCents, taxableCents: taxableOf(fairValueCents, priceCents) }
}

/** By how much the price stays below the fair value. */
export const taxableOf = (fairValueCents: Cents, priceCents: Cents): Cents => Math.max(0, fairValueCents - priceCents)

/** The last bank day of the end month; a lease that is over is paid within two weeks. */
export function dueDayOf(endMonth: Month, { isOver, today }: { isOver: boolean; today: Day }): Day {
  return isOver ? addDays(today, DAYS_AFTER_END) : bankDayUntil(lastOfMonth(firstOfMonth(endMonth)))
}

/** In how many months' pay a redemption can be kept until its end month, six at most. */
export function payrollMonthsUntil(endMonth: Month, today: Day, lastWorkingDay: Day): number {
  const first = firstDeductionMonth(today)
  const last = hasPayIn(endMonth, lastWorkingDay) ? endMonth : monthOf(lastWorkingDay)
  return Math.min(MAX_DEDUCTION_MONTHS, Math.max(0, indexOf(last) - indexOf(first) + 1))
}

/** Whether there is time enough to pay by the due day. */
export const hasTimeToPay = (dueDay: Day, today: Day): boolean => addDays(today, DAYS_TO_PAY) <= dueDay

/** The last day on which an offer can be accepted: the 25th of the end month, earlier where that leaves no time to pay. */
export function offerValidUntil(endMonth: Month, { isOver, today }: { isOver: boolean; today: Day }): Day {
  if (isOver) return addDays(today, DAYS_AFTER_END)
  const latest = addDays(dueDayOf(endMonth, { isOver, today }), -DAYS_TO_PAY)
  const usual = `${endMonth}-${LAST_OFFER_DAY}`
  return latest < usual ? latest : usual
}
