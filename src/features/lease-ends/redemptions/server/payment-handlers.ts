import { refuseOwnInvoices } from '#features/money/invoices/ledger/server/own-invoice.ts'
import { requirePaidDay } from '#features/money/invoices/ledger/server/paid-day.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { actorOf, logEvents } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { redemptionPayments } from '../contract.ts'
import { findPaymentRow, listRedemptionPayments, lockPaymentRow, type PaymentRecord, paymentView } from './list.ts'
import { redemptionEvent } from './messages.ts'
import { dueDayOfAll, makePayment, sendPayment } from './payment.ts'
import { type RedemptionRecord, redemptionRows } from './record.ts'

const shown = async ({ db, scope }: SignedInContext, id: string) =>
  paymentView((await findPaymentRow(db, scope, id)) ?? fail('NOT_FOUND'))

async function locked(context: SignedInContext, id: string, version: number | undefined): Promise<PaymentRecord> {
  const row = (await lockPaymentRow(context.db, context.scope, id)) ?? fail('NOT_FOUND')
  requireVersion(version, row.version, paymentView(row))
  return row
}

const refuse = (row: PaymentRecord): never => {
  throw new AppError('REDEMPTION_STEP_NOT_ALLOWED', { details: { status: row.status, unmet: [] } })
}

/** Logs for the staff, at each of some redemptions, that their payment was made or removed. */
async function logPayment(
  { db, env, user }: SignedInContext,
  rows: readonly RedemptionRecord[],
  { paymentId, step }: { paymentId: string; step: 'makePayment' | 'removePayment' },
): Promise<void> {
  const data = { process: 'redemption', step, redemptionPaymentId: paymentId }
  const events = rows.map((row) => ({ ...redemptionEvent(row), shared: false, data }))
  await logEvents(db, env, actorOf(user), 'PROCESS_STEP', events)
}

/** One payment for accepted redemptions of one company. */
async function create(context: SignedInContext, body: BodyOf<typeof redemptionPayments.create>): Promise<string> {
  const { db, user } = context
  const rows = await redemptionRows(db, scopeOf(user, 'redemption-payment:write'))
    .where('r.id', 'in', body.bikeRedemptionIds)
    .orderBy('r.id')
    .forUpdate('r')
    .execute()
  if (rows.length !== body.bikeRedemptionIds.length) fail('NOT_FOUND')
  if (rows.some((row) => row.redemption_payment_id !== null)) throw new AppError('REDEMPTION_PAYMENT_EXISTS')
  const [first] = rows
  const isOne =
    rows.length === 1 || (body.paymentMethod === 'BATCH' && rows.every((row) => row.company_id === first!.company_id))
  if (!isOne) failFieldText('bikeRedemptionIds', 'redemptions:fieldErrors.NOT_ONE_PAYMENT')
  if (rows.some((row) => row.step !== 'ACCEPTED'))
    throw new AppError('REDEMPTION_STEP_NOT_ALLOWED', { details: { step: 'sendPayment', unmet: [] } })
  requireAsAccepted(context, rows, body)
  const paymentId = await makePayment(db, context, rows, { method: body.paymentMethod, dueDay: body.dueDay })
  await logPayment(context, rows, { paymentId, step: 'makePayment' })
  return paymentId
}

/** Who was to pay has accepted how, and by when at the latest. */
function requireAsAccepted(
  { env }: SignedInContext,
  rows: readonly RedemptionRecord[],
  { paymentMethod, dueDay }: BodyOf<typeof redemptionPayments.create>,
): void {
  if (rows.some((row) => row.payment_method !== paymentMethod))
    failFieldText('paymentMethod', 'redemptions:fieldErrors.NOT_AS_ACCEPTED')
  const latest = dueDayOfAll(rows, helsinkiDay(env.now()))
  if (dueDay !== undefined && dueDay > latest) failField('dueDay', 'TOO_LARGE', 'is after the end month', latest)
}

/** Enters the money as received by hand; the status follows from the ledger. */
async function markPaid(
  context: SignedInContext,
  row: PaymentRecord,
  { paidDay, reason }: { paidDay?: Day; reason?: string },
): Promise<void> {
  const { db, env, user } = context
  if (row.status !== 'NOT_PAID' || !row.invoice_id) refuse(row)
  await refuseOwnInvoices(db, user.userId, [row.invoice_id!])
  const today = helsinkiDay(env.now())
  const day = paidDay ?? today
  requirePaidDay({ day, today, issueDay: row.issue_day, reason })
  await recordPayment(db, context, {
    actor: actorOf(user),
    createdBy: user.userId,
    payment: {
      invoiceId: row.invoice_id,
      direction: 'IN',
      amountCents: row.open_cents ?? 0,
      paidDay: day,
      reason: reason?.trim() || null,
      // Svea pays to its own account, whoever enters that it has.
      method: row.payment_method === 'SVEA' ? 'SVEA' : 'MANUAL',
      source: `manual:${env.id()}`,
    },
  })
}

export const redemptionPaymentHandlers: Handlers<typeof redemptionPayments> = {
  list: ({ query }, { db, scope }) => listRedemptionPayments(db, scope, query),
  async create({ body }, context) {
    const id = await create(context, body)
    return new Answer(201, await shown(context, id))
  },
  get: ({ params }, context) => shown(context, params.id),
  async update({ params, body }, context) {
    const row = await locked(context, params.id, body.version)
    if (body.status === 'NOT_PAID' && row.status === 'PENDING')
      await sendPayment(context.db, context, { paymentId: row.id, actor: actorOf(context.user) })
    else if (body.status === 'PAID') await markPaid(context, row, body)
    else refuse(row)
    return shown(context, row.id)
  },
  async remove({ params, query }, context) {
    const { db, env } = context
    const row = await locked(context, params.id, query.version)
    if (row.status !== 'PENDING') refuse(row)
    const rows = await redemptionRows(db, context.scope).where('r.redemption_payment_id', '=', row.id).execute()
    await db
      .updateTable('redemptions')
      .set((eb) => ({ redemption_payment_id: null, updated_at: env.now(), version: eb('version', '+', 1) }))
      .where('redemption_payment_id', '=', row.id)
      .where('company_id', '=', row.company_id)
      .execute()
    await db
      .updateTable('redemption_payments')
      .set((eb) => ({ status: 'CANCELLED' as const, updated_at: env.now(), version: eb('version', '+', 1) }))
      .where('id', '=', row.id)
      .where('company_id', '=', row.company_id)
      .execute()
    await logPayment(context, rows, { paymentId: row.id, step: 'removePayment' })
    return shown(context, row.id)
  },
}
