import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'

/** Sets since when a person's data is used for nothing that is not necessary, by the requests that have been granted. */
export async function limitUse(db: Db, { env }: Pick<Services, 'env'>, userId: string): Promise<void> {
  await sql`update users u set version = u.version + 1, updated_at = ${env.now()}, restricted_at = (
      select min(r.closed_at) from rights_requests r
       where r.user_id = u.id and r.state = 'DONE' and r.kind in ('OBJECTION', 'RESTRICTION'))
    where u.id = ${userId}`.execute(db)
}
