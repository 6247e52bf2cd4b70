import { expect, test, vi } from 'vitest'
import type { Visitor } from '#platform/web/api/user.ts'
import { startTexts } from '#platform/web/words/i18n.ts'
import { placeDuringMaintenance } from './during-maintenance.ts'

function holding(...permissions: string[]): Visitor {
  const rolePermissions = permissions.map((name) => ({ permission: { id: name, name } }))
  const role = { id: 'role', name: 'ANY', rolePermissions }
  const user = {
    userId: 'u',
    email: '',
    phoneNumber: null,
    deactivated: false,
    firstName: '',
    lastName: 'Malli',
    workEmail: '',
    csrfToken: '',
  }
  return { kind: 'user', user: { ...user, userRoles: [{ companyId: null, groupCompanyId: null, role }] } }
}
const at = (pathname: string, search = '') => ({ pathname, search })

test('people are led to the maintenance page with the way back', () => {
  const place = placeDuringMaintenance(at('/tyonantaja', '?tab=add'), holding('employer:access'))
  expect(place).toBe('/huoltokatkos?paluu=%2Ftyonantaja%3Ftab%3Dadd')
  expect(placeDuringMaintenance(at('/liity/abc'))).toBe('/huoltokatkos?paluu=%2Fliity%2Fabc')
})

test('whoever may open the service is led to the switch and stays there', () => {
  const operator = holding('settings:write')
  expect(placeDuringMaintenance(at('/admin'), operator)).toBe('/admin/asetukset')
  expect(placeDuringMaintenance(at('/admin/asetukset'), operator)).toBeNull()
})

test('signing in and out goes on', () => {
  expect(placeDuringMaintenance(at('/kirjaudu'))).toBeNull()
  expect(placeDuringMaintenance(at('/kirjaudu-ulos'), holding('employer:access'))).toBeNull()
})

test('the maintenance page speaks the language on screen', async () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  const none = async () => ({ default: {} })
  await startTexts({ fi: none, sv: none, en: none }, 'sv')
  expect(placeDuringMaintenance(at('/mybike'))).toBe('/sv/huoltokatkos?paluu=%2Fmybike')
  vi.unstubAllGlobals()
})
