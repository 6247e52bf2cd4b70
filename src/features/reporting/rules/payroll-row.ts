/**
 * One agreement in one month. The tax value is the instalment and the operating costs that the employer pays beside
 * it; the admin fee is the employer's own and no part of it.
 */
import type { BenefitModel } from '#features/tax/rules/benefit-models.ts'
import {
  incomesRegisterSplit,
  regimeInMonth,
  STATUTORY_EXEMPT_LIMITS,
  type TaxRegime,
} from '#features/tax/rules/benefit-regime.ts'
import { type Day, firstOfMonth, lastOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { monthsApart, shiftMonth } from './months.ts'
import type { PayrollAgreement, PayrollEvent, PayrollRow, PayrollSettings } from './payroll-facts.ts'
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

/** The regime of an agreement in a month; without a known commitment day, the stored regime stands for it. */
export function regimeOfAgreement(agreement: PayrollAgreement, month: Month): TaxRegime {
  const { commitmentDay, taxRegime, startDay, endDay } = agreement
  const standIn: Record<TaxRegime, Day> = {
    EXEMPT_GRANDFATHERED: '2025-04-23',
    EXEMPT_2025: '2025-12-31',
    TAXABLE: '2026-01-01',
  }
  const day = commitmentDay ?? standIn[taxRegime ?? 'TAXABLE']
  return regimeInMonth({ commitmentDay: day, leaseStart: startDay, leaseEnd: endDay }, month)
}

/** Whether one of the things that payroll has keyed in differs from the last locked month. */
function hasChanged(row: Omit<PayrollRow, 'event' | 'notes'>, previous: PayrollRow): boolean {
  return (
    row.instalmentCents !== previous.instalmentCents ||
    row.benefitModel !== previous.benefitModel ||
    row.regime !== previous.regime ||
    row.person.unit !== previous.person.unit ||
    row.person.costUnit !== previous.person.costUnit ||
    row.person.employeeNumber !== previous.person.employeeNumber
  )
}

/** The event of the lease alone: NEW, REDEEMED, ENDED, ENDING, in this order of fitting, else RUNNING; null outside. */
function leaseEvent(agreement: PayrollAgreement, month: Month): Exclude<PayrollEvent, 'CHANGED'> | null {
  const first = monthOf(agreement.startDay)
  const last = monthOf(lastDayOf(agreement))
  if (last < first || month < first || month > shiftMonth(last, 1)) return null
  if (month === first) return 'NEW'
  if (month > last) return agreement.isRedeemed ? 'REDEEMED' : 'ENDED'
  return month === last ? 'ENDING' : 'RUNNING'
}

function instalmentIn(agreement: PayrollAgreement, month: Month): Cents {
  if (month > monthOf(lastDayOf(agreement))) return 0
  return month === monthOf(agreement.endDay) ? agreement.lastInstalmentCents : agreement.instalmentCents
}

/** What goes off the pay: out of the gross pay or collected from the net pay, the whole value; on top, nothing. */
function deductionOf(model: BenefitModel, valueCents: Cents): Cents {
  return model === 'ON_TOP' ? 0 : valueCents
}

function splitOf(
  valueCents: Cents,
  model: BenefitModel,
  regime: TaxRegime,
  settings: PayrollSettings,
  used: ExemptUsed,
) {
  const usedThisYearCents = used.yearCents + used.monthCents
  const limits = settings.exemptLimits ?? STATUTORY_EXEMPT_LIMITS
  // Two bicycles share one exemption of the month, so what the other has used closes the year's door as far.
  const usedWithMonthCents = Math.max(
    usedThisYearCents,
    limits.yearCents - Math.max(0, limits.monthCents - used.monthCents),
  )
  return incomesRegisterSplit({
    valueCents,
    collectedCents: model === 'EMPLOYEE_PAYS' ? valueCents : 0,
    regimeInMonth: regime,
    usedThisYearCents: settings.exemptAllocation === 'MONTHLY' ? usedWithMonthCents : usedThisYearCents,
    exemptAllocation: settings.exemptAllocation,
    limits,
  })
}

/** The agreement's facts that amounts depend on, as one text to compare. The benefit model counts from its change on. */
export function basisOf(agreement: PayrollAgreement): string {
  const { startDay, endDay, isRedeemed, instalmentCents, lastInstalmentCents, instalmentFrom } = agreement
  const { adminFeeCents, commitmentDay, taxRegime, redemptionTaxableCents } = agreement
  const end = [startDay, endDay, lastDayOf(agreement), isRedeemed, redemptionTaxableCents]
  return JSON.stringify([
    ...end,
    instalmentCents,
    lastInstalmentCents,
    instalmentFrom,
    adminFeeCents,
    commitmentDay,
    taxRegime,
  ])
}

/**
 * The row of an agreement in a month.
 * @param previous its row in the last locked month, if any; what differs from it makes a running lease CHANGED
 * @param used the exemption already used, whole cents
 * @returns null when the lease does not touch the month
 */
export function payrollRow(
  agreement: PayrollAgreement,
  month: Month,
  previous: PayrollRow | null,
  settings: PayrollSettings,
  used: ExemptUsed = nothingUsed,
): PayrollRow | null {
  const event = leaseEvent(agreement, month)
  if (event === null) return null
  const isOver = event === 'ENDED' || event === 'REDEEMED'
  const regime = regimeOfAgreement(agreement, month)
  const instalmentCents = instalmentIn(agreement, month)
  const valueCents = isOver ? 0 : instalmentCents + settings.extraOperatingCents
  const split = splitOf(valueCents, agreement.benefitModel, regime, settings, used)
  const row = {
    month,
    correctsMonth: null,
    agreementId: agreement.agreementId,
    agreementNumber: agreement.agreementNumber,
    person: agreement.person,
    leaseStart: agreement.startDay,
    leaseEnd: lastDayOf(agreement),
    leaseMonths: agreement.leaseMonths,
    monthsLeft: Math.max(0, monthsApart(month, monthOf(lastDayOf(agreement)))),
    instalmentCents,
    adminFeeCents: isOver ? 0 : agreement.adminFeeCents,
    valueCents,
    benefitModel: agreement.benefitModel,
    regime,
    ...split,
    exemptUsedCents: used.yearCents + used.monthCents + split.code363Cents,
    deductionCents: deductionOf(agreement.benefitModel, valueCents),
    redemptionTaxableCents: event === 'REDEEMED' ? agreement.redemptionTaxableCents : 0,
    settings,
    basis: basisOf(agreement),
  }
  const isChanged = event === 'RUNNING' && previous !== null && hasChanged(row, previous)
  const named: Omit<PayrollRow, 'notes'> = { ...row, event: isChanged ? 'CHANGED' : event }
  const days = { first: firstOfMonth(month), last: lastOfMonth(firstOfMonth(month)) }
  return { ...named, notes: notesOf(named, previous, agreement.needsTaxReview, days) }
}
