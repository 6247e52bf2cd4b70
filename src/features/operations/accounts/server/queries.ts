import { type RawBuilder, sql } from 'kysely'
import type { LanguageCode, SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { COUNT_MAX, countOf } from '#platform/server/database/pages-of-rows.ts'
import { reaches, type Scope } from '#platform/server/database/scope.ts'
import { foldedRow, pageOfFound, searchedIn, searchedInRow } from '#platform/server/database/search.ts'

/**
 * The people of a scope, on `users u`: those with a role in one of its companies or in a group that lies wholly inside
 * it, its companies' employees, those made for one of its companies who have no role yet, and the own row. Counts of a
 * user's own few rows, because the planner would turn a mere existence into a pass over everybody's.
 */
function peopleWithin(scope: Scope): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  const parts: RawBuilder<boolean>[] = []
  if (scope.companyIds.length > 0) {
    const ids = sql`${[...scope.companyIds]}::uuid[]`
    parts.push(
      sql<boolean>`(select count(*) from user_roles ur where ur.user_id = u.id and (ur.company_id = any(${ids}) or ${groupInside(ids)})) > 0`,
      sql<boolean>`(select count(*) from beneficiary_employees e where e.user_id = u.id and e.company_id = any(${ids}) and e.status <> 'ENDED') > 0`,
      sql<boolean>`(u.home_company_id = any(${ids}) and (select count(*) from user_roles ur where ur.user_id = u.id) = 0)`,
    )
  }
  if (scope.ownerId) parts.push(sql<boolean>`u.id = ${scope.ownerId}`)
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** A count of people ends at COUNT_MAX; nobody works for more than two companies of a group on average. */
const MEMBERS_MAX = 2 * (COUNT_MAX + 1)

interface Conditions {
  /** By name, from the first or from the last on. */
  readonly way: RawBuilder<unknown>
  /** On `company_people m`, whose text holds more than a filter looks at: it narrows. */
  readonly carried: RawBuilder<boolean>
  /** On `users u`: it decides. Undefined where nothing is asked. */
  readonly where: RawBuilder<boolean> | undefined
}

/**
 * The same people by company, with the names that they are listed by: a list begins with them and never walks over
 * everybody. Of each company only the first `take` names are looked at, so that a page costs by its place; without it
 * as many are as a count looks at.
 */
function peopleBy(scope: Scope, { carried, where, way }: Conditions, take?: number): RawBuilder<unknown> {
  const ids = sql`${[...scope.companyIds]}::uuid[]`
  const asked = where ?? sql<boolean>`true`
  const others: RawBuilder<unknown>[] = []
  if (scope.ownerId) others.push(sql`select ${scope.ownerId}::uuid as id`)
  if (scope.companyIds.length === 0) return withNames(others, asked)
  const first =
    take === undefined ? sql`` : sql`order by m.last_name ${way}, m.first_name ${way}, m.user_id ${way} limit ${take}`
  const look = where ? sql`join users u on u.id = m.user_id` : sql``
  // Somebody may work for several companies of a group.
  const each = scope.companyIds.length > 1 ? sql`select distinct` : sql`select`
  others.push(sql`select ur.user_id as id from user_roles ur where ${groupInside(ids)}`)
  const elsewhere = sql<boolean>`not exists (select 1 from company_people m where m.user_id = u.id and m.company_id = any(${ids}))`
  return sql`
    ${each} m.id, m.last_name, m.first_name from (
      select m.* from unnest(${ids}) own (id) cross join lateral (
        select m.user_id as id, m.last_name, m.first_name from company_people m ${look}
         where m.company_id = own.id and ${carried} and ${asked} ${first}) m ${take === undefined ? sql`limit ${MEMBERS_MAX}` : sql``}) m
    union all ${withNames(others, sql<boolean>`${asked} and ${elsewhere}`)}`
}

const withNames = (ids: readonly RawBuilder<unknown>[], where: RawBuilder<boolean>) =>
  ids.length === 0
    ? sql`select u.id, u.last_name, u.first_name from users u where false`
    : sql`select u.id, u.last_name, u.first_name from (${sql.join(ids, sql` union `)}) other join users u on u.id = other.id where ${where}`

const groupInside = (ids: RawBuilder<unknown>) => sql<boolean>`
  (ur.group_company_id is not null and not exists (
     select 1 from companies c where c.group_company_id = ur.group_company_id and c.deleted_at is null and not c.id = any(${ids})))`

/** Whether everything that a person holds lies inside a scope; a role over all companies never does. */
function whollyWithin(scope: Scope): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  const ids = sql`${[...scope.companyIds]}::uuid[]`
  return sql<boolean>`(
    (select count(*) from user_roles ur where ur.user_id = u.id and not coalesce(ur.company_id = any(${ids}), false) and not ${groupInside(ids)}) = 0
    and (select count(*) from beneficiary_employees e where e.user_id = u.id and not e.company_id = any(${ids})) = 0)`
}

