import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'

/** How long a role makes its holder stand for whoever gave it. */
const OWN_CHOICE_DAYS = 30
const dayMs = 86_400_000

/** A role that was given after this makes its holder stand for whoever gave it. */
export const ownChoiceSince = (now: Date): Date => new Date(now.getTime() - OWN_CHOICE_DAYS * dayMs)

export interface Colleague {
  readonly id: string
  readonly email: string
  readonly language: LanguageCode
  /** The highest tier that they hold: nobody decides about somebody above them. */
  readonly tier: number
}

/** A role over everything, and who holds it. */
export interface StaffRole extends Colleague {
  /** Their account is in use. */
  readonly isActive: boolean
  /** The role has the permission that is asked for. */
  readonly holds: boolean
  /** Who gave it, or the permission to it, within the last 30 days; null for what is older or came from the system. */
  readonly chosenBy: string | null
}

/**
 * The assignments `ur` of each role `r`, and the users `u` who hold it: by its index, since PostgreSQL takes each role
 * for one that all hold.
 */
export const holdersOfRole = sql`
  cross join lateral (select * from user_roles where role_id = r.id offset 0) ur
  cross join lateral (select * from users where id = ur.user_id offset 0) u`

/** Every role over everything, seen for one permission. */
export async function staffRoles(db: Db, permission: PermissionName, now: Date): Promise<StaffRole[]> {
  const since = ownChoiceSince(now)
  const result = await sql<StaffRole>`
    select u.id, u.email, u.language, u.deactivated_at is null and not u.invited as "isActive",
           (select max(held.tier) from user_roles every join roles held on held.id = every.role_id where every.user_id = u.id) as tier,
           granted.role_id is not null as holds,
           case when granted.created_by is not null and granted.created_at > greatest(ur.created_at, ${since}) then granted.created_by
                when ur.created_at > ${since} then ur.created_by end as "chosenBy"
      from roles r left join (select rp.* from role_permissions rp join permissions p on p.id = rp.permission_id
                               where p.name = ${permission}) granted on granted.role_id = r.id ${holdersOfRole} where r.scope_kind = 'ALL' order by u.id`.execute(
    db,
  )
  return result.rows
}

/**
 * For whom somebody stands: for themself by a role that nobody gave a short while ago, otherwise for whoever chose them,
 * and on along the chain. Nobody is left where the chain leads to somebody whose role was taken.
 */
function standsFor(roles: readonly StaffRole[], userId: string, seen: readonly string[] = []): string[] {
  if (seen.includes(userId)) return []
  const own = roles.filter(({ id }) => id === userId)
  const held = own.filter(({ holds }) => holds)
  const by = held.length > 0 ? held : own
  if (by.some(({ chosenBy }) => chosenBy === null)) return [userId]
  return by.flatMap(({ chosenBy }) => standsFor(roles, chosenBy!, [...seen, userId]))
}

/**
 * The active members of staff who may confirm what others have done: they hold the permission, and stand for somebody for
 * whom none of those stands. Otherwise a super admin would invite their second person, or the first.
 */
export function secondsTo(roles: readonly StaffRole[], doers: readonly string[]): Colleague[] {
  const sides = [...new Set(doers)].map((doer) => standsFor(roles, doer))
  // Whoever cannot be told from anybody has no second person.
  if (sides.some((side) => side.length === 0)) return []
  const taken = new Set([...doers, ...sides.flat()])
  const free = roles.filter(
    ({ id, holds, isActive }) =>
      holds && isActive && !taken.has(id) && standsFor(roles, id).some((one) => !taken.has(one)),
  )
  return [...new Map(free.map((one) => [one.id, one])).values()]
}

/** Whether what one member of staff did speaks for somebody other than another: neither chose the other a short while ago. */
export function standsApart(roles: readonly StaffRole[], userId: string, from: string): boolean {
  const side = standsFor(roles, from)
  return (
    side.length > 0 && userId !== from && standsFor(roles, userId).some((one) => one !== from && !side.includes(one))
  )
}

interface Asked {
  readonly permission: PermissionName
  readonly proposer: string
  readonly now: Date
}

/** The second people to whoever proposes something. */
export const secondStaff = async (db: Db, { permission, proposer, now }: Asked): Promise<Colleague[]> =>
  secondsTo(await staffRoles(db, permission, now), [proposer])

/** Whether somebody is a second person to whoever proposed a change. */
export async function isSecondStaff(db: Db, userId: string, asked: Asked): Promise<boolean> {
  return (await secondStaff(db, asked)).some(({ id }) => id === userId)
}

/**
 * Who holds a permission over some companies by a role of them or of their group, beside the staff who may have given it to them:
 * an admin whom a member of staff has chosen a short while ago speaks for that member of staff.
 */
export async function companyRoles(
  db: Db,
  { permission, companyIds, now }: { permission: PermissionName; companyIds: readonly string[]; now: Date },
): Promise<(StaffRole & { readonly companyId: string })[]> {
  if (companyIds.length === 0) return []
  const since = ownChoiceSince(now)
  const result = await sql<StaffRole & { readonly companyId: string }>`
    select c.id as "companyId", u.id, u.email, u.language, u.deactivated_at is null and not u.invited as "isActive", r.tier, true as holds,
           case when rp.created_by is not null and rp.created_at > greatest(ur.created_at, ${since}) then rp.created_by
                when ur.created_at > ${since} then ur.created_by end as "chosenBy"
      from companies c join user_roles ur on ur.company_id = c.id or ur.group_company_id = c.group_company_id
      join users u on u.id = ur.user_id join roles r on r.id = ur.role_id join role_permissions rp on rp.role_id = r.id
      join permissions p on p.id = rp.permission_id
     where c.id = any(${[...companyIds]}::uuid[]) and p.name = ${permission} and r.scope_kind in ('COMPANY', 'GROUP') order by u.id`.execute(
    db,
  )
  return result.rows
}

/** The people of a company's roles whose word is not the proposer's own. */
export function apartFrom(ofCompany: readonly StaffRole[], staff: readonly StaffRole[], proposer: string): Colleague[] {
  const all = [...staff, ...ofCompany]
  const free = ofCompany.filter(({ id, isActive }) => isActive && id !== proposer && standsApart(all, id, proposer))
  return [...new Map(free.map((one) => [one.id, one])).values()]
}
