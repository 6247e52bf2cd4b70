import { sql } from 'kysely'
import { lockLessor } from '#features/pricing/leasing/server/queries.ts'
import { leasedBike } from '#features/story/lease-story/server/leased-bike.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { type News, newsFile } from './news-file.ts'
import { profileOf } from './profiles.ts'

/**
 * What a lessor has not been told yet. An end is told of what was told to have begun, or of what ended since the last
 * file; a changed payment from its first month on.
 */
async function newsFor(db: Db, leasingCompanyId: string, today: Day): Promise<News[]> {
  const last = sql`(select coalesce(max(f.created_at), 'infinity')::date from lessor_files f where f.leasing_company_id = ${leasingCompanyId} and f.kind = 'NEWS')`
  const told = (kind: string) =>
    sql`exists (select 1 from lessor_news n where n.agreement_id = a.id and n.kind = ${sql.lit(kind)})`
  const events = sql`
    select a.id as agreement_id, 'ACTIVATED' as kind, a.id as subject_id from leasing_agreements a
     where a.leasing_company_id = ${leasingCompanyId} and a.lease_state = 'ACTIVE' and a.start_day <= ${today} and not ${told('ACTIVATED')}
    union all
    select a.id, 'ACTIVATED', a.id from leasing_agreements a
     where a.leasing_company_id = ${leasingCompanyId} and a.lease_state = 'ENDED' and a.ended_day >= ${last} and a.start_day <= a.ended_day
       and not ${told('ACTIVATED')}
    union all
    select a.id, case a.end_reason when 'REDEEMED' then 'REDEEMED' else 'ENDED' end, a.id from leasing_agreements a
     where a.leasing_company_id = ${leasingCompanyId} and a.lease_state = 'ENDED' and (a.ended_day >= ${last} or ${told('ACTIVATED')})
       and not ${told('REDEEMED')} and not ${told('ENDED')}
    union all
    select a.id, 'CHANGED', p.id from leasing_agreements a
      join lessor_news n on n.agreement_id = a.id and n.kind = 'ACTIVATED' join payment_changes p on p.agreement_id = a.id and p.withdrawn_at is null
     where a.leasing_company_id = ${leasingCompanyId} and a.lease_state = 'ACTIVE' and p.from_day <= ${`${monthOf(today)}-01`}
       and (p.created_at > n.created_at or p.from_day > n.created_at::date)
       and not exists (select 1 from lessor_news t where t.subject_id = p.id and t.kind = 'CHANGED')
    union all
    select d.agreement_id, 'CORRECTED', d.id from lessor_differences d
     where d.leasing_company_id = ${leasingCompanyId} and d.state = 'TO_TELL'`
  const { rows } = await sql<News>`
    select e.kind, e.subject_id as "subjectId", a.company_id as "companyId", a.id as "agreementId", a.agreement_number as number,
           c.name as "companyName", c.business_id as "businessId", bike.frame_number as "frameNumber", a.start_day as "startDay",
           coalesce(a.ended_day, least(a.ends_on, a.end_day)) as "endDay", a.instalment_cents as "instalmentCents",
           a.residual_cents as "residualCents", case when a.lease_state = 'ENDED' then a.end_reason else a.ends_as end as "endReason"
      from (${events}) e join leasing_agreements a on a.id = e.agreement_id join companies c on c.id = a.company_id
      join lateral ${leasedBike} bike on true
     order by a.agreement_number, a.id, e.kind`.execute(db)
  return rows
}

const NEWS_AT_ONCE = 1_000

async function markTold({ db, env }: SignedInContext, lessorFileId: string, rows: readonly News[]): Promise<void> {
  const now = env.now()
  const once = rows.filter(({ kind }) => kind !== 'CORRECTED')
  for (let at = 0; at < once.length; at += NEWS_AT_ONCE)
    await db
      .insertInto('lessor_news')
      .values(
        once.slice(at, at + NEWS_AT_ONCE).map((row) => ({
          id: env.id(),
          company_id: row.companyId,
          agreement_id: row.agreementId,
          lessor_file_id: lessorFileId,
          kind: row.kind as Exclude<News['kind'], 'CORRECTED'>,
          subject_id: row.subjectId,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
  const corrected = rows.filter(({ kind }) => kind === 'CORRECTED').map(({ subjectId }) => subjectId)
  await db
    .updateTable('lessor_differences')
    .set((eb) => ({
      state: 'TOLD' as const,
      told_at: env.now(),
      answered_at: null,
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', sql<string>`any(${corrected}::uuid[])`)
    .execute()
}

/** Makes and keeps the file of what a lessor has not been told. @returns its id @throws NOT_FOUND, LESSOR_FILE_EMPTY */
export async function tellLessor(context: SignedInContext, leasingCompanyId: string): Promise<string> {
  const { db, env, user, texts } = context
  const lessor = (await lockLessor(db, leasingCompanyId)) ?? fail('NOT_FOUND')
  const today = helsinkiDay(env.now())
  const rows = await newsFor(db, lessor.id, today)
  if (rows.length === 0) fail('LESSOR_FILE_EMPTY')
  const id = env.id()
  const name = `${texts.t(context.language, 'lessor-files:file.name')}-${today}.csv`
  const kept = await keepFile(db, context, {
    companyId: null,
    parentType: 'lessor-file',
    parentId: id,
    label: name,
    contentType: 'text/csv; charset=utf-8',
    content: newsFile(rows, await profileOf(db, lessor.id)),
    createdBy: user.userId,
  })
  await db
    .insertInto('lessor_files')
    .values({
      id,
      leasing_company_id: lessor.id,
      kind: 'NEWS',
      name,
      file_id: kept.id,
      row_count: rows.length,
      created_by: user.userId,
      created_at: env.now(),
    })
    .execute()
  await markTold(context, id, rows)
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: lessor.id },
    shared: false,
    data: { register: 'lessor-files', change: 'told', rows: rows.length },
  })
  return id
}
