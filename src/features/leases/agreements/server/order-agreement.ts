import type { NamedTerms } from '#features/ground/terms/server/in-force.ts'
import type { OpenedAgreement } from '#features/orders/orders/server/moves/ports.ts'
import type { OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import { isFromOnlineShop } from '#features/orders/orders/server/store/seller.ts'
import { fairValueBasisPoints, mostEndTaxCents } from '#features/pricing/leasing/rules/fair-value.ts'
import { leasedCents, serviceTermsOf } from '#features/pricing/leasing/rules/price-card.ts'
import { valuesOn } from '#features/story/lease-story/server/values.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { percentOf } from '#platform/values/money.ts'
import type { AcceptedInsurance, AgreementFacts } from './agreement-pdf.ts'
import { type NewAgreement, openAgreement } from './agreements.ts'

/** Opens the agreement of an order for signing. */
export async function openOrderAgreement(db: Db, services: Services, record: OrderRecord): Promise<OpenedAgreement> {
  return openAgreement(db, services, agreementFactsOf(record, services, await endTaxNow(db, services, record)))
}

/** What the bicycle may be worth when the lease ends and the most that its tax may be, by today's estimate and tables. */
async function endTaxNow(db: Db, { env }: Services, { order }: OrderRecord): Promise<AgreementFacts['endTax']> {
  const card = order.snapshot!
  const { table, topTaxBasisPoints } = await valuesOn(db, helsinkiDay(env.now()))
  if (topTaxBasisPoints === null) return null
  const worthCents = percentOf(card.totalPriceCents, fairValueBasisPoints(card.leaseMonths, table))
  const taxableCents = Math.max(0, worthCents - card.residualCents)
  return { worthCents, mostCents: mostEndTaxCents(taxableCents, topTaxBasisPoints) }
}

/** The agreement that an order with a complete package opens: figures from its price card, nothing from the caller. */
function agreementFactsOf(record: OrderRecord, services: Services, endTax: AgreementFacts['endTax']): NewAgreement {
  const { order, related: s } = record
  const card = order.snapshot!
  return {
    companyId: order.company_id,
    employeeId: order.beneficiary_employee_id,
    orderId: order.id,
    leasingCompanyId: s.leasing_company_id!,
    priceCents: leasedCents(card),
    excessCents: card.excessCents ?? 0,
    instalmentCents: card.instalmentCents,
    lastInstalmentCents: card.lastInstalmentCents,
    serviceShareCents: card.serviceShareCents,
    adminFeeCents: card.adminFeeCents,
    residualCents: card.residualCents,
    leaseMonths: card.leaseMonths,
    buyOutCents: card.buyOutCents,
    endPrices: card.ends ?? null,
    serviceTerms: serviceTermsOf(card),
    billingTableId: card.billingTableId,
    billingTableVersion: card.billingTableVersion,
    vatBasisPoints: card.vatBasisPoints,
    benefitModel: card.benefitModel,
    termsId: s.terms_in_force?.id ?? null,
    documentOf: (agreementNumber) => ({
      ...agreementDocumentOf(record, services, agreementNumber, s.terms_in_force),
      endTax: endTax ?? null,
      namesPayers: true,
    }),
  }
}

/** The insurance terms that the employee accepted with the order, or null. */
function insuranceOf({ order, related: s }: OrderRecord): AcceptedInsurance | null {
  const terms = s.accepted_insurance
  if (!terms?.insurance || !order.insurance_accepted_at) return null
  const { number, title, sha256, insurance } = terms
  return { ...insurance, number, title, sha256, acceptedOn: helsinkiDay(order.insurance_accepted_at) }
}

/** By what the operator makes agreements for the lessor. */
function authorityOf({ related: s }: OrderRecord): AgreementFacts['lessor']['authority'] {
  const { lessor_authority_reference: reference, lessor_authority_day: day } = s
  return reference && day ? { reference, day } : null
}

/**
 * What the agreement's document says about an order, in the employee's language.
 * @param terms the general terms that it is made under
 */
export function agreementDocumentOf(
  record: OrderRecord,
  services: Services,
  agreementNumber: string,
  terms: NamedTerms | null,
): AgreementFacts {
  const { order, related: s } = record
  const { env, texts, brand } = services
  return {
    texts,
    brand,
    language: s.person_language,
    agreementNumber,
    orderNumber: order.order_number,
    at: env.now(),
    day: helsinkiDay(env.now()),
    employer: { name: s.company_name, businessId: s.business_id, address: s.company_address },
    employee: {
      name: `${s.first_name} ${s.last_name}`,
      email: s.work_email,
      employeeNumber: s.employee_number,
      unit: s.unit_name,
    },
    lessor: {
      name: s.lessor_name ?? brand.legalName,
      businessId: s.lessor_business_id,
      address: s.lessor_address,
      authority: authorityOf(record),
    },
    store: { name: s.store_name!, address: s.store_address, isOnlineShop: isFromOnlineShop(order) },
    bike: {
      name: `${order.bike_brand} ${order.bike_model}`,
      kind: order.bike_kind,
      frameSize: order.frame_size,
      colour: order.bike_colour,
      frameNumber: order.frame_number,
    },
    accessories: order.accessories,
    delivery: order.delivery_method!,
    card: order.snapshot!,
    policy:
      order.policy_sha256 && order.policy_accepted_at
        ? { sha256: order.policy_sha256.toString('hex'), acceptedOn: helsinkiDay(order.policy_accepted_at) }
        : null,
    terms,
    insurance: insuranceOf(record),
  }
}
