import { sql } from 'kysely'
import { notify } from '#features/ground/notifications/server/notify.ts'
import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { ProposalKind, ProposalOf } from '#features/ground/proposals/server/kinds.ts'
import { propose } from '#features/ground/proposals/server/propose.ts'
import { guardedAreaOf } from '#platform/contract/guarded-permissions.ts'
import { pages } from '#platform/contract/pages.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { present } from '#platform/values/present.ts'
import { mayChange, refusalOfGrant, refusalOfRevoke } from '../rules.ts'
import { changePermission } from './change-permission.ts'
import { findPermission, findRole, findRoles, lockRole, type RoleRow } from './queries.ts'

interface Body {
  readonly roleId: string
  readonly permissionId: string
  readonly permission: PermissionName
  readonly granted: boolean
}

const nameOf = ({ name, builtIn }: Pick<RoleRow, 'name' | 'builtIn'>): string | TextValue =>
  builtIn ? { text: `roles:names.${name}`, values: {} } : name

/** Whether the role holds the permission by now, or may not be given it. */
async function problemsOf(db: Db, { body }: ProposalOf<Body>, lock: boolean) {
  const role = await (lock ? lockRole : findRole)(db, body.roleId)
  const permission = await findPermission(db, body.permissionId)
  if (!role || !permission) return ['OVERTAKEN'] as const
  const holds = role.permissionIds.includes(body.permissionId)
  const refusal = body.granted ? refusalOfGrant(role, body.permission, null) : refusalOfRevoke(role)
  return holds === body.granted || refusal ? (['OVERTAKEN'] as const) : []
}

/** Nobody says yes to a change of a role that they hold themselves, or of one at their own level or above. */
async function barredFrom(
  db: Db,
  proposals: readonly ProposalOf<Body>[],
  colleagues: readonly { id: string; tier: number }[],
) {
  if (colleagues.length === 0) return []
  const roleIds = [...new Set(proposals.map(({ body }) => body.roleId))]
  const roles = await findRoles(db, roleIds)
  const ids = colleagues.map(({ id }) => id)
  const held = await db
    .selectFrom('user_roles')
    .select(['role_id', 'user_id'])
    .where('role_id', 'in', roleIds)
    .where('user_id', 'in', ids)
    .execute()
  return proposals.flatMap(({ id: proposalId, body }) => {
    const role = roles.find(({ id }) => id === body.roleId)
    const holds = (userId: string) => held.some((one) => one.role_id === body.roleId && one.user_id === userId)
    return colleagues
      .filter(({ id, tier }) => holds(id) || !role || !mayChange(tier, role))
      .map(({ id }) => ({ proposalId, userId: id }))
  })
}

/** The admins of every employer one of whose people holds a role, or a role that is cut from it. */
async function adminsUsing(db: Db, ofRole: string): Promise<string[]> {
  const found = await sql<{ user_id: string }>`
    with used as (select distinct ur.company_id, ur.group_company_id from user_roles ur join roles r on r.id = ur.role_id
                   where (r.id = ${ofRole} or r.cut_from = ${ofRole}) and (ur.company_id is not null or ur.group_company_id is not null))
    select distinct a.user_id from user_roles a join used on a.company_id = used.company_id or a.group_company_id = used.group_company_id
        or a.company_id in (select c.id from companies c where c.group_company_id = used.group_company_id)
        or a.group_company_id = (select c.group_company_id from companies c where c.id = used.company_id)
     where a.role_id in (${roleId('EMPLOYER_ADMIN')}, ${roleId('EMPLOYER_GROUP_ADMIN')})`.execute(db)
  return found.rows.map(({ user_id }) => user_id)
}

type Changed = Pick<Body, 'permission' | 'granted'>

/** Every admin of an employer that uses a role hears how it changes. */
export async function tellOfRole(
  db: Db,
  services: Services,
  role: Pick<RoleRow, 'id' | 'name' | 'builtIn'>,
  { permission, granted }: Changed,
  isAhead = false,
): Promise<void> {
  const change = granted ? 'granted' : 'revoked'
  await notify(db, services, await adminsUsing(db, role.id), {
    type: 'GENERAL',
    template: `roles:employerNotice.${isAhead ? `${change}Soon` : change}`,
    values: { role: nameOf(role), permission },
    link: pages.companySettings,
    companyId: null,
    mail: true,
  })
}

/** A permission of a built-in role: it holds for every employer at once, so another person confirms it. */
export const rolePermissionKind: ProposalKind<Body> = {
  name: 'ROLE_PERMISSION',
  permission: 'role:grant-permission',
  needs: 'SECOND_STAFF',
  problems: problemsOf,
  barred: barredFrom,
  async apply(db, services, { body, made_by }, { actor }) {
    const role = present(await findRole(db, body.roleId))
    await changePermission(
      db,
      services,
      { role, permission: { id: body.permissionId, name: body.permission } },
      {
        granted: body.granted,
        by: made_by,
        actor,
      },
    )
  },
  async tell(db, services, { body }, moment, { isAlone }) {
    const isAhead = moment === 'PROPOSED'
    if (moment !== 'DONE' && !(isAhead && isAlone)) return
    const role = await findRole(db, body.roleId)
    if (role) await tellOfRole(db, services, role, body, isAhead)
  },
}

/** How many people in how many companies a role's change touches. */
async function reachOf(db: Db, id: string) {
  const found = await sql<{ people: number; companies: number }>`
    select count(distinct ur.user_id)::int as people, count(distinct c.id)::int as companies
      from user_roles ur left join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
     where ur.role_id = ${id}`.execute(db)
  return present(found.rows[0])
}

interface Wanted {
  readonly role: RoleRow
  readonly permission: { readonly id: string; readonly name: PermissionName }
  readonly granted: boolean
  readonly why: string | undefined
}

/** Proposes a change of a built-in role; nothing of it holds yet. @throws PROPOSAL_EXISTS */
export async function proposeRolePermission(context: SignedInContext, wanted: Wanted): Promise<ProposalView> {
  const { role, permission, granted, why } = wanted
  const area = guardedAreaOf(permission.name)
  return propose(context, {
    kind: rolePermissionKind,
    key: `${role.id} ${permission.id}`,
    subject: { type: 'role', id: role.id },
    body: { roleId: role.id, permissionId: permission.id, permission: permission.name, granted },
    effect: {
      text: `roles:proposal.${granted ? 'grant' : 'revoke'}`,
      values: { role: nameOf(role), permission: permission.name, ...(await reachOf(context.db, role.id)) },
    },
    changes: area
      ? [
          {
            name: { text: 'roles:proposal.area', values: {} },
            before: null,
            after: { text: `roles:areas.${area}`, values: {} },
          },
        ]
      : [],
    why,
  })
}
