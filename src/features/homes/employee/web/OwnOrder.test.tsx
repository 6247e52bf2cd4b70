// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import orderTexts from '#features/orders/orders/texts/fi.json' with { type: 'json' }
import type { OwnEmployment } from '#features/people/employees/shapes.ts'
import type { LeaseStory } from '#features/story/lease-story/contract.ts'
import storyTexts from '#features/story/lease-story/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { priceCard as card } from '#testing/money/price-card.ts'
import { partOf } from '#testing/part-of.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { OwnOrder } from './OwnOrder.tsx'
import type { OrderRow } from './own-choices.ts'

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const employee = { firstName: 'Maija', lastName: 'Malli', workEmail: 'maija@yritys.example' }
const bikeStore = {
  bikeStoreId: id(3),
  storeName: 'Esimerkki Kettinki',
  phone: null,
  address: null,
  openingHours: null,
}
const bike = { brand: 'Halla', model: 'Taival 7', kind: 'CITY', frameSize: null, colour: null, productLink: null }
const blank = partOf<OrderViewType>({
  orderId: id(1),
  orderNumber: 'P-1',
  version: 4,
  orderStatus: 'PENDING',
  resumeStatus: null,
  companyId: id(2),
  companyName: 'Esimerkki Oy',
  beneficiaryEmployeeId: id(5),
  employee: { ...employee, employeeNumber: null, unitName: null },
  isOnlineOrder: false,
  isOrderConfirmed: false,
  bikeStore,
  bikeStoreOrderNumber: null,
  orderPaidDate: null,
  bike: { ...bike, price: 2790 },
  accessories: [],
  totalAmount: 2790,
  priceCard: null,
  maxPrice: 5000,
  policy: null,
  policyAcceptedAt: null,
  insuranceTerms: null,
  insuranceAcceptedAt: null,
  delivery: null,
  deliveryAddress: null,
  agreement: null,
  commitmentDate: null,
  frameNumber: null,
  deliveryDay: null,
  startDay: null,
  holdQuestion: null,
  holdAnswer: null,
  caseReason: null,
  hasSecurityCode: false,
  invoice: null,
  salesInvoiceId: null,
  waitingFor: ['EMPLOYEE'],
  waitingSince: '2026-05-04T08:30:00.000Z',
  dueDay: null,
  allowedTransitions: [{ to: 'PACKAGE_PROVIDED', allowed: true, unmet: [] }],
  createdAt: '2026-05-04T08:30:00.000Z',
})

const running = {
  leasingAgreementId: id(7),
  agreementNumber: 'S-1',
  version: 1,
  status: 'SIGNED',
  leaseState: 'ACTIVE',
  startDay: '2026-06-01',
  endDay: '2029-09-30',
  leasingCompany: 'Esimerkki Rahoitus',
} as NonNullable<OrderViewType['agreement']>

const story = {
  leasingAgreementId: id(7),
  agreementNumber: 'S-1',
  employeeName: 'Malli Maija',
  companyName: 'Esimerkki Oy',
  bike: 'Halla Taival 7',
  isOwn: true,
  hasService: true,
  situation: {
    key: 'running',
    awaited: null,
    act: null,
    day: '2029-09-30',
    sum: null,
    store: null,
    process: null,
  },
  holder: 'EMPLOYEE',
  isOut: false,
  isBuyable: true,
  stands: [],
  beside: [],
  total: {
    paid: 600,
    paidCount: 6,
    left: 3399.33,
    leftCount: 34,
    lastDay: '2029-09-30',
    residual: 150,
    mostTax: 302.04,
    wholeFrom: 4149.33,
    wholeTo: 4451.37,
  },
} satisfies LeaseStory

const unfold = async (name: string) => {
  const summary = await screen.findByText(name)
  const fold = summary.closest('details')!
  fold.open = true
  fireEvent(fold, new Event('toggle'))
}

let order: OrderViewType
let sent: { path: string; body: unknown }[]
let refusal: object | null
let stores: object[]
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

