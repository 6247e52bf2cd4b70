import { employmentOf } from '#features/ground/employment/rules.ts'
import { leaseEnd, leaseStart } from '#features/pricing/leasing/rules/lease-period.ts'
import { sameTerms } from '#features/pricing/leasing/rules/price-card.ts'
import { effectiveMaxPriceCents } from '#features/pricing/leasing/rules/price-limit.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { moverOver } from '#platform/server/process/mover.ts'
import { type Day, firstOfNextMonth, helsinkiDay } from '#platform/values/days.ts'
import type { OrderFacts } from '../../rules/order-facts.ts'
import type { Mover } from '../../rules/transitions.ts'
import type { OrderBlock, TurnFacts } from '../../rules/turns.ts'
import type { OrderStatus } from '../../rules.ts'
import { hasSeller } from '../store/seller.ts'
import type { OrderRecord, OrderRow, RelatedRows } from './record.ts'

/** The shortest lease that a billing table usually gives; the table itself decides when the package is priced. */
const shortestLeaseMonths = 12

const verifiedOrLater = new Set([
  'VERIFIED',
  'APPROVED',
  'PAYMENT_QUEUED',
  'PAYMENT_SENT_TO_BANK',
  'PAID',
  'PARTLY_PAID',
  'MARKED_PAID',
])

/** The last day of the shortest lease that could begin now. */
const shortestTermEnd = (today: Day) => leaseEnd(firstOfNextMonth(today), shortestLeaseMonths)

/** The highest price that the order may have: the lowest of the limits of company, employee and policy. */
export function maxPriceOf(
  s: Pick<RelatedRows, 'company_max_price_cents' | 'employee_max_price_cents' | 'policy_max_price_cents'>,
): number {
  return effectiveMaxPriceCents(
    { maxPriceCents: s.company_max_price_cents },
    { maxPriceCents: s.employee_max_price_cents },
    { maxPriceCents: s.policy_max_price_cents },
  )
}

/** What the start of the lease is counted from. */
interface LeaseStartFacts {
  readonly order: Pick<OrderRow, 'delivery_day' | 'delivery_known_at'>
  readonly related: Pick<RelatedRows, 'agreement_start_day'>
}

/** The first day of the lease: the first of the month after both delivery facts are known; it does not move later. */
export function startDayOf({ order, related }: LeaseStartFacts): Day | null {
  if (related.agreement_start_day) return related.agreement_start_day
  if (!order.delivery_day || !order.delivery_known_at) return null
  return leaseStart(helsinkiDay(order.delivery_known_at), order.delivery_day)
}

/** Of an order with what stands around it, what decides whose turn it is. */
export interface TurnRecord {
  readonly order: Pick<OrderRow, (typeof turnOrderColumns)[number]>
  readonly related: Pick<RelatedRows, (typeof turnRelated)[number]>
}

export const turnOrderColumns = [
  'id',
  'status',
  'kind',
  'is_online_order',
  'bike_store_id',
  'pickup_ready_at',
  'delivery_day',
  'delivery_known_at',
  'snapshot',
  'status_changed_at',
  'company_id',
] as const satisfies readonly (keyof OrderRow)[]

export const turnRelated = [
  'owner_id',
  'employee_signed_at',
  'employer_signed_at',
  'has_store_invoice',
  'excess_paid',
  'has_open_money',
  'has_signer',
  'cancellation_asked_at',
  'lessor_kind',
  'lessor_authority_reference',
  'lessor_authority_day',
  'last_working_day',
  'job_trial_period_end',
  'policy_requires_trial_over',
  'policy_allows_leave',
  'policy_order_count',
  'open_orders',
  'agreement_start_day',
] as const satisfies readonly (keyof RelatedRows)[]

