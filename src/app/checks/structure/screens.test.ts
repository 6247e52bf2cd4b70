import { expect, it } from 'vitest'
import { pages } from '#platform/contract/pages.ts'
import { type PermissionName, seededPermissionsOf } from '#platform/contract/permissions.ts'
import type { SignedInUser } from '#platform/web/api/user.ts'
import { chromeOf } from '#platform/web/shell/chrome.ts'
import { userWith } from '#testing/user-with.ts'
import { everyScreen as screens } from '../../web/admin-screens.ts'
import { mayOpen } from '../../web/may-open.ts'
import { headerLinks } from '../../web/navigation.ts'
import { railGroups } from '../../web/rail.ts'
import { layoutAccess } from '../../web/sign-in-screens.ts'

it('every page has one screen', () => {
  expect(screens.map(({ path }) => path).sort()).toEqual(Object.values(pages).sort())
})

it('the pages that a link from a message opens have a header without links', () => {
  const withLinks = screens.filter(
    ({ path, layout }) => layout === 'token' && chromeOf(path.replace('$token', 'abc')).navigation,
  )
  expect(withLinks.map(({ path }) => path)).toEqual([])
})

it('the layout of the administration requires a permission of its own, whatever a screen in it requires', () => {
  expect(layoutAccess.admin).toEqual(['admin:access', 'bookkeeping:access'])
  expect(screens.filter(({ path, layout }) => path.startsWith('/admin') !== (layout === 'admin'))).toEqual([])
})

it('no menu has an entry that its reader may not open', () => {
  const someone = (name: string, ...permissions: PermissionName[]) => {
    const rolePermissions = permissions.map((one) => ({ permission: { id: one, name: one } }))
    return userWith({ userRoles: [{ role: { id: name, name, rolePermissions } }] })
  }
  const rail = (user: SignedInUser) =>
    railGroups((address) => mayOpen(user, address, screens)).flatMap(({ items }) => items.map(({ to }) => to))
  const few = rail(someone('INTERNAL_ADMIN', 'admin:access', 'order:process'))
  expect(few).toContain('/admin/tilaukset')
  for (const to of few) {
    const { access } = screens.find(({ path }) => path === to)!
    expect(['admin:access', 'order:process', 'session'], to).toContain(access)
  }
  expect(rail(someone('INTERNAL_ADMIN', 'order:process'))).toEqual([])
  const reader = rail(someone('BOOKKEEPING_READER', ...seededPermissionsOf('BOOKKEEPING_READER')))
  expect(reader.sort()).toEqual(['/admin/kirjanpito', '/admin/laskut', '/admin/pankki', '/admin/saapuneet'])
  const employer = someone('EMPLOYER_ADMIN', 'employer:access')
  const header = headerLinks({ kind: 'user', user: employer }, (address) => mayOpen(employer, address))
  expect(header).toContainEqual({ to: '/tyonantaja', text: 'employees' })
  expect(JSON.stringify(header)).not.toContain('/raportointi')
})
