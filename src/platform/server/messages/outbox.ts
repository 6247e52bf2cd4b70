import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { FileStore } from '#platform/server/documents/files.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type Attachment, type Gateway, KEPT_HERE } from '#platform/server/runtime/gateways.ts'
import type { Database } from '../database/db.ts'
import { traced } from '../tracing/traced.ts'

const leaseSeconds = 60
const triesBeforeDead = 12

interface Log {
  warn(values: object, message: string): void
  error(values: object, message: string): void
}

export interface OutboxWorker {
  /** Looks now instead of at the next poll. */
  wake(): void
  /** Delivers all that is due and answers how many were sent. */
  drain(): Promise<number>
  stop(): Promise<void>
}

interface ClaimedMessage {
  id: string
  channel: 'EMAIL' | 'SMS'
  recipient: string
  subject: string
  body_text: string
  body_html: string | null
  /** The whole of it where it holds links or codes. */
  sealed: string | null
  attachment_file_id: string | null
  reply_to: string | null
  attempts: number
}

/**
 * Messages that wait for each other: a mail server that hangs holds back no text message, a campaign of notices no code.
 * Each lane hands over a few at once, and one that hangs holds only its own place.
 */
const lanes = [
  { channel: 'SMS', urgent: null, atOnce: 4 },
  { channel: 'EMAIL', urgent: true, atOnce: 4 },
  { channel: 'EMAIL', urgent: false, atOnce: 8 },
] as const
type Lane = (typeof lanes)[number]

interface Parts {
  readonly database: Database
  readonly env: Env
  readonly gateways: Record<'EMAIL' | 'SMS', Gateway>
  readonly log: Log
  /** Opens what a message says where it is sealed. */
  readonly open?: (sealed: string) => string
  /** Reads a kept file that goes along. */
  readonly openFile?: FileStore['open']
  readonly pollMs?: number
}

/**
 * Delivers what the transactions have written. A message is leased before it is handed over, so two workers never hold
 * the same one; a worker that dies leaves a lease that runs out. At least once to the gateway, always with the same id.
 */
