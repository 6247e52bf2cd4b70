import { sql } from 'kysely'
import { notify, staffUserIds } from '#features/ground/notifications/server/notify.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { keepDrafts, sendDrafts } from '#features/money/invoices/ledger/server/send.ts'
import { readBillingSettings } from '#features/money/invoices/server/billing-settings.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { eachInTurn, inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { addDays, firstOfMonth, formatMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { creditCompany, draftCompany, type Run } from './drafts.ts'
import { type CompanyCredit, countLeasesOfOthers, runsOf, sumsOfRun } from './queries.ts'

type RunRow = Run & { status: 'DRAFTING' | 'READY' | 'SENDING' | 'DONE'; created_by: string | null }

async function openRuns(db: Db): Promise<RunRow[]> {
  const result = await sql<RunRow>`
    select id, month, status, created_by, (select min(month) from billing_runs) as since from billing_runs
     where status in ('DRAFTING', 'SENDING') order by month`.execute(db)
  return result.rows
}

/** The companies that have leases, in a fixed order. */
async function companiesOf(db: Db): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select c.id from companies c where c.deleted_at is null
       and exists (select 1 from leasing_agreements a where a.company_id = c.id and a.lease_state <> 'NOT_STARTED') order by c.id`.execute(
    db,
  )
  return result.rows.map((row) => row.id)
}

/** Those that have been billed in an earlier run, which may have to be corrected. */
async function companiesBilledBefore(db: Db, run: Run): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct company_id as id from invoices
     where billing_run_id in (select id from billing_runs where month < ${run.month}) and stage = 'SENT' and credited_invoice_id is null order by 1`.execute(
    db,
  )
  return result.rows.map((row) => row.id)
}

/**
 * Carries open billing runs on: drafts company by company, or sends draft by draft, each in a transaction of its own. A
 * run that was stopped anywhere goes on where the rows say it stands.
 */
export const continueBilling: Job = {
  name: 'continue-billing',
  cron: '*/5 * * * *',
  async run(services) {
    const { done } = await eachInTurn(services, await openRuns(services.database.primary), async (run) => {
      await (run.status === 'DRAFTING' ? draftRun(services, run) : sendRun(services, run))
      return true
    })
    return { carried: done }
  },
}

async function draftRun(services: Services, run: RunRow): Promise<void> {
  const { database } = services
  const companies = await companiesOf(database.primary)
  const credits = new Map<string, CompanyCredit>()
  const { failed } = await inTurn(services, companies, async (db, id) => {
    const { drafted, credit } = await draftCompany(db, services, run, id)
    if (credit) credits.set(id, credit)
    return drafted > 0
  })
  // What is missing is drafted by the next look; nobody approves less than the whole month.
  if (failed > 0) return
  await database.primary
    .updateTable('billing_runs')
    .set({
      others_lease_count: await countLeasesOfOthers(database.primary, firstOfMonth(run.month)),
      planned_credits: JSON.stringify([...credits.values()]),
    })
    .where('id', '=', run.id)
    .where('status', '=', 'DRAFTING')
    .execute()
  await services.database.transaction(async (db) => {
    if (await become(db, services, run, 'READY')) await tellOfDrafts(db, services, run)
  })
}

/** Who started the run, else all who may approve it, are told that its drafts wait for them. */
async function tellOfDrafts(db: Db, services: Services, run: RunRow): Promise<void> {
  const drafted = present((await runsOf(db, run.id))[0])
  await notify(db, services, run.created_by ? [run.created_by] : await staffUserIds(db, 'billing:run'), {
    type: 'GENERAL',
    template: 'billing:notice.ready',
    link: pageUrl('adminBilling', {}, { open: run.id }),
    companyId: null,
    mail: true,
    values: {
      month: formatMonth(run.month),
      invoices: drafted.invoices,
      total: { cents: drafted.total },
    },
  })
}

async function sendRun(services: Services, run: RunRow): Promise<void> {
  const { database, env } = services
  await keepDrafts(database.primary, env, run.id)
  const drafts = await database.primary
    .selectFrom('invoices')
    .select('id')
    .where('billing_run_id', '=', run.id)
    .where('stage', '=', 'NOT_SENT')
    .orderBy('id')
    .execute()
  let unsent = 0
  for (let at = 0; at < drafts.length; at += DRAFTS_AT_ONCE)
    unsent += await sendSome(
      services,
      drafts.slice(at, at + DRAFTS_AT_ONCE).map((row) => row.id),
    )
  const { failed } = await inTurn(services, await companiesBilledBefore(database.primary, run), async (db, id) => {
    const notes = await creditCompany(db, services, run, id)
    for (const note of notes) await deliverInvoice(db, services, note)
    return notes.length > 0
  })
  if (unsent + failed > 0) return
  if (await become(database.primary, services, run, 'DONE'))
    await sql`update billing_runs r set invoice_count = s.invoices, line_count = s.lines, total_cents = s.total
      from (${sumsOfRun(sql`${run.id}`)}) s where r.id = ${run.id} and r.status = 'DONE'`.execute(database.primary)
}

/** So that other invoices wait a moment only for their numbers. */
const DRAFTS_AT_ONCE = 50

/**
 * Sends drafts together; where one of them is at fault, each by itself, so that it does not hold the rest.
 * @returns how many could not be sent
 */
async function sendSome(services: Services, ids: readonly string[]): Promise<number> {
  try {
    await services.database.transaction((db) => sendUnsent(db, services, ids))
    return 0
  } catch (error) {
    services.log.warn({ err: error }, 'drafts of a billing run are sent one by one')
    return (await inTurn(services, ids, (db, id) => sendUnsent(db, services, [id]))).failed
  }
}

/** Sends those that are not sent yet. @returns whether anything was */
async function sendUnsent(db: Db, services: Services, ids: readonly string[]): Promise<boolean> {
  const drafts = await db
    .selectFrom('invoices')
    .select('id')
    .where('id', 'in', ids)
    .where('stage', '=', 'NOT_SENT')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (drafts.length === 0) return false
  await sendDrafts(db, services, { ids: drafts.map(({ id }) => id), actor: systemActor })
  for (const { id } of drafts) await deliverInvoice(db, services, id)
  return true
}

/** Moves a run on. @returns whether this did it, and not another node */
async function become(db: Db, { env }: Services, run: RunRow, status: 'READY' | 'DONE'): Promise<boolean> {
  const moved = await db
    .updateTable('billing_runs')
    .set((eb) => ({ status, version: eb('version', '+', 1), updated_at: env.now() }))
    .where('id', '=', run.id)
    .where('status', '=', run.status)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** Drafts the run of the month once the day of the settings has come; a person approves it. */
export const startMonthlyBilling: Job = {
  name: 'start-monthly-billing',
  cron: '0 6 * * *',
  async run(services) {
    const { env, database } = services
    const today = helsinkiDay(env.now())
    const { billingDay } = await readBillingSettings(database.primary)
    const month = monthOf(today)
    if (today < addDays(firstOfMonth(month), billingDay - 1)) return { started: 0 }
    const started = await database.primary
      .insertInto('billing_runs')
      .values({ id: env.id(), month, status: 'DRAFTING', created_at: env.now(), updated_at: env.now() })
      .onConflict((conflict) => conflict.column('month').doNothing())
      .executeTakeFirst()
    return { started: Number(started.numInsertedOrUpdatedRows ?? 0), ...(await continueBilling.run(services)) }
  },
}
