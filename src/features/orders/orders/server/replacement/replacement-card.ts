import type { PriceCard } from '#features/pricing/leasing/rules/price-card.ts'
import type { ServiceTerms } from '#features/pricing/leasing/rules.ts'
import { regimeOf } from '#features/pricing/tax/rules/benefit-regime.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { OrderRecord } from '../moves/record.ts'
import type { Priced } from '../price/pricing.ts'

/** The price of a new bicycle: the lease stays as it was agreed, and what the insurance does not release is an excess. */
export async function replacementCard(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { order }: OrderRecord,
  { bikePriceCents, accessoriesCents }: Priced,
): Promise<PriceCard> {
  const a = await db
    .selectFrom('leasing_agreements')
    .selectAll()
    .where('id', '=', order.agreement_id!)
    .where('company_id', '=', order.company_id)
    .executeTakeFirstOrThrow()
  const totalPriceCents = bikePriceCents + accessoriesCents
  const totalInstalmentsCents = a.instalment_cents * (a.lease_months - 1) + a.last_instalment_cents
  const serviceCents = a.service_share_cents * a.lease_months
  const day = helsinkiDay(env.now())
  return {
    day,
    bikePriceCents,
    accessoriesCents,
    totalPriceCents,
    excessCents: Math.max(0, totalPriceCents - order.released_cents!),
    financedCents: a.price_cents,
    leaseMonths: a.lease_months,
    instalmentCents: a.instalment_cents,
    lastInstalmentCents: a.last_instalment_cents,
    totalInstalmentsCents,
    insuranceCents: 0,
    serviceCents,
    financingCents: totalInstalmentsCents + a.residual_cents - a.price_cents - serviceCents,
    residualCents: a.residual_cents,
    totalToOwnCents: totalInstalmentsCents + a.residual_cents,
    adminFeeCents: a.admin_fee_cents,
    serviceShareCents: a.service_share_cents,
    buyOutCents: a.buy_out_cents.map(Number),
    vatBasisPoints: a.vat_basis_points,
    benefitModel: a.benefit_model,
    taxRegime: a.tax_regime ?? regimeOf(a.commitment_day ?? day),
    campaignApplied: false,
    billingTableId: a.billing_table_id,
    billingTableVersion: a.billing_table_version,
    ...(a.service_terms ? { service: a.service_terms as ServiceTerms } : {}),
  }
}
