// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { RunPanel } from './RunPanel.tsx'

beforeAll(() => speakFinnish({ platform: fi, billing: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const item = { companyName: 'Esimerkki Kaarna Oy', unitName: null, number: null, status: 'NOT_SENT', reason: null }
const run = {
  billingRunId: '00000000-0000-7000-8000-000000000001',
  version: 1,
  month: '2026-11',
  status: 'READY',
  invoices: 2,
  leasesOfOthers: 0,
  items: [
    { ...item, invoiceId: 'a', lines: 4, total: 410.5 },
    { ...item, invoiceId: 'b', companyName: 'Esimerkki Tuohi Oy', unitName: 'Pori', lines: 1, total: 30 },
    {
      ...item,
      invoiceId: 'c',
      companyName: 'Esimerkki Saari Oy',
      lines: 1,
      total: 99,
      status: 'OVERRIDDEN',
      reason: 'Konkurssi',
    },
  ],
  credits: [{ companyId: 'd', companyName: 'Esimerkki Roihu Oy', lines: 1, total: -15 }],
}

it('lists before the invoices of a month are sent who is billed how much, who is credited and who is left out', async () => {
  vi.stubGlobal('fetch', async () => Response.json(run))
  showPage(<RunPanel id={run.billingRunId} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Hyväksy ja lähetä' }, { timeout: 10_000 }))
  const dialog = await screen.findByRole('dialog')
  const plain = (dialog.textContent ?? '').replace(/[\u00A0\u202F]/g, ' ')
  expect(plain).toContain('2 laskua, yhteensä 440,50 €, numeroidaan ja lähetetään.')
  const rows = within(dialog).getAllByRole('listitem')
  expect(rows.map((row) => (row.textContent ?? '').replace(/[\u00A0\u202F]/g, ' '))).toMatchObject([
    expect.stringMatching(/^Esimerkki Kaarna Oy: .*410,50 €$/),
    expect.stringMatching(/^Esimerkki Tuohi Oy, Pori: .*30,00 €$/),
    'Esimerkki Saari Oy: Konkurssi',
    expect.stringMatching(/^Esimerkki Roihu Oy: .*15,00 €$/),
  ])
})
