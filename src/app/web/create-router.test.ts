// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest'
import type { Visitor } from '#platform/web/api/user.ts'
import { NotFoundPage } from '#platform/web/message-pages/message-pages.tsx'
import { NoRightsPage } from '#platform/web/message-pages/refusal-pages.tsx'
import { partOf } from '#testing/part-of.ts'
import { createRouter } from './create-router.ts'

let permissions: string[]

vi.mock('./frames.ts', () => ({ loadFrame: async () => {} }))
vi.mock('./visitor.ts', () => ({
  visitorNow: async (): Promise<Visitor> => {
    const rolePermissions = permissions.map((name) => ({ permission: { id: name, name } }))
    const role = { id: 'r', name: 'INTERNAL_ADMIN', rolePermissions }
    return { kind: 'user', user: partOf({ userRoles: [{ companyId: null, groupCompanyId: null, role }] }) }
  },
}))
beforeEach(() => {
  permissions = ['admin:access']
})

async function open(address: string) {
  window.history.replaceState(null, '', address)
  const router = createRouter({ onNavigate: () => {}, onNavigated: () => {} })
  await vi.waitFor(() => expect(router.now()?.component).toBeTruthy(), { timeout: 20_000 })
  return router.now()!
}

test('the staff are told inside the administration that there is no such page', async () => {
  const shown = await open('/admin/ei-tallaista')
  expect(shown.component).toBe(NotFoundPage)
  expect(shown.screen?.layout).toBe('admin')
})

test('the staff are refused a page inside the administration, at its own address', async () => {
  const shown = await open('/admin/alv')
  expect(shown.component).toBe(NoRightsPage)
  expect(shown.screen?.layout).toBe('admin')
  expect(window.location.pathname).toBe('/admin/alv')
})

test('others are led to the page that says so, and learn nothing of what is there', async () => {
  permissions = ['mybike:access']
  const shown = await open('/admin/ei-tallaista')
  expect(shown.component).toBe(NoRightsPage)
  expect(window.location.pathname).toBe('/ei-oikeuksia')
})

test('whoever is signed in is led home from the way in, which is not drawn', async () => {
  const shown = await open('/kirjaudu')
  expect(shown.screen?.path).toBe('/admin')
  expect(window.location.pathname).toBe('/admin')
})
