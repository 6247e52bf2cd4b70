import { sql } from 'kysely'
import { stepInvoice } from '#features/invoices/ledger/server/steps.ts'
import { isPaidInShop, lockInvoice } from '#features/invoices/server/queries.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf } from '#platform/server/database/events.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { compactIban } from '#platform/values/identifiers.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { type AccountSource, type PaymentOrderKind, type PaymentOrderState, removableStates } from '../rules.ts'
import { personBilled } from './overpaid.ts'
import { setPaymentOrderState } from './payment-orders.ts'

interface OrderRow {
  id: string
  kind: PaymentOrderKind
  account_from: AccountSource
  made_by: string
  version: number
  invoice_id: string
  number: string | null
  payee_name: string
  person: string | null
  payee_iban: string | null
  amount_cents: number
  reference: string | null
  state: PaymentOrderState
  reason: string | null
  payment_file_id: string | null
  due_day: string
  created_at: Date
}

const orderView = (row: OrderRow) => ({
  paymentOrderId: row.id,
  version: row.version,
  kind: row.kind,
  accountFrom: row.account_from,
  invoiceId: row.invoice_id,
  invoiceNumber: row.number,
  payee: row.person ?? row.payee_name,
  iban: row.payee_iban,
  amount: eurosFromCents(row.amount_cents),
  reference: row.reference,
  state: row.state,
  reason: row.reason,
  paymentFileId: row.payment_file_id,
  dueDay: row.due_day,
  createdAt: row.created_at.toISOString(),
})

const ordersWithInvoices = (db: Db) =>
  db
    .selectFrom('payment_orders as o')
    .innerJoin('invoices as i', 'i.id', 'o.invoice_id')
    .select([
      'o.id',
      'o.kind',
      'o.account_from',
      'o.made_by',
      'o.version',
      'o.invoice_id',
      'i.number',
      'o.payee_name',
      'o.payee_iban',
      'o.amount_cents',
      'o.reference',
      'o.state',
      'o.reason',
      'o.payment_file_id',
      'i.due_day',
      'o.created_at',
      personBilled.as('person'),
    ])

/** Payments of every state, newest first. */
export async function listPaymentOrders(
  db: Db,
  of: { page: number; limit: number; state?: string; paymentFileId?: string },
) {
  let found = db.selectFrom('payment_orders as o')
  if (of.state) found = found.where('o.state', '=', of.state as 'QUEUED')
  if (of.paymentFileId) found = found.where('o.payment_file_id', '=', of.paymentFileId)
  const total = await countOf(db, found)
  const ids = found
    .select('o.id')
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
  const rows = await ordersWithInvoices(db)
    .where('o.id', 'in', ids)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .execute()
  return pageOf(rows.map(orderView), { ...of, total })
}

interface Payee {
  name: string
  city: string | null
  /** The account in the register, by which the invoice's own is judged. */
  known_iban: string | null
}

async function payeeOf(db: Db, invoiceId: string): Promise<Payee> {
  const result = await sql<Payee>`
    select coalesce(s.name, i.seller_name, l.name, (select u.first_name || ' ' || u.last_name from beneficiary_employees e join users u on u.id = e.user_id
             where e.id = i.beneficiary_employee_id and i.party = 'PERSON'), c.name) as name, coalesce(s.city, l.city) as city, coalesce(s.iban, l.iban) as known_iban
      from invoices i join companies c on c.id = i.company_id left join bike_stores s on s.id = i.bike_store_id
      left join leasing_companies l on l.id = i.leasing_company_id where i.id = ${invoiceId}`.execute(db)
  return result.rows[0]!
}

type QueueProblem = 'NOT_APPROVED' | 'NO_IBAN' | 'NOTHING_OPEN' | 'PAYEE_WAITS' | 'PAID_IN_SHOP'

type Payable = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>

