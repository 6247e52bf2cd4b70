// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { demoBrand } from '#platform/values/brand.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { PayPage } from './PayPage.tsx'

const bill = {
  state: 'OPEN',
  number: '202600037',
  description: 'Uusi lukko',
  purpose: 'OTHER',
  amount: 45.5,
  dueDay: '2026-11-06',
  isOverdue: true,
  paidDay: null,
  payee: 'Poljin Oy',
  iban: 'FI2112345600000785',
  referenceNumber: '13',
  rfReference: 'RF3413',
  barcode: null,
  barcodeRf: null,
  qr: { size: 21, path: 'M0 0h1v1h-1z' },
  hasOnlinePayment: true,
  isPending: false,
  begun: [] as { amount: number; startedAt: string }[],
  sveaUrl: null,
}

beforeAll(() => {
  speakFinnish({ platform: fi, payments: texts })
  // The server writes the owner's names into the page.
  document.head.append(Object.assign(document.createElement('meta'), { id: 'brand' }))
  document.getElementById('brand')!.textContent = JSON.stringify(demoBrand)
})
beforeEach(() => {
  // The page takes its token out of the address and keeps it for the tab.
  sessionStorage.setItem('/maksu', 'a'.repeat(43))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('gives a paid bill’s receipt to print, and no way to pay again', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      ...bill,
      state: 'PAID',
      isOverdue: false,
      paidDay: '2026-11-10',
      qr: null,
      hasOnlinePayment: false,
    }),
  )
  showPage(<PayPage />)
  expect(await screen.findByRole('button', { name: 'Tulosta kuitti' })).toBeTruthy()
  expect([screen.getByText('202600037'), screen.getByText('Poljin Oy', { selector: 'dd' })]).toHaveLength(2)
  expect(screen.queryByText('FI21 1234 5600 0007 85')).toBeNull()
})

it('says of a link that no longer works where the invoices are, and whom to ask', async () => {
  const gone = { code: 'TOKEN_NOT_VALID', message: 'gone', requestId: 'r' }
  vi.stubGlobal('fetch', async () => Response.json(gone, { status: 404 }))
  showPage(<PayPage />)
  await screen.findByRole('heading', { name: 'Linkki ei ole enää voimassa' })
  expect(screen.getByRole('link', { name: 'Kirjaudu' }).getAttribute('href')).toBe('/kirjaudu')
  expect(
    screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
      .join(),
  ).toMatch(/tel:.*mailto:/)
})

const show = async (parts: Partial<typeof bill>, isPhone: boolean) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...bill, ...parts }))
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
  showPage(<PayPage />)
  return screen.findByText('Maksa verkossa')
}

it('says that a bill is overdue, and nothing of the kind before', async () => {
  await show({}, true)
  expect(screen.getByText('Erääntynyt')).toBeTruthy()
  cleanup()
  await show({ isOverdue: false }, true)
  expect(screen.queryByText('Erääntynyt')).toBeNull()
})

it('offers the button first, then account and reference; the QR code comes last, folded away on a phone', async () => {
  const places = async (isPhone: boolean) => {
    const button = await show({}, isPhone)
    const [iban, qr] = [screen.getByText('FI21 1234 5600 0007 85'), document.querySelector('details')!]
    const follows = (a: Node, b: Node) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)
    expect([follows(button, iban), follows(iban, qr)]).toEqual([true, true])
    cleanup()
    return qr.open
  }
  expect([await places(true), await places(false)]).toEqual([false, true])
})

it('names an online payment that was begun before anybody pays another way, and goes on with one of the same sum', async () => {
  const startedAt = '2026-11-05T10:30:00.000Z'
  vi.stubGlobal('fetch', async () => Response.json({ ...bill, begun: [{ amount: 45.5, startedAt }] }))
  showPage(<PayPage />)
  await screen.findByRole('button', { name: 'Jatka verkkomaksua' })
  expect(screen.getByText(/Maksa vain kerran/).textContent).toContain('5.11.2026')
  cleanup()
  const before = [{ amount: 60, startedAt }]
  await show({ begun: before }, true)
  expect(screen.getByText(/Älä maksa sitä enää/).textContent).toMatch(/^60,00/)
  cleanup()
  const paid = { ...bill, state: 'PAID', qr: null, hasOnlinePayment: false, begun: [{ amount: 45.5, startedAt }] }
  vi.stubGlobal('fetch', async () => Response.json(paid))
  showPage(<PayPage />)
  expect(await screen.findByText(/Älä maksa sitä enää/)).toBeTruthy()
  expect(screen.queryByText('Jatka verkkomaksua')).toBeNull()
})

it('says of a payment that a bank thinks over that nothing is to be paid again, and begins no other', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...bill, isPending: true, hasOnlinePayment: false }))
  showPage(<PayPage />)
  expect(await screen.findByText(/odottaa pankin vahvistusta/)).toBeTruthy()
  expect(screen.getByText('Maksa silti toisella tavalla').closest('details')!.open).toBe(false)
  expect(screen.queryByText(/^(Maksa verkossa|Jatka verkkomaksua)$/)).toBeNull()
})
