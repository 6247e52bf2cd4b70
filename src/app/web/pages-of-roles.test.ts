import { expect, it } from 'vitest'
import { type RoleName, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { pagesOfRoles } from './pages-of-roles.ts'

const viewer = {
  userId: 'u',
  email: 'katsoja@testi.example',
  phoneNumber: null,
  deactivated: false,
  firstName: 'Katsoja',
  lastName: 'Testi',
  workEmail: 'katsoja@testi.example',
  csrfToken: '',
  userRoles: [],
}
const pagesOf = (...names: RoleName[]) =>
  pagesOfRoles(
    viewer,
    names.map((name) => ({ name, permissions: [...seededPermissionsOf(name)] })),
  ).map(({ to }) => to)

it('tells the pages of a role by the menus that its holder would see', () => {
  expect(pagesOf('EMPLOYER_REPORTING')).toEqual(['/raportointi', '/laskuri', '/bikeBrokerageService'])
  expect(pagesOf('BOOKKEEPING_READER')).toContain('/admin/kirjanpito')
  expect(pagesOf('BOOKKEEPING_READER')).not.toContain('/admin/roolit')
  expect(pagesOf('INTERNAL_ADMIN')).toContain('/admin/roolit')
})

it('adds pages with a second role, and takes them away with a permission', () => {
  const both = pagesOf('EMPLOYER_EDITOR', 'EMPLOYER_REPORTING')
  expect(both).toEqual(expect.arrayContaining(['/tyonantaja', '/raportointi']))
  const permissions = seededPermissionsOf('INTERNAL_ADMIN').filter((name) => name !== 'contact-form:read')
  const pages = pagesOfRoles(viewer, [{ name: 'INTERNAL_ADMIN', permissions }]).map(({ to }) => to)
  expect(pages).not.toContain('/admin/contact-forms')
  expect(pages).toHaveLength(pagesOf('INTERNAL_ADMIN').length - 1)
})
