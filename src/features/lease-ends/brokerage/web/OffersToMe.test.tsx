// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { OffersToMe } from './OffersToMe.tsx'

const one = {
  bikeBrokerageId: '00000000-0000-7000-8000-000000000001',
  step: 'OFFERED',
  status: 'PENDING',
  side: 'TAKER',
  bike: 'Halla Taival 7',
  sellerName: 'Maija Malli',
  waitingFor: ['TAKER'],
}
const cost = {
  startsOn: '2027-01-01',
  lastDay: '2028-12-31',
  months: 24,
  instalment: 100,
  left: 2400,
  residual: 150,
  mostTax: 302.04,
  wholeFrom: 2550,
  wholeTo: 2852.04,
  ageMonths: 12,
  worth: 1800,
  netPay: 100,
  sellerName: 'Maija Malli',
  until: '2026-12-08',
  step: 'OFFERED',
  unmet: [] as string[],
}
const taker = userWith({
  userRoles: [
    {
      role: {
        rolePermissions: [{ permission: { name: 'brokerage:read' } }, { permission: { name: 'brokerage:reserve' } }],
      },
    },
  ],
})

let shown: object[] = []
let unmet: string[] = []
const found = vi.fn()

beforeAll(() => speakFinnish({ platform: fi, brokerage: texts }))
beforeEach(() => {
  found.mockClear()
  unmet = []
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/cost')
      ? Response.json({ ...cost, unmet })
      : Response.json({ items: shown, totalCount: shown.length }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () =>
  showPage(
    <VisitorProvider value={{ kind: 'user', user: taker }}>
      <OffersToMe found={found} />
    </VisitorProvider>,
  )

it('shows whoever is offered a bicycle its giver and its whole price, and the way to answer', async () => {
  shown = [one]
  show()
  await screen.findByText('Maija Malli tarjoaa sinulle tätä leasingpyörää.')
  await screen.findByRole('heading', { name: 'Mitä pyörä maksaa sinulle' })
  expect(screen.getByRole('link', { name: 'Vastaa tarjoukseen' }).getAttribute('data-act')).toBe('primary')
  expect(found).toHaveBeenCalled()
})

it('says why it cannot be taken now beside the same price, and what somebody else has to do of a reservation', async () => {
  unmet = ['TAKER_LEAVES_BEFORE_END']
  shown = [
    one,
    { ...one, bikeBrokerageId: one.bikeBrokerageId.replace(/1$/, '2'), step: 'RESERVED', waitingFor: ['SELLER'] },
  ]
  show()
  await screen.findAllByText('Työsuhteesi päättyy ennen leasingia.')
  expect(screen.getByRole('link', { name: 'Vastaa tarjoukseen' }).getAttribute('data-act')).toBe(null)
  expect(screen.getByText('Olet varannut pyörän. Luovuttaja vastaa viikon kuluessa.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Mitä pyörä maksaa sinulle' })).toHaveLength(2))
})

it('shows nothing of what one gives oneself, or of what is over', async () => {
  shown = [
    { ...one, side: 'SELLER' },
    { ...one, step: 'LISTED' },
  ]
  const { container } = show()
  await waitFor(() => expect(container.textContent).toBe(''))
  expect(found).not.toHaveBeenCalled()
})
