import type { Selectable } from 'kysely'
import { reachablePrices } from '#features/pricing/leasing/rules/reachable-prices.ts'
import { type BillingTerms, type ServiceRule, usualEndPrices } from '#features/pricing/leasing/rules.ts'
import type { BillingTable, NewBillingTable } from '#features/pricing/leasing/shapes.ts'
import { endsFromWire, endsToWire } from '#features/pricing/leasing/terms.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'

export type BillingTableRow = Selectable<Tables['billing_tables']>

/** The terms of a stored table as the schedule reads them. */
export function termsOfRow(row: BillingTableRow): BillingTerms {
  const { campaign_discount_basis_points: discount, campaign_from: from, campaign_to: to } = row
  return {
    instalmentCents: row.instalment_cents,
    serviceShareCents: row.insurance_cents + row.service_cents,
    insuranceCents: row.insurance_cents,
    yearlyInterestBasisPoints: row.yearly_interest_basis_points,
    residualBasisPoints: row.residual_basis_points,
    adminFeeCents: row.admin_fee_cents,
    minMonths: row.min_months,
    maxMonths: row.max_months,
    minPriceCents: row.min_price_cents,
    maxPriceCents: row.max_price_cents,
    campaign:
      discount !== null && from !== null && to !== null
        ? {
            discountBasisPoints: discount,
            minimumMonths: row.campaign_min_months ?? row.min_months,
            validFrom: from,
            validTo: to,
          }
        : null,
    ends: {
      redemptionFeeCents: row.redemption_fee_cents,
      transferFeeCents: row.transfer_fee_cents,
      returnFeeCents: row.return_fee_cents,
      returnTransportCents: row.return_transport_cents,
      noticeDay: row.end_notice_day,
      vatChange: row.vat_change,
    },
    service: serviceRuleOf(row),
  }
}

const serviceRuleOf = (row: BillingTableRow): ServiceRule | null =>
  row.service_release !== null && row.service_days_after !== null
    ? { release: row.service_release, daysAfter: row.service_days_after }
    : null

export function billingTableOf(
  row: BillingTableRow & { lessor_name: string; company_name: string | null },
): BillingTable {
  const terms = termsOfRow(row)
  const { campaign } = terms
  const reachable = reachablePrices(terms)
  return {
    billingTableId: row.id,
    leasingCompanyId: row.leasing_company_id,
    leasingCompanyName: row.lessor_name,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    instalment: eurosFromCents(row.instalment_cents),
    insurance: eurosFromCents(row.insurance_cents),
    service: eurosFromCents(row.service_cents),
    yearlyInterest: percentFromBasisPoints(row.yearly_interest_basis_points),
    residual: percentFromBasisPoints(row.residual_basis_points),
    adminFee: eurosFromCents(row.admin_fee_cents),
    minMonths: row.min_months,
    maxMonths: row.max_months,
    minPrice: eurosFromCents(row.min_price_cents),
    maxPrice: eurosFromCents(row.max_price_cents),
    campaign: campaign
      ? {
          discount: percentFromBasisPoints(campaign.discountBasisPoints),
          minMonths: campaign.minimumMonths,
          from: campaign.validFrom,
          to: campaign.validTo,
        }
      : null,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    ends: endsToWire(terms.ends ?? usualEndPrices),
    serviceRule: terms.service ?? null,
    reachableMinPrice: reachable && eurosFromCents(reachable.lowestCents),
    reachableMaxPrice: reachable && eurosFromCents(reachable.highestCents),
    version: row.version,
  }
}

/** The columns of a table that came over the wire, with the usual terms where it says nothing. */
export function columnsOfBillingTable(table: NewBillingTable) {
  const campaign = table.campaign ?? null
  const ends = table.ends ? endsFromWire(table.ends) : usualEndPrices
  return {
    leasing_company_id: table.leasingCompanyId,
    company_id: table.companyId ?? null,
    name: table.name.trim(),
    instalment_cents: centsFromEuros(table.instalment ?? 100),
    insurance_cents: centsFromEuros(table.insurance ?? 0),
    service_cents: centsFromEuros(table.service ?? 0),
    yearly_interest_basis_points: basisPointsFromPercent(table.yearlyInterest),
    residual_basis_points: basisPointsFromPercent(table.residual ?? 5),
    admin_fee_cents: centsFromEuros(table.adminFee ?? 15),
    min_months: table.minMonths,
    max_months: table.maxMonths,
    min_price_cents: centsFromEuros(table.minPrice),
    max_price_cents: centsFromEuros(table.maxPrice),
    campaign_discount_basis_points: campaign ? basisPointsFromPercent(campaign.discount) : null,
    campaign_min_months: campaign?.minMonths ?? null,
    campaign_from: campaign?.from ?? null,
    campaign_to: campaign?.to ?? null,
    valid_from: table.validFrom,
    valid_to: table.validTo ?? null,
    redemption_fee_cents: ends.redemptionFeeCents,
    transfer_fee_cents: ends.transferFeeCents,
    return_fee_cents: ends.returnFeeCents,
    return_transport_cents: ends.returnTransportCents,
    end_notice_day: ends.noticeDay,
    vat_change: ends.vatChange ?? ('GROSS_STAYS' as const),
    service_release: table.serviceRule?.release ?? null,
    service_days_after: table.serviceRule?.daysAfter ?? null,
  }
}
