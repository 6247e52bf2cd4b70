import type { InvoiceDirection } from '../rules.ts'
import type { InvoiceStage } from './settlement.ts'

/** Who takes a step: staff by the call, or a process of the service. */
type StepBy = 'STAFF' | 'ORDER' | 'BANK' | 'BILLING'

export interface InvoiceStep {
  readonly name: string
  readonly direction: InvoiceDirection
  readonly from: readonly InvoiceStage[]
  readonly to: InvoiceStage
  readonly by: StepBy
  readonly needsReason?: true
}

/**
 * Every way in which an invoice's stage changes. PAID, PARTLY_PAID and MARKED_PAID are not here: they follow from
 * payments. RECEIVED, STARTED, UNSAVED, UNFINISHED and SENT are also where invoices begin.
 */
export const invoiceSteps = [
  { name: 'VERIFY', direction: 'PURCHASE', from: ['RECEIVED', 'PAYMENT_DENIED'], to: 'VERIFIED', by: 'STAFF' },
  {
    name: 'APPROVE',
    direction: 'PURCHASE',
    from: ['VERIFIED', 'PAYMENT_TRANSACTION_REMOVED'],
    to: 'APPROVED',
    by: 'STAFF',
  },
  {
    name: 'DENY',
    direction: 'PURCHASE',
    from: ['VERIFIED', 'APPROVED'],
    to: 'PAYMENT_DENIED',
    by: 'STAFF',
    needsReason: true,
  },
  { name: 'VOID_RECEIVED', direction: 'PURCHASE', from: ['RECEIVED', 'VERIFIED'], to: 'INVALIDATED', by: 'STAFF' },
  {
    name: 'QUEUE',
    direction: 'PURCHASE',
    from: ['APPROVED', 'PAYMENT_TRANSACTION_REMOVED'],
    to: 'PAYMENT_QUEUED',
    by: 'BANK',
  },
  { name: 'RELEASE', direction: 'PURCHASE', from: ['PAYMENT_QUEUED'], to: 'PAYMENT_SENT_TO_BANK', by: 'BANK' },
  {
    name: 'TAKE_OUT',
    direction: 'PURCHASE',
    from: ['PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK'],
    to: 'PAYMENT_TRANSACTION_REMOVED',
    by: 'BANK',
  },
  { name: 'MATCH_ORDER', direction: 'PURCHASE', from: ['STARTED'], to: 'INVOICED', by: 'ORDER' },
  {
    name: 'VOID_ORDERED',
    direction: 'PURCHASE',
    from: ['STARTED', 'INVOICED'],
    to: 'INVALIDATED',
    by: 'STAFF',
    needsReason: true,
  },
  { name: 'VOID_CANCELLED', direction: 'PURCHASE', from: ['STARTED'], to: 'INVALIDATED', by: 'ORDER' },
  { name: 'KEEP', direction: 'SALES', from: ['UNSAVED'], to: 'NOT_SENT', by: 'BILLING' },
  { name: 'FINISH', direction: 'SALES', from: ['UNFINISHED'], to: 'NOT_SENT', by: 'STAFF' },
  { name: 'SEND', direction: 'SALES', from: ['NOT_SENT'], to: 'SENT', by: 'STAFF' },
  { name: 'VOID_UNSENT', direction: 'SALES', from: ['NOT_SENT'], to: 'INVALIDATED', by: 'STAFF' },
  {
    name: 'LEAVE_OUT',
    direction: 'SALES',
    from: ['UNSAVED', 'NOT_SENT'],
    to: 'OVERRIDDEN',
    by: 'STAFF',
    needsReason: true,
  },
  { name: 'REMOVE_DRAFT', direction: 'SALES', from: ['UNSAVED', 'UNFINISHED'], to: 'DELETED', by: 'STAFF' },
] as const satisfies readonly InvoiceStep[]

/** The steps that somebody may take from where an invoice stands. */
export function stepsFrom(direction: InvoiceDirection, stage: InvoiceStage, by?: StepBy): readonly InvoiceStep[] {
  return (invoiceSteps as readonly InvoiceStep[]).filter(
    (step) => step.direction === direction && step.from.includes(stage) && (by === undefined || step.by === by),
  )
}

/** The step from one stage to another, or null when there is none. */
export function stepBetween(
  invoice: { direction: InvoiceDirection; stage: InvoiceStage },
  to: string,
  by: StepBy,
): InvoiceStep | null {
  return stepsFrom(invoice.direction, invoice.stage, by).find((step) => step.to === to) ?? null
}
