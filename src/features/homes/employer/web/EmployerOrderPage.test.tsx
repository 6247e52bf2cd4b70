// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import cancellationTexts from '#features/lease-ends/order-cancellations/texts/fi.json' with { type: 'json' }
import orderTexts from '#features/orders/orders/texts/fi.json' with { type: 'json' }
import type { PermissionName } from '#platform/contract/permissions.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { LocationProvider } from '#platform/web/router/location.ts'
import { priceCard as card } from '#testing/money/price-card.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import { EmployerOrderPage } from './EmployerOrderPage.tsx'

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const order = {
  orderId: id(1),
  orderNumber: 'P-1',
  orderStatus: 'ACTIVE_LEASING',
  resumeStatus: null,
  beneficiaryEmployeeId: id(5),
  companyName: 'Esimerkki Oy',
  employee: { firstName: 'Maija', lastName: 'Malli', workEmail: 'maija@yritys.example' },
  isOnlineOrder: false,
  pickupReadyAt: null,
  bikeStore: { bikeStoreId: id(3), storeName: 'Esimerkki Kettinki' },
  bike: { brand: 'Halla', model: 'Taival 7', kind: 'CITY', price: 2790 },
  accessories: [],
  priceCard: card,
  documentsBeingMade: [],
  agreement: {
    leasingAgreementId: id(7),
    agreementNumber: 'S-1',
    status: 'SIGNED',
    leaseState: 'ACTIVE',
    startDay: '2026-06-01',
    endDay: '2029-09-30',
    leasingCompany: 'Esimerkki Rahoitus',
  },
  startDay: '2026-06-01',
  waitingFor: [],
  waitingSince: '2026-06-01T08:30:00.000Z',
  dueDay: null,
  allowedTransitions: [],
  createdAt: '2026-05-04T08:30:00.000Z',
}
const cancellation = {
  orderCancellationId: id(8),
  status: 'PENDING',
  waitingFor: ['EMPLOYEE'],
  lines: [],
  uploadedRefunds: [],
  hasSettlement: false,
}

const texts = { platform: fi, orders: orderTexts, 'order-cancellations': cancellationTexts }
beforeAll(() => speakFinnish(texts))
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-01T10:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const has = (...names: PermissionName[]) =>
  userWith({
    workEmail: 'riikka@yritys.example',
    userRoles: [{ role: { name: 'EMPLOYER_ADMIN', rolePermissions: names.map((name) => ({ permission: { name } })) } }],
  })

function show(change: object) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === `/api/orders/${id(1)}`) return Response.json({ ...order, ...change })
    if (address.includes('cancellation')) return Response.json({ request: null, mayAsk: false, cancellation })
    return Response.json({ code: 'NOT_FOUND', message: 'no', requestId: 'r' }, { status: 404 })
  })
  showPage(
    <VisitorProvider value={{ kind: 'user', user: has('life-event:read') }}>
      <LocationProvider value={{ pathname: '/', search: '', params: { orderId: id(1) } }}>
        <EmployerOrderPage />
      </LocationProvider>
    </VisitorProvider>,
  )
}

it('says of a running lease whose it is, how far it has come, what it costs, and where to tell of a change', async () => {
  show({})
  const heading = await screen.findByRole('heading', { level: 1, name: 'Maija Malli: leasing on käynnissä' })
  expect(heading.parentElement!.textContent).toContain('Erä 7/40, seuraava 1.1.2027.')
  const cost = screen.getByRole('heading', { name: 'Mitä tämä maksaa työnantajalle' }).parentElement!
  expect(cost.textContent).toMatch(/15,00\s€ kuukaudessa työnantajalle/)
  expect(screen.getByText('Alkoi').nextSibling?.textContent).toBe('1.6.2026')
  const link = screen.getByRole('link', { name: /^Jokin muuttuu/ })
  expect(link.getAttribute('href')).toBe(`/tyonantaja/muutos?employee=${id(5)}`)
})

it('shows of a cancelled order what becomes of it before its price, and no cost that nobody pays', async () => {
  show({ orderStatus: 'CANCELLED', agreement: { ...order.agreement, leaseState: 'NOT_STARTED' } })
  const state = await screen.findByRole('heading', { name: 'Peruutuksen maksut' })
  const price = screen.getByRole('heading', { name: 'Mitä pyörä maksaa' })
  expect(state.compareDocumentPosition(price) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  for (const gone of ['Mitä tämä maksaa työnantajalle', 'Alkaa', 'Päättyy'])
    expect(screen.queryByText(gone), gone).toBeNull()
  expect(screen.queryByText('Lunastushinta milloin tahansa')).toBeNull()
  expect(screen.queryByRole('link', { name: /^Jokin muuttuu/ })).toBeNull()
})