export interface PersonRow {
  userId: string
  firstName: string
  lastName: string
  workEmail: string
  email: string
  personalEmail: string | null
  phoneNumber: string | null
  companyId: string | null
  companyName: string | null
  language: LanguageCode
  deactivatedAt: Date | null
  lastSignedInAt: Date | null
  userRoles: {
    roleId: string
    name: string
    companyId: string | null
    groupCompanyId: string | null
    employerName: string | null
    tier: number
    scopeKind: string
    /** The role's company or group lies inside what the caller reaches. */
    isReached: boolean
  }[]
  version: number
  hasPassword: boolean
  invited: boolean
  personalEmailVerified: boolean
  pendingChange: {
    workEmail: string | null
    phoneNumber: string | null
    proposedAt: string
    takesEffectAt: string | null
  } | null
  seesPrivate: boolean
  isInside: boolean
}

interface Scopes {
  readonly scope: Scope
  /** The people whose private details the caller may see. */
  readonly privateScope: Scope
}

const columns = ({ scope, privateScope }: Scopes, seesPrivate: RawBuilder<boolean>) => sql`
  u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.work_email as "workEmail", u.email,
  u.personal_email as "personalEmail", u.phone_number as "phoneNumber", u.language, u.deactivated_at as "deactivatedAt",
  u.last_signed_in_at as "lastSignedInAt", u.version, u.password_hash is not null as "hasPassword", u.invited, u.personal_email_verified_at is not null as "personalEmailVerified",
  (select json_build_object('workEmail', i.new_email, 'phoneNumber', i.new_phone,
       'proposedAt', to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'takesEffectAt', to_char(i.takes_effect_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from identity_changes i where i.user_id = u.id and i.kind = 'CONTACT' and i.status = 'OPEN') as "pendingChange", home.id as "companyId", home.name as "companyName",
  coalesce((select json_agg(json_build_object('roleId', r.id, 'name', r.name, 'companyId', ur.company_id, 'groupCompanyId', ur.group_company_id,
      'employerName', coalesce(rc.name, rg.name),
      'tier', r.tier, 'scopeKind', r.scope_kind, 'isReached', ${roleReached(privateScope, scope)}) order by r.tier desc, r.name, ur.id)
    from user_roles ur join roles r on r.id = ur.role_id left join companies rc on rc.id = ur.company_id
      left join group_companies rg on rg.id = ur.group_company_id where ur.user_id = u.id), '[]') as "userRoles",
  ${seesPrivate} as "seesPrivate", ${whollyWithin(scope)} as "isInside"`

/** Whether the caller may know of a role: where else somebody works is not an employer's to know. */
function roleReached(privateScope: Scope, scope: Scope): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  const ids = sql`${[...scope.companyIds]}::uuid[]`
  return sql<boolean>`(u.id = ${privateScope.ownerId} or coalesce(ur.company_id = any(${ids}), false) or ${groupInside(ids)})`
}

/** The company that a person is listed under: of a role, of an employment, or the one the account was made for. */
const homeCompany = (privateScope: Scope, scope: Scope) => sql`
  left join lateral (
    select c.id, c.name from companies c
     where c.id in (select ur.company_id from user_roles ur where ur.user_id = u.id
                    union select e.company_id from beneficiary_employees e where e.user_id = u.id
                    union select u.home_company_id)
       and ${scope.all ? sql`true` : sql`(u.id = ${privateScope.ownerId} or c.id = any(${[...scope.companyIds]}::uuid[]))`}
     order by c.deleted_at nulls first, c.name, c.id limit 1) home on true`

export interface PeopleFilter {
  readonly sort?: SortName<'name'> | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly search?: string | undefined
  readonly companyId?: string | undefined
}

