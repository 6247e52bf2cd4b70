import { Proposal } from '#features/ground/proposals/contract.ts'
import { SystemUser } from '#features/operations/accounts/contract.ts'
import {
  endpoint,
  Id,
  Instant,
  Name,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  T,
  Text,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { guardedAreas } from '#platform/contract/guarded-permissions.ts'
import { scopeKinds } from '#platform/contract/permissions.ts'

const ById = Shape({ id: Id })
const RolePermissionParams = Shape({ roleId: Id, permissionId: Id })
/** Why a built-in role is changed, for whoever confirms it. */
const Why = Shape({ why: T.Optional(Text) })
const UserRoleParams = Shape({ userId: Id, roleId: Id })

export const Role = Shape({
  id: Id,
  name: T.String(),
  scopeKind: OneOf(scopeKinds),
  builtIn: T.Boolean(),
  /** Of a role that somebody has made, the built-in role that it never exceeds in health data, deciding, signing and money. */
  cutFrom: Nullable(Id),
  /** The caller may give the role to others and take it from them. */
  mayAssign: T.Boolean(),
  /** The caller may give the role permissions and take them away. */
  mayChange: T.Boolean(),
  rolePermissions: T.Array(Shape({ roleId: Id, permissionId: Id })),
  version: Version,
})
export type Role = T.Static<typeof Role>

const Permission = Shape({
  id: Id,
  name: T.String(),
  /** The kinds of role that the permission may be given to. */
  scopeKinds: T.Array(OneOf(scopeKinds)),
  /** Why it stays with the built-in roles of the catalogue, `heldAtFirstBy`, and with roles cut from them; null for others. */
  guarded: Nullable(OneOf(guardedAreas)),
  heldAtFirstBy: T.Array(Id),
})
export type Permission = T.Static<typeof Permission>

const RoleUser = Shape({
  userId: Id,
  firstName: T.String(),
  lastName: T.String(),
  workEmail: T.String(),
  deactivated: T.Boolean(),
  assignments: T.Array(
    Shape({
      companyId: Nullable(Id),
      groupCompanyId: Nullable(Id),
      /** The name of the company or the group. */
      employerName: Nullable(T.String()),
      createdAt: Instant,
    }),
  ),
})
export type RoleUser = T.Static<typeof RoleUser>

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/api/roles',
    access: 'role:read',
    summary: 'The roles with their permissions; employers see those that they may assign.',
    replies: { 200: WholeList(Role) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/roles',
    access: 'role:create',
    summary:
      'Creates a role without permissions; `scopeKind` says which rows it reaches and defaults to one company’s, `cutFrom` the built-in role that it never exceeds in health data, deciding, signing and money, by default the narrowest.',
    body: Shape({ name: Name, scopeKind: T.Optional(OneOf(scopeKinds)), cutFrom: T.Optional(Id) }),
    replies: { 201: Role },
    errors: ['NAME_EXISTS', 'ROLE_ABOVE_OWN_TIER'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/roles/:id',
    access: 'role:delete',
    summary: 'Deletes a role that nobody holds; the seven built-in roles stay.',
    params: ById,
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: ById },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'IN_USE_NOT_ALLOWED',
      'ROLE_PROTECTED_NOT_ALLOWED',
      'ROLE_ABOVE_OWN_TIER',
    ],
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/permissions',
    access: 'permission:read',
    summary: 'The catalogue of permissions.',
    replies: { 200: WholeList(Permission) },
  }),
  grantPermission: endpoint({
    method: 'POST',
    path: '/api/roles/:roleId/permissions/:permissionId',
    access: 'role:grant-permission',
    summary:
      'Gives a role a permission; one that it holds already stays. For a built-in role it is proposed (202) and holds once another person has confirmed it.',
    params: RolePermissionParams,
    query: Why,
    replies: { 200: Role, 202: Proposal },
    errors: ['NOT_FOUND', 'ROLE_ABOVE_OWN_TIER', 'PERMISSION_SCOPE_NOT_ALLOWED', 'PERMISSION_GUARDED'],
  }),
  revokePermission: endpoint({
    method: 'DELETE',
    path: '/api/roles/:roleId/permissions/:permissionId',
    access: 'role:grant-permission',
    summary:
      'Takes a permission from a role; the super admin keeps all. From a built-in role it is proposed (202) and gone once another person has confirmed it.',
    params: RolePermissionParams,
    query: Why,
    replies: { 200: Role, 202: Proposal },
    errors: ['NOT_FOUND', 'ROLE_ABOVE_OWN_TIER', 'ROLE_PROTECTED_NOT_ALLOWED'],
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/user-roles/roles/:roleId/users',
    access: 'role:read',
    summary: 'Who holds a role, and where.',
    params: Shape({ roleId: Id }),
    query: Shape({ search: T.Optional(T.String({ maxLength: 120 })), ...pageQuery(20) }),
    replies: { 200: Page(RoleUser) },
    errors: ['NOT_FOUND'],
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/user-roles/users/:userId/roles/:roleId',
    access: 'role:assign',
    summary:
      'Gives a person a role in companies; a group role is given in the companies’ groups, a role over everything without companies.',
    params: UserRoleParams,
    body: Shape({ companyIds: T.Optional(T.Array(Id, { maxItems: 200, uniqueItems: true })) }),
    replies: { 200: Shape({ user: SystemUser }) },
    errors: ['NOT_FOUND', 'NOT_FOR_ONESELF', 'ROLE_ABOVE_OWN_TIER', 'COMPANY_WITHOUT_GROUP', 'INVITATIONS_USED_UP'],
  }),
  unassign: endpoint({
    method: 'DELETE',
    path: '/api/user-roles/users/:userId/roles/:roleId',
    access: 'role:unassign',
    summary: 'Takes a role from a person in a company; a group role is taken in the company’s group.',
    params: UserRoleParams,
    body: Shape({
      companyId: T.Optional(Id),
      /** Our own: names the group itself, for one that has no companies. */
      groupCompanyId: T.Optional(Id),
    }),
    replies: { 200: Shape({ user: SystemUser }) },
    errors: ['NOT_FOUND', 'NOT_FOR_ONESELF', 'ROLE_ABOVE_OWN_TIER', 'LAST_SUPER_ADMIN_NOT_ALLOWED'],
  }),
}
