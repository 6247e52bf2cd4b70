import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type InvoiceStage, isOwed } from '../../rules/settlement.ts'
import { stepBetween } from '../../rules/steps.ts'
import type { InvoiceDirection } from '../../rules.ts'
import { postInvoice, sendDraft } from './send.ts'
import { settleInvoice } from './settle.ts'

/** A locked invoice, as a step needs it. */
export interface Stepping {
  readonly id: string
  readonly company_id: string
  readonly order_id: string | null
  readonly direction: InvoiceDirection
  readonly stage: string
  readonly status: string
  readonly paid_cents: number
  readonly credited_cents: number
  readonly version: number
}

export interface InvoiceStepTaken {
  readonly to: InvoiceStage
  readonly by: 'STAFF' | 'ORDER' | 'BANK'
  readonly actor: Actor
  readonly userId?: string | null
  readonly reason?: string | null
}

/**
 * Takes a named step with a locked invoice: the only way in which a stage changes. Postings follow when it becomes owed
 * and when it ceases to be, the status follows from stage and money.
 * @throws INVOICE_STEP_NOT_ALLOWED where the table of steps has none, or money stands in the way
 */
export async function stepInvoice(
  db: Db,
  services: Services,
  invoice: Stepping,
  { to, by, actor, userId, reason }: InvoiceStepTaken,
): Promise<void> {
  const { env } = services
  const stage = invoice.stage as InvoiceStage
  const step = stepBetween({ direction: invoice.direction, stage }, to, by)
  const ceases = isOwed(stage) && !isOwed(to)
  const hasMoney = invoice.paid_cents !== 0 || invoice.credited_cents !== 0
  if (!step || (step.needsReason && !reason) || (ceases && hasMoney))
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', {
      details: { from: invoice.status, to, ...(step?.needsReason && !reason ? { needs: 'reason' } : {}) },
    })
  if (to === 'SENT') return void (await sendDraft(db, services, { id: invoice.id, actor }))
  await db
    .updateTable('invoices')
    .set({
      stage: to,
      ...(reason ? { reason } : {}),
      ...(to === 'APPROVED' ? { approved_by: userId ?? null, approved_at: env.now() } : {}),
    })
    .where('id', '=', invoice.id)
    .execute()
  if (!isOwed(stage) && isOwed(to)) await postInvoice(db, env, { id: invoice.id, event: `verified:${invoice.version}` })
  if (ceases) await postInvoice(db, env, { id: invoice.id, event: `voided:${invoice.version}`, sign: -1 })
  const settled = await settleInvoice(db, services, { invoiceId: invoice.id, actor })
  await logEvent(db, env, actor, 'INVOICE_STATUS_UPDATED', {
    subject: { type: 'invoice', id: invoice.id },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: { from: invoice.status, to: settled.to, step: step.name, ...(reason ? { reason } : {}) },
  })
}
