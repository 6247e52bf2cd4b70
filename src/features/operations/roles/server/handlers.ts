import type { ProposalView } from '#features/ground/proposals/contract.ts'
import { AppError, fail, failFieldText } from '#platform/contract/errors.ts'
import { guardedAreaOf } from '#platform/contract/guarded-permissions.ts'
import {
  type PermissionName,
  permissionNames,
  roleNames,
  type ScopeKind,
  scopeKindsOf,
  seededPermissionsOf,
} from '#platform/contract/permissions.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { type SignedIn, scopeOf } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { present } from '#platform/values/present.ts'
import type { Permission, Role, roles } from '../contract.ts'
import { mayAssign, mayChange, narrowestOf, refusalOfGrant, refusalOfRevoke, tierOfScopeKind } from '../rules.ts'
import { giveRole, takeRole } from './assign.ts'
import { changePermission } from './change-permission.ts'
import { proposeRolePermission, tellOfRole } from './permission-proposal.ts'
import {
  findPermission,
  findRole,
  isHeld,
  listPermissions,
  listRoles,
  listUsersOfRole,
  lockRole,
  permissionNamesOf,
  type RoleRow,
} from './queries.ts'

const tierOf = (user: SignedIn) => Math.max(0, ...user.assignments.map(({ role }) => role.tier))
const ownOf = ({ user, scope }: SignedInContext) => ({ tier: tierOf(user), reachesAll: scope.all })

function viewOf(row: RoleRow, context: SignedInContext): Role {
  return {
    id: row.id,
    name: row.name,
    scopeKind: row.scopeKind,
    builtIn: row.builtIn,
    cutFrom: row.builtIn ? null : (row.cutFrom ?? roleId(narrowestOf[row.scopeKind])),
    mayAssign: mayAssign(ownOf(context), row),
    mayChange: mayChange(tierOf(context.user), row),
    rolePermissions: row.permissionIds.map((permissionId) => ({ roleId: row.id, permissionId })),
    version: row.version,
  }
}

const viewOfPermission = (id: string, name: PermissionName): Permission => ({
  id,
  name,
  scopeKinds: scopeKindsOf(name),
  guarded: guardedAreaOf(name),
  heldAtFirstBy: roleNames.filter((role) => seededPermissionsOf(role).includes(name)).map(roleId),
})

/** Staff see every role, employers those that they may give. */
const isShown = (row: RoleRow, context: SignedInContext) => context.scope.all || mayAssign(ownOf(context), row)

async function logChange(context: SignedInContext, roleId: string, data: Record<string, unknown>): Promise<void> {
  const subject = { type: 'role', id: roleId } as const
  await logEvent(context.db, context.env, actorOf(context.user), 'ROLE_CHANGED', { subject, shared: false, data })
}

/** A role and a permission, the role locked. @throws NOT_FOUND, ROLE_ABOVE_OWN_TIER */
async function lockedPair(context: SignedInContext, params: { roleId: string; permissionId: string }) {
  const { db, user } = context
  const role = (await lockRole(db, params.roleId)) ?? fail('NOT_FOUND')
  const permission = (await findPermission(db, params.permissionId)) ?? fail('NOT_FOUND')
  if (!mayChange(tierOf(user), role)) throw new AppError('ROLE_ABOVE_OWN_TIER')
  return { role, permission: { id: permission.id, name: permission.name as PermissionName } }
}

/** The names of what the built-in role holds that another is cut from; the role is held, so that it keeps them meanwhile. */
async function originOf(db: Db, role: RoleRow): Promise<PermissionName[] | null> {
  if (role.builtIn) return null
  const origin = await lockRole(db, role.cutFrom ?? roleId(narrowestOf[role.scopeKind]))
  return origin ? permissionNamesOf(db, origin.id) : []
}

/** Changes a permission of a locked role: at once of one that somebody has made, by a second person of a built-in one. */
async function change(
  context: SignedInContext,
  { role, permission }: Awaited<ReturnType<typeof lockedPair>>,
  { granted, why }: { granted: boolean; why: string | undefined },
): Promise<Answer<Role> | Answer<ProposalView>> {
  const { db, user } = context
  if (role.builtIn) return new Answer(202, await proposeRolePermission(context, { role, permission, granted, why }))
  await changePermission(db, context, { role, permission }, { granted, by: user.userId, actor: actorOf(user) })
  await tellOfRole(db, context, role, { permission: permission.name, granted })
  return new Answer(200, viewOf(present(await findRole(db, role.id)), context))
}

