/** Whether money may leave for an invoice, asked at every gate that it passes on its way to the bank. Pure. */

import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { Cents } from '#platform/values/money.ts'
import type { InvoiceDirection } from '../rules.ts'
import type { InvoiceStage } from './settlement.ts'

/** The gates of a payment, in the order in which it passes them. */
export const paymentGates = ['APPROVE', 'QUEUE', 'MAKE', 'RELEASE'] as const
export type PaymentGate = (typeof paymentGates)[number]

/** The gates that an invoice can stand before; a payment in a file stands before the last one. */
export const nextGates = ['APPROVE', 'QUEUE', 'MAKE'] as const satisfies readonly PaymentGate[]
type NextGate = (typeof nextGates)[number]

/** Everything that may keep an invoice from being paid; each has its own sentence, which says what to do next. */
export const payableProblems = [
  'NOT_AN_INVOICE',
  'VOIDED',
  'PAID',
  'CREDITED',
  'NOT_VERIFIED',
  'NOT_APPROVED',
  'ALREADY_APPROVED',
  'IN_QUEUE',
  'AT_BANK',
  'DENIED',
  'PAID_IN_SHOP',
  'OTHER_INVOICE',
  'NOT_MATCHED',
  'ORDER_CANCELLED',
  'ORDER_SET_ASIDE',
  'NOT_DELIVERED',
  'DISPUTED',
  'NO_IBAN',
  'NO_REGISTER_IBAN',
  'OWN_ACCOUNT',
  'PAYEE_WAITS',
  'LESS_OPEN',
] as const
export type PayableProblem = (typeof payableProblems)[number]

/** What is asked about one invoice. Amounts in cents. */
export interface PayableFacts {
  readonly direction: InvoiceDirection
  readonly stage: InvoiceStage
  readonly isCreditNote: boolean
  readonly totalCents: Cents
  readonly creditedCents: Cents
  readonly openCents: Cents
  /** Its seller is an online shop of no register, which is paid there. */
  readonly isPaidInShop: boolean
  /** To its order; an invoice without one by the claim or the buy-out that it was entered for. */
  readonly isMatched: boolean
  /** Null for an invoice that belongs to no order. */
  readonly order: OrderFacts | null
  /** The number of another invoice of the order that is matched to it, approved or paid and not credited. */
  readonly otherNumber: string | null
  /** Somebody has written down that it is paid before the hand-over, and why. */
  readonly isPaidEarly: boolean
  readonly isDisputed: boolean
  /** The account that the invoice names, without blanks, as the register's. */
  readonly iban: string | null
  /** The account that two people have confirmed for the payee; undefined for one who stands in no register. */
  readonly registerIban: string | null | undefined
  /** The account that we pay from. */
  readonly ownIban: string
}

interface OrderFacts {
  readonly status: OrderStatus
  readonly isDelivered: boolean
  /** Its cancellation is completed, and the bicycle stays bought: the store keeps its money. */
  readonly isBought: boolean
}

/** Where an invoice stands when it may pass a gate. */
const stagesOf: Record<PaymentGate, readonly InvoiceStage[]> = {
  APPROVE: ['VERIFIED', 'PAYMENT_TRANSACTION_REMOVED'],
  QUEUE: ['APPROVED'],
  MAKE: ['PAYMENT_QUEUED'],
  RELEASE: ['PAYMENT_QUEUED'],
}

/** What an invoice in a stage is to a gate that it may not pass in it. */
const stageProblems: Partial<Record<InvoiceStage, PayableProblem>> = {
  RECEIVED: 'NOT_VERIFIED',
  VERIFIED: 'NOT_APPROVED',
  APPROVED: 'ALREADY_APPROVED',
  PAYMENT_QUEUED: 'IN_QUEUE',
  PAYMENT_SENT_TO_BANK: 'AT_BANK',
  PAYMENT_TRANSACTION_REMOVED: 'NOT_APPROVED',
  PAYMENT_DENIED: 'DENIED',
}

