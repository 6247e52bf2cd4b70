import { expect, test } from 'vitest'
import { type RoleName, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { homeOf, may, permissionsOf, type SignedInUser } from './user.ts'

function userWith(...roles: RoleName[]): SignedInUser {
  return {
    userId: 'u',
    email: 'a@demo.example',
    phoneNumber: null,
    deactivated: false,
    firstName: 'Aino',
    lastName: 'Malli',
    workEmail: 'a@demo.example',
    csrfToken: 't',
    userRoles: roles.map((name) => ({
      companyId: null,
      groupCompanyId: null,
      role: {
        id: name,
        name,
        rolePermissions: seededPermissionsOf(name).map((one) => ({ permission: { id: one, name: one } })),
      },
    })),
  }
}

test.each<[RoleName[], string]>([
  [['EMPLOYER_ADMIN'], '/tyonantaja'],
  [['EMPLOYER_EDITOR'], '/tyonantaja'],
  [['EMPLOYER_GROUP_ADMIN'], '/tyonantaja'],
  [['BIKE_BENEFICIARY', 'EMPLOYER_ADMIN', 'SUPER_ADMIN'], '/tyonantaja'],
  [['EMPLOYER_REPORTING', 'INTERNAL_ADMIN'], '/raportointi'],
  [['INTERNAL_ADMIN'], '/admin'],
  [['SUPER_ADMIN', 'BIKE_BENEFICIARY'], '/admin'],
  [['BIKE_BENEFICIARY'], '/mybike'],
  [[], '/mybike'],
])('%j land on %s', (roles, home) => {
  expect(homeOf(userWith(...roles))).toBe(home)
})

test('a deactivated user lands on /deactivated', () => {
  expect(homeOf({ ...userWith('SUPER_ADMIN'), deactivated: true })).toBe('/deactivated')
})

test('permissions are collected without duplicates', () => {
  const both = permissionsOf(userWith('EMPLOYER_ADMIN', 'EMPLOYER_EDITOR'))
  expect(both.has('employer:access')).toBe(true)
  expect(both.size).toBe(
    new Set([...seededPermissionsOf('EMPLOYER_ADMIN'), ...seededPermissionsOf('EMPLOYER_EDITOR')]).size,
  )
})

test('/mybike opens for beneficiaries and for people without a role, not for other roles', () => {
  expect(may(userWith('BIKE_BENEFICIARY'), 'mybike:access')).toBe(true)
  expect(may(userWith(), 'mybike:access')).toBe(true)
  expect(may(userWith('EMPLOYER_REPORTING'), 'mybike:access')).toBe(false)
})