export function createOutboxWorker(parts: Parts): OutboxWorker {
  const workers = lanes.map((lane) => createLane(parts, lane))
  return {
    wake() {
      for (const worker of workers) worker.wake()
    },
    async drain() {
      const sent = await Promise.all(workers.map((worker) => worker.drain()))
      return sent.reduce((sum, count) => sum + count, 0)
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

/** Work that runs once at a time; whoever asks meanwhile has it run once more. */
function oneAtATime<R>(work: () => Promise<R>, runAgain: () => void) {
  let running: Promise<R> | null = null
  let again = false
  return {
    run() {
      if (running) {
        again = true
        return running
      }
      running = work().finally(() => {
        running = null
        if (!again) return
        again = false
        runAgain()
      })
      return running
    },
    settled: async () => void (await running?.catch(() => undefined)),
  }
}

function createLane(parts: Parts, lane: Lane): OutboxWorker {
  const { log, pollMs = 2000 } = parts
  let stopped = false
  let timer: NodeJS.Timeout | null = null

  const sendInTurn = async () => {
    let sent = 0
    while (!stopped) {
      const message = await claim(parts, lane)
      if (!message) break
      if (await delivered(parts, message)) sent += 1
    }
    return sent
  }
  const drain = async () => {
    const sent = await Promise.all(Array.from({ length: lane.atOnce }, sendInTurn))
    return sent.reduce((sum, count) => sum + count, 0)
  }
  const { run, settled } = oneAtATime(drain, () => void tick())
  const tick = async () => {
    if (stopped) return
    try {
      await run()
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read')
    }
    if (timer) clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => void tick(), pollMs)
    timer.unref()
  }
  return {
    wake: () => void tick(),
    drain: run,
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await settled()
    },
  }
}

async function claim({ database, env }: Parts, { channel, urgent }: Lane): Promise<ClaimedMessage | undefined> {
  const now = env.now()
  const until = new Date(now.getTime() + leaseSeconds * 1000)
  const result = await sql<ClaimedMessage>`
    update outbox set leased_until = ${until}, attempts = attempts + 1
     where id = (select id from outbox where status = 'PENDING' and waits_for_file_id is null
                    and (attachment_file_id is null or exists (select 1 from files f where f.id = attachment_file_id and f.storage_key is not null))
                    and next_attempt_at <= ${now} and (leased_until is null or leased_until < ${now})
                    and channel = ${channel} ${urgent === null ? sql`` : sql`and urgent = ${urgent}`}
                  order by next_attempt_at, id limit 1 for update skip locked)
    returning id, channel, recipient, subject, body_text, body_html, sealed, attachment_file_id, reply_to, attempts`.execute(
    database.primary,
  )
  return result.rows[0]
}

/** The message with its links and codes, which lie sealed until it is handed over. */
function opened({ open }: Parts, message: ClaimedMessage): ClaimedMessage {
  if (!message.sealed || !open) return message
  const { text, html } = JSON.parse(open(message.sealed)) as { text: string; html: string | null }
  return { ...message, body_text: text, body_html: html }
}

/** The file that goes along with a message, as it was made. */
async function attachmentsOf({ database, openFile }: Parts, message: ClaimedMessage): Promise<Attachment[]> {
  if (!message.attachment_file_id || !openFile) return []
  const file = await database.primary
    .selectFrom('files')
    .select(['label', 'content_type', 'storage_key', 'sha256'])
    .where('id', '=', message.attachment_file_id)
    .executeTakeFirstOrThrow()
  const content = await buffer(await openFile(file.storage_key!, file.sha256!))
  return [{ name: file.label, contentType: file.content_type, content }]
}

/** A trace of its own: which channel and try, and whether it arrived; nobody's address, no words. */
const delivered = (parts: Parts, message: ClaimedMessage): Promise<boolean> => {
  const facts = { 'poljin.channel': message.channel, 'poljin.attempt': message.attempts }
  return traced(`send ${message.channel}`, 'PRODUCER', facts, async (span) => {
    const isSent = await deliver(parts, message)
    if (!isSent) span?.fail('NOT_DELIVERED')
    return isSent
  })
}

async function deliver(parts: Parts, message: ClaimedMessage): Promise<boolean> {
  const { database, env, gateways, log } = parts
  const handed = await handOver(gateways[message.channel], async () => ({
    ...opened(parts, message),
    attachments: await attachmentsOf(parts, message),
  }))
  const rows = database.primary.updateTable('outbox').where('id', '=', message.id).where('status', '=', 'PENDING')
  if ('providerId' in handed) {
    await rows
      .set({
        status: 'SENT',
        sent_at: env.now(),
        leased_until: null,
        provider_id: handed.providerId,
        last_error: null,
        // Its links and codes are with the recipient, and nowhere else from now on; one that is kept may still be sent.
        ...(handed.providerId.startsWith(KEPT_HERE) ? {} : { sealed: null }),
      })
      .execute()
    return true
  }
  const { reason, forGood } = handed
  const dead = forGood || message.attempts >= triesBeforeDead
  log.warn({ message: message.id, attempt: message.attempts, dead, reason }, 'a message was not delivered')
  await rows
    .set({
      status: dead ? 'DEAD' : 'PENDING',
      leased_until: null,
      last_error: reason,
      next_attempt_at: new Date(env.now().getTime() + backOffMs(message.attempts)),
    })
    .execute()
  return false
}

/** Apart from the note of it: a delivery that could not be noted is no failed delivery. */
async function handOver(
  gateway: Gateway,
  whole: () => Promise<ClaimedMessage & { attachments: Attachment[] }>,
): Promise<{ providerId: string } | { reason: string; forGood: boolean }> {
  try {
    const { id, channel, recipient, subject, body_text: text, body_html: html, reply_to, attachments } = await whole()
    return await gateway.send({ id, channel, recipient, subject, text, html, attachments, replyTo: reply_to })
  } catch (error) {
    return { reason: reasonOf(error), forGood: isRefusedForGood(error) }
  }
}

/** A mail server that says of the recipient what another try would hear again. */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string }
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
}

/** A gateway's error without addresses: only its code or kind. */
function reasonOf(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'Error', responseCode].filter(Boolean).join(' ')
}

/** 5 s, doubling up to an hour, spread by a fifth so that a recovered gateway is not met by all at once. */
export function backOffMs(attempt: number): number {
  const base = Math.min(3_600_000, 5_000 * 2 ** (attempt - 1))
  return Math.round(base * (0.9 + Math.random() * 0.2))
}
