import { nextHalfYear } from '#features/money/invoices/late/rules/late-interest.ts'
import type { BodyOf, ReplyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { lateMoney } from '../contract.ts'

const ratesWithNames = (db: Db) =>
  db
    .selectFrom('reference_rates as r')
    .leftJoin('users as u', 'u.id', 'r.entered_by')
    .selectAll('r')
    .select(['u.first_name', 'u.last_name'])

type NamedRate = Awaited<ReturnType<ReturnType<typeof ratesWithNames>['executeTakeFirstOrThrow']>>
type Rate = ReplyOf<typeof lateMoney.changeRate>

const rateView = (row: NamedRate): Rate => ({
  rateId: row.id,
  fromDay: row.from_day,
  percent: percentFromBasisPoints(row.basis_points),
  source: row.source,
  enteredBy: row.entered_by && [row.first_name, row.last_name].filter(Boolean).join(' '),
  enteredAt: row.updated_at.toISOString(),
  version: row.version,
})

/** The reference rates with who has entered them, the latest first. */
export async function listRates(db: Db): Promise<Rate[]> {
  return (await ratesWithNames(db).orderBy('r.from_day', 'desc').execute()).map(rateView)
}

async function logRate(context: SignedInContext, id: string, change: object): Promise<Rate> {
  const { db, env, user } = context
  const rate = rateView(await ratesWithNames(db).where('r.id', '=', id).executeTakeFirstOrThrow())
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id },
    data: { register: 'reference-rate', ...change, after: rate },
  })
  return rate
}

/** Enters the rate of a half-year. @throws VALIDATION for another day, one too far ahead, and one that stands */
export async function addRate(context: SignedInContext, body: BodyOf<typeof lateMoney.addRate>): Promise<Rate> {
  const { db, env, user } = context
  const last = nextHalfYear(helsinkiDay(env.now()))
  if (!/-(01|07)-01$/.test(body.fromDay)) failFieldText('fromDay', 'bookkeeping:fieldErrors.NO_HALF_YEAR')
  if (body.fromDay > last) failField('fromDay', 'TOO_LARGE', 'is further than the coming half-year', last)
  const id = env.id()
  const now = env.now()
  const values = {
    from_day: body.fromDay,
    basis_points: basisPointsFromPercent(body.percent),
    source: body.source.trim(),
  }
  await db
    .insertInto('reference_rates')
    .values({ id, ...values, entered_by: user.userId, created_at: now, updated_at: now })
    .execute()
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) failFieldText('fromDay', 'bookkeeping:fieldErrors.RATE_STANDS')
      throw error
    })
  return logRate(context, id, { change: 'created' })
}

/** Corrects a rate. @throws NOT_FOUND, VERSION_CONFLICT, IN_USE_NOT_ALLOWED once interest has been billed by it */
export async function changeRate(
  context: SignedInContext,
  id: string,
  body: BodyOf<typeof lateMoney.changeRate>,
): Promise<Rate> {
  const { db, env, user } = context
  const row = (await ratesWithNames(db).where('r.id', '=', id).forUpdate('r').executeTakeFirst()) ?? fail('NOT_FOUND')
  const before = rateView(row)
  requireVersion(body.version, row.version, before)
  const billed = await db
    .selectFrom('late_charges as c')
    .innerJoin('invoices as i', 'i.id', 'c.invoice_id')
    .select('c.id')
    .where('c.part', '=', 'INTEREST')
    .where('c.outcome', '=', 'BILLED')
    .where('c.until_day', '>=', row.from_day)
    .where('i.due_day', '<', nextHalfYear(row.from_day))
    .limit(1)
    .executeTakeFirst()
  if (billed) throw new AppError('IN_USE_NOT_ALLOWED')
  await db
    .updateTable('reference_rates')
    .set({
      basis_points: basisPointsFromPercent(body.percent),
      source: body.source.trim(),
      entered_by: user.userId,
      version: row.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', id)
    .execute()
  return logRate(context, id, { change: 'updated', before })
}
