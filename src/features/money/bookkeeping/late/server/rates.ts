import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { ProposalKind, ProposalOf } from '#features/ground/proposals/server/kinds.ts'
import { propose } from '#features/ground/proposals/server/propose.ts'
import { nextHalfYear } from '#features/money/invoices/late/rules/late-interest.ts'
import type { BodyOf, ReplyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { lateMoney } from '../contract.ts'

const ratesWithNames = (db: Db) =>
  db
    .selectFrom('reference_rates as r')
    .leftJoin('users as u', 'u.id', 'r.entered_by')
    .selectAll('r')
    .select(['u.first_name', 'u.last_name'])

type NamedRate = Awaited<ReturnType<ReturnType<typeof ratesWithNames>['executeTakeFirstOrThrow']>>
type Rate = ReplyOf<typeof lateMoney.rates>['items'][number]

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

/** What is proposed: the rate of a half-year that has none, or another one than the row at a version says. */
interface Body {
  readonly fromDay: Day
  readonly basisPoints: number
  readonly source: string
  /** Null for a half-year without a rate. */
  readonly version: number | null
}

/** Interest has been billed by the rate of a half-year. */
async function isBilledBy(db: Db, fromDay: Day): Promise<boolean> {
  const billed = await db
    .selectFrom('late_charges as c')
    .innerJoin('invoices as i', 'i.id', 'c.invoice_id')
    .select('c.id')
    .where('c.part', '=', 'INTEREST')
    .where('c.outcome', '=', 'BILLED')
    .where('c.until_day', '>=', fromDay)
    .where('i.due_day', '<', nextHalfYear(fromDay))
    .limit(1)
    .executeTakeFirst()
  return billed !== undefined
}

async function problemsOf(db: Db, { body }: ProposalOf<Body>, lock: boolean) {
  const query = db.selectFrom('reference_rates').select('version').where('from_day', '=', body.fromDay)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  const isSame = (row?.version ?? null) === body.version
  return isSame && !(row && (await isBilledBy(db, body.fromDay))) ? [] : (['OVERTAKEN'] as const)
}

/** A reference rate: by it whoever may bill charges others, so two people answer for it. */
export const referenceRateKind: ProposalKind<Body> = {
  name: 'REFERENCE_RATE',
  permission: 'bookkeeping:close',
  needs: 'SECOND_STAFF',
  problems: problemsOf,
  async apply(db, { env }, { body, subject_id, made_by }, { actor }) {
    const now = env.now()
    const values = { basis_points: body.basisPoints, source: body.source, entered_by: made_by, updated_at: now }
    if (body.version === null)
      await db
        .insertInto('reference_rates')
        .values({ id: subject_id, from_day: body.fromDay, ...values, created_at: now })
        .execute()
    else
      await db
        .updateTable('reference_rates')
        .set({ ...values, version: body.version + 1 })
        .where('id', '=', subject_id)
        .execute()
    const after = rateView(await ratesWithNames(db).where('r.id', '=', subject_id).executeTakeFirstOrThrow())
    await logEvent(db, env, actor, 'REGISTER_CHANGED', {
      subject: { type: 'register', id: subject_id },
      data: { register: 'reference-rate', change: body.version === null ? 'created' : 'updated', after },
    })
  },
}

async function proposeRate(
  context: SignedInContext,
  id: string,
  { body, before }: { body: Body; before: Rate | null },
): Promise<ProposalView> {
  return propose(context, {
    kind: referenceRateKind,
    key: body.fromDay,
    subject: { type: 'register', id },
    body,
    effect: { text: 'bookkeeping:proposal.rate', values: { day: formatDay(body.fromDay) } },
    changes: [
      {
        name: { text: 'bookkeeping:rates.percent', values: {} },
        before: before && { basisPoints: basisPointsFromPercent(before.percent) },
        after: { basisPoints: body.basisPoints },
      },
      { name: { text: 'bookkeeping:rates.source', values: {} }, before: before?.source ?? null, after: body.source },
    ],
  })
}

/** Proposes the rate of a half-year. @throws VALIDATION for another day, one too far ahead, and one that stands */
export async function addRate(
  context: SignedInContext,
  { fromDay, percent, source }: BodyOf<typeof lateMoney.addRate>,
): Promise<ProposalView> {
  const { db, env } = context
  const last = nextHalfYear(helsinkiDay(env.now()))
  if (!/-(01|07)-01$/.test(fromDay)) failFieldText('fromDay', 'bookkeeping:fieldErrors.NO_HALF_YEAR')
  if (fromDay > last) failField('fromDay', 'TOO_LARGE', 'is further than the coming half-year', last)
  const stands = await db.selectFrom('reference_rates').select('id').where('from_day', '=', fromDay).executeTakeFirst()
  if (stands) failFieldText('fromDay', 'bookkeeping:fieldErrors.RATE_STANDS')
  const body = { fromDay, basisPoints: basisPointsFromPercent(percent), source: source.trim(), version: null }
  return proposeRate(context, env.id(), { body, before: null })
}

/** Proposes a correction. @throws NOT_FOUND, VERSION_CONFLICT, IN_USE_NOT_ALLOWED once interest has been billed by it */
export async function changeRate(
  context: SignedInContext,
  id: string,
  { percent, source, version }: BodyOf<typeof lateMoney.changeRate>,
): Promise<ProposalView> {
  const { db } = context
  const row = (await ratesWithNames(db).where('r.id', '=', id).forUpdate('r').executeTakeFirst()) ?? fail('NOT_FOUND')
  const before = rateView(row)
  requireVersion(version, row.version, before)
  if (await isBilledBy(db, row.from_day)) throw new AppError('IN_USE_NOT_ALLOWED')
  const basisPoints = basisPointsFromPercent(percent)
  return proposeRate(context, id, {
    body: { fromDay: row.from_day, basisPoints, source: source.trim(), version },
    before,
  })
}
