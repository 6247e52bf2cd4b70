// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import invoices from '#features/money/invoices/texts/fi.json' with { type: 'json' }
import events from '#features/operations/event-log/texts/fi.json' with { type: 'json' }
import desk from '#features/orders/orders/desk/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { LocationProvider } from '#platform/web/router/location.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { PaymentFilePage } from './PaymentFilePage.tsx'

const id = (place: number) => `00000000-0000-7000-8000-00000000000${place}`
const at = '2026-11-20T08:00:00.000Z'
const account = {
  from: 'REGISTER',
  namedBy: null as string | null,
  confirmedBy: null as string | null,
  confirmedAt: null as string | null,
  approvedBy: null as string | null,
  isNewer: false,
  movement: null as object | null,
}
const payment = {
  paymentOrderId: id(1),
  invoiceId: id(2),
  invoiceNumber: 'L-1',
  kind: 'INVOICE',
  payee: 'Esimerkki Kettinki',
  iban: 'FI2112345600000785',
  amount: 1290,
  reference: null,
  dueDay: '2026-12-01',
  problem: null as string | null,
  otherNumber: null as string | null,
  account,
  orderId: null,
  orderNumber: null,
  orderStatus: null,
  matchedBy: 'Esimerkki Ilmari',
  matchedAt: at,
  difference: 0,
  differenceReason: null,
  earlyReason: null,
  approvedBy: 'Esimerkki Ilmari',
  approvedAt: at,
  changes: [] as object[],
}
const file = {
  paymentFileId: id(9),
  version: 1,
  state: 'MADE',
  messageId: 'POLJIN20261120ABCD1234',
  paymentCount: 1,
  total: 1290,
  executionDay: '2026-11-30',
  createdAt: at,
  madeBy: 'Esimerkki Ilmari',
  releasedBy: null,
  releasedAt: null,
  unmet: [] as string[],
  payments: [payment],
}

beforeAll(() => speakFinnish({ platform: fi, banking: texts, invoices, desk, 'event-log': events }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const role = { role: { rolePermissions: [{ permission: { name: 'bank:release' } }] } }
const show = async (parts: Partial<typeof file>) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...file, ...parts }))
  showPage(
    <VisitorProvider value={{ kind: 'user', user: userWith({ userRoles: [role] }) }}>
      <LocationProvider value={{ pathname: '/', search: '', params: { paymentFileId: id(9) } }}>
        <PaymentFilePage />
      </LocationProvider>
    </VisitorProvider>,
  )
  await screen.findByRole('heading', { name: 'Kenelle maksetaan' }, { timeout: 10_000 })
}
const plain = (element: Element) => (element.textContent ?? '').replace(/[\u00A0\u202F]/g, ' ')

const movement = { bookedDay: '2026-11-20', amount: 100, payer: 'Testi Maksaja', takenBy: null, confirmedBy: null }
const both = { namedBy: 'Esimerkki Ilmari', confirmedBy: 'Esimerkki Saga', confirmedAt: at }
const sources: [string, Partial<typeof account>, string][] = [
  ['register, by two', both, 'Rekisteri: Esimerkki Ilmari ehdotti, Esimerkki Saga vahvisti 20.11.2026'],
  [
    'register, by one and time',
    { namedBy: 'Esimerkki Ilmari', confirmedAt: at },
    'Rekisteri: Esimerkki Ilmari ehdotti, tuli voimaan ajallaan ilman toista henkilöä',
  ],
  ['register, of old', {}, 'Rekisteri: ei tietoa siitä, kuka on vahvistanut'],
  ['invoice', { from: 'INVOICE', namedBy: 'Esimerkki Ilmari' }, 'Lasku, jonka kirjasi Esimerkki Ilmari'],
  ['invoice, completed by two', { from: 'INVOICE', ...both }, 'Esimerkki Ilmari ilmoitti, Esimerkki Saga vahvisti'],
  [
    'paying account',
    { from: 'PAYING_ACCOUNT', movement },
    'Tältä tililtä maksoi Testi Maksaja 100,00 € 20.11.2026; tieto tuli pankin kansiosta',
  ],
  [
    'paying account of a file by hand',
    { from: 'PAYING_ACCOUNT', movement: { ...movement, takenBy: 'Esimerkki Ilmari', confirmedBy: 'Esimerkki Saga' } },
    'pankin tiedoston toi Esimerkki Ilmari, Esimerkki Saga vahvisti sen',
  ],
  ['staff', { from: 'STAFF', ...both }, 'Esimerkki Ilmari ilmoitti, Esimerkki Saga vahvisti'],
  [
    'link',
    { from: 'LINK', confirmedBy: 'Esimerkki Saga', confirmedAt: at },
    'Maksaja ilmoitti linkillä, Esimerkki Saga vahvisti',
  ],
  [
    'link of a company',
    { from: 'LINK', confirmedBy: 'Esimerkki Saga', confirmedAt: at, approvedBy: 'Esimerkki Erkki' },
    'Yrityksen puolesta hyväksyi Esimerkki Erkki.',
  ],
]

it.each(sources)('says whose word an account is: %s', async (_, parts, sentence) => {
  await show({ payments: [{ ...payment, account: { ...account, ...parts } }] })
  const source = screen.getByText('Mistä tili on').nextElementSibling!
  expect(plain(source)).toContain(sentence)
  expect(plain(screen.getByText('Tilinumero').nextElementSibling!)).toBe('FI21 1234 5600 0007 85')
  expect(screen.getByText('Mikään ei ole muuttunut hyväksynnän jälkeen.')).toBeTruthy()
})

it('puts first what may not be paid and what has changed, and offers no release of it', async () => {
  const change = {
    eventId: id(5),
    at,
    type: 'INVOICE_TERMS_CHANGED',
    actor: 'STAFF',
    actorName: 'Saga',
    to: null,
    reason: 'Väärä summa',
  }
  const moved = { ...change, eventId: id(6), type: 'ORDER_STATUS_UPDATED', to: 'CASE_X', reason: null }
  await show({
    unmet: ['NOT_PAYABLE'],
    payments: [
      payment,
      { ...payment, paymentOrderId: id(3), payee: 'Esimerkki Muuttunut', changes: [change, moved] },
      { ...payment, paymentOrderId: id(4), payee: 'Esimerkki Kaksin', problem: 'OTHER_INVOICE', otherNumber: 'L-2' },
    ],
  })
  const payees = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
  expect(payees).toEqual(['Esimerkki Kaksin', 'Esimerkki Muuttunut', 'Esimerkki Kettinki'])
  expect(screen.getByText(/^Ei saa maksaa: .*L-2/)).toBeTruthy()
  const changed = screen.getByText('Muuttunut hyväksynnän jälkeen').parentElement!
  expect(plain(changed)).toContain('Saga: laskun ehtoja muutettiin (Väärä summa)')
  expect(await screen.findByText(/^Jotakin aineiston maksuista ei saa nyt maksaa/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Vahvista pankkiin' })).toBeNull()
})
