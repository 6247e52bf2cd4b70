import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import { searchedIn } from '#platform/server/database/search.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'

export type ContactFormRow = Selectable<Tables['contact_forms']>

const readable = (db: Db) =>
  db
    .selectFrom('contact_forms as f')
    .leftJoin('users as u', 'u.id', 'f.checked_by')
    .selectAll('f')
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('checker'))

interface ContactFormQuery {
  readonly search?: string
  readonly checked?: boolean
  readonly page: number
  readonly limit: number
}

/** One page of messages, newest first. The page's ids are chosen first, so that long messages are read for them alone. */
export async function listContactForms(db: Db, of: ContactFormQuery) {
  let found = db.selectFrom('contact_forms as f')
  if (of.search) found = found.where(searchedIn(sql.ref('f.search_text'), of.search))
  if (of.checked !== undefined) found = found.where('f.checked', '=', of.checked)
  const total = await countOf(db, found)
  const ids = found
    .select('f.id')
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
  const rows = await readable(db)
    .where('f.id', 'in', ids)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute()
  return { rows, total }
}

export async function countUnchecked(db: Db): Promise<number> {
  return countOf(db, db.selectFrom('contact_forms').where('checked', '=', false))
}

export async function findContactForm(db: Db, id: string) {
  return readable(db).where('f.id', '=', id).executeTakeFirst()
}

export async function lockContactForm(db: Db, id: string): Promise<ContactFormRow | undefined> {
  return db.selectFrom('contact_forms').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
