import { sql } from 'kysely'
import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { noteTold } from '#platform/server/turns/refresh.ts'
import type { Day } from '#platform/values/days.ts'

/** So many companies are told in one transaction. */
const AT_ONCE = 100

interface Untold {
  readonly company_id: string
  readonly name: string
  readonly due_day: Day | null
}

const untold = async (db: Db): Promise<Untold[]> =>
  (
    await sql<Untold>`select t.company_id, c.name, t.due_day from open_turns t join companies c on c.id = t.company_id
      where t.process = 'employer-terms' and t.told_at is null order by t.since, t.id limit ${sql.lit(AT_ONCE)} for update of t skip locked`.execute(
      db,
    )
  ).rows

/** Tells each admin once of all their companies among these that have new terms to accept. */
async function tell(db: Db, services: Services): Promise<number> {
  const waiting = await untold(db)
  const ofUser = new Map<string, Untold[]>()
  for (const one of waiting)
    for (const userId of await employerReceivers(db, one.company_id, 'employer-terms:accept'))
      ofUser.set(userId, [...(ofUser.get(userId) ?? []), one])
  for (const [userId, own] of ofUser) {
    const [first] = own
    if (!first) continue
    await notify(db, services, [userId], {
      type: 'GENERAL',
      template: 'employer-terms:notice.published',
      values: { companies: own.map(({ name }) => name).join(', ') },
      link: pageUrl('employerTerms', { companyId: first.company_id }),
      companyId: first.company_id,
      mail: true,
      turn: { subjectId: first.company_id, awaited: 'EMPLOYER', action: 'accept', due: first.due_day },
    })
  }
  for (const { company_id: subjectId } of waiting)
    await noteTold(db, { process: 'employer-terms', subjectId }, [{ awaited: 'EMPLOYER', action: 'accept' }])
  return waiting.length
}

/** Tells employers of new terms that they accept by a day. */
export const tellOfNewTerms: Job = {
  name: 'tell-of-new-terms',
  cron: '*/5 * * * *',
  async run(services) {
    const companies = await services.database.transaction((db) => tell(db, services))
    return { companies }
  },
}
