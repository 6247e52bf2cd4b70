import { expect, it } from 'vitest'
import { isStillGiven, refusalOfEnding } from './rules.ts'

it('gives a role below the inviter’s own to an account that does not stand above the inviter', () => {
  const given = (roleTier: number, inviterTier: number | null, accountTier = 0) =>
    isStillGiven({ roleTier, inviterTier, accountTier })
  expect([given(1, 2), given(2, 2), given(3, 2)]).toEqual([true, false, false])
  expect([given(0, 0), given(1, 0), given(0, null)]).toEqual([true, false, false])
  expect([given(1, 2, 2), given(1, 2, 3)]).toEqual([true, false])
})

it('ends a bond with nothing under way, and never the last super admin’s', () => {
  const bond = { employeeStatus: 'ACCEPTED', openOrders: 0, runningLeases: 0, isLastSuperAdmin: false } as const
  expect(refusalOfEnding(bond)).toBeNull()
  expect(refusalOfEnding({ ...bond, openOrders: 1 })).toBe('BOND_IN_USE')
  expect(refusalOfEnding({ ...bond, runningLeases: 1 })).toBe('BOND_IN_USE')
  expect(refusalOfEnding({ ...bond, isLastSuperAdmin: true })).toBe('LAST_SUPER_ADMIN_NOT_ALLOWED')
})
