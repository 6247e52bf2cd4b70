import { type RawBuilder, sql } from 'kysely'
import type { LanguageCode } from '#platform/contract.ts'
import type { Db } from '#platform/server/db.ts'
import { COUNT_MAX, containing, searchedIn } from '#platform/server/pages-of-rows.ts'
import { reaches, type Scope } from '#platform/server/scope.ts'

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
      sql<boolean>`(select count(*) from beneficiary_employees e where e.user_id = u.id and e.company_id = any(${ids})) > 0`,
      sql<boolean>`(u.home_company_id = any(${ids}) and (select count(*) from user_roles ur where ur.user_id = u.id) = 0)`,
    )
  }
  if (scope.ownerId) parts.push(sql<boolean>`u.id = ${scope.ownerId}`)
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** The same people as a set of ids: a list begins with them and never walks over everybody. */
function idWithin(scope: Scope): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  const parts: RawBuilder<unknown>[] = []
  if (scope.companyIds.length > 0) {
    const ids = sql`${[...scope.companyIds]}::uuid[]`
    parts.push(
      sql`select ur.user_id from user_roles ur where ur.company_id = any(${ids})`,
      sql`select ur.user_id from user_roles ur where ${groupInside(ids)}`,
      sql`select e.user_id from beneficiary_employees e where e.company_id = any(${ids})`,
      sql`select h.id from users h where h.home_company_id = any(${ids}) and not exists (select 1 from user_roles ur where ur.user_id = h.id)`,
    )
  }
  if (scope.ownerId) parts.push(sql`select ${scope.ownerId}::uuid`)
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`u.id in (${sql.join(parts, sql` union `)})`
}

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
    tier: number
    scopeKind: string
    /** The role's company or group lies inside what the caller reaches. */
    isReached: boolean
  }[]
  version: number
  hasPassword: boolean
  seesPrivate: boolean
  isInside: boolean
}

/** @param privateScope the people whose private details the caller may see */
const columns = (privateScope: Scope, scope: Scope) => sql`
  u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.work_email as "workEmail", u.email,
  u.personal_email as "personalEmail", u.phone_number as "phoneNumber", u.language, u.deactivated_at as "deactivatedAt",
  u.last_signed_in_at as "lastSignedInAt", u.version, u.password_hash is not null as "hasPassword", home.id as "companyId", home.name as "companyName",
  coalesce((select json_agg(json_build_object('roleId', r.id, 'name', r.name, 'companyId', ur.company_id, 'groupCompanyId', ur.group_company_id,
      'tier', r.tier, 'scopeKind', r.scope_kind, 'isReached', ${roleReached(privateScope, scope)}) order by r.tier desc, r.name, ur.id)
    from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') as "userRoles",
  ${peopleWithin(privateScope)} as "seesPrivate", ${whollyWithin(scope)} as "isInside"`

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
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly search?: string | undefined
  readonly companyId?: string | undefined
}

/** What the indexes over people hold, written as they have it. */
const everything = sql`u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || u.work_email || ' ' || coalesce(u.phone_number, '')`
const addresses = sql`u.email || ' ' || u.work_email || ' ' || coalesce(u.personal_email, '')`

const filled = (text: string | undefined) => text?.trim() || undefined

/** Whether the caller may see the private details of everybody in the list, so that no row has to be asked. */
function isAllPrivate(scope: Scope, privateScope: Scope): boolean {
  if (privateScope.all) return true
  const ids = new Set(privateScope.companyIds)
  const isOwn = scope.ownerId === null || scope.ownerId === privateScope.ownerId
  return !scope.all && isOwn && scope.companyIds.every((id) => ids.has(id))
}

