import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'

export type ViewRow = Selectable<Tables['list_views']> & { readonly owner: string }

const views = (db: Db) =>
  db
    .selectFrom('list_views as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .selectAll('v')
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('owner'))

interface ViewsOf {
  readonly list: string
  readonly userId: string
  readonly limit: number
  readonly offset: number
}

/** One page of the views of a list that a person has or that are shared. */
export async function viewsOfList(db: Db, { list, userId, limit, offset }: ViewsOf) {
  const seen = db
    .selectFrom('list_views as v')
    .where('v.list', '=', list)
    .where((e) => e.or([e('v.user_id', '=', userId), e('v.is_shared', '=', true)]))
  const rows = await views(db)
    .where('v.list', '=', list)
    .where((e) => e.or([e('v.user_id', '=', userId), e('v.is_shared', '=', true)]))
    .orderBy(sql`v.user_id <> ${userId}`)
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: await countOf(db, seen) }
}

/** A person's own view. */
export const ownView = (db: Db, id: string, userId: string): Promise<ViewRow | undefined> =>
  views(db).where('v.id', '=', id).where('v.user_id', '=', userId).executeTakeFirst()

export async function lockOwnView(db: Db, id: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('list_views')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

interface Change {
  readonly id: string
  readonly by: string
  readonly at: Date
}

/** Which rows others have changed after a moment: the events since then alone are read, newest first. */
export async function changesSince(
  db: Db,
  { ids, since, userId }: { readonly ids: readonly string[]; readonly since: Date; readonly userId: string },
): Promise<Change[]> {
  const result = await sql<Change>`
    with newer as materialized (
      select e.subject_id, e.order_id, e.beneficiary_employee_id, e.actor_user_id, e.occurred_at from events e
       where e.occurred_at > ${since} and e.actor_user_id <> ${userId} order by e.occurred_at desc limit 5000)
    select distinct on (i.id) i.id, trim(u.first_name || ' ' || u.last_name) as by, n.occurred_at as at
      from unnest(${[...ids]}::uuid[]) as i(id)
      join newer n on i.id in (n.subject_id, n.order_id, n.beneficiary_employee_id)
      join users u on u.id = n.actor_user_id
     order by i.id, n.occurred_at desc`.execute(db)
  return result.rows
}