const phones = sql`coalesce(u.phone_number, '') || ' ' || coalesce(local_phone(u.phone_number), '')`
/** Everything that a person is searched by, as the index over it has it. */
const everything = sql.ref('u.search_text')

const filled = (text: string | undefined) => text?.trim() || undefined

/** Whether the caller may see the private details of everybody in the list, so that no row has to be asked. */
function isAllPrivate(scope: Scope, privateScope: Scope): boolean {
  if (privateScope.all) return true
  const ids = new Set(privateScope.companyIds)
  const isOwn = scope.ownerId === null || scope.ownerId === privateScope.ownerId
  return !scope.all && isOwn && scope.companyIds.every((id) => ids.has(id))
}

const allOf = (parts: readonly RawBuilder<boolean>[]) => sql<boolean>`${sql.join(parts, sql` and `)}`

/** A filter looks only at what its caller may see, so that a search cannot find out a private number. */
function matching(scope: Scope, privateScope: Scope, filter: PeopleFilter): Conditions {
  const text = sql.ref('m.search_text')
  const carried: RawBuilder<boolean>[] = [sql<boolean>`true`]
  const parts: RawBuilder<boolean>[] = []
  const like = (column: RawBuilder<unknown>, text: string) => searchedInRow(foldedRow(sql`(' ' || ${column})`), text)
  const seesAll = isAllPrivate(scope, privateScope)
  const whenPrivate = (condition: RawBuilder<boolean>) =>
    seesAll ? condition : sql<boolean>`(${peopleWithin(privateScope)} and ${condition})`
  /** An index over more than the column finds few; the column itself decides. */
  const narrowed = (term: string, condition: RawBuilder<boolean>) => {
    carried.push(searchedIn(text, term))
    parts.push(searchedIn(everything, term), condition)
  }
  const firstName = filled(filter.firstName)
  const lastName = filled(filter.lastName)
  const email = filled(filter.email)
  const phone = filled(filter.phoneNumber)?.replace(/\s/g, '')
  const search = filled(filter.search)
  if (firstName) narrowed(firstName, like(sql`u.first_name`, firstName))
  if (lastName) narrowed(lastName, like(sql`u.last_name`, lastName))
  if (email)
    narrowed(
      email,
      sql<boolean>`(${like(sql`u.work_email`, email)} or ${whenPrivate(sql<boolean>`(${like(sql`u.email`, email)} or ${like(sql`coalesce(u.personal_email, '')`, email)})`)})`,
    )
  if (phone) narrowed(phone, whenPrivate(like(phones, phone)))
  if (search) {
    carried.push(seesAll ? searchedIn(text, search) : sql<boolean>`true`)
    const inEverything = searchedIn(everything, search)
    const inPublic = like(sql`u.first_name || ' ' || u.last_name || ' ' || u.work_email`, search)
    parts.push(seesAll ? inEverything : sql<boolean>`(${whenPrivate(inEverything)} or ${inPublic})`)
  }
  const way = filter.sort === '-name' ? sql`desc` : sql`asc`
  return { carried: allOf(carried), where: parts.length > 0 ? allOf(parts) : undefined, way }
}
/** Whom a list is about: a company's people where one is named. */
function listed(scope: Scope, { carried, where, way }: Conditions, companyId: string | undefined) {
  const isEverybody = scope.all && !companyId
  if (isEverybody)
    return () => sql`select u.id, u.last_name, u.first_name from users u where ${where ?? sql<boolean>`true`}`
  if (!companyId) return (take?: number) => peopleBy(scope, { carried, where, way }, take)
  // A filter narrows and never tells who of one's own people belongs to a company outside.
  const own = reaches(scope, companyId) ? undefined : sql<boolean>`u.id = ${scope.ownerId}`
  const asked = own && where ? allOf([own, where]) : (own ?? where)
  const ofCompany = { all: false, companyIds: [companyId], ownerId: null }
  return (take?: number) => peopleBy(ofCompany, { carried, where: asked, way }, take)
}

const nameOrder = (way: RawBuilder<unknown>) => sql`last_name ${way}, first_name ${way}, id ${way}`

