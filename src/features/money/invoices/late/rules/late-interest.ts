/** What a payment costs that comes late, by the Interest Act and the Act on payment terms of commercial contracts. Pure. */

import { addDays, type Day, daysBetween } from '#platform/values/days.ts'
import { type Cents, mulDivHalfUp, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { InvoicePurpose } from '../../rules.ts'

/** Above the reference rate: for people (Interest Act, section 4) and for companies and public bodies (section 4 a). */
const MARGIN = { PERSON: 700, EMPLOYER: 800, LESSOR: 800 } as const
export type Debtor = keyof typeof MARGIN
/** Who owes something for paying late; nobody else is billed for it. */
export const lateDebtors = Object.keys(MARGIN) as Debtor[]

/** Without a due day agreed beforehand a person owes interest only from 30 days after the bill (Interest Act, section 6). */
export const GRACE_DAYS = 30
/** What a company owes for the costs of collecting (Act 30/2013, section 8). */
const COMPENSATION_CENTS = 4_000
const DAYS_OF_YEAR = 365

/** A buy-out has a price that binds, an absence that is not paid goes to the employer, and a cost of lateness has none itself. */
export const costFreePurposes: readonly InvoicePurpose[] = ['REDEMPTION', 'ABSENCE', 'LATE']

/** Whether lateness of what an invoice bills costs anything. */
export const costsWhenLate = (purpose: InvoicePurpose): boolean => !costFreePurposes.includes(purpose)

/** The first day of the half-year that a day is in: a reference rate is in force for each. */
export const halfYearOf = (day: Day): Day => `${day.slice(0, 4)}-${day.slice(5, 7) < '07' ? '01' : '07'}-01`

/** The first day of the half-year after that of a day. */
export const nextHalfYear = (day: Day): Day => halfYearOf(addDays(halfYearOf(day), 190))

export interface ReferenceRate {
  readonly fromDay: Day
  readonly basisPoints: number
}

/** A sent bill with what has been paid of it; `owedCents` is what it bills less its credit notes. */
export interface LateBill {
  readonly debtor: Debtor
  readonly sentDay: Day
  readonly dueDay: Day
  readonly owedCents: Cents
  readonly payments: readonly { readonly day: Day; readonly cents: Cents }[]
}

/** Interest of days on which the same sum was owed at the same rate. */
export interface InterestPart {
  readonly from: Day
  readonly to: Day
  readonly days: number
  readonly owedCents: Cents
  readonly basisPoints: number
  readonly cents: Cents
}

/** The first day on which a bill bears interest. */
export function firstLateDay({ debtor, sentDay, dueDay }: LateBill): Day {
  const due = debtor === 'PERSON' && addDays(sentDay, GRACE_DAYS) > dueDay ? addDays(sentDay, GRACE_DAYS) : dueDay
  return addDays(due, 1)
}

/** What was owed in the course of a day: a payment of the day itself counts from the next day on. */
const owedOn = ({ owedCents, payments }: LateBill, day: Day): Cents =>
  owedCents - sumCents(payments.filter((payment) => payment.day < day).map(({ cents }) => cents))

/**
 * The interest of a bill from a day to a day, a part for each sum and rate.
 * @returns null where the rate of a half-year is not known
 */
export function interestOf(
  bill: LateBill,
  { from, until, rates }: { from: Day; until: Day; rates: readonly ReferenceRate[] },
): InterestPart[] | null {
  const changes = [...bill.payments.map(({ day }) => addDays(day, 1))]
  for (let day = nextHalfYear(from); day <= until; day = nextHalfYear(day)) changes.push(day)
  const starts = [from, ...new Set(changes.filter((day) => day > from && day <= until))].toSorted()
  const parts: InterestPart[] = []
  for (const [index, start] of (from <= until ? starts : []).entries()) {
    const owedCents = owedOn(bill, start)
    if (owedCents <= 0) continue
    const rate = rates.find(({ fromDay }) => fromDay === halfYearOf(start))
    if (!rate) return null
    const to = index + 1 < starts.length ? addDays(present(starts[index + 1]), -1) : until
    const days = daysBetween(start, to) + 1
    const basisPoints = rate.basisPoints + MARGIN[bill.debtor]
    const cents = mulDivHalfUp(owedCents, basisPoints * days, 10_000 * DAYS_OF_YEAR)
    parts.push({ from: start, to, days, owedCents, basisPoints, cents })
  }
  return parts
}

/** What a company owes for the costs of collecting a bill that it has not paid in time; people owe nothing. */
export function compensationOf(bill: LateBill, until: Day): Cents {
  const isLate = until > bill.dueDay && owedOn(bill, addDays(bill.dueDay, 1)) > 0
  return bill.debtor !== 'PERSON' && isLate ? COMPENSATION_CENTS : 0
}
