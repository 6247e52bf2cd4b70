/**
 * One agreement in one month. The tax value is the instalment and the operating costs that the employer pays beside
 * it; the admin fee is the employer's own and no part of it.
 */
import { paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import {
  incomesRegisterSplit,
  regimeInMonth,
  STATUTORY_EXEMPT_LIMITS,
  type TaxRegime,
} from '#features/pricing/tax/rules/benefit-regime.ts'
import {
  awayUnsettledFrom,
  hasLeftBy,
  type MonthPayer,
  payerOf,
  settledIn,
} from '#features/story/lease-story/rules/payer.ts'
import { type Day, firstOfMonth, lastOfMonth, type Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { monthOfKnown, monthsApart, shiftMonth } from './months.ts'
import type {
  PayrollAgreement,
  PayrollAmounts,
  PayrollEvent,
  PayrollRow,
  PayrollSettings,
  PreviousRow,
} from './payroll-facts.ts'
import { notesOf } from './payroll-notes.ts'

/** The exemption that earlier rows have used: in the year's earlier months, and in this month by another bicycle. */
export interface ExemptUsed {
  readonly yearCents: Cents
  readonly monthCents: Cents
}

const nothingUsed: ExemptUsed = { yearCents: 0, monthCents: 0 }

/** The last day of the lease: by the agreement, or earlier when it ended before that. */
export function lastDayOf({ endDay, endedDay }: Pick<PayrollAgreement, 'endDay' | 'endedDay'>): Day {
  return endedDay !== null && endedDay < endDay ? endedDay : endDay
}

const standIn: Record<TaxRegime, Day> = {
  EXEMPT_GRANDFATHERED: '2025-04-23',
  EXEMPT_2025: '2025-12-31',
  TAXABLE: '2026-01-01',
}

/** The regime of an agreement in a month; without a known commitment day, the stored regime stands for it. */
export function regimeOfAgreement(
  agreement: Pick<PayrollAgreement, 'commitmentDay' | 'taxRegime' | 'startDay' | 'originalEndDay' | 'exemptUntil'>,
  month: Month,
): TaxRegime {
  const { commitmentDay, taxRegime, startDay, originalEndDay, exemptUntil } = agreement
  if (exemptUntil && firstOfMonth(month) > exemptUntil) return 'TAXABLE'
  const day = commitmentDay ?? standIn[taxRegime ?? 'TAXABLE']
  return regimeInMonth({ commitmentDay: day, leaseStart: startDay, leaseEnd: originalEndDay }, month)
}

/** Whether one of the things that payroll has keyed in differs from the last locked month. */
function hasChanged(row: Omit<PayrollRow, 'event' | 'notes'>, previous: PreviousRow): boolean {
  return (
    row.instalmentCents !== previous.instalmentCents ||
    row.benefitModel !== previous.benefitModel ||
    row.regime !== previous.regime ||
    row.person.unit !== previous.person.unit ||
    row.person.costUnit !== previous.person.costUnit ||
    row.person.employeeNumber !== previous.person.employeeNumber
  )
}

/** The event without changes: NEW, REDEEMED, ENDED, LEFT, ENDING, in this order of fitting, else RUNNING; null outside. */
function leaseEvent(agreement: PayrollAgreement, month: Month): Exclude<PayrollEvent, 'CHANGED'> | null {
  const first = monthOfKnown(agreement.startDay)
  const last = monthOfKnown(lastDayOf(agreement))
  if (last < first || month < first || (month > last && month !== shiftMonth(last, 1))) return null
  if (month === first) return 'NEW'
  if (month > last) return agreement.isRedeemed ? 'REDEEMED' : 'ENDED'
  if (hasLeftBy(agreement, month)) return 'LEFT'
  return month === last ? 'ENDING' : 'RUNNING'
}

function instalmentIn(agreement: PayrollAgreement, month: Month): Cents {
  if (month > monthOfKnown(lastDayOf(agreement))) return 0
  const payment = paymentIn(agreement, agreement.changes ?? [], month)
  return month === monthOfKnown(agreement.endDay) ? payment.lastInstalmentCents : payment.instalmentCents
}

/** What payroll takes from the pay in a month: the whole value in the models that take it, nothing where no pay runs. */
function takenFromPay(model: BenefitModel, valueCents: Cents, payer: MonthPayer) {
  return {
    grossLoweringCents: model === 'FROM_SALARY' && payer === 'PAY' ? valueCents : 0,
    netCollectionCents: model === 'EMPLOYEE_PAYS' && payer === 'PAY' ? valueCents : 0,
  }
}

interface BenefitOfMonth {
  readonly valueCents: Cents
  /** 420: what the person pays, from the net pay or otherwise. */
  readonly collectedCents: Cents
  readonly regime: TaxRegime
}

function splitOf({ valueCents, collectedCents, regime }: BenefitOfMonth, settings: PayrollSettings, used: ExemptUsed) {
  const usedThisYearCents = used.yearCents + used.monthCents
  const limits = settings.exemptLimits ?? STATUTORY_EXEMPT_LIMITS
  // Two bicycles share the month's exemption: what the other has used lowers what is left of the year by as much.
  const usedWithMonthCents = Math.max(
    usedThisYearCents,
    limits.yearCents - Math.max(0, limits.monthCents - used.monthCents),
  )
  return incomesRegisterSplit({
    valueCents,
    collectedCents,
    regimeInMonth: regime,
    usedThisYearCents: settings.exemptAllocation === 'MONTHLY' ? usedWithMonthCents : usedThisYearCents,
    exemptAllocation: settings.exemptAllocation,
    limits,
  })
}

/** What somebody has said of a month outside the pay; null as long as nobody has. */
export const collectionIn = ({ collections = [] }: Pick<PayrollAgreement, 'collections'>, month: Month) =>
  collections.find((one) => one.month === month) ?? null

/** What of a month's value was settled that the person pays outside the pay. */
const outsideCents = (agreement: PayrollAgreement, month: Month, valueCents: Cents): Cents =>
  Math.min(settledIn(agreement, month)?.paidCents ?? valueCents, valueCents)

/** The part of a month's value that the person is to pay outside the pay, whole cents; null where nobody asks for it. */
export function askedOutsidePay(agreement: PayrollAgreement, month: Month, settings: PayrollSettings): Cents | null {
  if (payerOf(agreement, month) !== 'OUTSIDE' || leaseEvent(agreement, month) === null) return null
  if (month > monthOfKnown(lastDayOf(agreement))) return null
  return outsideCents(agreement, month, instalmentIn(agreement, month) + settings.extraOperatingCents)
}

/** The benefit of a month and who pays it. A leaver's month is zero until it is settled, and nothing is collected unsaid. */
function amountsIn(
  agreement: PayrollAgreement,
  month: Month,
  settings: PayrollSettings,
  used: ExemptUsed,
): Omit<PayrollAmounts, 'instalmentCents' | 'adminFeeCents' | 'redemptionTaxableCents'> {
  const payer = payerOf(agreement, month)
  const isOver = month > monthOfKnown(lastDayOf(agreement))
  const isWithout = isOver || payer === 'NONE' || payer === 'UNSETTLED'
  const valueCents = isWithout ? 0 : instalmentIn(agreement, month) + settings.extraOperatingCents
  const taken = takenFromPay(agreement.benefitModel, valueCents, payer)
  const isCollected = payer === 'OUTSIDE' && collectionIn(agreement, month)?.isCollected === true
  const paidCents = isCollected ? outsideCents(agreement, month, valueCents) : 0
  const collectedCents = payer === 'PAY' ? taken.netCollectionCents : paidCents
  const regime = hasLeftBy(agreement, month) ? 'TAXABLE' : regimeOfAgreement(agreement, month)
  const split = splitOf({ valueCents, collectedCents, regime }, settings, used)
  return { valueCents, ...split, ...taken, exemptFromPayCents: taken.grossLoweringCents > 0 ? split.code363Cents : 0 }
}

/** What the row's code 363 says, without the row: the exempt share of a month, whole cents; 0 outside the lease. */
export function exemptCentsIn(
  agreement: PayrollAgreement,
  month: Month,
  settings: PayrollSettings,
  used: ExemptUsed,
): Cents {
  return leaseEvent(agreement, month) === null ? 0 : amountsIn(agreement, month, settings, used).code363Cents
}

/** The taxable difference of a redemption stands in the row REDEEMED, a leaver's in the row of the last pay. */
function redemptionMonth(agreement: PayrollAgreement): Month {
  const last = monthOfKnown(lastDayOf(agreement))
  const leaving = agreement.person.lastWorkingDay
  return leaving !== null && monthOfKnown(leaving) === last ? last : shiftMonth(last, 1)
}

/** The agreement's facts that amounts depend on, as one text to compare. The benefit model counts from its change on. */
export function basisOf(agreement: PayrollAgreement): string {
  const known = bases.get(agreement)
  if (known !== undefined) return known
  const basis = writeBasis(agreement)
  bases.set(agreement, basis)
  return basis
}

/** An agreement as it was read is asked for its basis several times, and does not change. */
const bases = new WeakMap<PayrollAgreement, string>()

function writeBasis(agreement: PayrollAgreement): string {
  const { startDay, endDay, isRedeemed, instalmentFrom, person, changes = [], exemptUntil = null } = agreement
  // What was agreed at first: a change that begins moves what the agreement shows, and no month that has been.
  const { instalmentCents, lastInstalmentCents } = changes[0]?.earlier ?? agreement
  const { adminFeeCents, commitmentDay, taxRegime, redemptionTaxableCents, payers, originalEndDay } = agreement
  const away = awayUnsettledFrom(agreement)
  const told = (agreement.collections ?? []).map(({ month, isCollected }) => [month, isCollected])
  const end = [startDay, endDay, lastDayOf(agreement), isRedeemed, redemptionTaxableCents]
  return JSON.stringify([
    ...end,
    instalmentCents,
    lastInstalmentCents,
    instalmentFrom,
    adminFeeCents,
    commitmentDay,
    taxRegime,
    // Only where they count, so that what was counted before they were known still compares equal.
    ...(originalEndDay === endDay ? [] : [{ originalEndDay }]),
    ...(hasLeftBy(agreement, monthOfKnown(lastDayOf(agreement))) ? [{ left: person.lastWorkingDay }] : []),
    ...(payers.length > 0 ? [{ payers }] : []),
    ...(away === null ? [] : [{ away }]),
    ...(told.length > 0 ? [{ told }] : []),
    ...(changes.length > 0 ? [{ changes }] : []),
    ...(exemptUntil === null ? [] : [{ exemptUntil }]),
    ...(isRedeemed && person.lastWorkingDay !== null ? [{ told: redemptionMonth(agreement) }] : []),
  ])
}

interface MonthDays {
  readonly month: Month
  readonly first: Day
  readonly last: Day
}

let latestDays: MonthDays | null = null

/** The first and the last day of a month: all rows of a report ask for the same ones. */
function daysOf(month: Month): MonthDays {
  if (latestDays?.month !== month)
    latestDays = { month, first: firstOfMonth(month), last: lastOfMonth(firstOfMonth(month)) }
  return latestDays
}

/** A row while its event and its notes are still being told. */
type Unnoted = { -readonly [K in 'event']: PayrollRow[K] } & Omit<PayrollRow, 'event' | 'notes'>

/**
 * The row of an agreement in a month.
 * @param previous its row in the last locked month, if any; what differs from it makes a running lease CHANGED
 * @param used the exemption already used, whole cents
 * @returns null when the lease does not touch the month
 */
export function payrollRow(
  agreement: PayrollAgreement,
  month: Month,
  previous: PreviousRow | null,
  settings: PayrollSettings,
  used: ExemptUsed = nothingUsed,
): PayrollRow | null {
  const event = leaseEvent(agreement, month)
  if (event === null) return null
  const isOver = event === 'ENDED' || event === 'REDEEMED'
  const amounts = amountsIn(agreement, month, settings, used)
  const isReportedNow = agreement.isRedeemed && month === redemptionMonth(agreement)
  const lastMonth = monthOfKnown(lastDayOf(agreement))
  const row: Unnoted & { notes: PayrollRow['notes'] } = {
    month,
    correctsMonth: null,
    agreementId: agreement.agreementId,
    agreementNumber: agreement.agreementNumber,
    person: agreement.person,
    leaseStart: agreement.startDay,
    leaseEnd: lastDayOf(agreement),
    leaseMonths: agreement.leaseMonths,
    monthsLeft: Math.max(0, monthsApart(month, lastMonth)),
    instalmentCents: instalmentIn(agreement, month),
    adminFeeCents: isOver ? 0 : agreement.adminFeeCents,
    ...amounts,
    benefitModel: agreement.benefitModel,
    regime: regimeOfAgreement(agreement, month),
    exemptUsedCents: used.yearCents + used.monthCents + amounts.code363Cents,
    redemptionTaxableCents: isReportedNow ? agreement.redemptionTaxableCents : 0,
    settings,
    basis: basisOf(agreement),
    event,
    notes: [],
  }
  if (event === 'RUNNING' && previous !== null && hasChanged(row, previous)) row.event = 'CHANGED'
  const payer = isOver ? null : payerOf(agreement, month)
  const collection = payer === 'OUTSIDE' ? collectionIn(agreement, month) : null
  row.notes = notesOf(row, previous, { agreement, payer, collection, month: daysOf(month) })
  return row
}
