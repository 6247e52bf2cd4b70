import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Cents } from '#platform/values/money.ts'
import { takeNews } from './online-payments.ts'
import { askPayment, UnclearAnswer } from './paytrail-client.ts'

/** An attempt of which the service knows nothing was left on its page. */
export const GIVE_UP_DAYS = 7

/** The online payments of a bill that were begun and neither paid nor given up, newest first; the service can close none. */
export const openAttempts = (db: Db, now: Date, invoiceId: string) =>
  db
    .selectFrom('paytrail_attempts')
    .select(['id', 'transaction_id', 'amount_cents', 'created_at'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'NEW')
    .where('created_at', '>', new Date(now.getTime() - GIVE_UP_DAYS * 86_400_000))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

type Attempt = Awaited<ReturnType<typeof openAttempts>>[number]

/** Two presses of one button, in two tabs too, wait for each other: the second finds what the first has begun. */
export const holdAttempts = (db: Db, invoiceId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('online-attempt'), hashtext(${invoiceId}))`.execute(db)

/**
 * Where a bill's open attempt of the same sum goes on, so that no second one can be paid beside it. What the service
 * tells of it instead is taken.
 * @returns the service's page; PAYING when it has been paid or its bank thinks it over; null when there is none to go on with
 * @throws SERVICE_UNAVAILABLE without an answer: another attempt could then be paid beside it
 */
export async function resumeAttempt(
  db: Db,
  services: Services,
  { invoiceId, amountCents }: { invoiceId: string; amountCents: Cents },
): Promise<{ href: string } | 'PAYING' | null> {
  const open = await openAttempts(db, services.env.now(), invoiceId)
  const attempt = open.find(({ amount_cents }) => amount_cents === amountCents)
  if (!attempt) return null
  const answer = await ask(services, attempt)
  if (answer.status === 'NEW' && answer.href) return { href: answer.href }
  const status = await takeNews(db, services, {
    ...answer,
    // Without its page it cannot be paid.
    status: answer.status === 'NEW' ? 'FAIL' : answer.status,
    stamp: attempt.id,
    transactionId: attempt.transaction_id!,
  })
  return status === 'FAIL' ? null : 'PAYING'
}

async function ask({ config, env, log }: Services, attempt: Attempt): ReturnType<typeof askPayment> {
  try {
    return await askPayment(config.paytrail!, env, attempt.transaction_id!)
  } catch (error) {
    if (error instanceof UnclearAnswer && error.status === 404)
      return {
        status: 'FAIL',
        amountCents: attempt.amount_cents,
        provider: null,
        settlementReference: null,
        href: null,
      }
    log.error({ attempt: attempt.id, err: error }, 'an open online payment could not be asked about')
    throw new AppError('SERVICE_UNAVAILABLE')
  }
}
