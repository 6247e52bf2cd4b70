import { postSupplies } from '#features/money/invoices/ledger/server/supplies.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { firstOfMonth, helsinkiDay, lastOfMonth, type Month } from '#platform/values/days.ts'
import { keepAssets } from '../assets/server/keep-assets.ts'
import type { bookkeeping } from '../contract.ts'
import { agrees, type CheckKind, type PeriodState, refusalOfClosing, refusalOfFiling } from '../rules/periods.ts'
import { checksAt } from './checks.ts'
import { monthDetails } from './months.ts'
import { numberAll } from './numbering.ts'
import { printOfToday } from './print.ts'
import { holdPosting, type KeptCheck, lockPeriod, type PeriodRow, readBooks } from './queries.ts'
import { countReturn } from './vat-return.ts'

type Reasons = Partial<Record<CheckKind, string>>

/** What is compared, with the reason of each that differs. @throws VALIDATION at those without one */
async function explained({ db }: SignedInContext, month: Month, reasons: Reasons): Promise<KeptCheck[]> {
  const { checks } = await checksAt(db, lastOfMonth(firstOfMonth(month)))
  const kept = checks.map((check) => ({
    ...check,
    reason: agrees(check) ? null : (reasons[check.kind]?.trim() ?? null),
  }))
  const silent = kept.filter((check) => !agrees(check) && !check.reason)
  if (silent.length > 0)
    throw new AppError('VALIDATION', {
      fields: silent.map(({ kind }) => ({
        path: `reasons.${kind}`,
        code: 'REQUIRED',
        message: 'the difference is not explained',
      })),
    })
  return kept
}

/** Closes a month; the whole closing is one transaction, so one that is stopped has changed nothing. */
export async function closeMonth(context: SignedInContext, month: Month, body: BodyOf<typeof bookkeeping.close>) {
  const { db, env, user, texts } = context
  const now = env.now()
  const today = helsinkiDay(now)
  await keepAssets(db, env)
  await holdPosting(db)
  const row = await lockPeriod(db, month)
  const before = await monthDetails(db, month, today)
  const refusal = refusalOfClosing(month, before.state, await readBooks(db, today))
  if (refusal) throw new AppError(refusal)
  requireVersion(body.version, before.version, before)
  await postSupplies(db, env, lastOfMonth(firstOfMonth(month)))
  await numberAll(db)
  const checks = await explained(context, month, body.reasons ?? {})
  const closed = {
    state: 'CLOSED' as const,
    checks: JSON.stringify(checks),
    print: JSON.stringify(await printOfToday(db, texts)),
    closed_by: user.userId,
    closed_at: now,
    updated_at: now,
  }
  const id = row?.id ?? env.id()
  if (row) await writePeriod(context, row, closed)
  else
    await db
      .insertInto('bookkeeping_periods')
      .values({ id, month, ...closed, created_at: now })
      .execute()
  await log(context, { id, month }, 'closed')
  return monthDetails(db, month, today)
}

/** Notes that the return of a closed month has been filed. */
export async function fileMonth(context: SignedInContext, month: Month, { version }: { version: number }) {
  const { db, env, user } = context
  const now = env.now()
  const row = (await lockPeriod(db, month)) ?? fail('NOT_FOUND')
  const details = await monthDetails(db, month, helsinkiDay(now))
  const refusal = refusalOfFiling(row.state as PeriodState)
  if (refusal) throw new AppError(refusal)
  requireVersion(version, row.version, details)
  await writePeriod(context, row, {
    state: 'FILED',
    vat_return: JSON.stringify(await countReturn(db, month)),
    filed_by: user.userId,
    filed_at: now,
    updated_at: now,
  })
  await log(context, row, 'filed')
  return monthDetails(db, month, helsinkiDay(now))
}

const writePeriod = ({ db }: SignedInContext, { id }: PeriodRow, values: object) =>
  db
    .updateTable('bookkeeping_periods')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

const log = ({ db, env, user }: SignedInContext, { id, month }: { id: string; month: Month }, change: string) =>
  logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id },
    shared: false,
    data: { register: 'bookkeeping-month', change, month },
  })
