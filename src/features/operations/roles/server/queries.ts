import { type RawBuilder, sql } from 'kysely'
import type { PermissionName, ScopeKind } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { COUNT_MAX } from '#platform/server/database/pages-of-rows.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { foldedRow, pageOfFound, searchedIn, searchedInRow } from '#platform/server/database/search.ts'
import type { RoleUser } from '../contract.ts'

export interface RoleRow {
  id: string
  name: string
  scopeKind: ScopeKind
  tier: number
  builtIn: boolean
  /** The built-in role that one of somebody's making is cut from. */
  cutFrom: string | null
  version: number
  permissionIds: string[]
}

const roleColumns = sql`r.id, r.name, r.scope_kind as "scopeKind", r.tier, r.built_in as "builtIn", r.cut_from as "cutFrom", r.version,
  array(select rp.permission_id from role_permissions rp join permissions p on p.id = rp.permission_id
         where rp.role_id = r.id order by p.name) as "permissionIds"`

/** All roles, the highest tier first. */
export async function listRoles(db: Db): Promise<RoleRow[]> {
  const result = await sql<RoleRow>`
    select ${roleColumns} from roles r order by r.tier desc, r.built_in desc, r.name`.execute(db)
  return result.rows
}

export const findRole = async (db: Db, id: string): Promise<RoleRow | undefined> => (await findRoles(db, [id]))[0]

export async function findRoles(db: Db, ids: readonly string[]): Promise<RoleRow[]> {
  const result = await sql<RoleRow>`select ${roleColumns} from roles r where r.id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  return result.rows
}

/** A role, locked before a change of it or of who holds it. */
export async function lockRole(db: Db, id: string): Promise<RoleRow | undefined> {
  await sql`select 1 from roles where id = ${id} for update`.execute(db)
  return findRole(db, id)
}

/** The assignments `ur` inside a scope: in its companies, or in a group that lies wholly inside it. */
function assignedWithin(scope: Scope): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  const ids = sql`${[...scope.companyIds]}::uuid[]`
  return sql<boolean>`(ur.company_id = any(${ids}) or (ur.group_company_id is not null and not exists (
    select 1 from companies c where c.group_company_id = ur.group_company_id and c.deleted_at is null and not c.id = any(${ids}))))`
}

const fullText = foldedRow(sql`(' ' || u.first_name || ' ' || u.last_name || ' ' || u.work_email)`)

interface Wanted {
  readonly roleId: string
  /** Whether the caller may see everybody's private details, so that all that a person is found by is searched. */
  readonly seesPrivate: boolean
  readonly search: string | undefined
}

/** From so many holders on, those whom a search finds are asked for the role, and not its holders for the search. */
const MANY = 2_000

/** So many of those whom a search finds are asked for the role; past them the count says "over". */
const ASKED_MAX = 500

/** Whether very many hold a role, told by its index alone. */
async function isHeldByMany(db: Db, roleId: string): Promise<boolean> {
  const many = await sql`select 1 from user_roles where role_id = ${roleId} offset ${sql.lit(MANY)} limit 1`.execute(db)
  return many.rows.length > 0
}

/** The ids of one page by name, and the bounded count of all. */
async function idsOfUsers(
  db: Db,
  scope: Scope,
  { roleId, seesPrivate, search }: Wanted,
  page: { limit: number; offset: number },
) {
  const within = assignedWithin(scope)
  const everything = search ? searchedIn(sql.ref('u.search_text'), search) : sql<boolean>`true`
  // The index over everything narrows; the name and the address at work decide.
  const searched =
    search && !seesPrivate ? sql<boolean>`(${everything} and ${searchedInRow(fullText, search)})` : everything
  const byName = sql`last_name, first_name, id`
  const holds = sql`exists (select 1 from user_roles ur where ur.user_id = u.id and ur.role_id = ${roleId} and ${within})`
  const among = (count: number, after: number) => sql`
    select u.id, u.last_name, u.first_name
      from (select * from users order by ${byName} limit ${sql.lit(count)} offset ${sql.lit(after)}) u where ${searched} and ${holds}`
  const holders = sql`select distinct u.id, u.last_name, u.first_name from user_roles ur join users u on u.id = ur.user_id
    where ur.role_id = ${roleId} and ${within} and ${searched}`
  const inOrder = sql`select u.* from (select u.id, u.last_name, u.first_name from users u where ${searched} order by ${byName} offset 0) u where ${holds}`
  const isSearchOfAll = search !== undefined && scope.all
  const isInOrder = isSearchOfAll && (await isHeldByMany(db, roleId))
  return pageOfFound(
    db,
    {
      table: 'users',
      found: isInOrder ? inOrder : holders,
      isInOrder,
      among: isSearchOfAll ? among : undefined,
      order: byName,
      countMax: isInOrder ? ASKED_MAX : COUNT_MAX,
    },
    page,
  )
}

/** One page of the people who hold a role inside the scope, by name; past the longest count in the order of ids. */
export async function listUsersOfRole(db: Db, scope: Scope, wanted: Wanted, page: { limit: number; offset: number }) {
  const { ids, ...count } = await idsOfUsers(db, scope, wanted, page)
  const result = await sql<RoleUser>`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.work_email as "workEmail",
           u.deactivated_at is not null as deactivated,
           (select json_agg(json_build_object('companyId', ur.company_id, 'groupCompanyId', ur.group_company_id,
                'employerName', coalesce(c.name, g.name), 'createdAt', to_json(ur.created_at)) order by c.name, g.name)
              from user_roles ur left join companies c on c.id = ur.company_id left join group_companies g on g.id = ur.group_company_id
             where ur.user_id = u.id and ur.role_id = ${wanted.roleId} and ${assignedWithin(scope)}) as assignments
      from users u where u.id = any(${ids}::uuid[]) order by u.last_name, u.first_name, u.id`.execute(db)
  return { rows: result.rows, ...count }
}

/** Whether anybody holds a role. */
export async function isHeld(db: Db, roleId: string): Promise<boolean> {
  const row = await db.selectFrom('user_roles').select('id').where('role_id', '=', roleId).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function findPermission(db: Db, id: string) {
  return db.selectFrom('permissions').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
}

export async function listPermissions(db: Db) {
  return db.selectFrom('permissions').select(['id', 'name']).orderBy('name').execute()
}

/** What a role holds, by name. */
export async function permissionNamesOf(db: Db, id: string): Promise<PermissionName[]> {
  const rows = await db
    .selectFrom('role_permissions as rp')
    .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
    .select('p.name')
    .where('rp.role_id', '=', id)
    .execute()
  return rows.map(({ name }) => name as PermissionName)
}
