// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import texts from '#features/lease-ends/life-events/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { NO_LAST_DAY } from '#platform/values/days.ts'
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import { LeavingDay } from './LeavingDay.tsx'

const id = '00000000-0000-7000-8000-000000000001'
let person = {}
let sent: unknown[]

beforeAll(() => speakFinnish({ platform: fi, 'life-events': texts }))
beforeEach(() => {
  sent = []
  person = {
    beneficiaryEmployeeId: id,
    systemUser: { firstName: 'Maija', lastName: 'Malli' },
    status: 'ACCEPTED',
    lastWorkingDayDate: NO_LAST_DAY,
    version: 4,
  }
  vi.stubGlobal('fetch', async (_address: string, request: RequestInit) => {
    if (request.method === 'POST') {
      const body = JSON.parse(String(request.body))
      sent.push(body)
      person = { ...person, ...body, version: 5 }
    }
    return Response.json({ employee: person })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(permission: string) {
  const user = userWith({ userRoles: [{ role: { rolePermissions: [{ permission: { name: permission } }] } }] })
  showPage(
    <VisitorProvider value={{ kind: 'user', user }}>
      <LeavingDay employeeId={id} day="2027-01-15" />
    </VisitorProvider>,
  )
}

it('stores the given day at the version that was read, after saying who is told, and then says that it is stored', async () => {
  show('employee:update')
  await screen.findByText(/Viimeistä työpäivää ei ole tallennettu/)
  fireEvent.click(screen.getByRole('button', { name: 'Tallenna viimeinen työpäivä 15.1.2027' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Maija Malli saa tiedon sähköpostilla')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Tallenna viimeinen työpäivä 15.1.2027' }))
  await waitFor(() => expect(sent).toEqual([{ lastWorkingDayDate: '2027-01-15', version: 4 }]))
  await screen.findByText('Viimeinen työpäivä 15.1.2027 on tallennettu.')
})

it('names the day that is stored where it is another, and offers nothing to whoever may not change it', async () => {
  person = { ...person, lastWorkingDayDate: '2027-02-28' }
  show('employee:read')
  await screen.findByText('Viimeiseksi työpäiväksi on tallennettu 28.2.2027.')
  expect(screen.queryByRole('button')).toBe(null)
})
