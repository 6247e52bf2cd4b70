/** The terms of a billing table between the form of the wire and that which the schedule reads. */
import type { BillingTable } from '#features/pricing/leasing/shapes.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { BillingTerms, EndPrices } from './rules.ts'

export type TermsOnWire = Omit<
  BillingTable,
  | 'billingTableId'
  | 'leasingCompanyName'
  | 'companyName'
  | 'reachableMinPrice'
  | 'reachableMaxPrice'
  | 'version'
  | 'name'
  | 'leasingCompanyId'
  | 'companyId'
  | 'ends'
  | 'serviceRule'
>

type EndsOnWire = BillingTable['ends']

/** The price list of ends as it travels. */
export const endsToWire = (ends: EndPrices): EndsOnWire => ({
  redemptionFee: eurosFromCents(ends.redemptionFeeCents),
  transferFee: eurosFromCents(ends.transferFeeCents),
  returnFee: ends.returnFeeCents === null ? null : eurosFromCents(ends.returnFeeCents),
  returnTransport: eurosFromCents(ends.returnTransportCents),
  noticeDay: ends.noticeDay,
  vatChange: ends.vatChange ?? 'GROSS_STAYS',
})

/** The price list of ends from its wire form. @throws RangeError for an amount with a third decimal */
export const endsFromWire = (ends: EndsOnWire): EndPrices => ({
  redemptionFeeCents: centsFromEuros(ends.redemptionFee),
  transferFeeCents: centsFromEuros(ends.transferFee),
  returnFeeCents: ends.returnFee === null ? null : centsFromEuros(ends.returnFee),
  returnTransportCents: centsFromEuros(ends.returnTransport),
  noticeDay: ends.noticeDay,
  vatChange: ends.vatChange ?? 'GROSS_STAYS',
})

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

/** The terms as `termsFromWire` reads them back, without the days on which the table is valid. */
export function termsToWire(terms: BillingTerms): Omit<TermsOnWire, 'validFrom' | 'validTo'> {
  const insuranceCents = terms.insuranceCents ?? 0
  return {
    instalment: eurosFromCents(terms.instalmentCents),
    insurance: eurosFromCents(insuranceCents),
    service: eurosFromCents(terms.serviceShareCents - insuranceCents),
    yearlyInterest: percentFromBasisPoints(terms.yearlyInterestBasisPoints),
    residual: percentFromBasisPoints(terms.residualBasisPoints),
    adminFee: eurosFromCents(terms.adminFeeCents),
    minMonths: terms.minMonths,
    maxMonths: terms.maxMonths,
    minPrice: eurosFromCents(terms.minPriceCents),
    maxPrice: eurosFromCents(terms.maxPriceCents),
    campaign: terms.campaign
      ? {
          discount: percentFromBasisPoints(terms.campaign.discountBasisPoints),
          minMonths: terms.campaign.minimumMonths,
          from: terms.campaign.validFrom,
          to: terms.campaign.validTo,
        }
      : null,
  }
}
