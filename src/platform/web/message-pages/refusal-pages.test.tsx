// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { type SignedInUser, VisitorProvider } from '#platform/web/api/user.ts'
import { startTexts } from '#platform/web/words/i18n.ts'
import { showPage } from '#testing/show-page.tsx'
import { NoRightsPage } from './refusal-pages.tsx'

beforeAll(() => startTexts({ fi: async () => ({ default: { platform: fi } }) } as never, 'fi'))
// The drawing is a file of its own.
beforeEach(() => vi.stubGlobal('fetch', async () => new Response('<svg/>')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const holder = (name: string, permission: string) => {
  const role = { id: 'r', name, rolePermissions: [{ permission: { id: 'p', name: permission } }] }
  return { userRoles: [{ companyId: null, groupCompanyId: null, role }] } as unknown as SignedInUser
}
const show = (user: SignedInUser) =>
  showPage(
    <VisitorProvider value={{ kind: 'user', user }}>
      <NoRightsPage />
    </VisitorProvider>,
  )

it('a page without the right to it sends people of a company to its administrator', () => {
  show(holder('EMPLOYER_EDITOR', 'employee:read'))
  expect(screen.getByText(fi.pages.noRightsText)).toBeTruthy()
})

it('and the staff to the one of the service', () => {
  show(holder('INTERNAL_ADMIN', 'admin:access'))
  expect(screen.getByText(fi.pages.noRightsStaff)).toBeTruthy()
})
