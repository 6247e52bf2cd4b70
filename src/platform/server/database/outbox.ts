import { sql } from 'kysely'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Gateway } from '#platform/server/runtime/gateways.ts'
import type { Database } from './db.ts'

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
  attempts: number
}

/**
 * Delivers what the transactions have written. A message is leased before it is handed over, so two workers never hold
 * the same one; a worker that dies leaves a lease that runs out. At least once to the gateway, always with the same id.
 */
export function createOutboxWorker(parts: {
  database: Database
  env: Env
  gateways: Record<'EMAIL' | 'SMS', Gateway>
  log: Log
  pollMs?: number
}): OutboxWorker {
  const { database, env, gateways, log, pollMs = 2000 } = parts
  let stopped = false
  let running: Promise<number> | null = null
  let again = false
  let timer: NodeJS.Timeout | null = null

  const drain = async () => {
    let sent = 0
    while (!stopped) {
      const claimed = await claim(database, env)
      if (claimed.length === 0) break
      const results = await Promise.all(
        claimed.map((message) => deliver(database, env, gateways[message.channel], message, log)),
      )
      sent += results.filter(Boolean).length
    }
    return sent
  }
  const run = () => {
    if (running) {
      again = true
      return running
    }
    running = drain().finally(() => {
      running = null
      if (again && !stopped) {
        again = false
        void tick()
      }
    })
    return running
  }
  const tick = async () => {
    if (stopped) return
    if (timer) clearTimeout(timer)
    try {
      await run()
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read')
    }
    if (!stopped) {
      timer = setTimeout(() => void tick(), pollMs)
      timer.unref()
    }
  }
  return {
    wake: () => void tick(),
    drain: run,
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}

async function claim(database: Database, env: Env): Promise<ClaimedMessage[]> {
  const now = env.now()
  const until = new Date(now.getTime() + leaseSeconds * 1000)
  const result = await sql<ClaimedMessage>`
    update outbox set leased_until = ${until}, attempts = attempts + 1
     where id in (select id from outbox where status = 'PENDING' and next_attempt_at <= ${now} and (leased_until is null or leased_until < ${now})
                   order by next_attempt_at, id limit 20 for update skip locked)
    returning id, channel, recipient, subject, body_text, body_html, attempts`.execute(database.primary)
  return result.rows
}

async function deliver(
  database: Database,
  env: Env,
  gateway: Gateway,
  message: ClaimedMessage,
  log: Log,
): Promise<boolean> {
  const handed = await handOver(gateway, message)
  const rows = database.primary.updateTable('outbox').where('id', '=', message.id).where('status', '=', 'PENDING')
  if ('providerId' in handed) {
    await rows
      .set({ status: 'SENT', sent_at: env.now(), leased_until: null, provider_id: handed.providerId, last_error: null })
      .execute()
    return true
  }
  const { reason } = handed
  const dead = message.attempts >= triesBeforeDead
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
  { id, channel, recipient, subject, body_text: text, body_html: html }: ClaimedMessage,
): Promise<{ providerId: string } | { reason: string }> {
  try {
    return await gateway.send({ id, channel, recipient, subject, text, html })
  } catch (error) {
    return { reason: reasonOf(error) }
  }
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
