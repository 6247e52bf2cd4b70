import { sql } from 'kysely'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { eachInTurn, inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { refundPayment, UnclearAnswer } from './paytrail-client.ts'
import { lockRefund, takeLater, takePaid, takeRefused, takeUnknown } from './refund-outcome.ts'

/** A call of the service takes seconds; what was begun so long ago was cut off. */
const CUT_OFF_MINUTES = 10

/** Marks a new refund as being asked for. @returns what the service is asked, or null when somebody else asks it */
async function begin({ database, env }: Services, id: string) {
  const found = await sql<{ amount_cents: number; transaction_id: string }>`
    update paytrail_refunds r set state = 'SENT', asked_at = ${env.now()}, version = r.version + 1, updated_at = ${env.now()}
      from paytrail_attempts a where r.id = ${id} and r.state = 'NEW' and a.id = r.attempt_id
    returning r.amount_cents, a.transaction_id`.execute(database.primary)
  return found.rows[0] ?? null
}

/**
 * Asks the payment service for a refund that has been written down, once: a refund of which the service does not tell the
 * outcome is never asked for again, but waits for a person.
 */
export async function sendRefund(services: Services, id: string): Promise<void> {
  const { config, env, database, log } = services
  if (!config.paytrail) return
  const asked = await begin(services, id)
  if (!asked) return
  const answer = await refundPayment(config.paytrail, env, {
    transactionId: asked.transaction_id,
    amountCents: asked.amount_cents,
    stamp: id,
    callbackUrl: `${config.origin}/api/paytrail/callback`,
  }).catch((error: unknown) => {
    log.error({ err: error, refund: id }, 'the payment service did not tell of a refund')
    return { status: 'UNKNOWN' as const, answeredStatus: error instanceof UnclearAnswer ? error.status : null }
  })
  await database.transaction(async (db) => {
    const row = await lockRefund(db, { id })
    // The service's own call may have been faster.
    if (row?.state !== 'SENT') return
    if (answer.status === 'UNKNOWN') await takeUnknown(db, services, row, answer.answeredStatus)
    else if (answer.status === 'OK') await takePaid(db, services, row, systemActor, answer.transactionId)
    else if (answer.status === 'PENDING') await takeLater(db, services, row, answer.transactionId)
    else await takeRefused(db, services, row)
  })
}

/** Asks for refunds that were written down and not asked for, and gives those that were cut off to a person. */
export const sendRefunds: Job = {
  name: 'send-online-refunds',
  cron: '*/10 * * * *',
  async run(services) {
    const { env, database } = services
    const before = new Date(env.now().getTime() - CUT_OFF_MINUTES * 60_000)
    const left = await sql<{ id: string; state: string }>`
      select id, state from paytrail_refunds where state in ('NEW', 'SENT') and updated_at < ${before}
       order by created_at limit 500`.execute(database.primary)
    const idsIn = (state: string) => left.rows.filter((row) => row.state === state).map(({ id }) => id)
    const sent = await eachInTurn(services, idsIn('NEW'), async (id) => {
      await sendRefund(services, id)
      return true
    })
    const { done } = await inTurn(services, idsIn('SENT'), async (db, id) => {
      const row = await lockRefund(db, { id })
      if (row?.state !== 'SENT') return false
      await takeUnknown(db, services, row, null)
      return true
    })
    return { sent: sent.done, unknown: done }
  },
}