/** What decides whose turn it is. */
export function turnFactsOf({ order, related: s }: TurnRecord, today: Day): TurnFacts {
  return {
    employeeSigned: s.employee_signed_at !== null || order.kind === 'REPLACEMENT',
    employerSigned: s.employer_signed_at !== null || order.kind === 'REPLACEMENT',
    isOnlineOrder: order.is_online_order,
    hasStore: order.bike_store_id !== null,
    hasInvoice: order.status === 'WAITING_FOR_INVOICE_MATCH' && s.has_store_invoice,
    isReady: order.pickup_ready_at !== null && order.delivery_day === null,
    isHandedOver: order.delivery_day !== null,
    owesExcess: order.status === 'CONFIRMED' && (order.snapshot?.excessCents ?? 0) > 0 && !s.excess_paid,
    hasOpenMoney: order.status === 'CANCELLED' && s.has_open_money,
    block: blockOf({ order, related: s }, today),
    hasSigner: s.has_signer,
    cancellationAsked: s.cancellation_asked_at !== null,
    startsByItself: s.lessor_kind === 'OPERATOR' || order.kind === 'REPLACEMENT',
  }
}

/** Whether the operator may make agreements for the lessor: it is the lessor, or has its authority. */
export const isAuthorised = (
  s: Pick<RelatedRows, 'lessor_kind' | 'lessor_authority_reference' | 'lessor_authority_day'>,
): boolean => s.lessor_kind === 'OPERATOR' || (s.lessor_authority_reference !== null && s.lessor_authority_day !== null)

/** The statuses whose next step asks how long the employment lasts. */
const asksEmployment = ['PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED'] as const

/** The guard that others have to lift before the next step, in the words of the turns. */
function blockOf(record: TurnRecord, today: Day): OrderBlock | null {
  const { order, related: s } = record
  if (order.status === 'NOT_STARTED')
    return startBlockOf(s, today) ?? (s.open_orders >= s.policy_order_count ? 'ORDER_LIMIT' : null)
  if (!(asksEmployment as readonly string[]).includes(order.status)) return null
  if (s.last_working_day < today) return 'LAST_WORKING_DAY'
  const end = leaseEndEstimateOf(record, today)
  if (order.kind === 'REPLACEMENT') return null
  if (order.status === 'PACKAGE_PROVIDED' && !isAuthorised(s)) return 'LESSOR_AUTHORITY'
  return s.policy_allows_leave || (end !== null && s.last_working_day > end) ? null : 'LEASE_TOO_LONG'
}

/** The last day of the lease, estimated until it has its start; null before the package has its price. */
function leaseEndEstimateOf(record: TurnRecord, today: Day): Day | null {
  const months = record.order.snapshot?.leaseMonths
  return months === undefined ? null : leaseEnd(startDayOf(record) ?? firstOfNextMonth(today), months)
}

/** Why a not yet begun order cannot begin; the guards of `openPackage` that the person cannot fulfil. */
export function startBlockOf(
  s: Pick<RelatedRows, 'job_trial_period_end' | 'last_working_day' | 'policy_requires_trial_over'>,
  today: Day,
): 'TRIAL_PERIOD' | 'LAST_WORKING_DAY' | null {
  if (s.policy_requires_trial_over && s.job_trial_period_end !== null && s.job_trial_period_end >= today)
    return 'TRIAL_PERIOD'
  return s.last_working_day <= shortestTermEnd(today) ? 'LAST_WORKING_DAY' : null
}

const personFacts = (s: RelatedRows, today: Day) =>
  ({
    personStatus: s.person_status,
    employment: employmentOf(s, today),
    companyActive: s.company_active,
    openOrders: s.open_orders,
    policyOrderCount: s.policy_order_count,
    policyRequiresTrialOver: s.policy_requires_trial_over,
    trialPeriodOver: s.job_trial_period_end === null || s.job_trial_period_end < today,
    lastWorkingDay: s.last_working_day,
    policyAllowsLeaveBeforeEnd: s.policy_allows_leave,
  }) satisfies Partial<OrderFacts>

const agreementFacts = ({ order, related: s }: OrderRecord) =>
  ({
    agreementStatus: s.agreement_status,
    agreementEnded: s.agreement_lease_state === 'ENDED',
    employeeSigned: s.employee_signed_at !== null,
    employerSigned: s.employer_signed_at !== null,
    snapshotMatchesSigned:
      s.agreement_price_cents !== null &&
      sameTerms(order.snapshot, {
        price_cents: s.agreement_price_cents,
        excess_cents: s.agreement_excess_cents ?? 0,
        lease_months: s.agreement_lease_months!,
      }),
  }) satisfies Partial<OrderFacts>

