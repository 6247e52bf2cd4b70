import type { ReplyOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { isStaff } from '#platform/server/database/scope.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { Answer, type Context } from '#platform/server/http/context.ts'
import type { reporting } from '../contract.ts'
import { lockMonth, monthToLock, type SeenMonth } from './lock.ts'
import { lockLargeMonths } from './lock-job.ts'
import { requireCompany } from './months.ts'

type LockContext = Context<typeof reporting.lock>
type Run = NonNullable<ReplyOf<typeof reporting.lockRun>['run']>

/** Locks a month, or has the job lock it where it has more rows than an answer should wait for. */
export async function lock(context: LockContext, companyId: string, month: string, seen: SeenMonth) {
  const { user, config } = context
  const found = await monthToLock(context, companyId, month, seen)
  if (found.shown.rows.length > config.payrollLockAtOnce)
    return new Answer(202, await beginRun(context, { companyId, month, seen, rowCount: found.shown.rows.length }))
  const by = { userId: user.userId, name: `${user.firstName} ${user.lastName}`, actor: actorOf(user) }
  return new Answer(201, await lockMonth({ ...context, by }, found))
}

interface Asked {
  readonly companyId: string
  readonly month: string
  readonly seen: SeenMonth
  readonly rowCount: number
}

/** Leaves the month to the job; one that is under way already goes on. */
async function beginRun(context: LockContext, { companyId, month, seen, rowCount }: Asked) {
  const { db, env, user } = context
  await db
    .insertInto('payroll_lock_runs')
    .values({
      id: env.id(),
      company_id: companyId,
      month,
      preview_hash: seen.previewHash,
      row_count: rowCount,
      acknowledged: [...(seen.acknowledged ?? [])],
      requested_by: user.userId,
      by_staff: isStaff(user),
      created_at: env.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'month']).where('state', 'in', ['WAITING', 'FILES', 'ROWS']).doNothing(),
    )
    .execute()
  // The job does the same a little later if this node stops.
  context.afterCommit(() => {
    void lockLargeMonths.run(context).catch((error: unknown) => context.log.error({ err: error }, 'a lock stopped'))
  })
  return { month, rowCount, run: (await readRun(db, companyId, month)) ?? fail('NOT_FOUND') }
}

async function readRun(db: Db, companyId: string, month: string): Promise<Run | null> {
  const row = await db
    .selectFrom('payroll_lock_runs')
    .select(['state', 'done_rows', 'row_count', 'refusal'])
    .where('company_id', '=', companyId)
    .where('month', '=', month)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? { state: row.state as Run['state'], doneRows: row.done_rows, totalRows: row.row_count, refusal: row.refusal }
    : null
}

/** How far the latest lock of a company's large month has come. @throws NOT_FOUND for a company outside the scope */
export async function lockRunOf(
  { db, scope }: Pick<LockContext, 'db' | 'scope'>,
  { companyId, month }: { companyId: string; month: string },
) {
  await requireCompany(db, scope, companyId)
  return { run: await readRun(db, companyId, month) }
}
