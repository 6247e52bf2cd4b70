import { type BillingTerms, type LeaseSchedule, leaseSchedule } from '#features/pricing/leasing/rules.ts'

/**
 * The operator's general terms as the service ships them: 100 € a month of which 22 € is insurance (12 €) and
 * service (10 €), 4.9 % interest, 5 % residual, 15 € administration for the employer, all with VAT. The public pages
 * reckon their example by them; the calculator uses the terms in force.
 */
export const generalTerms: BillingTerms = {
  instalmentCents: 100_00,
  serviceShareCents: 22_00,
  insuranceCents: 12_00,
  yearlyInterestBasisPoints: 490,
  residualBasisPoints: 500,
  adminFeeCents: 15_00,
  minMonths: 12,
  maxMonths: 60,
  minPriceCents: 500_00,
  maxPriceCents: 4_500_00,
}

/** The price of bicycle and accessories in the example of the public pages, cents. */
export const EXAMPLE_PRICE_CENTS = 3_000_00

/** The example's schedule. @throws Error when the general terms do not carry the example's price */
export function exampleSchedule(terms: BillingTerms = generalTerms): LeaseSchedule {
  const schedule = leaseSchedule(EXAMPLE_PRICE_CENTS, terms, { day: '2026-01-01', useCampaign: false })
  if (!schedule.ok) throw new Error(`The example cannot be reckoned: ${schedule.code}`)
  return schedule
}
