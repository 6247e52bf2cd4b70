import { employerUserIds, notify, settleNotices } from '#features/ground/notifications/server/notify.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { payeeIban } from '#platform/server/http/identifier-fields.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { banking } from '../../contract.ts'
import { lockInvoiceOf } from '../paying/payment-orders.ts'
import { logOrder } from './repay.ts'

/** Repayments to companies whose account their admin has still to approve or to name, the oldest first. */
const unapproved = (db: Db, scope: Scope) =>
  db
    .selectFrom('payment_orders as o')
    .innerJoin('invoices as i', 'i.id', 'o.invoice_id')
    .select(['o.id', 'o.version', 'o.company_id', 'o.invoice_id', 'o.payee_iban', 'o.amount_cents', 'i.number'])
    .where('o.needs_approval', '=', true)
    .where('o.approved_at', 'is', null)
    .where('o.state', 'in', ['ASKED', 'TO_CONFIRM'])
    .where(within(scope, { company: 'o.company_id' }))
    .orderBy('o.created_at')
    .orderBy('o.id')

type Row = Awaited<ReturnType<ReturnType<typeof unapproved>['executeTakeFirstOrThrow']>>

const view = (row: Row) => ({
  paymentOrderId: row.id,
  version: row.version,
  invoiceId: row.invoice_id,
  invoiceNumber: row.number,
  amount: eurosFromCents(row.amount_cents),
  iban: row.payee_iban,
})

/** What waits for the admins of the companies in a scope. */
export const listUnapproved = async (db: Db, scope: Scope) => (await unapproved(db, scope).execute()).map(view)

/**
 * An admin of the payer's company names the account of a repayment, or approves the one that a link has named; from then
 * on it counts, and a member of staff confirms it as any other.
 * @throws NOT_FOUND, VERSION_CONFLICT, PAYMENT_ORDER_STEP_NOT_ALLOWED, STEP_UP_REQUIRED, VALIDATION_ERROR at `iban`
 */
export async function approveAccount(
  context: SignedInContext,
  invoiceId: string,
  body: BodyOf<typeof banking.approveAccount>,
) {
  const { db, env, user, scope } = context
  const order = await lockToApprove(db, scope, invoiceId)
  const { id } = order
  requireVersion(body.version, order.version, view(order))
  const account = payeeIban(body.iban, context)
  await requireStepUp(context)
  await db
    .updateTable('payment_orders')
    .set({
      state: 'TO_CONFIRM',
      payee_iban: account,
      approved_by: user.userId,
      approved_at: env.now(),
      version: order.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', id)
    .where('company_id', '=', order.company_id)
    .execute()
  await revokeLinkTokens(db, 'repayment', { subjectId: id }, env.now())
  await logOrder(db, context, actorOf(user), { id, to: 'TO_CONFIRM', approved: true })
  await settleNotices(db, env.now(), id, [])
  await tellOthers(db, context, { ...order, payee_iban: account }, user.userId)
  return view({ ...order, payee_iban: account, version: order.version + 1 })
}

/** @throws NOT_FOUND outside the scope, PAYMENT_ORDER_STEP_NOT_ALLOWED for what waits for no admin (any more) */
async function lockToApprove(db: Db, scope: Scope, invoiceId: string): Promise<Row> {
  const asked = () => unapproved(db, scope).where('o.invoice_id', '=', invoiceId)
  const found = await asked().executeTakeFirst()
  if (found) await lockInvoiceOf(db, found.id)
  const row = found && (await asked().forUpdate('o').executeTakeFirst())
  if (row) return row
  const other = await db
    .selectFrom('payment_orders as o')
    .select('o.state')
    .where('o.invoice_id', '=', invoiceId)
    .where('o.needs_approval', '=', true)
    .where(within(scope, { company: 'o.company_id' }))
    .orderBy('o.created_at', 'desc')
    .executeTakeFirst()
  if (!other) return fail('NOT_FOUND')
  throw new AppError('PAYMENT_ORDER_STEP_NOT_ALLOWED', { details: { state: other.state } })
}

/** As a notice shows an account: enough to know it by, not enough to use it. */
export const shortAccount = (account: string) => `${account.slice(0, 4)} … ${account.slice(-4)}`

async function tellOthers(db: Db, services: Services, order: Row, userId: string): Promise<void> {
  const others = await employerUserIds(db, order.company_id)
  await notify(
    db,
    services,
    others.filter((id) => id !== userId),
    {
      type: 'GENERAL',
      template: 'banking:notice.accountApproved',
      link: pageUrl('ownInvoices', {}, { open: order.invoice_id }),
      companyId: order.company_id,
      mail: true,
      values: {
        number: order.number,
        amount: { cents: order.amount_cents },
        account: shortAccount(order.payee_iban ?? ''),
      },
    },
  )
}