/** The built-in role that a new one is cut from. @throws VALIDATION at `cutFrom` */
async function cutFromOf(context: SignedInContext, scopeKind: ScopeKind, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return roleId(narrowestOf[scopeKind])
  const origin = await findRole(context.db, wanted)
  const fits = origin?.builtIn && origin.scopeKind === scopeKind && mayChange(tierOf(context.user), origin)
  if (!fits) failFieldText('cutFrom', 'roles:fieldErrors.NO_ORIGIN')
  return wanted
}

export const rolesHandlers: Handlers<typeof roles> = {
  async list(_request, context) {
    const rows = (await listRoles(context.db)).filter((row) => isShown(row, context))
    return wholeListOf(
      rows.map((row) => viewOf(row, context)),
      rows.length,
    )
  },

  async create({ body }, context) {
    const { db, env, user } = context
    const scopeKind = body.scopeKind ?? 'COMPANY'
    const row = { name: body.name.trim(), scopeKind, tier: tierOfScopeKind[scopeKind], builtIn: false }
    if (!mayChange(tierOf(user), row)) throw new AppError('ROLE_ABOVE_OWN_TIER')
    const id = env.id()
    const cutFrom = await cutFromOf(context, scopeKind, body.cutFrom)
    await db
      .insertInto('roles')
      .values({ id, name: row.name, scope_kind: scopeKind, tier: row.tier, cut_from: cutFrom, created_at: env.now() })
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'roles_name_key') ? new AppError('NAME_EXISTS', { cause: error }) : error
      })
    await logChange(context, id, { created: true, scopeKind, cutFrom })
    return viewOf(present(await findRole(db, id)), context)
  },

  async remove({ params, query }, context) {
    const { db, user } = context
    const role = (await lockRole(db, params.id)) ?? fail('NOT_FOUND')
    if (!mayChange(tierOf(user), role)) throw new AppError('ROLE_ABOVE_OWN_TIER')
    requireVersion(query.version, role.version, viewOf(role, context))
    if (role.builtIn) throw new AppError('ROLE_PROTECTED_NOT_ALLOWED')
    if (await isHeld(db, role.id)) throw new AppError('IN_USE_NOT_ALLOWED')
    await db.deleteFrom('roles').where('id', '=', role.id).execute()
    await logChange(context, role.id, { deleted: true })
    return { id: role.id }
  },

  async permissions(_request, { db }) {
    const rows = await listPermissions(db)
    const known = rows.filter(({ name }) => permissionNames.includes(name as PermissionName))
    const items = known.map(({ id, name }) => viewOfPermission(id, name as PermissionName))
    return wholeListOf(items, items.length)
  },

  async grantPermission({ params, query }, context) {
    const { role, permission } = await lockedPair(context, params)
    if (role.permissionIds.includes(permission.id)) return viewOf(role, context)
    const refusal = refusalOfGrant(role, permission.name, await originOf(context.db, role))
    if (refusal) throw new AppError(refusal)
    return change(context, { role, permission }, { granted: true, why: query.why })
  },

  async revokePermission({ params, query }, context) {
    const { role, permission } = await lockedPair(context, params)
    const refusal = refusalOfRevoke(role)
    if (refusal) throw new AppError(refusal)
    if (!role.permissionIds.includes(permission.id)) return viewOf(role, context)
    return change(context, { role, permission }, { granted: false, why: query.why })
  },

  async users({ params, query }, context) {
    const role = (await findRole(context.db, params.roleId)) ?? fail('NOT_FOUND')
    if (!isShown(role, context)) fail('NOT_FOUND')
    const page = { page: query.page ?? 1, limit: query.limit ?? 20 }
    const { rows, ...count } = await listUsersOfRole(
      context.db,
      context.scope,
      {
        roleId: role.id,
        seesPrivate: scopeOf(context.user, 'employee:read-private').all,
        search: searchText(query.search),
      },
      { limit: page.limit, offset: (page.page - 1) * page.limit },
    )
    return pageOf(rows, { ...page, ...count })
  },

  async assign({ params, body }, context) {
    return { user: await giveRole(context, { ...params, companyIds: body.companyIds ?? [] }) }
  },

  async unassign({ params, body }, context) {
    const { companyId, groupCompanyId } = body
    return { user: await takeRole(context, { ...params, companyIds: companyId ? [companyId] : [], groupCompanyId }) }
  },
}
