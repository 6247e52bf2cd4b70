import type { Cents } from '#platform/values/money.ts'
import type { InvoiceDirection, InvoiceStatus, PaymentMethod } from '../rules.ts'

/** The statuses that a step gives; the other three follow from payments. */
export type InvoiceStage = Exclude<InvoiceStatus, 'PAID' | 'PARTLY_PAID' | 'MARKED_PAID'>

/** One row of the payment ledger, as the state of its invoice sees it. */
export interface LedgerPayment {
  readonly id: string
  readonly direction: 'IN' | 'OUT'
  /** Negative in a reversal. */
  readonly amountCents: Cents
  readonly method: PaymentMethod
  readonly reversesPaymentId: string | null
}

/** What an invoice's status follows from. */
export interface InvoiceMoney {
  readonly direction: InvoiceDirection
  readonly stage: InvoiceStage
  readonly totalCents: Cents
  /** The sum of its credit notes, positive. */
  readonly creditedCents: Cents
  readonly payments: readonly LedgerPayment[]
}

/** Stages in which an invoice is owed: it stands in the ledger, is paid, credited and listed by age. */
export const owedStages = [
  'SENT',
  'VERIFIED',
  'APPROVED',
  'PAYMENT_DENIED',
  'PAYMENT_QUEUED',
  'PAYMENT_SENT_TO_BANK',
  'PAYMENT_TRANSACTION_REMOVED',
] as const satisfies readonly InvoiceStage[]

/** Whether an invoice in a stage is owed. */
export const isOwed = (stage: InvoiceStage): boolean => (owedStages as readonly string[]).includes(stage)

/** What the payments have settled: money towards the seller counts, money back counts against. */
export function paidCents({ direction, payments }: Pick<InvoiceMoney, 'direction' | 'payments'>): Cents {
  const towardsSeller = direction === 'SALES' ? 'IN' : 'OUT'
  return payments.reduce(
    (sum, payment) => sum + (payment.direction === towardsSeller ? payment.amountCents : -payment.amountCents),
    0,
  )
}

/** What is still open: negative when there is something to repay or to move. */
export function openCents(money: InvoiceMoney): Cents {
  return money.totalCents - money.creditedCents - paidCents(money)
}

/** The payments that stand: neither reversed nor a reversal. */
function standingPayments(payments: readonly LedgerPayment[]): readonly LedgerPayment[] {
  const reversed = new Set(payments.map((payment) => payment.reversesPaymentId))
  return payments.filter((payment) => payment.reversesPaymentId === null && !reversed.has(payment.id))
}

/**
 * The status of an invoice: its stage until a payment stands, then PARTLY_PAID while something is open and PAID when
 * nothing is, MARKED_PAID when the payment that closed it was entered by hand. A credited invoice without a payment keeps
 * its stage.
 */
export function statusOf(money: InvoiceMoney): InvoiceStatus {
  const standing = standingPayments(money.payments)
  const last = standing.at(-1)
  if (!isOwed(money.stage) || !last) return money.stage
  if (openCents(money) > 0) return paidCents(money) > 0 ? 'PARTLY_PAID' : money.stage
  return last.method === 'MANUAL' ? 'MARKED_PAID' : 'PAID'
}

/** What an owed invoice is to its reader, beside its status. */
export type Settlement = 'OPEN' | 'OVERDUE' | 'SETTLED' | 'CREDITED' | 'WRITTEN_OFF' | 'TO_REPAY' | 'NOT_OWED'

/** How an invoice stands on a day: settled, credited, overdue, or with too much paid. */
export function settlementOf(
  invoice: {
    stage: InvoiceStage
    openCents: Cents
    creditedCents: Cents
    writtenOffCents?: Cents
    totalCents: Cents
    dueDay: string
  },
  today: string,
): Settlement {
  if (!isOwed(invoice.stage)) return 'NOT_OWED'
  if (invoice.openCents < 0) return 'TO_REPAY'
  if (invoice.openCents > 0) return invoice.dueDay < today ? 'OVERDUE' : 'OPEN'
  if (invoice.writtenOffCents) return 'WRITTEN_OFF'
  return invoice.totalCents > 0 && invoice.creditedCents >= invoice.totalCents ? 'CREDITED' : 'SETTLED'
}
