import { sql } from 'kysely'
import { checkOwnCode } from '#features/ground/sessions/server/own-code.ts'
import { lockPurchases } from '#features/money/invoices/ledger/server/order-lock.ts'
import { stepInvoice } from '#features/money/invoices/ledger/server/steps.ts'
import { type InvoiceRecord, lockInvoice } from '#features/money/invoices/server/queries.ts'
import type { SortName } from '#platform/contract/contract.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type SignedIn, scopeOf } from '#platform/server/database/scope.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import { fileAnswer, keepFile } from '#platform/server/documents/stored-files.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { BaseContext, SignedInContext } from '#platform/server/http/context.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import { type StaffRole, secondsTo, staffRoles } from '#platform/server/roles/second-staff.ts'
import { isBankDay } from '#platform/values/bank-days.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { judgeRelease, ofFile, type PaymentFileState, type ReleaseProblem } from '../../rules.ts'
import { writePaymentFile } from './pain-001.ts'
import { lockPayable, type QueuedOrder } from './payable-orders.ts'
import { type Paying, type RefusedPayments, refusedPayments } from './refused-payments.ts'

interface FileRow {
  id: string
  version: number
  message_id: string
  state: PaymentFileState
  execution_day: Day
  payment_count: number
  total_cents: number
  file_id: string | null
  made_by: string
  maker: string
  releaser: string | null
  released_at: Date | null
  created_at: Date
  /** Whose payments a file that is not released yet holds. */
  approvers: string[]
}

const fileRows = (where: ReturnType<typeof sql>) => sql<FileRow>`
  select f.id, f.version, f.message_id, f.state, f.execution_day, f.payment_count, f.total_cents, f.file_id, f.made_by,
         concat_ws(' ', m.last_name, m.first_name) as maker, nullif(concat_ws(' ', r.last_name, r.first_name), '') as releaser,
         f.released_at, f.created_at,
         array(select distinct case o.kind when 'REPAYMENT' then o.made_by else i.approved_by end from payment_orders o
                join invoices i on i.id = o.invoice_id
                where f.state = 'MADE' and o.payment_file_id = f.id and (o.kind = 'REPAYMENT' or i.approved_by is not null)
               union select o.confirmed_by from payment_orders o where f.state = 'MADE' and o.payment_file_id = f.id and o.confirmed_alone) as approvers
    from payment_files f join users m on m.id = f.made_by left join users r on r.id = f.released_by ${where}`

/** The payments that may not leave of files that nobody has released, by their ids. */
async function refusedIn(paying: Paying, files: readonly FileRow[]): Promise<RefusedPayments> {
  const made = files.filter(({ state }) => state === 'MADE').map(({ id }) => id)
  if (made.length === 0) return new Map()
  return refusedPayments(paying, sql`o.payment_file_id = any(${made}::uuid[])`, 'RELEASE')
}

interface Judging {
  readonly user: SignedIn
  readonly env: BaseContext['env']
  readonly staff: StaffRole[]
  readonly refused: RefusedPayments
}

/** What releases of files are judged by. */
async function judgingOf(context: SignedInContext, files: readonly FileRow[]): Promise<Judging> {
  const { db, user, env } = context
  const staff = await staffRoles(db, 'bank:release', env.now())
  return { user, env, staff, refused: await refusedIn(context, files) }
}

const problemsOf = (row: FileRow, refused: RefusedPayments): ReleaseProblem[] => {
  const own = [...refused.values()].filter(({ paymentFileId }) => paymentFileId === row.id)
  return [...new Set(own.map(({ problem }) => ofFile(problem)))]
}

function viewOf(row: FileRow, { user, env, staff, refused }: Judging) {
  const seconds = secondsTo(staff, [row.made_by, ...row.approvers]).map(({ id }) => id)
  const facts = { state: row.state, madeAt: row.created_at, problems: problemsOf(row, refused), seconds }
  const unmet = judgeRelease(facts, user.userId, env.now())
  return {
    paymentFileId: row.id,
    version: row.version,
    messageId: row.message_id,
    state: row.state,
    executionDay: row.execution_day,
    paymentCount: row.payment_count,
    total: eurosFromCents(row.total_cents),
    madeBy: row.maker,
    releasedBy: row.releaser,
    releasedAt: row.released_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    unmet,
  }
}

async function findFile(db: Db, id: string): Promise<FileRow> {
  const result = await fileRows(sql`where f.id = ${id}`).execute(db)
  return result.rows[0] ?? fail('NOT_FOUND')
}

