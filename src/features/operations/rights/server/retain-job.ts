import { sql } from 'kysely'
import { type Subject, subjectOf } from '#features/operations/personal-data/server/subject.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { addDays, addMonths, type Day, helsinkiDay, laterDay, startOfHelsinkiDay } from '#platform/values/days.ts'
import { isEmptied } from '../retention.ts'
import {
  bookkeepingEnd,
  type ColumnClass,
  type Keeping,
  LIMITATION_MONTHS,
  limitationEnd,
  nextLook,
  REPORT_AHEAD_DAYS,
  type RetentionCounts,
} from '../rules.ts'
import { erasePerson, valuesOf } from './erase.ts'
import { type Plan, planOf } from './plan.ts'

const BATCH = 500
const REPORT = 'retention-report'

interface Wanted {
  readonly day: Day
  readonly before: Date
}

/**
 * People none of whose leases runs, who ordered or whose account was closed long enough ago for something to be over, and
 * of whom the last look has not said that nothing is before a later day.
 */
async function candidates(db: Db, { day, before }: Wanted, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u left join retention_looks r on r.user_id = u.id
     where u.id > ${after} and (r.user_id is null or r.due_day <= ${day})
       and (u.deactivated_at < ${before} or exists (select from beneficiary_employees e join orders o on o.beneficiary_employee_id = e.id
                    where e.user_id = u.id and o.status_changed_at < ${before}))
       and not exists (select from beneficiary_employees e join leasing_agreements a on a.beneficiary_employee_id = e.id
                        where e.user_id = u.id and a.status = 'SIGNED' and a.void_at is null and a.lease_state <> 'ENDED')
     order by u.id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The classes of a person whose time is over on a day and that have not gone yet, each with the day that it was kept to. */
async function overOf(db: Db, userId: string, plan: Plan, day: Day): Promise<Map<ColumnClass, Day>> {
  const user = await db
    .selectFrom('users')
    .select(['deactivated_at', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const closed = user?.deactivated_at ? helsinkiDay(user.deactivated_at) : null
  const end = plan.facts.contractEnd ?? closed
  if (end === null) return new Map()
  const done = await db.selectFrom('retained_classes').selectAll().where('user_id', '=', userId).execute()
  const isKept = (name: ColumnClass) => plan.classes.some((one) => one.class === name && one.kept !== null)
  const until = limitationEnd(end)
  const last = laterDay(plan.facts.moneyEnd ?? end, end)
  const isClosed = closed !== null && until < day && !isKept('contract')
  const all: [ColumnClass, Day, boolean][] = [
    ['contract', until, until < day],
    ['bookkeeping', bookkeepingEnd(last), bookkeepingEnd(last) < day],
    ['employment', until, isClosed],
    ['account', until, isClosed && !user!.email.endsWith('@erased.invalid')],
  ]
  const over = all.filter(
    ([name, kept, may]) => may && !isKept(name) && !done.some((one) => one.class === name && one.kept_until >= kept),
  )
  return new Map(over.map(([name, kept]) => [name, kept]))
}

/** Keeps the day on which something of a person may be over next, as far as it is known now. */
async function noteLook(db: Db, { env }: Services, userId: string, { plan, day }: { plan: Plan; day: Day }) {
  const user = await db.selectFrom('users').select('deactivated_at').where('id', '=', userId).executeTakeFirst()
  const end = plan.facts.contractEnd ?? (user?.deactivated_at ? helsinkiDay(user.deactivated_at) : null)
  const until = end && limitationEnd(end)
  const ofAccount: Keeping[] = until && until >= day ? [{ reason: 'LIMITATION', until }] : []
  const kept = plan.classes.flatMap(({ class: name, kept: one }) => (one && timed.has(name) ? [one] : []))
  const due_day = nextLook([...kept, ...ofAccount], day)
  const looked_at = env.now()
  await db
    .insertInto('retention_looks')
    .values({ user_id: userId, due_day, looked_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ due_day, looked_at }))
    .execute()
}

/** The classes that the job ends. */
const timed: ReadonlySet<ColumnClass> = new Set(['contract', 'bookkeeping', 'employment', 'account'])

/** One person, judged anew in the transaction. @returns how many rows of which table and class went, or would */
async function retain(
  db: Db,
  services: Services,
  userId: string,
  { day, isDry }: { readonly day: Day; readonly isDry: boolean },
): Promise<RetentionCounts> {
  const now = services.env.now()
  const of = await subjectOf(db, { userId, email: null })
  const plan = await planOf(db, of, day)
  const over = await overOf(db, userId, plan, day)
  const counts = plan.classes.flatMap(({ class: name, tables }) =>
    over.has(name) ? tables.filter(({ table }) => isEmptied(name, table)).map((one) => ({ class: name, ...one })) : [],
  )
  if (isDry) return counts
  if (over.size > 0) await end(db, services, of, { over, now })
  await noteLook(db, services, userId, { plan, day })
  return counts
}

interface Ended {
  readonly over: ReadonlyMap<ColumnClass, Day>
  readonly now: Date
}

/** Empties the classes of a person that are over, and writes down up to which day each was kept. */
async function end(db: Db, services: Services, of: Subject, { over, now }: Ended): Promise<void> {
  const values = over.has('account') ? await valuesOf(db, of) : []
  await erasePerson(db, services, of, { classes: new Set(over.keys()), values, before: now })
  for (const [name, kept_until] of over)
    await db
      .insertInto('retained_classes')
      .values({ user_id: of.userId!, class: name, kept_until, done_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'class']).doUpdateSet({ kept_until, done_at: now }))
      .execute()
}

const summed = (counts: RetentionCounts): RetentionCounts => {
  const grouped = Map.groupBy(counts, (one) => `${one.class} ${one.table}`)
  return [...grouped.values()].map((group) => ({ ...group[0]!, rows: group.reduce((sum, { rows }) => sum + rows, 0) }))
}

/** Goes through everybody: what of whom is over on a day, done or only counted. */
async function goThrough(services: Services, day: Day, isDry: boolean): Promise<RetentionCounts> {
  const before = startOfHelsinkiDay(addMonths(day, -LIMITATION_MONTHS))
  const counts: RetentionCounts[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const ids = await candidates(services.database.primary, { day, before }, after)
    await inTurn(services, ids, async (db, id) => {
      counts.push(await retain(db, services, id, { day, isDry }))
      return true
    })
    if (ids.length < BATCH) return summed(counts.flat())
    after = ids.at(-1)!
  }
}

/**
 * Ends every class of everybody's data whose time is over: the contract three years after its end, the books six years
 * after their year, employment and a closed account with the contract. What goes within the next weeks is counted beside.
 */
export const retainByClass: Job = {
  name: 'retain-by-class',
  cron: '23 4 * * *',
  async run(services) {
    const now = services.env.now()
    const today = helsinkiDay(now)
    const done = await goThrough(services, today, false)
    const ahead = await goThrough(services, addDays(today, REPORT_AHEAD_DAYS), true)
    const value = JSON.stringify({ at: now.toISOString(), done, ahead })
    await services.database.primary
      .insertInto('settings')
      .values({ key: REPORT, value, updated_at: now })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
      .execute()
    return { done: done.length, ahead: ahead.length }
  },
}

interface Report {
  readonly at: string
  readonly done: RetentionCounts
  readonly ahead: RetentionCounts
}

/** What the last run has done and counted ahead; null before the first. */
export async function retentionReport(db: Db): Promise<Report | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', REPORT).executeTakeFirst()
  return (row?.value as Report | undefined) ?? null
}