/** A filter looks only at what its caller may see, so that a search cannot find out a private number. */
function matching(scope: Scope, privateScope: Scope, filter: PeopleFilter): RawBuilder<boolean> {
  const parts = [idWithin(scope)]
  const like = (column: RawBuilder<unknown>, text: string) => sql<boolean>`lower(${column}) like ${containing(text)}`
  const seesAll = isAllPrivate(scope, privateScope)
  const whenPrivate = (condition: RawBuilder<boolean>) =>
    seesAll ? condition : sql<boolean>`(${peopleWithin(privateScope)} and ${condition})`
  /** An index over more than the column finds few; the column itself decides. */
  const narrowed = (text: RawBuilder<unknown>, term: string, condition: RawBuilder<boolean>) =>
    parts.push(searchedIn(sql`lower(${text})`, term), condition)
  const firstName = filled(filter.firstName)
  const lastName = filled(filter.lastName)
  const email = filled(filter.email)
  const phone = filled(filter.phoneNumber)?.replace(/\s/g, '')
  const search = filled(filter.search)
  if (firstName) narrowed(everything, firstName, like(sql`u.first_name`, firstName))
  if (lastName) narrowed(everything, lastName, like(sql`u.last_name`, lastName))
  if (email)
    narrowed(
      addresses,
      email,
      sql<boolean>`(${like(sql`u.work_email`, email)} or ${whenPrivate(sql<boolean>`(${like(sql`u.email`, email)} or ${like(sql`coalesce(u.personal_email, '')`, email)})`)})`,
    )
  if (phone) narrowed(everything, phone, whenPrivate(like(sql`coalesce(u.phone_number, '')`, phone)))
  if (search && seesAll) parts.push(searchedIn(sql`lower(${everything})`, search))
  else if (search) {
    parts.push(
      sql<boolean>`(${whenPrivate(searchedIn(sql`lower(${everything})`, search))} or ${like(sql`u.first_name || ' ' || u.last_name || ' ' || u.work_email`, search)})`,
    )
  }
  if (filter.companyId) {
    parts.push(idWithin({ all: false, companyIds: [filter.companyId], ownerId: null }))
    // A filter narrows and never tells who of one's own people belongs to a company outside.
    if (!reaches(scope, filter.companyId)) parts.push(sql<boolean>`u.id = ${scope.ownerId}`)
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** One page of people by name, ids first. */
export async function listPeople(
  db: Db,
  scopes: { scope: Scope; privateScope: Scope },
  filter: PeopleFilter,
  page: { limit: number; offset: number },
) {
  const { scope, privateScope } = scopes
  const where = matching(scope, privateScope, filter)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from users u where ${where} limit ${COUNT_MAX + 1}) counted`.execute(
    db,
  )
  const total = counted.rows[0]!.total
  // Few are found first and sorted then: a walk by name would pass half of all people before the first of a name with T.
  const found =
    total > COUNT_MAX
      ? sql`select u.id, u.last_name, u.first_name from users u where ${where}`
      : sql`with found as materialized (select u.id, u.last_name, u.first_name from users u where ${where}) select * from found u`
  const rows = await sql<PersonRow>`
    select ${columns(privateScope, scope)} from (
      ${found} order by u.last_name, u.first_name, u.id limit ${page.limit} offset ${page.offset}) chosen
    join users u on u.id = chosen.id ${homeCompany(privateScope, scope)} order by u.last_name, u.first_name, u.id`.execute(
    db,
  )
  return { rows: rows.rows, total }
}

export async function findPerson(
  db: Db,
  scopes: { scope: Scope; privateScope: Scope },
  userId: string,
): Promise<PersonRow | undefined> {
  const { scope, privateScope } = scopes
  const result = await sql<PersonRow>`
    select ${columns(privateScope, scope)} from users u ${homeCompany(privateScope, scope)} where u.id = ${userId} and ${peopleWithin(scope)}`.execute(
    db,
  )
  return result.rows[0]
}

/** Takes a person's row before a change. @returns whether there is one */
export async function lockPerson(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** How many super admins could still sign in without this one; locks their assignments against a second removal. */
export async function otherSuperAdmins(db: Db, roleId: string, userId: string): Promise<number> {
  const result = await sql<{ user_id: string }>`
    select ur.user_id from user_roles ur join users u on u.id = ur.user_id
     where ur.role_id = ${roleId} and ur.user_id <> ${userId} and u.deactivated_at is null for update of ur`.execute(db)
  return result.rows.length
}