/** A file, held until what becomes of it is written. */
export async function lockFile(db: Db, id: string): Promise<FileRow> {
  await db.selectFrom('payment_files').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return findFile(db, id)
}

const columns = {
  createdAt: { filled: sql.ref('f.created_at') },
  executionDay: { filled: sql.ref('f.execution_day') },
  total: { filled: sql.ref('f.total_cents') },
}

/** Files for the bank, newest first, each with what keeps the caller from releasing it. */
export async function listPaymentFiles(
  context: SignedInContext,
  of: { page: number; limit: number; sort?: SortName<keyof typeof columns> },
) {
  const { db } = context
  const total = await countOf(db, db.selectFrom('payment_files'))
  const offset = (of.page - 1) * of.limit
  const order = sortedBy(of.sort ?? '-createdAt', columns, sql.ref('f.id'))
  const rows = await fileRows(sql`order by ${order} limit ${of.limit} offset ${offset}`).execute(db)
  const judging = await judgingOf(context, rows.rows)
  return pageOf(
    rows.rows.map((row) => viewOf(row, judging)),
    { ...of, total },
  )
}

/** One file as it is answered, with those of its payments that may not leave. @throws NOT_FOUND */
export async function judgedFile(context: SignedInContext, id: string) {
  const row = await findFile(context.db, id)
  const judging = await judgingOf(context, [row])
  return { view: viewOf(row, judging), refused: judging.refused }
}

const fileView = async (context: SignedInContext, id: string) => (await judgedFile(context, id)).view

