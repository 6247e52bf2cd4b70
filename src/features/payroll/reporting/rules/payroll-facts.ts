import type { PaymentChange } from '#features/pricing/leasing/rules/payments.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { ExemptAllocation, ExemptLimits, TaxRegime } from '#features/pricing/tax/rules/benefit-regime.ts'
import type { PayerPeriod } from '#features/story/lease-story/rules/payer.ts'
import type { Possession } from '#features/story/lease-story/rules/possession.ts'
import type { Day, Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

export const payrollEvents = ['NEW', 'RUNNING', 'CHANGED', 'ENDING', 'ENDED', 'REDEEMED', 'LEFT'] as const
export type PayrollEvent = (typeof payrollEvents)[number]

/**
 * What payroll knows of the person; as it stands now, because past months are frozen with what stood then. The reason
 * of an absence is no matter of payroll and is not here.
 */
export interface PayrollPerson {
  readonly employeeId: string
  readonly unit: string | null
  readonly costUnit: string | null
  readonly employeeNumber: string | null
  readonly lastName: string
  readonly firstName: string
  readonly workEmail: string
  readonly payrollOther: string | null
  readonly absenceFrom: Day | null
  readonly absenceTo: Day | null
  /** Null while the employment has no known end. */
  readonly lastWorkingDay: Day | null
}

/** What somebody has said of a month that the person pays outside the pay. */
export interface CollectionAnswer {
  readonly month: Month
  readonly isCollected: boolean
  readonly version: number
}

/** A lease that has started, as payroll sees it. The order's status plays no part. */
export interface PayrollAgreement {
  readonly agreementId: string
  readonly agreementNumber: string
  readonly person: PayrollPerson
  readonly startDay: Day
  /** The last day by the agreement. */
  readonly endDay: Day
  /** The last day that was agreed at the start; an exemption ends there even if the lease goes on. */
  readonly originalEndDay: Day
  /** The day on which the lease ended, when it did. */
  readonly endedDay: Day | null
  /** The day on which the bicycle was handed over, where it is known. */
  readonly deliveryDay: Day | null
  readonly payers: readonly PayerPeriod[]
  /** Who has had the bicycle, by the story of the lease; the person throughout where it is left out. */
  readonly possession?: readonly Possession[]
  /** Months outside the pay of which somebody has said whether they were collected; of others nothing is known. */
  readonly collections?: readonly CollectionAnswer[]
  readonly isRedeemed: boolean
  readonly leaseMonths: number
  readonly instalmentCents: Cents
  readonly lastInstalmentCents: Cents
  /** The first day on which a changed instalment holds; null when it has held from the start. */
  readonly instalmentFrom: Day | null
  /** Payments that hold from a month on, in their order. */
  readonly changes?: readonly PaymentChange[]
  readonly adminFeeCents: Cents
  readonly benefitModel: BenefitModel
  readonly commitmentDay: Day | null
  readonly taxRegime: TaxRegime | null
  /** The last day of an exemption that a review has ended early. */
  readonly exemptUntil?: Day | null
  readonly needsTaxReview: boolean
  /** The bicycle is out and the lessor has not been billed: the order still waits. */
  readonly isUnbilled?: boolean
  /** By how much the redemption price stays below the fair value. */
  readonly redemptionTaxableCents: Cents
  /** Earlier months were reported elsewhere: the agreement came into the service in this month. */
  readonly reportedFrom: Month
}

/** The company's settings that payroll counts with; a locked month keeps those it was counted with. */
export interface PayrollSettings {
  /** Operating costs that the employer pays beside the instalment, a month. */
  readonly extraOperatingCents: Cents
  readonly exemptAllocation: ExemptAllocation
  /** The month's limits by the tax tables; the statutory ones where a month was counted without. */
  readonly exemptLimits?: ExemptLimits
}

/** A remark on a row; the words come from the texts of the feature. */
export type PayrollNote =
  | { readonly code: 'INSTALMENT_CHANGED'; readonly fromCents: Cents; readonly toCents: Cents }
  | { readonly code: 'CORRECTS'; readonly month: Month; readonly changes: readonly AmountChange[] }
  | { readonly code: 'ABSENT'; readonly from: Day; readonly to: Day | null }
  | { readonly code: 'LEAVES' | 'LEFT_OPEN' | 'DELIVERED'; readonly day: Day }
  | { readonly code: 'REDEMPTION_TAXABLE'; readonly cents: Cents }
  | {
      readonly code:
        | 'MODEL_CHANGED'
        | 'REGIME_CHANGED'
        | 'UNIT_CHANGED'
        | 'COST_UNIT_CHANGED'
        | 'EMPLOYEE_NUMBER_CHANGED'
        | 'LAST_INSTALMENT'
        | 'EXEMPTION_USED'
        | 'TAX_REVIEW'
        | 'EMPLOYER_BEARS'
        | 'EMPLOYEE_PAYS_OUTSIDE'
        | 'COLLECTION_OPEN'
        | 'NOT_COLLECTED'
        | 'BIKE_RETURNED'
        | 'LEASE_WAITS'
    }

/** The amounts of a row, whole cents. In a correction they are differences and may be negative. */
export interface PayrollAmounts {
  readonly instalmentCents: Cents
  readonly adminFeeCents: Cents
  readonly valueCents: Cents
  readonly code363Cents: Cents
  readonly code364Cents: Cents
  readonly code420Cents: Cents
  /** The part of 363 that is taken out of the pay; it counts as pensionable pay. */
  readonly exemptFromPayCents: Cents
  /** By how much the gross pay is lowered. */
  readonly grossLoweringCents: Cents
  /** What is collected from the net pay; less than 420 when the person pays outside payroll. */
  readonly netCollectionCents: Cents
  readonly redemptionTaxableCents: Cents
}

/** An amount that a correction changes, from what was reported to what is right. */
export interface AmountChange {
  readonly amount: keyof PayrollAmounts
  readonly fromCents: Cents
  readonly toCents: Cents
}

/** What counts as pensionable pay: the taxable benefit, and the exempt one where the pay was lowered for it. */
export function pensionableCents(row: PayrollAmounts): Cents {
  return row.exemptFromPayCents + row.code364Cents + row.redemptionTaxableCents
}

/** One row of the payroll report: an agreement in a month, or the correction of an earlier month. */
export interface PayrollRow extends PayrollAmounts {
  readonly month: Month
  readonly correctsMonth: Month | null
  readonly agreementId: string
  readonly agreementNumber: string
  readonly person: PayrollPerson
  readonly event: PayrollEvent
  readonly leaseStart: Day
  readonly leaseEnd: Day
  readonly leaseMonths: number
  readonly monthsLeft: number
  readonly benefitModel: BenefitModel
  readonly regime: TaxRegime
  /** Exempt so far this calendar year with this employer, this month included. */
  readonly exemptUsedCents: Cents
  readonly notes: readonly PayrollNote[]
  readonly settings: PayrollSettings
  /** The facts of the agreement that amounts depend on; a later difference means that locked months are looked at again. */
  readonly basis: string
}

/** What of an earlier row decides whether a running lease has changed since, and what a note says of it. */
export type PreviousRow = Pick<PayrollRow, 'instalmentCents' | 'benefitModel' | 'regime'> & {
  readonly person: Pick<PayrollPerson, 'unit' | 'costUnit' | 'employeeNumber'>
}

/** A row with the company as it was called when the row was counted; this is what a locked month keeps. */
export interface ReportRow extends PayrollRow {
  readonly company: { readonly name: string; readonly businessId: string }
}
