// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { partOf } from '#testing/part-of.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { ApproveSelected } from './ApproveSelected.tsx'
import { InvoicePanel } from './InvoicePanel.tsx'
import { type Invoice, type InvoiceDetails, InvoiceState } from './InvoiceState.tsx'

const line = { unitName: null, costUnit: null, correctsMonth: null, credited: 0, vatPercent: 25.5 }
const invoice = partOf<InvoiceDetails>({
  invoiceId: '00000000-0000-7000-8000-000000000001',
  direction: 'SALES',
  party: 'EMPLOYER',
  status: 'SENT',
  settlement: 'OPEN',
  purpose: 'FEE',
  number: '202600037',
  total: 45,
  net: 35.86,
  vat: 9.14,
  iban: 'FI2112345600000785',
  lines: [
    { ...line, lineId: 'a', description: 'Hallinnointimaksu 11/2026', quantity: 1, net: 11.95, gross: 15 },
    { ...line, lineId: 'c', description: 'Omavastuu', quantity: 1, net: 200, gross: 200, vatPercent: 0 },
    { ...line, lineId: 'b', description: 'Lukko', quantity: 2, net: 23.91, gross: 30 },
  ],
  otherParty: 'Kaarna Oy',
  isPaidInShop: false,
  payments: [],
  credits: [],
})

beforeAll(() => speakFinnish({ platform: fi, invoices: texts }))
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/api/invoices/') ? Response.json(invoice) : Response.json({ permissions: [] }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows lines with VAT, as they add up to the sum, and the account in groups', async () => {
  showPage(<InvoicePanel invoiceId={invoice.invoiceId} />)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  const plain = (text: string | null) => (text ?? '').replace(/[\u00A0\u202F]/g, ' ')
  expect(screen.getAllByRole('listitem').map((item) => plain(item.textContent))).toEqual([
    'Hallinnointimaksu 11/2026: 15,00 € sis. alv 25,5 %',
    'Omavastuu: 200,00 €',
    'Lukko, 2 kpl: 30,00 € sis. alv 25,5 %',
  ])
  expect(screen.getByText((text) => plain(text) === 'FI21 1234 5600 0007 85')).toBeTruthy()
})

it('tells where an invoice of an online shop outside the register is paid, as long as it is open', async () => {
  const ofShop = { ...invoice, direction: 'PURCHASE', party: 'STORE', otherParty: 'Polku Verkossa', isPaidInShop: true }
  for (const open of [45, 0]) {
    vi.stubGlobal('fetch', async (address: string) =>
      address.includes('/api/invoices/') ? Response.json({ ...ofShop, open }) : Response.json({ permissions: [] }),
    )
    showPage(<InvoicePanel invoiceId={invoice.invoiceId} />)
    await screen.findByText('Avoinna')
    const note = screen.queryByText(/Myyjä Polku Verkossa on verkkokauppa.*kirjaa maksu tähän/)
    expect(note !== null).toBe(open > 0)
    cleanup()
  }
})

it('shows an invoice that waits for its payer in the payer’s colour, and a paid one as done', () => {
  const classesOf = (parts: Partial<Invoice>) => {
    showPage(<InvoiceState invoice={{ ...invoice, ...parts }} />)
    const { className } = document.querySelector('span')!
    cleanup()
    return className
  }
  expect(classesOf({ status: 'SENT', party: 'PERSON' })).toContain('employee')
  expect(classesOf({ status: 'PARTLY_PAID', party: 'EMPLOYER' })).toContain('employer')
  expect(classesOf({ status: 'PAID', party: 'PERSON' })).toContain('running')
  // A credit note is sent too, and nobody has to pay it.
  expect(classesOf({ status: 'SENT', party: 'PERSON', settlement: 'SETTLED' })).toContain('running')
  expect(classesOf({ status: 'SENT', party: 'PERSON', settlement: 'OVERDUE' })).toContain('trouble')
  // Nobody is reminded of a disputed one, which the staff look into.
  expect(classesOf({ status: 'SENT', party: 'EMPLOYER', settlement: 'OVERDUE', isDisputed: true })).toContain('staff')
})

it('approves nothing where none of the chosen invoices can be, and says why', async () => {
  const item = { invoiceId: invoice.invoiceId, number: '77', isApproved: false, problem: 'NO_IBAN' }
  vi.stubGlobal('fetch', async () => Response.json({ approved: 0, approvedTotal: 0, items: [item] }))
  showPage(<ApproveSelected rows={[invoice]} clear={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Hyväksy maksuun' }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.textContent).toContain('77: tilinumero puuttuu'))
  expect(dialog.textContent).toContain('Valituista laskuista yhtäkään ei voi hyväksyä maksuun.')
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Hyväksy maksuun' }).disabled).toBe(true)
})

it('shows the first lines of a long bill, and all of them when asked', async () => {
  const lines = Array.from({ length: 25 }, (_, place) => ({ ...invoice.lines[0]!, lineId: String(place) }))
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('/api/invoices/') ? { ...invoice, lines } : { permissions: [] }),
  )
  showPage(<InvoicePanel invoiceId={invoice.invoiceId} />)
  const all = await screen.findByRole('button', { name: 'Näytä kaikki 25 riviä' })
  const shown = () => screen.getAllByText(/Hallinnointimaksu 11/).length
  expect(shown()).toBe(10)
  fireEvent.click(all)
  expect([shown(), screen.queryByRole('button', { name: /Näytä kaikki/ })]).toEqual([25, null])
})

it('marks an account that is not that of the register, names that of the register where none is given, and no other', async () => {
  const purchase = { ...invoice, direction: 'PURCHASE', party: 'STORE', otherParty: 'Esimerkki Kettinki', open: 45 }
  const account = { isRegistered: true, registerIban: 'FI2112345600000785', mayChange: true }
  const shownOf = async (parts: object) => {
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(address.includes('/api/invoices/') ? { ...purchase, account, ...parts } : { permissions: [] }),
    )
    showPage(<InvoicePanel invoiceId={invoice.invoiceId} />)
    const words = (await screen.findByText('Tilinumero')).nextElementSibling!.textContent!.replace(
      /[\u00A0\u202F]/g,
      ' ',
    )
    const isRefused = document.body.textContent!.includes('ei ole rekisterissä vahvistettu tili')
    cleanup()
    return [words, isRefused]
  }
  const unpayable = { problem: 'PAYEE_WAITS', otherNumber: null }
  expect(await shownOf({ iban: 'FI1410093000123458', unpayable })).toEqual([
    'FI14 1009 3000 1234 58, eri kuin rekisterissä: FI21 1234 5600 0007 85',
    true,
  ])
  expect(await shownOf({ iban: 'FI2112345600000785' })).toEqual(['FI21 1234 5600 0007 85', false])
  expect((await shownOf({ iban: null }))[0]).toContain('FI21 1234 5600 0007 85')
  const unknown = { isRegistered: false, registerIban: null, mayChange: true }
  expect(await shownOf({ iban: 'FI1410093000123458', account: unknown })).toEqual(['FI14 1009 3000 1234 58', false])
})
