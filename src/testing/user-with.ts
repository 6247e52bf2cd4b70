import type { SignedInUser } from '#platform/web/api/user.ts'

type UserRole = SignedInUser['userRoles'][number]

/** What of a role a test says. */
interface RolePart extends Partial<Omit<UserRole, 'role'>> {
  readonly role: {
    readonly id?: string
    readonly name?: string
    readonly rolePermissions?: readonly { readonly permission: { readonly id?: string; readonly name: string } }[]
  }
}

/** Somebody signed in, with what a test says of them; the rest is that of an invented person without a role. */
export const userWith = ({
  userRoles = [],
  ...parts
}: Partial<Omit<SignedInUser, 'userRoles'>> & { readonly userRoles?: readonly RolePart[] }): SignedInUser => ({
  userId: 'u1',
  email: 'aino@testi.example',
  phoneNumber: null,
  deactivated: false,
  firstName: 'Aino',
  lastName: 'Malli',
  workEmail: 'aino@testi.example',
  csrfToken: 'csrf',
  ...parts,
  userRoles: userRoles.map(({ companyId = null, groupCompanyId = null, role: { name = 'ROLE', ...role } }) => ({
    companyId,
    groupCompanyId,
    role: {
      id: role.id ?? name,
      name,
      rolePermissions: (role.rolePermissions ?? []).map(({ permission }) => ({
        permission: { id: permission.name, ...permission },
      })),
    },
  })),
})