function problemOf(invoice: Payable, payee: Payee): QueueProblem | null {
  if (invoice.direction !== 'PURCHASE' || invoice.stage !== 'APPROVED') return 'NOT_APPROVED'
  // The register has no account of such a shop, whatever its invoice says.
  if (isPaidInShop(invoice)) return 'PAID_IN_SHOP'
  if (!invoice.iban) return 'NO_IBAN'
  if ((invoice.open_cents ?? 0) <= 0) return 'NOTHING_OPEN'
  // Money goes to the account of the register; another one on the invoice waits until somebody has changed the register,
  // also where that has none: whoever types an invoice would name the account alone.
  const isOfRegister = invoice.party === 'STORE' || invoice.leasing_company_id !== null
  if (isOfRegister && compactIban(payee.known_iban ?? '') !== compactIban(invoice.iban)) return 'PAYEE_WAITS'
  return null
}

/** Queues approved purchase invoices for payment; those that cannot be are named and left alone. */
export async function queueInvoices(context: SignedInContext, invoiceIds: readonly string[]) {
  const { db, env, user } = context
  const scope = scopeOf(user, 'invoice:read')
  const items: { invoiceId: string; number: string | null; problem: QueueProblem | null }[] = []
  let totalCents = 0
  for (const id of invoiceIds.toSorted()) {
    const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
    const payee = await payeeOf(db, id)
    const problem = problemOf(invoice, payee)
    items.push({ invoiceId: id, number: invoice.number, problem })
    if (problem) continue
    totalCents += invoice.open_cents!
    await db
      .insertInto('payment_orders')
      .values({
        id: env.id(),
        company_id: invoice.company_id,
        invoice_id: id,
        payee_name: payee.name,
        payee_iban: compactIban(invoice.iban!),
        payee_city: payee.city,
        amount_cents: invoice.open_cents!,
        reference: invoice.reference_number,
        message: invoice.number,
        made_by: user.userId,
        created_at: env.now(),
        updated_at: env.now(),
      })
      .execute()
    await stepInvoice(db, context, invoice, {
      to: 'PAYMENT_QUEUED',
      by: 'BANK',
      actor: actorOf(user),
      userId: user.userId,
    })
  }
  const queued = items.filter(({ problem }) => problem === null).length
  return { queued, total: eurosFromCents(totalCents), items }
}

/** One payment as it is answered. */
export async function findPaymentOrder(db: Db, id: string) {
  return orderView((await ordersWithInvoices(db).where('o.id', '=', id).executeTakeFirstOrThrow()) as OrderRow)
}

/** One payment, held, with who made it. @throws NOT_FOUND */
export async function lockPaymentOrderView(db: Db, id: string) {
  const row = await ordersWithInvoices(db).where('o.id', '=', id).forUpdate('o').executeTakeFirst()
  if (!row) fail('NOT_FOUND')
  return { view: orderView(row as OrderRow), madeBy: (row as OrderRow).made_by }
}

/** Takes a queued payment out; one that is in a file leaves only with its file. */
export async function removePaymentOrder(
  context: SignedInContext,
  id: string,
  body: { version: number; reason: string },
) {
  const { db, env, user } = context
  const { view: order } = await lockPaymentOrderView(db, id)
  requireVersion(body.version, order.version, order)
  if (!removableStates.some((state) => state === order.state) || order.paymentFileId)
    throw new AppError('PAYMENT_ORDER_STEP_NOT_ALLOWED', { details: { state: order.state } })
  await setPaymentOrderState(db, context, id, 'REMOVED', body.reason)
  if (order.kind === 'REPAYMENT') {
    await revokeLinkTokens(db, 'repayment', { subjectId: id }, env.now())
    return findPaymentOrder(db, id)
  }
  const invoice = (await lockInvoice(db, scopeOf(user, 'invoice:read'), order.invoiceId)) ?? fail('NOT_FOUND')
  await stepInvoice(db, context, invoice, {
    to: 'PAYMENT_TRANSACTION_REMOVED',
    by: 'BANK',
    actor: actorOf(user),
    userId: user.userId,
    reason: body.reason,
  })
  return findPaymentOrder(db, id)
}
