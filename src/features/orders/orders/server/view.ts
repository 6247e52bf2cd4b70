import type { PriceCard } from '#features/pricing/leasing/rules/price-card.ts'
import { permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { OrderFacts } from '../rules/order-facts.ts'
import { allowedTransitions, type Mover } from '../rules/transitions.ts'
import { waitingFor } from '../rules/turns.ts'
import type { OrderViewType, PriceCardType } from '../shapes.ts'
import { factsOf, maxPriceOf, moverOf, startDayOf, turnFactsOf } from './moves/facts.ts'
import type { OrderRecord } from './moves/record.ts'
import { waitOf } from './moves/turn-times.ts'
import { hasSeller } from './store/seller.ts'

/** A price card in the form of the wire. */
export function priceCardView(card: PriceCard): PriceCardType {
  const e = eurosFromCents
  return {
    day: card.day,
    bikePrice: e(card.bikePriceCents),
    accessoriesPrice: e(card.accessoriesCents),
    totalAmount: e(card.totalPriceCents),
    excess: e(card.excessCents ?? 0),
    financedAmount: e(card.financedCents),
    leaseTimeMonths: card.leaseMonths,
    instalment: e(card.instalmentCents),
    lastInstalment: e(card.lastInstalmentCents),
    instalmentsTotal: e(card.totalInstalmentsCents),
    insurance: e(card.insuranceCents),
    service: e(card.serviceCents),
    hasService: card.service !== undefined && card.serviceCents > 0,
    financing: e(card.financingCents),
    residual: e(card.residualCents),
    totalToOwn: e(card.totalToOwnCents),
    adminFee: e(card.adminFeeCents),
    monthlyTaxValue: e(card.instalmentCents),
    buyOut: card.buyOutCents.map(e),
    vatPercent: percentFromBasisPoints(card.vatBasisPoints),
    benefitModel: card.benefitModel,
    taxRegime: card.taxRegime,
    campaignApplied: card.campaignApplied,
  }
}

const iso = (at: Date | null) => (at ? at.toISOString() : null)

const euros = (cents: number | null) => (cents === null ? null : eurosFromCents(cents))

/** The chosen bicycle, its store and its price, for those who read signed documents. */
function packageView({ order, related: s }: OrderRecord, full: boolean) {
  return {
    bikeStore:
      hasSeller(order) && full
        ? {
            bikeStoreId: order.bike_store_id,
            storeName: s.store_name!,
            phone: s.store_phone,
            address: s.store_address,
            openingHours: s.store_opening_hours,
          }
        : null,
    bikeStoreOrderNumber: full ? order.bike_store_order_number : null,
    bike:
      order.bike_brand && full
        ? {
            brand: order.bike_brand,
            model: order.bike_model ?? '',
            kind: order.bike_kind,
            frameSize: order.frame_size,
            colour: order.bike_colour,
            productLink: order.product_link,
            price: euros(order.bike_price_cents),
          }
        : null,
    accessories: full
      ? order.accessories.map(({ name, priceCents }) => ({ name, price: eurosFromCents(priceCents) }))
      : [],
    totalAmount: full ? euros(order.total_price_cents) : null,
    priceCard: order.snapshot && full ? priceCardView(order.snapshot) : null,
  } satisfies Partial<OrderViewType>
}

/** What the person accepts and answers before the agreement is made, and what the store answers of the pick-up. */
function answersView(record: OrderRecord, full: boolean) {
  const { order, related: s } = record
  return {
    policy:
      s.policy_id && full
        ? { policyId: s.policy_id, number: s.policy_number!, body: s.policy_body, homeDelivery: s.policy_home_delivery }
        : null,
    policyAcceptedAt: iso(order.policy_accepted_at),
    insuranceTerms: full ? insuranceTermsView(record) : null,
    insuranceAcceptedAt: iso(order.insurance_accepted_at),
    delivery: order.delivery_method,
    deliveryAddress: full ? order.delivery_address : null,
    pickupDay: full ? order.pickup_day : null,
    pickupReadyAt: full ? iso(order.pickup_ready_at) : null,
  } satisfies Partial<OrderViewType>
}

/** The invoices of an order and the documents that are still being made, for the staff. */
function invoicesView({ related: s }: OrderRecord, full: boolean, mayProcess: boolean) {
  return {
    invoice:
      s.invoice_id && mayProcess
        ? {
            invoiceId: s.invoice_id,
            status: s.invoice_status!,
            difference: euros(s.invoice_difference_cents),
            differenceReason: s.invoice_difference_reason,
          }
        : null,
    salesInvoiceId: mayProcess ? s.sales_invoice_id : null,
    documentsBeingMade: [
      ...(s.certificate_being_made && full ? (['CERTIFICATE'] as const) : []),
      ...(s.sales_invoice_being_made && mayProcess ? (['SALES_INVOICE'] as const) : []),
    ],
  } satisfies Partial<OrderViewType>
}

/**
 * An order as one user may see it. The reporting role, which cannot read signed documents, sees report fields only; the
 * security code is for the buyer and the staff.
 */
export function orderView(record: OrderRecord, user: SignedIn, services: Services): OrderViewType {
  const { order, related: s } = record
  const facts = factsOf(record, services.env.now())
  const turns = turnFactsOf(record, facts.today)
  const held = permissionsOver(user, { companyId: order.company_id, ownerId: s.owner_id })
  const full = held.has('signed-document:read')
  const { status } = order
  return {
    orderId: order.id,
    orderNumber: order.order_number,
    version: order.version,
    orderStatus: status,
    resumeStatus: order.resume_status,
    companyId: order.company_id,
    companyName: s.company_name,
    beneficiaryEmployeeId: order.beneficiary_employee_id,
    employee: {
      firstName: s.first_name,
      lastName: s.last_name,
      workEmail: s.work_email,
      employeeNumber: s.employee_number,
      unitName: s.unit_name,
    },
    isOnlineOrder: order.is_online_order,
    isOrderConfirmed: order.is_order_confirmed,
    ...packageView(record, full),
    orderPaidDate: order.order_paid_day,
    // What the insurance releases takes the place of the limit; what is over it the person pays.
    maxPrice: eurosFromCents(order.released_cents ?? maxPriceOf(s)),
    excessPolicy: order.kind === 'REPLACEMENT' ? 'EMPLOYEE' : s.policy_excess,
    owesExcess: turns.owesExcess,
    ...answersView(record, full),
    agreement: agreementView(record, full),
    commitmentDate: order.commitment_day,
    frameNumber: full ? order.frame_number : null,
    deliveryDay: order.delivery_day,
    startDay: startDayOf(record),
    holdQuestion: full ? order.hold_question : null,
    questionBy: full ? (order.question_by as 'STAFF' | 'STORE' | null) : null,
    holdAnswer: full ? order.hold_answer : null,
    caseReason: held.has('order:case-x') ? order.case_reason : null,
    hasSecurityCode: held.has('order:read-security-code') ? order.security_code_sealed !== null : null,
    ...invoicesView(record, full, held.has('order:process')),
    cancellationAsked: record.related.cancellation_asked_at !== null,
    waitingFor: waitingFor(status, turns),
    ...nextView(record, facts, moverOf(user, record), services.env.now()),
    createdAt: order.created_at.toISOString(),
  }
}

/** What comes next for the reader: since when, until when, and by which steps. */
function nextView(record: OrderRecord, facts: OrderFacts, mover: Mover, now: Date) {
  const { since, due } = waitOf(record, now, mover)
  return {
    waitingSince: since.toISOString(),
    dueDay: due,
    allowedTransitions: allowedTransitions(facts, record.order.status, mover),
  } satisfies Partial<OrderViewType>
}

function insuranceTermsView({ related: s }: OrderRecord): OrderViewType['insuranceTerms'] {
  const terms = s.accepted_insurance ?? s.insurance_in_force
  return terms && { termsId: terms.id, number: terms.number, title: terms.title }
}

function agreementView({ order, related: s }: OrderRecord, full: boolean): OrderViewType['agreement'] {
  if (!order.agreement_id) return null
  return {
    leasingAgreementId: order.agreement_id,
    agreementNumber: s.agreement_number!,
    version: s.agreement_version!,
    status: s.agreement_status,
    leaseState: s.agreement_lease_state!,
    documentSha256: s.agreement_document_sha256,
    employeeSignedAt: iso(s.employee_signed_at),
    employerSignedAt: iso(s.employer_signed_at),
    hasSigner: s.has_signer,
    signedDocumentId: s.agreement_sealed_document_id,
    leasingCompany: s.lessor_name!,
    startDay: s.agreement_start_day,
    endDay: s.agreement_end_day,
    endsOn: s.agreement_ends_on,
    instalment: full && s.agreement_instalment_cents !== null ? eurosFromCents(s.agreement_instalment_cents) : null,
  }
}
