import { describe, expect, it } from 'vitest'
import { tierOfRole } from '#platform/contract/permissions.ts'
import { mayAssign, mayChange, refusalOfGrant, refusalOfRevoke } from './rules.ts'

const role = { name: 'Oma', tier: 1, scopeKind: 'COMPANY' } as const

describe('a role', () => {
  it('is given by whoever stands above it, and by the super admin whatever it is', () => {
    const given = (tier: number) => mayAssign({ tier, reachesAll: true }, role)
    expect([given(0), given(1), given(2)]).toEqual([false, false, true])
    const highest = { ...role, tier: tierOfRole.SUPER_ADMIN }
    expect(mayAssign({ tier: tierOfRole.SUPER_ADMIN, reachesAll: true }, highest)).toBe(true)
    expect([mayChange(1, role), mayChange(2, role)]).toEqual([false, true])
  })

  it('over everything or over one’s own rows is the staff’s to give', () => {
    const given = (scopeKind: 'ALL' | 'SELF' | 'GROUP', reachesAll: boolean) =>
      mayAssign({ tier: 2, reachesAll }, { ...role, scopeKind })
    expect([given('ALL', false), given('SELF', false), given('GROUP', false)]).toEqual([false, false, true])
    expect([given('ALL', true), given('SELF', true)]).toEqual([true, true])
  })

  it('of the super admin keeps its permissions', () => {
    expect(refusalOfRevoke({ ...role, name: 'SUPER_ADMIN' })).toBe('ROLE_PROTECTED_NOT_ALLOWED')
    expect(refusalOfRevoke(role)).toBeNull()
  })

  it('that somebody has made has a guarded permission only where the role that it is cut from has it', () => {
    const staff = { name: 'Oma', tier: 3, scopeKind: 'ALL' } as const
    expect(refusalOfGrant(staff, 'bank:pay', [])).toBe('PERMISSION_GUARDED')
    expect(refusalOfGrant(staff, 'bank:pay', ['bank:pay'])).toBeNull()
    expect(refusalOfGrant(staff, 'bank:pay', null)).toBe('PERMISSION_GUARDED')
    expect(refusalOfGrant(role, 'bank:pay', ['bank:pay'])).toBe('PERMISSION_SCOPE_NOT_ALLOWED')
    expect(refusalOfGrant(staff, 'order:read', [])).toBeNull()
  })
})