/** The ids of one page by name, and the bounded count of all. */
async function pageOfPeople(
  db: Db,
  { from, way }: { from: (take?: number) => RawBuilder<unknown>; way: RawBuilder<unknown> },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from (${from()}) p limit ${COUNT_MAX + 1}) found`.execute(db)
  const page = await sql<{ id: string }>`
    select id from (${from(offset + limit)}) p order by ${nameOrder(way)} limit ${limit} offset ${offset}`.execute(db)
  return { ids: page.rows.map(({ id }) => id), total: counted.rows[0]!.total }
}

/** The same of a search; of everybody those who come first by name are looked through first. */
function pageOfSearch(
  db: Db,
  { where, way }: Conditions,
  { from, isEverybody }: { from: (take?: number) => RawBuilder<unknown>; isEverybody: boolean },
  page: { limit: number; offset: number },
) {
  const among = (count: number, after: number) => sql`
    select u.id, u.last_name, u.first_name from (select * from users order by ${nameOrder(way)} limit ${sql.lit(count)} offset ${sql.lit(after)}) u where ${where}`
  return pageOfFound(
    db,
    {
      table: 'users',
      found: from(),
      upTo: from,
      among: isEverybody ? among : undefined,
      order: nameOrder(way),
      countMax: COUNT_MAX,
    },
    page,
  )
}

/** Whether several companies have more people than a list counts. */
async function isLargeGroup(db: Db, { all, companyIds }: Scope): Promise<boolean> {
  if (all || companyIds.length < 2) return false
  const people = db.selectFrom('company_people').where('company_id', 'in', [...companyIds])
  return (await countOf(db, people)) > COUNT_MAX
}

/** A page of a search in a large group: of each company only those who come first by name, and the count ends with it. */
async function pageOfLargeGroup(
  db: Db,
  { from, way }: { from: (take: number) => RawBuilder<unknown>; way: RawBuilder<unknown> },
  { limit, offset }: { limit: number; offset: number },
) {
  const end = offset + limit
  const first = await sql<{
    id: string
  }>`select id from (${from(end + 1)}) p order by ${nameOrder(way)} limit ${end + 1}`.execute(db)
  const ids = first.rows.slice(offset, end).map(({ id }) => id)
  return { ids, total: first.rows.length, countMax: end }
}

/** One page of people by name, ids first. */
export async function listPeople(
  db: Db,
  scopes: Scopes,
  filter: PeopleFilter,
  page: { limit: number; offset: number },
) {
  const { scope, privateScope } = scopes
  const conditions = matching(scope, privateScope, filter)
  const from = listed(scope, conditions, filter.companyId)
  const isEverybody = scope.all && !filter.companyId
  const { way } = conditions
  const { ids, ...count } = !conditions.where
    ? await pageOfPeople(db, { from, way }, page)
    : !filter.companyId && (await isLargeGroup(db, scope))
      ? await pageOfLargeGroup(db, { from, way }, page)
      : await pageOfSearch(db, conditions, { from, isEverybody }, page)
  if (ids.length === 0) return { rows: [], ...count }
  const seen = isAllPrivate(scope, privateScope) ? sql<boolean>`true` : peopleWithin(privateScope)
  const rows = await sql<PersonRow>`
    select ${columns(scopes, seen)} from users u ${homeCompany(privateScope, scope)}
     where u.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], u.id)`.execute(db)
  return { rows: rows.rows, ...count }
}

export async function findPerson(db: Db, scopes: Scopes, userId: string): Promise<PersonRow | undefined> {
  const { scope, privateScope } = scopes
  const result = await sql<PersonRow>`
    select ${columns(scopes, peopleWithin(privateScope))} from users u ${homeCompany(privateScope, scope)} where u.id = ${userId} and ${peopleWithin(scope)}`.execute(
    db,
  )
  return result.rows[0]
}

/** Takes a person's row before a change. @returns whether there is one */
export async function lockPerson(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  return row !== undefined
}

/**
 * How many super admins could still sign in without this one. All their assignments are held, in one order, before anybody
 * is counted: whoever removes or deactivates another at the same moment waits here, and then counts what is left.
 */
export async function otherSuperAdmins(db: Db, roleId: string, userId: string): Promise<number> {
  await sql`select from user_roles where role_id = ${roleId} order by id for update`.execute(db)
  const result = await sql<{ count: number }>`
    select count(distinct u.id)::int as count from user_roles ur join users u on u.id = ur.user_id
     where ur.role_id = ${roleId} and ur.user_id <> ${userId} and u.deactivated_at is null`.execute(db)
  return result.rows[0]!.count
}

/** A company that has not been closed; the caller has asked whether it is theirs. */
export async function findOpenCompany(db: Db, id: string) {
  return db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
