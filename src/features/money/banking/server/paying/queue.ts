import { sql } from 'kysely'
import { settleNotices } from '#features/ground/notifications/server/notify.ts'
import { lockOrdersOf } from '#features/money/invoices/ledger/server/order-lock.ts'
import { stepInvoice } from '#features/money/invoices/ledger/server/steps.ts'
import { accountOf } from '#features/money/invoices/rules/payable.ts'
import { payableFacts, unpayable } from '#features/money/invoices/server/payable.ts'
import { type InvoiceRecord, lockInvoice } from '#features/money/invoices/server/queries.ts'
import type { SortName } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { type AccountSource, type PaymentOrderKind, type PaymentOrderState, removableStates } from '../../rules.ts'
import { awaitsCompany, personBilled } from '../matching/overpaid.ts'
import { lockInvoiceOf, setPaymentOrderState } from './payment-orders.ts'

interface OrderRow {
  id: string
  kind: PaymentOrderKind
  account_from: AccountSource
  awaits_company: boolean
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
  awaitsCompany: row.awaits_company,
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
      awaitsCompany.as('awaits_company'),
    ])

const columns = {
  createdAt: { filled: sql.ref('o.created_at') },
  dueDay: sql`(select d.due_day from invoices d where d.id = o.invoice_id)`,
  amount: { filled: sql.ref('o.amount_cents') },
}

/** Payments of every state, newest first. */
export async function listPaymentOrders(
  db: Db,
  of: {
    page: number
    limit: number
    state?: string
    paymentFileId?: string
    sort?: SortName<keyof typeof columns>
  },
) {
  const order = sortedBy(of.sort ?? '-createdAt', columns, sql.ref('o.id'))
  let found = db.selectFrom('payment_orders as o')
  if (of.state) found = found.where('o.state', '=', of.state as 'QUEUED')
  if (of.paymentFileId) found = found.where('o.payment_file_id', '=', of.paymentFileId)
  const total = await countOf(db, found)
  const ids = found
    .select('o.id')
    .orderBy(order)
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
  const rows = await ordersWithInvoices(db).where('o.id', 'in', ids).orderBy(order).execute()
  return pageOf(rows.map(orderView), { ...of, total })
}

/** Payments by their ids, the oldest first. */
export async function paymentOrderViews(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await ordersWithInvoices(db)
    .where('o.id', 'in', [...ids])
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
  return rows.map((row) => orderView(row as OrderRow))
}

interface Payee {
  name: string
  city: string | null
}

async function payeeOf(db: Db, invoiceId: string): Promise<Payee> {
  const result = await sql<Payee>`
    select coalesce(s.name, i.seller_name, l.name, (select u.first_name || ' ' || u.last_name from beneficiary_employees e join users u on u.id = e.user_id
             where e.id = i.beneficiary_employee_id and i.party = 'PERSON'), c.name) as name, coalesce(s.city, l.city) as city
      from invoices i join companies c on c.id = i.company_id left join bike_stores s on s.id = i.bike_store_id
      left join leasing_companies l on l.id = i.leasing_company_id where i.id = ${invoiceId}`.execute(db)
  return present(result.rows[0])
}

/** The invoices, locked after their orders, in the order of the ids. @throws NOT_FOUND */
async function lockInvoices(context: SignedInContext, ids: readonly string[]): Promise<InvoiceRecord[]> {
  const { db, user } = context
  await lockOrdersOf(db, ids)
  const locked: InvoiceRecord[] = []
  for (const id of ids) locked.push((await lockInvoice(db, scopeOf(user, 'invoice:read'), id)) ?? fail('NOT_FOUND'))
  return locked
}

/**
 * Queues approved purchase invoices for payment; those that cannot be are named and left alone. A dry run tells the same
 * and changes nothing.
 */
export async function queueInvoices(
  context: SignedInContext,
  { invoiceIds, dryRun }: { invoiceIds: readonly string[]; dryRun: boolean },
) {
  const { db } = context
  const ids = invoiceIds.toSorted()
  const locked = await lockInvoices(context, ids)
  const facts = await payableFacts(context, ids)
  const items = []
  let totalCents = 0
  for (const invoice of locked) {
    const payee = await payeeOf(db, invoice.id)
    const fact = present(facts.get(invoice.id))
    const refused = unpayable(fact, 'QUEUE')
    const iban = accountOf(fact)
    const { problem, otherNumber } = refused ?? { problem: null, otherNumber: null }
    const open = eurosFromCents(fact.openCents)
    items.push({ invoiceId: invoice.id, number: invoice.number, payee: payee.name, iban, open, problem, otherNumber })
    if (refused) continue
    totalCents += fact.openCents
    if (!dryRun) await queueInvoice(context, invoice, { payee, iban: present(iban) })
  }
  return { queued: items.filter(({ problem }) => problem === null).length, total: eurosFromCents(totalCents), items }
}

/** Queues what is open of a locked invoice. */
async function queueInvoice(
  context: SignedInContext,
  invoice: InvoiceRecord,
  { payee, iban }: { payee: Payee; iban: string },
): Promise<void> {
  const { db, env, user } = context
  await db
    .insertInto('payment_orders')
    .values({
      id: env.id(),
      company_id: invoice.company_id,
      invoice_id: invoice.id,
      payee_name: payee.name,
      payee_iban: iban,
      payee_city: payee.city,
      amount_cents: present(invoice.open_cents),
      reference: invoice.reference_number,
      message: invoice.number,
      made_by: user.userId,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  const step = { to: 'PAYMENT_QUEUED', by: 'BANK', actor: actorOf(user), userId: user.userId } as const
  await stepInvoice(db, context, invoice, step)
}

/** One payment as it is answered. */
export async function findPaymentOrder(db: Db, id: string) {
  return orderView((await ordersWithInvoices(db).where('o.id', '=', id).executeTakeFirstOrThrow()) as OrderRow)
}

/** One payment, held behind its invoice, with who made it. @throws NOT_FOUND */
export async function lockPaymentOrderView(db: Db, id: string) {
  await lockInvoiceOf(db, id)
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
  const { invoice_id: invoiceId } =
    (await db.selectFrom('payment_orders').select('invoice_id').where('id', '=', id).executeTakeFirst()) ??
    fail('NOT_FOUND')
  const invoice = (await lockInvoice(db, scopeOf(user, 'invoice:read'), invoiceId)) ?? fail('NOT_FOUND')
  const { view: order } = await lockPaymentOrderView(db, id)
  requireVersion(body.version, order.version, order)
  if (!removableStates.some((state) => state === order.state) || order.paymentFileId)
    throw new AppError('PAYMENT_ORDER_STEP_NOT_ALLOWED', { details: { state: order.state } })
  await setPaymentOrderState(db, context, id, 'REMOVED', body.reason)
  if (order.kind === 'REPAYMENT') {
    await revokeLinkTokens(db, 'repayment', { subjectId: id }, env.now())
    await settleNotices(db, env.now(), id, [])
    return findPaymentOrder(db, id)
  }
  await stepInvoice(db, context, invoice, {
    to: 'PAYMENT_TRANSACTION_REMOVED',
    by: 'BANK',
    actor: actorOf(user),
    userId: user.userId,
    reason: body.reason,
  })
  return findPaymentOrder(db, id)
}
