import { buffer } from 'node:stream/consumers'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { eachInTurn, inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { present } from '#platform/values/present.ts'
import { sendEInvoice } from './outgoing.ts'

const BATCH = 50
const TIMEOUT_MS = 15_000
/** Minutes until the next try, by how often it has been tried; then every hour. */
const BACKOFF_MINUTES = [1, 5, 15, 30]
/** How often the gateway is asked what has become of a message. */
const STATUS_MINUTES = 15
/** Minutes until an invoice is tried again whose Finvoice could not be written. */
const REFUSED_MINUTES = 15

interface Message {
  id: string
  company_id: string
  invoice_id: string
  state: 'WAITING' | 'SENT'
  attempts: number
  storage_key: string
  sha256: Buffer
  pdf_key: string | null
  pdf_sha256: Buffer | null
  lines_key: string | null
  lines_sha256: Buffer | null
}

/**
 * Writes the Finvoices of sent invoices whose buyers take them. Hands waiting e-invoices to the gateway and asks about those that it has. The gateway's side, over HTTP with a bearer
 * token: `POST {url}` takes a form with `invoice` (XML), `attachment` (PDF, and the lines of a month's bill as CSV) and an `Idempotency-Key`; `GET
 * {url}/{key}` answers `{ "status": "PENDING" | "ACKNOWLEDGED" | "REJECTED", "reason"? }`. A message that is taken twice
 * carries the same key.
 */
export const deliverEInvoices: Job = {
  name: 'e-invoices',
  cron: '* * * * *',
  async run(services) {
    const queued = await queueWanted(services)
    if (!services.config.eInvoiceGatewayUrl) return { queued, handled: 0 }
    const { done } = await eachInTurn(services, await dueMessages(services), async (message) => {
      await handle(services, message)
      return true
    })
    return { queued, handled: done }
  },
}

/**
 * Puts sent invoices on their way. Each look first sets when its invoices are tried again, so that those that are refused
 * give way to the ones behind them.
 * @returns how many sent invoices were put on their way
 */
async function queueWanted(services: Services): Promise<number> {
  const now = services.env.now()
  const wanted = await services.database.primary
    .updateTable('invoices')
    .set({ e_invoice_try_at: new Date(now.getTime() + REFUSED_MINUTES * 60_000) })
    .where('id', 'in', (query) =>
      query
        .selectFrom('invoices')
        .select('id')
        .where('e_invoice_wanted', '=', true)
        .where((eb) => eb.or([eb('e_invoice_try_at', 'is', null), eb('e_invoice_try_at', '<=', now)]))
        .orderBy('e_invoice_try_at', (order) => order.asc().nullsFirst())
        .orderBy('sent_at')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  const ids = wanted.map(({ id }) => id)
  const { done } = await inTurn(services, ids, async (db, id) => {
    const invoice = await db
      .selectFrom('invoices')
      .select('id')
      .where('id', '=', id)
      .where('e_invoice_wanted', '=', true)
      .forUpdate()
      .executeTakeFirst()
    if (!invoice) return false
    await sendEInvoice(db, services, { invoiceId: id, scope: scopeOfAll, actor: systemActor })
    return true
  })
  return done
}

async function dueMessages({ database, env }: Services): Promise<Message[]> {
  const rows = await database.primary
    .selectFrom('e_invoice_messages as m')
    .innerJoin('files as f', 'f.id', 'm.file_id')
    .innerJoin('invoices as i', 'i.id', 'm.invoice_id')
    .leftJoin('files as p', 'p.id', 'i.file_id')
    .leftJoin('files as l', (join) => join.onRef('l.parent_id', '=', 'i.id').on('l.parent_type', '=', 'invoice-lines'))
    .select([
      'm.id',
      'm.company_id',
      'm.invoice_id',
      'm.state',
      'm.attempts',
      'f.storage_key',
      'f.sha256',
      'p.storage_key as pdf_key',
      'p.sha256 as pdf_sha256',
      'l.storage_key as lines_key',
      'l.sha256 as lines_sha256',
    ])
    .where('m.state', 'in', ['WAITING', 'SENT'])
    .where('m.next_attempt_at', '<=', env.now())
    // PDF and lines travel along, so an invoice whose files are still being made waits for them.
    .where((eb) =>
      eb.or([
        eb('m.state', '=', 'SENT'),
        eb.and([
          eb('p.storage_key', 'is not', null),
          eb.or([eb('l.id', 'is', null), eb('l.storage_key', 'is not', null)]),
        ]),
      ]),
    )
    .orderBy('m.next_attempt_at')
    .limit(BATCH)
    .execute()
  return rows as Message[]
}

const bytesOf = async ({ files }: Services, key: string, sha256: Buffer | null) =>
  buffer(await files.open(key, present(sha256)))

async function handle(services: Services, message: Message): Promise<void> {
  const outcome = await (message.state === 'WAITING' ? post(services, message) : ask(services, message)).catch(
    (error: unknown) => ({ state: message.state, reason: String((error as Error).message).slice(0, 300) }),
  )
  await services.database.transaction((db) => write(db, services, message, outcome))
}

interface Outcome {
  readonly state: 'WAITING' | 'SENT' | 'ACKNOWLEDGED' | 'REJECTED'
  readonly reason: string | null
}

const headersOf = ({ config }: Services, id: string) => ({
  'idempotency-key': id,
  ...(config.eInvoiceGatewayToken ? { authorization: `Bearer ${config.eInvoiceGatewayToken}` } : {}),
})

async function post(services: Services, message: Message): Promise<Outcome> {
  const form = new FormData()
  const xml = await bytesOf(services, message.storage_key, message.sha256)
  form.set('invoice', new Blob([new Uint8Array(xml)], { type: 'application/xml' }), 'finvoice.xml')
  if (message.pdf_key) {
    const pdf = await bytesOf(services, message.pdf_key, message.pdf_sha256)
    form.set('attachment', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'lasku.pdf')
  }
  if (message.lines_key) {
    const csv = await bytesOf(services, message.lines_key, message.lines_sha256)
    form.append('attachment', new Blob([new Uint8Array(csv)], { type: 'text/csv' }), 'rivit.csv')
  }
  const reply = await fetch(present(services.config.eInvoiceGatewayUrl), {
    method: 'POST',
    headers: headersOf(services, message.id),
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (reply.ok) return { state: 'SENT', reason: null }
  const isRefused = reply.status >= 400 && reply.status < 500 && reply.status !== 408 && reply.status !== 429
  return { state: isRefused ? 'REJECTED' : 'WAITING', reason: `HTTP ${reply.status}` }
}

async function ask(services: Services, message: Message): Promise<Outcome> {
  const reply = await fetch(`${services.config.eInvoiceGatewayUrl}/${message.id}`, {
    headers: headersOf(services, message.id),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!reply.ok) return { state: 'SENT', reason: `HTTP ${reply.status}` }
  const { status, reason } = (await reply.json()) as { status?: string; reason?: string }
  if (status === 'ACKNOWLEDGED' || status === 'REJECTED')
    return { state: status, reason: reason?.slice(0, 300) ?? null }
  return { state: 'SENT', reason: null }
}

async function write(db: Db, { env }: Services, message: Message, { state, reason }: Outcome): Promise<void> {
  const attempts = message.attempts + 1
  const minutes = state === 'SENT' ? STATUS_MINUTES : (BACKOFF_MINUTES[attempts - 1] ?? 60)
  const changed = await db
    .updateTable('e_invoice_messages')
    .set((eb) => ({
      state,
      reason,
      attempts,
      next_attempt_at: new Date(env.now().getTime() + minutes * 60_000),
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', message.id)
    .where('state', '=', message.state)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n || state === message.state) return
  await logEvent(db, env, systemActor, 'E_INVOICE_STATE_CHANGED', {
    subject: { type: 'invoice', id: message.invoice_id },
    companyId: message.company_id,
    shared: false,
    data: { from: message.state, to: state, eInvoiceId: message.id, ...(reason ? { reason } : {}) },
  })
}
