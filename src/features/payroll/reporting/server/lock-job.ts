import { sql } from 'kysely'
import { notify } from '#features/ground/notifications/server/notify.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Services } from '#platform/server/http/context.ts'
import { eachInTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { formatMonth } from '#platform/values/days.ts'
import type { BlockingCheck } from '../rules/payroll-checks.ts'
import { lockMonth, monthToLock } from './lock.ts'
import { requireCompany } from './months.ts'
import { linkOf } from './recipients.ts'

const OPEN = ['WAITING', 'FILES', 'ROWS'] as const

async function openRuns({ database }: Services) {
  return database.primary
    .selectFrom('payroll_lock_runs as r')
    .innerJoin('users as u', 'u.id', 'r.requested_by')
    .selectAll('r')
    .select(['u.first_name', 'u.last_name'])
    .where('r.state', 'in', OPEN)
    .orderBy('r.created_at')
    .execute()
}
type Run = Awaited<ReturnType<typeof openRuns>>[number]

/** The company alone: whoever asked was allowed to lock it. */
const scopeOfRun = ({ company_id }: Run) => ({ all: false, companyIds: [company_id], ownerId: null })

/**
 * Locks the large months that people have asked for, each whole or not at all. A run that was stopped anywhere begins
 * anew, because nothing of it was committed.
 */
export const lockLargeMonths: Job = {
  name: 'lock-large-months',
  cron: '*/2 * * * *',
  async run(services) {
    const count = { locked: 0, refused: 0 }
    await eachInTurn(services, await openRuns(services), async (run) => {
      const end = await lockOrRefuse(services, run)
      if (end) count[end] += 1
      return end !== null
    })
    return count
  },
}

/** Locks a month, or ends the run by the rule that says no. @returns null when another node is at it */
async function lockOrRefuse(services: Services, run: Run): Promise<'locked' | 'refused' | null> {
  try {
    return (await lockOne(services, run)) ? 'locked' : null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await refuse(services, run, error.code)
    return 'refused'
  }
}

/** @returns whether this node locked it; another that is at it goes on */
async function lockOne(services: Services, run: Run): Promise<boolean> {
  const { database, env } = services
  const by = {
    userId: run.requested_by,
    name: `${run.first_name} ${run.last_name}`,
    actor: { kind: run.by_staff ? ('STAFF' as const) : ('EMPLOYER' as const), userId: run.requested_by },
  }
  return database.transaction(async (db) => {
    // Not the row itself, because how far the lock has come is written to it from outside.
    const held = await sql<{
      held: boolean
    }>`select pg_try_advisory_xact_lock(hashtextextended(${run.id}, 0)) as held`.execute(db)
    const isOpen = await db
      .selectFrom('payroll_lock_runs')
      .select('id')
      .where('id', '=', run.id)
      .where('state', 'in', OPEN)
      .executeTakeFirst()
    if (!held.rows[0]?.held || !isOpen) return false
    const context = { ...services, db, scope: scopeOfRun(run), by, progress: progressOf(services, run) }
    const seen = {
      previewHash: run.preview_hash,
      rowCount: run.row_count,
      acknowledged: run.acknowledged as BlockingCheck[],
    }
    await lockMonth(context, await monthToLock(context, run.company_id, run.month, seen))
    await db
      .updateTable('payroll_lock_runs')
      .set((eb) => ({ state: 'DONE', done_rows: run.row_count, done_at: env.now(), version: eb('version', '+', 1) }))
      .where('id', '=', run.id)
      .execute()
    return true
  })
}

/** Writes outside the lock's transaction how far it has come, so that whoever waits can see it. */
const progressOf =
  ({ database }: Services, run: Run) =>
  async (state: 'FILES' | 'ROWS', doneRows: number) => {
    await database.primary
      .updateTable('payroll_lock_runs')
      .set((eb) => ({ state, done_rows: doneRows, version: eb('version', '+', 1) }))
      .where('id', '=', run.id)
      .execute()
  }

/** Ends a run that a rule says no to, and tells whoever asked. */
async function refuse(services: Services, run: Run, code: string): Promise<void> {
  await services.database.transaction(async (db) => {
    const ended = await db
      .updateTable('payroll_lock_runs')
      .set((eb) => ({ state: 'REFUSED', refusal: code, done_at: services.env.now(), version: eb('version', '+', 1) }))
      .where('id', '=', run.id)
      .where('state', 'in', OPEN)
      .executeTakeFirst()
    if (Number(ended.numUpdatedRows) === 0) return
    const company = await requireCompany(db, scopeOfRun(run), run.company_id)
    await notify(db, services, [run.requested_by], {
      type: 'GENERAL',
      template: 'reporting:notice.lockRefused',
      values: { company: company.name, month: formatMonth(run.month) },
      link: linkOf(company, run.month),
      companyId: company.id,
    })
  })
}
