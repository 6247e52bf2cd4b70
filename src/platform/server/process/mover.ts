import type { Mover } from '#platform/process/plan.ts'
import { permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'

/** The capacities that every process knows, as a signed-in user has them over one row. */
export type RowCapacity = 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER'

/** In which capacities and with which permissions a signed-in user acts on a row of a company and a person. */
export function moverOver(user: SignedIn, row: { companyId: string; ownerId: string | null }): Mover<RowCapacity> {
  const capacities = new Set<RowCapacity>()
  for (const { role, companyIds } of user.assignments) {
    if (role.scopeKind === 'SELF' && row.ownerId === user.userId) capacities.add('SELF')
    if (role.scopeKind === 'ALL') capacities.add('STAFF')
    if (role.name === 'SUPER_ADMIN') capacities.add('SUPER')
    if ((role.scopeKind === 'COMPANY' || role.scopeKind === 'GROUP') && companyIds.includes(row.companyId))
      capacities.add('EMPLOYER')
  }
  return { permissions: permissionsOver(user, row), capacities }
}

/** The same, but of what is one's own nobody decides for the other side: there one is oneself alone. */
export function moverBeside(user: SignedIn, row: { companyId: string; ownerId: string | null }): Mover<RowCapacity> {
  const mover = moverOver(user, row)
  if (row.ownerId !== user.userId) return mover
  return { ...mover, capacities: new Set(mover.capacities.has('SELF') ? (['SELF'] as const) : []) }
}
