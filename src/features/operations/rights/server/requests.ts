import { type Selectable, sql } from 'kysely'
import type { SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { ErasureReport, StaffRequestView } from '../contract.ts'
import { mayExtend, mayWithdraw, type RequestKind, type RequestState } from '../rules.ts'
import type { FileProgress } from './search-files.ts'

export type RequestRow = Omit<Selectable<Tables['rights_requests']>, 'report' | 'kind' | 'state' | 'file_search'> & {
  readonly kind: RequestKind
  readonly state: RequestState
  readonly report: ErasureReport | null
  /** How far the search of files has come that goes before an erasure. */
  readonly file_search: FileProgress | null
}

interface ShownRow extends RequestRow {
  readonly person: string | null
  readonly person_email: string | null
  readonly maker: string | null
  readonly closer: string | null
  readonly proposal_id: string | null
}

const shown = (db: Db) =>
  db
    .selectFrom('rights_requests as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as m', 'm.id', 'r.made_by')
    .leftJoin('users as c', 'c.id', 'r.closed_by')
    .selectAll('r')
    .select([
      sql<string | null>`nullif(u.first_name || ' ' || u.last_name, '– –')`.as('person'),
      sql<string | null>`case when u.email not like '%.invalid' then u.email end`.as('person_email'),
      sql<string | null>`m.first_name || ' ' || m.last_name`.as('maker'),
      sql<string | null>`c.first_name || ' ' || c.last_name`.as('closer'),
      sql<
        string | null
      >`(select p.id from proposals p where p.kind = 'ERASURE' and p.key = r.id::text and p.state = 'OPEN')`.as(
        'proposal_id',
      ),
    ])

interface RequestFilter {
  readonly sort?: SortName<'createdAt' | 'dueDay'> | undefined
  readonly state?: RequestState | undefined
  readonly kind?: RequestKind | undefined
  readonly id?: string | undefined
}

const chosen = (db: Db, { state, kind, id }: RequestFilter) =>
  db
    .selectFrom('rights_requests as r')
    .$if(state !== undefined, (q) => q.where('r.state', '=', state!))
    .$if(kind !== undefined, (q) => q.where('r.kind', '=', kind!))
    .$if(id !== undefined, (q) => q.where('r.id', '=', id!))

const columns = { createdAt: { filled: sql.ref('r.created_at') }, dueDay: { filled: sql.ref('r.due_day') } }

/** One page of requests: those that wait first, then the newest. */
export async function listRequests(db: Db, of: RequestFilter & { readonly page: number; readonly limit: number }) {
  const ids = chosen(db, of)
    .select('r.id')
    .orderBy(
      sortedBy(of.sort, columns, sql.ref('r.id')) ??
        sql`r.state in ('OPEN', 'ERASING') desc, r.created_at desc, r.id desc`,
    )
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
  const found = (await ids.execute()).map(({ id }) => id)
  const rows =
    found.length === 0
      ? []
      : await shown(db).where('r.id', 'in', found).orderBy(sql`array_position(${found}::uuid[], r.id)`).execute()
  const { total } = await chosen(db, of)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows as ShownRow[], total: Number(total) }
}

/** The requests of one person, newest first, at most 50. */
export const requestsOf = async (db: Db, userId: string): Promise<RequestRow[]> =>
  (await db
    .selectFrom('rights_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()) as RequestRow[]

export const findRequest = async (db: Db, id: string): Promise<ShownRow | undefined> =>
  (await shown(db).where('r.id', '=', id).executeTakeFirst()) as ShownRow | undefined

export const lockRequest = async (db: Db, id: string): Promise<RequestRow | undefined> =>
  (await db.selectFrom('rights_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | RequestRow
    | undefined

type Changes = Partial<Omit<RequestRow, 'report' | 'file_search'>> & {
  readonly report?: string
  readonly file_search?: null
}

/** Writes a locked request. */
export const writeRequest = (db: Db, now: Date, id: string, changes: Changes) =>
  db
    .updateTable('rights_requests')
    .set((e) => ({ ...changes, updated_at: now, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

const common = (row: RequestRow) => ({
  requestId: row.id,
  kind: row.kind,
  state: row.state,
  wish: row.wish,
  createdAt: row.created_at.toISOString(),
  dueDay: row.due_day,
  extendedReason: row.extended_reason,
  answer: row.answer,
  closedAt: row.closed_at?.toISOString() ?? null,
  eraseAt: row.erase_at?.toISOString() ?? null,
  erasedAt: row.erased_at?.toISOString() ?? null,
  mayWithdraw: mayWithdraw(standingOf(row)),
  version: row.version,
})

/** What the rules ask of a request. */
export const standingOf = ({ kind, state, extended_reason }: RequestRow) => ({
  kind,
  state,
  isExtended: extended_reason !== null,
})

export const ownView = (row: RequestRow) => ({
  ...common(row),
  kept: (row.report?.classes ?? []).flatMap((one) => (one.kept ? [{ class: one.class, kept: one.kept }] : [])),
})

export const staffView = (row: ShownRow, caller: string): StaffRequestView => ({
  ...common(row),
  name: row.person,
  email: row.email ?? row.person_email,
  hasAccount: row.user_id !== null,
  madeBy: row.maker,
  checkedHow: row.checked_how,
  closedBy: row.closer,
  nextDay: row.next_day,
  mayExtend: mayExtend(standingOf(row)),
  isOwn: row.user_id === caller,
  proposalId: row.proposal_id,
})