beforeAll(() => speakFinnish({ platform: fi, orders: orderTexts, 'lease-story': storyTexts }))
beforeEach(() => {
  order = blank
  sent = []
  refusal = null
  stores = []
  window.history.replaceState(null, '', '/mybike')
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const path = address.replace(id(1), ':id')
    if (path === `/api/bike-stores/minimal?bikeStoreId=${id(3)}`)
      return answer(200, { items: stores, total: stores.length })
    if (path === `/api/lease-stories/${id(7)}`) return answer(200, story)
    if (method === 'GET') return path === '/api/orders/:id' ? answer(200, order) : answer(404, { code: 'NOT_FOUND' })
    sent.push({ path, body: JSON.parse(String(body)) })
    if (path.endsWith('/quote')) return answer(409, { code: 'PRICE_OVER_LIMIT', message: 'no', requestId: 'r' })
    return refusal ? answer(400, refusal) : answer(200, order)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = (change: Partial<OrderViewType>) => {
  order = { ...blank, ...change }
  const employment = { beneficiaryEmployeeId: id(5) } as OwnEmployment
  const row = { ...order, bike: null, beneficiaryEmployeeId: id(5) } as OrderRow
  showPage(<OwnOrder row={row} employment={employment} mayStart={false} show={() => undefined} switcher={null} />)
}
const writes = () => sent.filter(({ path }) => !path.endsWith('/quote'))
const typeInto = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the order page of a buyer', () => {
  it('shows what a running lease costs and lasts now, not what was first agreed', async () => {
    page({
      orderStatus: 'ACTIVE_LEASING',
      priceCard: card,
      agreement: { ...running, instalment: 103, endsOn: '2027-01-31' },
    } as Partial<OrderViewType>)
    await unfold(storyTexts.folds.facts)
    const lease = (await screen.findByRole('heading', { name: orderTexts.lease.title })).closest('section')!
    expect(lease.textContent).toMatch(/103,00\s€/)
    expect(lease.textContent).toContain('31.1.2027')
    expect(lease.textContent).toContain('/8')
    expect(lease.textContent).not.toContain('30.9.2029')
  })

  it('asks for the security code of a store, and for none of an online shop that nobody asks for it', async () => {
    page({ orderStatus: 'PROCESSED' })
    expect((await screen.findByText(/Halla Taival 7 on tilattu/)).textContent).toContain('näytä turvakoodi')
    cleanup()
    page({ orderStatus: 'PROCESSED', isOnlineOrder: true, bikeStore: { ...bikeStore, bikeStoreId: null } })
    const lead = await screen.findByText(/Halla Taival 7 on tilattu verkkokaupasta Esimerkki Kettinki/)
    expect(lead.textContent).not.toContain('turvakoodi')
  })

  it('names who hands the bicycle over and where it is ordered: of an online shop the rider alone, and the shop', async () => {
    page({ orderStatus: 'CONFIRMED' })
    await screen.findByText('liike ja työntekijä')
    screen.getByText('Tilaus liikkeelle')
    cleanup()
    page({ orderStatus: 'CONFIRMED', isOnlineOrder: true, bikeStore: { ...bikeStore, bikeStoreId: null } })
    await screen.findByText('Tilaamme pyöräsi verkkokaupasta')
    expect(screen.queryByText('liike ja työntekijä')).toBe(null)
    screen.getByText('Tilaus verkkokaupasta')
    expect(screen.queryByText('Tilaus liikkeelle')).toBe(null)
  })

  it('says beside the security code where the bicycle is picked up, and nothing of the store when it is sent home', async () => {
    const address = 'Esimerkkitie 2, 00100 Helsinki'
    const place = { ...bikeStore, phone: '0105550100', address, openingHours: 'ma–pe 10–18' }
    const ordered = { orderStatus: 'CONFIRMED', hasSecurityCode: true, bikeStore: place } as Partial<OrderViewType>
    page({ ...ordered, delivery: 'PICKUP' })
    expect((await screen.findByText(address)).closest('address')!.textContent).toContain('ma–pe 10–18')
    const map = screen.getByRole('link', { name: fi.contact.map }) as HTMLAnchorElement
    expect(new URL(map.href).searchParams.get('query')).toBe(address)
    cleanup()
    page({ ...ordered, delivery: 'HOME_DELIVERY' })
    await screen.findByText(orderTexts.code.text)
    expect(screen.queryByText(address)).toBeNull()
  })

  it('asks for the frame number before it shows the code once the bicycle may be with its rider', async () => {
    const handover = { orderStatus: 'WAITING_FOR_DELIVERY_DATE', hasSecurityCode: true } as Partial<OrderViewType>
    page(handover)
    const form = await screen.findByRole('heading', { name: orderTexts.delivery.title })
    const code = screen.getByRole('heading', { name: orderTexts.code.title })
    expect(form.compareDocumentPosition(code)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('says below the chosen store where it is and when it is open', async () => {
    const chosen = { city: 'Helsinki', address: 'Esimerkkitie 2, 00100 Helsinki', openingHours: 'ma–pe 10–18' }
    stores = [{ bikeStoreId: id(3), storeName: 'Esimerkki Kettinki', isOnline: false, ...chosen }]
    page({})
    expect((await screen.findByText(chosen.address)).closest('address')!.textContent).toContain('ma–pe 10–18')
  })

  it('sends bike, accessories and version, and shows a refused accessory at its price', async () => {
    page({ accessories: [{ name: 'Lukko', price: 110 }] })
    fireEvent.click(await screen.findByText('Lisää varuste'))
    typeInto('Varuste 2', 'Valot')
    typeInto('Hinta 2', '40,50')
    refusal = {
      code: 'VALIDATION',
      message: 'x',
      requestId: 'r',
      fields: [{ path: 'package.accessories.1.price', code: 'NOT_VALID', message: 'no' }],
    }
    fireEvent.submit(screen.getByLabelText('Hinta 2').closest('form')!)
    await waitFor(() => expect(screen.getByLabelText('Hinta 2').getAttribute('aria-invalid')).toBe('true'))
    expect(writes()).toEqual([
      {
        path: '/api/orders/:id/package',
        body: {
          bikeStoreId: id(3),
          isOnlineOrder: false,
          package: {
            brand: 'Halla',
            model: 'Taival 7',
            kind: 'CITY',
            bikePrice: 2790,
            accessories: [
              { name: 'Lukko', price: 110 },
              { name: 'Valot', price: 40.5 },
            ],
          },
          version: 4,
        },
      },
    ])
    expect((screen.getByLabelText('Varuste 2') as HTMLInputElement).value).toBe('Valot')
  })

  it('sends the written name of an online shop in the place of a store', async () => {
    page({
      isOnlineOrder: true,
      bikeStore: { bikeStoreId: null, storeName: 'Polku Verkossa', phone: null, address: null, openingHours: null },
      bike: { ...bike, price: 2790, productLink: 'https://www.example.com/pyora' },
    })
    const name = (await screen.findByLabelText(/Verkkokaupan nimi/)) as HTMLInputElement
    expect(name.value).toBe('Polku Verkossa')
    expect(screen.queryByLabelText(/Pyöräliike/)).toBeNull()
    fireEvent.change(name, { target: { value: 'Kulkuri Verkossa' } })
    fireEvent.submit(name.closest('form')!)
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]!.body).toMatchObject({ onlineShopName: 'Kulkuri Verkossa', isOnlineOrder: true })
    expect(writes()[0]!.body).not.toHaveProperty('bikeStoreId')
  })

  it('says beside the price why it cannot be leased', async () => {
    page({})
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/quote'))).toBe(true))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
  })

  it('shows what stands in the way instead of a form that could not be sent', async () => {
    page({ allowedTransitions: [{ to: 'PACKAGE_PROVIDED', allowed: false, unmet: ['EMPLOYMENT_NOT_ACTIVE'] }] })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Valitse tämä pyörä')).toBeNull()
  })

  it('asks the question of the staff and sends the answer to where the order came from', async () => {
    page({
      orderStatus: 'WAITING_FOR_CUSTOMER_COMMENT',
      resumeStatus: 'PROCESSED',
      holdQuestion: 'Mikä väri?',
      allowedTransitions: [{ to: 'PROCESSED', allowed: true, unmet: [] }],
    })
    expect(await screen.findByText('Mikä väri?')).toBeTruthy()
    typeInto('Vastauksesi', 'Sininen.')
    fireEvent.submit(screen.getByLabelText('Vastauksesi').closest('form')!)
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]!.body).toEqual({ to: 'PROCESSED', version: 4, answer: 'Sininen.' })
  })

  it('offers to cancel only where the server allows it', async () => {
    page({ allowedTransitions: [{ to: 'CANCELLED', allowed: true, unmet: [] }] })
    expect(await screen.findByRole('button', { name: 'Peru tilaus' })).toBeTruthy()
    cleanup()
    page({ allowedTransitions: [] })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Peru tilaus' })).toBeNull()
  })

  it('takes no type of bike for granted', async () => {
    page({ bike: null })
    const kind = (await screen.findByLabelText('Tyyppi')) as HTMLSelectElement
    expect(kind.value).toBe('')
    fireEvent.submit(kind.closest('form')!)
    await waitFor(() => expect(kind.getAttribute('aria-invalid')).toBe('true'))
  })

  it.each([
    [true, 'HOME_DELIVERY'],
    [false, 'PICKUP'],
  ])('proposes how the bike comes by where it is bought: online %s', async (isOnlineOrder, delivery) => {
    const policy = { policyId: id(6), number: 1, body: 'Ohje', homeDelivery: true }
    const done = [{ to: 'ALL_INFO_PROVIDED', allowed: true, unmet: [] }] as OrderViewType['allowedTransitions']
    page({ orderStatus: 'PACKAGE_PROVIDED', isOnlineOrder, policy, priceCard: card, allowedTransitions: done })
    const box = await screen.findByLabelText(/Olen lukenut ohjeen/)
    expect(screen.queryByLabelText('Toimitusosoite') !== null).toBe(delivery === 'HOME_DELIVERY')
    if (delivery === 'HOME_DELIVERY') typeInto('Toimitusosoite', 'Esimerkkikatu 1')
    fireEvent.click(box)
    fireEvent.submit(box.closest('form')!)
    await waitFor(() => expect(writes()[0]?.body).toMatchObject({ delivery }))
  })

  it('says what a month costs the net pay, and the difference to buying, where both are certain', async () => {
    page({ orderStatus: 'CONFIRMED', priceCard: card })
    expect(await screen.findByText(/nettopalkastasi kuukaudessa/)).toBeTruthy()
    expect(screen.getByText(/enemmän kuin itse ostettuna/).textContent).toContain('268,53')
    cleanup()
    page({ orderStatus: 'CONFIRMED', priceCard: { ...card, benefitModel: 'ON_TOP' } })
    const link = (await screen.findByText('Laske se laskurilla.')) as HTMLAnchorElement
    expect(link.getAttribute('href')).toContain('malli=ON_TOP')
    expect(screen.queryByText(/nettopalkastasi kuukaudessa/)).toBeNull()
  })

  it('says that the bicycle can be picked up once the store has said so, and before that when it may be', async () => {
    page({ orderStatus: 'CONFIRMED', pickupDay: '2026-05-12' })
    const lead = (await screen.findByText('Pyöräsi on tilattu')).parentElement!
    expect(lead.textContent).toContain('Liikkeen arvio noutopäivästä on 12.5.2026.')
    cleanup()
    page({ orderStatus: 'PROCESSED', pickupDay: '2026-05-12', pickupReadyAt: '2026-05-11T08:00:00.000Z' })
    await screen.findByText('Pyöräsi on noudettavissa')
    screen.getByText(/Halla Taival 7 odottaa sinua liikkeessä Esimerkki Kettinki/)
    expect(screen.queryByText(/Liikkeen arvio/)).toBeNull()
  })

  it('asks for the price before what may be left out', async () => {
    page({})
    const price = await screen.findByLabelText('Pyörän hinta')
    for (const name of ['Linkki tuotteeseen', 'Koko', 'Väri']) {
      const field = screen.getByLabelText(`${name} (ei pakollinen)`)
      expect(price.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING, name).toBeTruthy()
    }
  })

  it('leads a running lease by what goes on, with what is paid and what is left, and folds the rest', async () => {
    page({ orderStatus: 'ACTIVE_LEASING', priceCard: card, agreement: running, startDay: '2026-06-01' })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Halla Taival 7 on käytössäsi')
    const total = (await screen.findByRole('heading', { name: storyTexts.total.title })).closest('section')!
    const words = total.textContent!.replaceAll('\u00a0', ' ')
    for (const figure of ['600,00 €', '6 erää', '3 399,33 €', '0–302,04 €', '4 149,33 €–4 451,37 €'])
      expect(words).toContain(figure)
    expect(screen.queryByRole('heading', { name: orderTexts.price.title })).toBeNull()
  })

  it('counts the instalments of a running lease and dates its redemption price', async () => {
    vi.useFakeTimers({ now: new Date('2026-12-01T10:00:00Z'), toFake: ['Date'] })
    page({ orderStatus: 'ACTIVE_LEASING', priceCard: card, agreement: running, startDay: '2026-06-01' })
    const head = (await screen.findByRole('heading', { level: 1 })).parentElement!
    expect(head.textContent).toContain('Erä 7/40, seuraava 1.1.2027.')
    await unfold(storyTexts.folds.facts)
    expect(await screen.findAllByText('7/40')).toHaveLength(2)
    expect(screen.getByText('Lisää päättymispäivä kalenteriin')).toBeTruthy()
    await unfold(storyTexts.folds.buyOut)
    expect(await screen.findByText('Lunastushinta 31.12.2026')).toBeTruthy()
    vi.useRealTimers()
  })
})
