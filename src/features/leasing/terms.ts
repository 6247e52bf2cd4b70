/** The terms of a billing table as the schedule reads them, from the form of the wire. */
import type { BillingTable } from '#features/leasing/shapes.ts'
import { centsFromEuros } from '#platform/money.ts'
import { basisPointsFromPercent } from '#platform/percent.ts'
import type { BillingTerms } from './rules.ts'

export type TermsOnWire = Omit<
  BillingTable,
  'billingTableId' | 'leasingCompanyName' | 'companyName' | 'version' | 'name' | 'leasingCompanyId' | 'companyId'
>

/** @throws RangeError for an amount or a percentage with a third decimal */
export function termsFromWire(table: Omit<TermsOnWire, 'validFrom' | 'validTo'>): BillingTerms {
  const insuranceCents = centsFromEuros(table.insurance)
  return {
    instalmentCents: centsFromEuros(table.instalment),
    serviceShareCents: insuranceCents + centsFromEuros(table.service),
    insuranceCents,
    yearlyInterestBasisPoints: basisPointsFromPercent(table.yearlyInterest),
    residualBasisPoints: basisPointsFromPercent(table.residual),
    adminFeeCents: centsFromEuros(table.adminFee),
    minMonths: table.minMonths,
    maxMonths: table.maxMonths,
    minPriceCents: centsFromEuros(table.minPrice),
    maxPriceCents: centsFromEuros(table.maxPrice),
    campaign: table.campaign && {
      discountBasisPoints: basisPointsFromPercent(table.campaign.discount),
      minimumMonths: table.campaign.minMonths,
      validFrom: table.campaign.from,
      validTo: table.campaign.to,
    },
  }
}