const isVoid: readonly InvoiceStage[] = ['INVALIDATED', 'DELETED', 'OVERRIDDEN']
const isOver: readonly OrderStatus[] = ['CANCELLED', 'REFUNDED']

/** What the invoice itself says against the gate: what it is, what is left of it, and where it stands. */
function problemOfInvoice(facts: PayableFacts, gate: PaymentGate): PayableProblem | null {
  const { stage } = facts
  if (facts.direction !== 'PURCHASE' || facts.isCreditNote) return 'NOT_AN_INVOICE'
  if (isVoid.includes(stage)) return 'VOIDED'
  if (facts.openCents <= 0) return facts.creditedCents >= facts.totalCents ? 'CREDITED' : 'PAID'
  if (stagesOf[gate].includes(stage)) return facts.isPaidInShop ? 'PAID_IN_SHOP' : null
  return stageProblems[stage] ?? 'NOT_AN_INVOICE'
}

/** What the order says against it. */
function problemOfOrder({ order, otherNumber, isMatched, isPaidEarly }: PayableFacts): PayableProblem | null {
  if (otherNumber !== null) return 'OTHER_INVOICE'
  if (!isMatched) return 'NOT_MATCHED'
  if (order === null) return null
  if (isOver.includes(order.status) && !order.isBought) return 'ORDER_CANCELLED'
  if (order.status === 'CASE_X') return 'ORDER_SET_ASIDE'
  return order.isDelivered || isPaidEarly || order.isBought ? null : 'NOT_DELIVERED'
}

/** The account to which an invoice is paid: its own, else that of the register. */
export const accountOf = ({ iban, registerIban }: Pick<PayableFacts, 'iban' | 'registerIban'>): string | null =>
  iban ?? registerIban ?? null

function problemOfAccount(facts: PayableFacts): PayableProblem | null {
  const { registerIban, ownIban } = facts
  const iban = accountOf(facts)
  if (iban === ownIban) return 'OWN_ACCOUNT'
  if (registerIban === null) return 'NO_REGISTER_IBAN'
  if (iban === null) return 'NO_IBAN'
  return registerIban === undefined || registerIban === iban ? null : 'PAYEE_WAITS'
}

/**
 * What keeps an invoice from passing a gate on its way to the bank; null when nothing does.
 * @param payingCents what the payment that waits would pay, where there is one already
 */
export function payable(facts: PayableFacts, gate: PaymentGate, payingCents?: Cents): PayableProblem | null {
  return (
    problemOfInvoice(facts, gate) ??
    problemOfOrder(facts) ??
    (facts.isDisputed ? 'DISPUTED' : null) ??
    problemOfAccount(facts) ??
    (payingCents !== undefined && payingCents > facts.openCents ? 'LESS_OPEN' : null)
  )
}

const correctable: readonly InvoiceStage[] = [
  'RECEIVED',
  'VERIFIED',
  'APPROVED',
  'PAYMENT_TRANSACTION_REMOVED',
  'PAYMENT_DENIED',
]

/** Whether the account of an invoice can still be corrected: it is to be paid, and nothing of it waits for the bank. */
export const mayChangeAccount = (
  facts: Pick<PayableFacts, 'direction' | 'isCreditNote' | 'openCents'> & { readonly stage: string },
): boolean =>
  facts.direction === 'PURCHASE' &&
  !facts.isCreditNote &&
  facts.openCents > 0 &&
  correctable.some((stage) => stage === facts.stage)

/** The gate that a purchase passes next; null where none is left, none leads from its stage, or nothing is open. */
export function nextGate({
  direction,
  isCreditNote,
  openCents,
  stage,
}: Pick<PayableFacts, 'direction' | 'isCreditNote' | 'openCents' | 'stage'>): NextGate | null {
  if (direction !== 'PURCHASE' || isCreditNote || openCents <= 0) return null
  return nextGates.find((gate) => stagesOf[gate].includes(stage)) ?? null
}
