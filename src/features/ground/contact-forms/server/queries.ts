import { type Selectable, sql } from 'kysely'
import type { MessageStatus } from '#features/ground/outbox/rules.ts'
import { toldStatus } from '#features/ground/outbox/server/told-status.ts'
import type { SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Ids, packedIds } from '#platform/server/database/packed-ids.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import { pageOfTexts, searchedIn } from '#platform/server/database/search.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'

export type ContactFormRow = Selectable<Tables['contact_forms']>

const readable = (db: Db) =>
  db
    .selectFrom('contact_forms as f')
    .leftJoin('users as u', 'u.id', 'f.checked_by')
    .selectAll('f')
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('checker'))

const messages = (db: Db) => db.selectFrom('contact_forms as f')
type Messages = ReturnType<typeof messages>

interface ContactFormFilter {
  readonly sort?: SortName<'createdAt' | 'name'> | undefined
  readonly search?: string | undefined
  readonly checked?: boolean | undefined
  readonly id?: string | undefined
}

interface ContactFormQuery extends ContactFormFilter {
  readonly page: number
  readonly limit: number
}

const chosen = (db: Db, { checked, id }: ContactFormFilter) =>
  messages(db)
    .$if(checked !== undefined, (q) => q.where('f.checked', '=', checked!))
    .$if(id !== undefined, (q) => q.where('f.id', '=', id!))

const columns = { createdAt: { filled: sql.ref('created_at') }, name: { filled: sql.ref('name') } }
const orderOf = ({ sort }: ContactFormFilter) => sortedBy(sort, columns) ?? sql`checked, created_at desc, id desc`

/** One page of messages, those that nobody has handled first, the newest of each first. The page's ids are chosen first, so that long messages are read for them alone. */
export async function listContactForms(db: Db, of: ContactFormQuery) {
  const { ids, ...count } = await pageOfIds(db, chosen(db, of), of)
  return { rows: await contactFormRows(db, ids), ...count }
}

/** The messages of already chosen ids, in the order of the ids. */
export async function contactFormRows(db: Db, ids: readonly string[]) {
  return readable(db)
    .where('f.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], f.id)`)
    .execute()
}

/** All ids of a filter, for a file of the whole list. */
export async function allContactFormIds(db: Db, of: ContactFormFilter): Promise<Ids> {
  const { search } = of
  const found = chosen(db, of)
    .$if(search !== undefined, (q) => q.where(searchedIn(sql.ref('f.search_text'), search!)))
    .select('f.id')
    .orderBy(orderOf(of))
  return packedIds(db, found)
}

/** The ids of one page and the bounded count of all. */
function pageOfIds(db: Db, found: Messages, of: ContactFormQuery) {
  const { search, page, limit } = of
  const at = { limit, offset: (page - 1) * limit }
  const rows = found.select(['f.id', 'f.name', 'f.checked', 'f.created_at', 'f.search_text'])
  const order = orderOf(of)
  return pageOfTexts(db, { table: 'contact_forms', rows, order, isOrdered: true }, search, at)
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

export interface AnswerRow {
  readonly id: string
  readonly kind: Selectable<Tables['contact_form_answers']>['kind']
  readonly body: string
  readonly writer: string
  readonly mail: MessageStatus | null
  readonly created_at: Date
}

/** One page of the thread below a message, the oldest first. */
export async function answersOf(db: Db, formId: string, at: { readonly limit: number; readonly offset: number }) {
  const thread = db.selectFrom('contact_form_answers as a').where('a.contact_form_id', '=', formId)
  const rows = await thread
    .innerJoin('users as u', 'u.id', 'a.written_by')
    .leftJoin('outbox as o', 'o.id', 'a.outbox_id')
    .select(['a.id', 'a.kind', 'a.body', 'a.created_at'])
    .select([sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('writer'), toldStatus('o').as('mail')])
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(at.limit)
    .offset(at.offset)
    .execute()
  return { rows, total: await countOf(db, thread) }
}
