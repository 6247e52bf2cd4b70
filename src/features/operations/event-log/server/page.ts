import { sql } from 'kysely'
import type { SortName } from '#platform/contract/contract.ts'
import { failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Ids, packedIds } from '#platform/server/database/packed-ids.ts'
import { boundedCount, COUNT_MAX } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { type FoundPage, foldedRow, searchedIn, searchedInRow } from '#platform/server/database/search.ts'
import { type EventType, eventTypes } from '#platform/server/events/events.ts'
import { addDays, type Day, startOfHelsinkiDay } from '#platform/values/days.ts'
import type { SubjectType } from '../rules.ts'

export interface EventFilter {
  readonly sort?: SortName<'at'> | undefined
  readonly search?: string | undefined
  readonly subjectType?: SubjectType | undefined
  readonly companyId?: string | undefined
  /** The person whom they are about. */
  readonly userId?: string | undefined
  /** The row of a register of the staff that they are about. */
  readonly registerId?: string | undefined
  readonly type?: string | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

const knownType = (text: string): EventType =>
  eventTypes.find((type) => type === text) ?? failField('type', 'NOT_IN_LIST', 'is not known')

/** Whether `v` is about a person: as somebody's employee, or about their account. */
const isAbout = (userId: string) => sql<boolean>`(
  v.beneficiary_employee_id = any(array(select e.id from beneficiary_employees e where e.user_id = ${userId}))
  or (v.subject_type = 'person' and v.subject_id = ${userId}))`

/** Events inside a scope. Who does not see everything sees what the parties share, and nothing that is no company's. */
function eventsIn(db: Db, scope: Scope, filter: EventFilter) {
  let query = db
    .selectFrom('events as v')
    .where(within(scope, { company: 'v.company_id', employee: 'v.beneficiary_employee_id' }))
  if (!scope.all) query = query.where('v.shared', '=', true)
  if (filter.subjectType) query = query.where('v.subject_type', '=', filter.subjectType)
  if (filter.companyId) query = query.where('v.company_id', '=', filter.companyId)
  if (filter.userId) query = query.where(isAbout(filter.userId))
  if (filter.registerId)
    query = query.where('v.subject_type', '=', 'register').where('v.subject_id', '=', filter.registerId)
  if (filter.type) query = query.where('v.type', '=', knownType(filter.type))
  if (filter.from) query = query.where('v.occurred_at', '>=', startOfHelsinkiDay(filter.from))
  if (filter.to) query = query.where('v.occurred_at', '<', startOfHelsinkiDay(addDays(filter.to, 1)))
  return query
}

type Events = ReturnType<typeof eventsIn>

/** Of so many people each one's newest events are taken by their index; more are met among the newest of all. */
const PEOPLE_MAX = 2_000

const wayOf = ({ sort }: EventFilter) => (sort === 'at' ? 'asc' : 'desc')

/** Whether the name of `u` holds every word. */
const isNamed = (search: string) => searchedInRow(foldedRow(sql`' ' || u.first_name || ' ' || u.last_name`), search)

/** Whether `v` is of the order with this number. */
const isOfOrder = (search: string) =>
  sql<boolean>`v.order_id = (select o.id from orders o where o.order_number = ${search.toUpperCase()})`

/** Everybody who has such a name. */
const namesOf = (search: string) =>
  sql`select u.id from users u where ${searchedIn(sql.ref('u.search_text'), search)} and ${isNamed(search)}`

/** The people of a name, one more than are taken one by one. */
async function peopleNamed(db: Db, search: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${namesOf(search)} limit ${PEOPLE_MAX + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The newest of the events that a search finds, and their count: those of the order with this number, and for the staff
 * those of whoever has such a name. Parties find by the number alone: a name would tell them who of the staff has acted.
 */
async function pageOfSearch(
  db: Db,
  { scope, events, search, way }: { scope: Scope; events: Events; search: string; way: 'asc' | 'desc' },
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundPage> {
  const end = offset + limit
  const people = scope.all ? await peopleNamed(db, search) : []
  const isMany = people.length > PEOPLE_MAX
  const countMax = isMany ? end : COUNT_MAX
  const byTime = sql.raw(`order by occurred_at ${way}, id ${way}`)
  const newest = (count: number) =>
    events.select(['v.id', 'v.occurred_at']).orderBy('v.occurred_at', way).orderBy('v.id', way).limit(count)
  const ofOrder = newest(countMax + 1).where(isOfOrder(search))
  const ofPeople = isMany
    ? sql`(${newest(countMax + 1).where(
        sql<boolean>`exists (select from users u where u.id = v.actor_user_id and ${isNamed(search)} offset 0)`,
      )})`
    : sql`select x.* from unnest(${people}::uuid[]) p(id) cross join lateral (
            ${newest(countMax + 1).where(sql<boolean>`v.actor_user_id = p.id`)}) x`
  const result = await sql<{ ids: string[]; total: number }>`
    with found as materialized (
      select * from (select * from (${ofOrder}) o union ${ofPeople}) f ${byTime} limit ${countMax + 1})
    select array(select id from found ${byTime} limit ${limit} offset ${offset}) as ids,
           (select count(*) from found)::int as total`.execute(db)
  return { ...result.rows[0]!, countMax }
}

/** The ids of one page, newest first, and the bounded count of all. */
export async function pageOfIds(
  db: Db,
  scope: Scope,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number; countMax?: number }> {
  const events = eventsIn(db, scope, filter)
  const search = filter.search?.trim()
  const way = wayOf(filter)
  if (search) return pageOfSearch(db, { scope, events, search, way }, page)
  const chosen = events
    .select('v.id')
    .orderBy('v.occurred_at', way)
    .orderBy('v.id', way)
    .limit(page.limit)
    .offset(page.offset)
  const { rows } = await sql<{ ids: string[]; total: number }>`
    select array(${chosen}) as ids, ${boundedCount(events)} as total`.execute(db)
  return rows[0]!
}

/** All ids of a filter, newest first, for a file. */
export async function allEventIds(db: Db, scope: Scope, filter: EventFilter): Promise<Ids> {
  const search = filter.search?.trim()
  const found = eventsIn(db, scope, filter)
    .$if(search !== undefined && search !== '', (query) =>
      query.where((eb) =>
        eb.or([isOfOrder(search!), sql<boolean>`${scope.all} and v.actor_user_id in (${namesOf(search!)})`]),
      ),
    )
    .select('v.id')
    .orderBy('v.occurred_at', wayOf(filter))
    .orderBy('v.id', wayOf(filter))
  return packedIds(db, found)
}
