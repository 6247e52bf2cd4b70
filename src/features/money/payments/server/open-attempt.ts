import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { takeNews } from './online-payments.ts'
import { askPayment, UnclearAnswer } from './paytrail-client.ts'

/** An attempt of which the service knows nothing was left on its page. */
export const GIVE_UP_DAYS = 7

/** A bank may think a payment over for long: what counts as pending is asked about until then. */
export const GIVE_UP_PENDING_DAYS = 90

const attemptsSince = (db: Db, since: Date, invoiceId: string) =>
  db
    .selectFrom('paytrail_attempts')
    .select(['id', 'transaction_id', 'amount_cents', 'created_at'])
    .where('invoice_id', '=', invoiceId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** The online payments of a bill that were begun and neither paid nor given up, newest first; the service can close none. */
export const openAttempts = (db: Db, now: Date, invoiceId: string) =>
  attemptsSince(db, daysBefore(now, GIVE_UP_DAYS), invoiceId).where('status', '=', 'NEW').execute()

/** Those of a bill that a bank thinks over. */
export const thoughtOverAttempts = (db: Db, now: Date, invoiceId: string) =>
  attemptsSince(db, daysBefore(now, GIVE_UP_PENDING_DAYS), invoiceId)
    .where('status', 'in', ['PENDING', 'DELAYED'])
    .execute()

type Attempt = Awaited<ReturnType<typeof openAttempts>>[number]

/** Two presses of one button, in two tabs too, wait for each other: the second finds what the first has begun. */
export const holdAttempts = (db: Db, invoiceId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('online-attempt'), hashtext(${invoiceId}))`.execute(db)

/**
 * Where a bill's open attempt of the same sum goes on, so that no second one can be paid beside it, nor beside one that a
 * bank thinks over. The service is asked of every one; what it tells is taken.
 * @returns the service's page; PAYING when one has been paid or its bank thinks it over; null when there is none to go on with
 * @throws SERVICE_UNAVAILABLE without an answer: another attempt could then be paid beside it
 */
export async function resumeAttempt(
  db: Db,
  services: Services,
  { invoiceId, amountCents }: { invoiceId: string; amountCents: Cents },
): Promise<{ href: string } | 'PAYING' | null> {
  const now = services.env.now()
  const [open, thoughtOver] = [await openAttempts(db, now, invoiceId), await thoughtOverAttempts(db, now, invoiceId)]
  let goesOn: { href: string } | null = null
  for (const attempt of [...thoughtOver, ...open]) {
    const { status, href } = await news(db, services, attempt)
    if (status === 'OK' || status === 'PENDING' || status === 'DELAYED') return 'PAYING'
    if (href && attempt.amount_cents === amountCents) goesOn ??= { href }
  }
  return goesOn
}

/** What has become of an attempt, and its page where it can still be paid. */
async function news(db: Db, services: Services, attempt: Attempt) {
  const { href, ...answer } = await ask(services, attempt)
  if (answer.status === 'NEW' && href) return { status: 'NEW', href }
  const status = await takeNews(db, services, {
    ...answer,
    // Without its page it cannot be paid.
    status: answer.status === 'NEW' ? 'FAIL' : answer.status,
    stamp: attempt.id,
    transactionId: present(attempt.transaction_id),
  })
  return { status, href: null }
}

async function ask({ config, env, log }: Services, attempt: Attempt): ReturnType<typeof askPayment> {
  try {
    return await askPayment(present(config.paytrail), env, present(attempt.transaction_id))
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
