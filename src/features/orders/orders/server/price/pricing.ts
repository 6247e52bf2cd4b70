import { type PriceCard, priceCardOf } from '#features/pricing/leasing/rules/price-card.ts'
import { excessCents } from '#features/pricing/leasing/rules/price-limit.ts'
import { failLeasing, leaseFor } from '#features/pricing/leasing/server/terms.ts'
import { companyVatOn } from '#features/pricing/vat/server/company-vat.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { maxPriceOf } from '../moves/facts.ts'
import type { OrderRecord } from '../moves/record.ts'
import { replacementCard } from '../replacement/replacement-card.ts'

export interface Priced {
  readonly bikePriceCents: number
  readonly accessoriesCents: number
  readonly useCampaign?: boolean | undefined
}

/**
 * The price card of a package for an order, computed here and never taken from the caller.
 * @throws PRICE_OVER_LIMIT, or a LEASING_… code with the limit that was hit
 */
export async function priceOrder(db: Db, services: Services, record: OrderRecord, priced: Priced): Promise<PriceCard> {
  const { order, related: s } = record
  if (order.kind === 'REPLACEMENT') return replacementCard(db, services, record, priced)
  const day = helsinkiDay(services.env.now())
  const totalCents = priced.bikePriceCents + priced.accessoriesCents
  const maxCents = maxPriceOf(s)
  const excess = excessCents(totalCents, maxCents, s.policy_excess)
  if (excess === null) throw new AppError('PRICE_OVER_LIMIT', { details: { maxPrice: eurosFromCents(maxCents) } })
  const lease = await leaseFor(
    db,
    { companyId: order.company_id, leasingCompanyId: s.leasing_company_id },
    totalCents - excess,
    {
      day,
      ...(priced.useCampaign === undefined ? {} : { useCampaign: priced.useCampaign }),
    },
  )
  if (!lease.ok) return failLeasing(lease)
  const vat = await companyVatOn(db, order.company_id, day, scopeOfAll)
  return priceCardOf({
    day,
    bikePriceCents: priced.bikePriceCents,
    accessoriesCents: priced.accessoriesCents,
    excessCents: excess,
    schedule: lease.schedule,
    terms: lease.table.terms,
    vatBasisPoints: vat.basisPoints,
    benefitModel: s.employee_benefit_model ?? s.policy_benefit_model,
    billingTable: { id: lease.table.billingTableId, version: lease.table.billingTableVersion },
  })
}
