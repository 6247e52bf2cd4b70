// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { EndedLease } from './EndedLease.tsx'

const id = '00000000-0000-7000-8000-000000000001'
const process = { kind: 'BUY_OUT', id: '00000000-0000-7000-8000-000000000002' }
const lease = { leaseState: 'ENDED', endReason: 'TERM', bikeAt: 'EMPLOYEE', keptFrom: null, endDay: '2020-01-31' }

beforeAll(() => speakFinnish({ platform: fi, redemptions: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(beside: object[]) {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.startsWith('/api/lease-stories') ? { beside } : { ...lease, lostClosedAt: null }),
  )
  const user = { userRoles: [{ role: { rolePermissions: [{ permission: { name: 'redemption:manage' } }] } }] }
  showPage(
    <VisitorProvider value={{ kind: 'user', user: userWith(user) }}>
      <EndedLease id={id} />
    </VisitorProvider>,
  )
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

it('offers nothing beside a buy-out that is open, and leads to that', async () => {
  show([{ begins: 'RETURN', refusal: 'AGREEMENT_ENDING_EXISTS', process }])
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Avaa lunastus' })
  expect(link.getAttribute('href')).toBe(`/admin/lunastukset?open=${process.id}`)
  expect(buttons()).toEqual([])
})

it('offers all that the staff may do where nothing else ends it, an offer to others notwithstanding', async () => {
  show([{ begins: 'TRANSFER', refusal: 'AGREEMENT_ENDING_EXISTS', process: { kind: 'TRANSFER', id: process.id } }])
  await screen.findByRole('button', { name: 'Merkitse kadonneeksi' })
  expect(buttons()).toEqual(['Ota pyörä takaisin', 'Laskuta työnantajalta', 'Merkitse kadonneeksi'])
})
