import { sql } from 'kysely'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { helsinkiDay } from '#platform/values/days.ts'

/** Keeps who stands in today. */
export const followDeputies: Job = {
  name: 'follow-deputies',
  cron: '1 0 * * *',
  async run({ database, env }) {
    const today = helsinkiDay(env.now())
    const changed = await database.primary
      .updateTable('deputies')
      .set((e) => ({ is_active: e.not('is_active') }))
      .where('ended_at', 'is', null)
      .where(sql<boolean>`is_active <> (from_day <= ${today} and to_day >= ${today})`)
      .executeTakeFirst()
    return { changed: Number(changed.numUpdatedRows) }
  },
}