/** The store's invoice of the order. */
const invoiceFacts = (s: RelatedRows): OrderFacts['invoice'] =>
  s.invoice_id === null
    ? null
    : {
        verifiedOrLater: verifiedOrLater.has(s.invoice_status ?? ''),
        differenceCents: s.invoice_difference_cents ?? 0,
        reasonGiven: Boolean(s.invoice_difference_reason?.trim()),
      }

const cancellationFacts = (s: RelatedRows) =>
  ({
    salesInvoiceCredited: !s.sales_invoice_open,
    cancellationAsked: s.cancellation_asked_at !== null,
    cancellationOpened: s.cancellation_status === 'PENDING' || s.cancellation_status === 'COMPLETED',
    cancellationWithdrawn: s.cancellation_status === 'CANCELLED',
    anyRefundSettled: s.cancellation_settled,
    allRefundsSettled: s.refunds_settled === true,
  }) satisfies Partial<OrderFacts>

/** A new bicycle in a running lease: what was asked before the lease began is not asked again. */
const replacementFacts = {
  openOrders: 0,
  shortestTermEnd: null,
  trialPeriodOver: true,
  policyAllowsLeaveBeforeEnd: true,
  maxPriceCents: null,
  lessorAuthorised: true,
  agreementStatus: 'SIGNED',
  employeeSigned: true,
  employerSigned: true,
  snapshotMatchesSigned: true,
} as const satisfies Partial<OrderFacts>

/** The plain facts of an order that the transition table judges. */
export function factsOf(record: OrderRecord, now: Date): OrderFacts {
  const { order, related: s } = record
  const today = helsinkiDay(now)
  const card = order.snapshot
  const start = startDayOf(record)
  const policyKept = order.policy_id !== null && order.policy_accepted_at !== null
  return {
    today,
    ...personFacts(s, today),
    shortestTermEnd: shortestTermEnd(today),
    leaseEndEstimate: leaseEndEstimateOf(record, today),
    packageComplete: order.bike_brand !== null && order.bike_model !== null && hasSeller(order),
    storeActive: s.store_active,
    priceCents: order.total_price_cents,
    excessCents: card?.excessCents ?? 0,
    excessPaid: s.excess_paid,
    maxPriceCents: maxPriceOf(s),
    termComputable: card !== null,
    answersComplete:
      order.delivery_method !== null &&
      (order.insurance_accepted_at !== null || s.insurance_in_force === null) &&
      (order.delivery_method === 'PICKUP' || order.delivery_address !== null),
    policyAccepted:
      s.policy_id === null ? order.policy_accepted_at !== null : policyKept && order.policy_id === s.policy_id,
    ...agreementFacts(record),
    isOnlineOrder: order.is_online_order,
    bikeStoreOrderNumber: order.bike_store_order_number,
    deliveryTokensIssued: s.delivery_token_issued,
    invoice: invoiceFacts(s),
    frameNumber: order.frame_number,
    deliveryDay: order.delivery_day,
    confirmedDay: order.commitment_day,
    certificatePresent: order.certificate_file_id !== null,
    lessorIsOperator: s.lessor_kind === 'OPERATOR',
    lessorAuthorised: isAuthorised(s),
    startDay: start,
    questionText: order.hold_question,
    answerText: order.hold_answer,
    resumeStatus: order.resume_status,
    lastEdge: lastEdgeOf(order.last_edge),
    ...cancellationFacts(s),
    importComplete: false,
    isReplacement: order.kind === 'REPLACEMENT',
    ...(order.kind === 'REPLACEMENT' ? replacementFacts : {}),
  }
}

function lastEdgeOf(text: string | null): OrderFacts['lastEdge'] {
  const [from, to] = (text ?? '').split('>')
  return from && to ? { from: from as OrderStatus, to: to as OrderStatus } : null
}

/** In which capacities and with which permissions a signed-in user acts on one order. */
export function moverOf(user: SignedIn, { order, related }: OrderRecord): Mover {
  return moverOver(user, { companyId: order.company_id, ownerId: related.owner_id })
}
