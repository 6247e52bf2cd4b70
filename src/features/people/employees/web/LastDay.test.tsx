// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import texts from '#features/orders/orders/desk/texts/fi.json' with { type: 'json' }
import type { Employee } from '#features/people/employees/shapes.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import { LastDay } from './LastDay.tsx'

const person = {
  beneficiaryEmployeeId: '00000000-0000-7000-8000-000000000001',
  status: 'ACCEPTED',
  lastWorkingDayDate: '2026-12-31',
  version: 4,
} as Employee
let sent: unknown[]

beforeAll(() => speakFinnish({ platform: fi, desk: texts }))
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    sent.push([request.method, String(address), JSON.parse(String(request.body ?? 'null'))])
    return Response.json({ employee: { ...person, version: 5 } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(permission: string) {
  const user = { userRoles: [{ role: { rolePermissions: [{ permission: { name: permission } }] } }] }
  showPage(
    <VisitorProvider value={{ kind: 'user', user: userWith(user) }}>
      <LastDay person={person} />
    </VisitorProvider>,
  )
}

it('lets staff change the day that stands in the way of an order, at its version', async () => {
  show('employee:update')
  fireEvent.click(screen.getByRole('button', { name: 'Muuta viimeinen työpäivä' }))
  const dialog = await screen.findByRole('dialog')
  const day = await within(dialog).findByLabelText<HTMLInputElement>('Viimeinen työpäivä')
  expect(day.value).toBe('31.12.2026')
  fireEvent.change(day, { target: { value: '31.12.2030' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Tallenna päivä' }))
  await waitFor(() =>
    expect(sent).toContainEqual([
      'POST',
      `/api/beneficiary-employee/${person.beneficiaryEmployeeId}/update`,
      { lastWorkingDayDate: '2030-12-31', version: 4 },
    ]),
  )
})

it('offers nothing to whoever may not change it', () => {
  show('employee:read')
  expect(screen.queryByRole('button')).toBeNull()
})
