import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'

/** Counts that a registration link was opened on a day, of whoever it was. */
export const countOpening = (db: Db, linkId: string, day: Day) =>
  sql`insert into link_openings (link_id, day, openings) values (${linkId}, ${day}, 1)
      on conflict (link_id, day) do update set openings = link_openings.openings + 1`.execute(db)
