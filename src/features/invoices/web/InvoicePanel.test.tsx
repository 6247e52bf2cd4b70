// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { startTexts } from '#platform/web/words/i18n.ts'
import { showPage } from '#testing/show-page.tsx'
import texts from '../texts/fi.json' with { type: 'json' }
import { InvoicePanel } from './InvoicePanel.tsx'

const line = { unitName: null, costUnit: null, correctsMonth: null, credited: 0, vatPercent: 25.5 }
const invoice = {
  invoiceId: '00000000-0000-7000-8000-000000000001',
  direction: 'SALES',
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
  payments: [],
  credits: [],
}

beforeAll(() => startTexts({ fi: async () => ({ default: { platform: fi, invoices: texts } }) } as never, 'fi'))
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