/** Holds the orders and invoices of payments, until what is judged by them is written. @throws NOT_FOUND */
async function lockInvoices(
  { db, user }: SignedInContext,
  orders: readonly { invoice_id: string }[],
): Promise<InvoiceRecord[]> {
  const scope = scopeOf(user, 'invoice:read')
  const ids = [...new Set(orders.map(({ invoice_id }) => invoice_id))].sort()
  await lockPurchases(db, ids)
  const invoices = []
  for (const id of ids) invoices.push((await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND'))
  return invoices
}

const paymentOf = (order: QueuedOrder) => ({
  paymentOrderId: order.id,
  payee: { name: order.payee_name, iban: present(order.payee_iban), city: order.payee_city },
  amountCents: order.amount_cents,
  referenceNumber: order.reference,
  message: order.message,
})

async function keepContent(
  context: SignedInContext,
  id: string,
  { content, name }: { content: Buffer; name: string },
): Promise<void> {
  const { db, user } = context
  const file = await keepFile(db, context, {
    companyId: null,
    parentType: 'payment-file',
    parentId: id,
    label: name,
    contentType: 'application/xml',
    content,
    createdBy: user.userId,
  })
  await db.updateTable('payment_files').set({ file_id: file.id }).where('id', '=', id).execute()
}

/** Makes a file of the queued payments, oldest first; the bytes are kept and never made again. */
export async function makePaymentFile(
  context: SignedInContext,
  { executionDay, paymentOrderIds }: { executionDay: Day; paymentOrderIds?: readonly string[] },
) {
  const { db, env, user, brand } = context
  const today = helsinkiDay(env.now())
  if (executionDay < today) failField('executionDay', 'TOO_SMALL', 'has passed', today)
  if (!isBankDay(executionDay)) failFieldText('executionDay', 'banking:fieldErrors.NO_BANK_DAY')
  const orders = await lockPayable(context, paymentOrderIds)
  const id = env.id()
  const messageId = id.replaceAll('-', '')
  const content = writePaymentFile({
    messageId,
    createdAt: env.now(),
    executionDay,
    payer: { name: brand.legalName, iban: brand.iban, businessId: brand.businessId },
    payments: orders.map(paymentOf),
  })
  const totalCents = sumCents(orders.map((order) => order.amount_cents))
  await db
    .insertInto('payment_files')
    .values({
      id,
      message_id: messageId,
      execution_day: executionDay,
      payment_count: orders.length,
      total_cents: totalCents,
      made_by: user.userId,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  await keepContent(context, id, { content, name: `pain001-${today}-${messageId.slice(-8)}.xml` })
  await db
    .updateTable('payment_orders')
    .set((eb) => ({ payment_file_id: id, version: eb('version', '+', 1), updated_at: env.now() }))
    .where(
      'id',
      'in',
      orders.map((order) => order.id),
    )
    .execute()
  await log(context, id, { to: 'MADE', payments: orders.length, totalCents })
  return fileView(context, id)
}

async function log(context: SignedInContext, id: string, data: Record<string, unknown>): Promise<void> {
  await logEvent(context.db, context.env, actorOf(context.user), 'PAYMENT_FILE_CHANGED', {
    subject: { type: 'register', id },
    shared: false,
    data,
  })
}

const ordersIn = (db: Db, paymentFileId: string) =>
  db.selectFrom('payment_orders').select(['id', 'invoice_id']).where('payment_file_id', '=', paymentFileId)

/**
 * Releases a file: from then on it can be fetched for the bank, and its invoices are on their way.
 * @throws PAYMENT_FILE_NOT_RELEASABLE with what is unmet, STEP_UP_REQUIRED, CODE_WRONG
 */
export async function releasePaymentFile(
  context: SignedInContext,
  id: string,
  body: { version: number; code: string },
) {
  const { db, env, user } = context
  // The invoices stand still while what is judged stands on them. A file never gets other payments than it was made of.
  const invoices = await lockInvoices(context, await ordersIn(db, id).execute())
  const file = await lockFile(db, id)
  await ordersIn(db, id).orderBy('id').forUpdate().execute()
  const view = viewOf(file, await judgingOf(context, [file]))
  requireVersion(body.version, file.version, view)
  if (view.unmet.length > 0) throw new AppError('PAYMENT_FILE_NOT_RELEASABLE', { details: { unmet: view.unmet } })
  await requireStepUp(context)
  await checkOwnCode(db, context, { userId: user.userId, code: body.code })
  await db
    .updateTable('payment_files')
    .set({
      state: 'RELEASED',
      released_by: user.userId,
      released_at: env.now(),
      version: file.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', id)
    .execute()
  const purchases = invoices.filter(({ direction }) => direction === 'PURCHASE')
  for (const invoice of purchases)
    await stepInvoice(db, context, invoice, {
      to: 'PAYMENT_SENT_TO_BANK',
      by: 'BANK',
      actor: actorOf(user),
      userId: user.userId,
    })
  await setOrders(db, env, id, { state: 'SENT' })
  await log(context, id, { to: 'RELEASED' })
  return fileView(context, id)
}

async function setOrders(
  db: Db,
  env: BaseContext['env'],
  paymentFileId: string,
  change: { state?: 'SENT'; payment_file_id?: null; returned_from?: string | null },
): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: env.now() }))
    .where('payment_file_id', '=', paymentFileId)
    .execute()
}

/**
 * Gives up a file that nobody has released; its payments wait again.
 * @param isOurs the service does so by itself: the payments remember the file, so that somebody makes another one of them
 * @returns whether it was one
 */
export async function giveUpFile(
  db: Db,
  { env }: Pick<BaseContext, 'env'>,
  { id, actor, isOurs = false }: { readonly id: string; readonly actor: Actor; readonly isOurs?: boolean },
): Promise<boolean> {
  const given = await db
    .updateTable('payment_files')
    .set((eb) => ({ state: 'WITHDRAWN', version: eb('version', '+', 1), updated_at: env.now() }))
    .where('id', '=', id)
    .where('state', '=', 'MADE')
    .returning('id')
    .executeTakeFirst()
  if (!given) return false
  await setOrders(db, env, id, { payment_file_id: null, returned_from: isOurs ? id : null })
  await logEvent(db, env, actor, 'PAYMENT_FILE_CHANGED', {
    subject: { type: 'register', id },
    shared: false,
    data: { to: 'WITHDRAWN' },
  })
  return true
}

/** Gives up a file that nobody has released; its payments wait for another one. */
export async function withdrawPaymentFile(context: SignedInContext, id: string, body: { version: number }) {
  const { db } = context
  const file = await lockFile(db, id)
  requireVersion(body.version, file.version, viewOf(file, await judgingOf(context, [file])))
  if (!(await giveUpFile(db, context, { id, actor: actorOf(context.user) })))
    throw new AppError('PAYMENT_FILE_NOT_RELEASABLE', { details: { unmet: ['NOT_MADE'] } })
  return fileView(context, id)
}

/** The released bytes; before the release there is nothing to fetch. */
export async function paymentFileContent(context: SignedInContext, id: string) {
  const file = await findFile(context.db, id)
  if (file.state !== 'RELEASED' || !file.file_id) fail('NOT_FOUND')
  return (await fileAnswer(context.db, context, present(file.file_id))) ?? fail('NOT_FOUND')
}
