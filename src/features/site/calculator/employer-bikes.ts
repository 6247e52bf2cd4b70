import type { BillingTerms } from '#features/pricing/leasing/rules.ts'
import {
  type EmployerVat,
  type EmployerYear,
  employerYear,
  employerYearOf,
  STANDARD_VAT,
} from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import { regimeInMonth } from '#features/pricing/tax/rules/benefit-regime.ts'
import type { TaxParameters } from '#features/pricing/tax/rules/tax-parameters.ts'
import { addMonths, type Day, firstOfNextMonth, lastOfMonth, laterDay, monthOf } from '#platform/values/days.ts'

/** An employer's question: how many bicycles, how paid, committed to when. */
export interface EmployerInput {
  readonly bikes: number
  readonly model: BenefitModel
  readonly commitmentDay: Day
}

/**
 * The change in an employer's yearly cost for a number of bicycles that all run the whole tax year at the table's
 * instalment, whole cents, positive = costs more. The price does not matter: it sets the term, not the instalment.
 *
 * @throws RangeError when the number of bicycles is negative or not whole
 */
export function employerBikes(
  { bikes, model, commitmentDay }: EmployerInput,
  terms: BillingTerms,
  parameters: TaxParameters,
  vat: EmployerVat = STANDARD_VAT,
): { readonly perBike: EmployerYear; readonly all: EmployerYear } {
  if (!Number.isSafeInteger(bikes) || bikes < 0) throw new RangeError(`Not a number of bicycles: ${bikes}`)
  const leaseStart = firstOfNextMonth(commitmentDay)
  const period = { commitmentDay, leaseStart, leaseEnd: lastOfMonth(addMonths(leaseStart, terms.maxMonths - 1)) }
  const month = monthOf(laterDay(`${parameters.year}-01-01`, leaseStart))
  const benefit = { model, valueCents: terms.instalmentCents, regime: regimeInMonth(period, month) }
  const bill = { instalmentCents: terms.instalmentCents, adminFeeCents: terms.adminFeeCents }
  const perBike = employerYear(benefit, bill, vat, parameters)
  return { perBike, all: employerYearOf(bikes, perBike) }
}
