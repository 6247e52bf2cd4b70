// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { AdminReportingPage, ReportingPage } from './ReportingPage.tsx'

beforeAll(() => speakFinnish({ platform: fi, reporting: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const totals = { taxValue: 0, code363: 0, code364: 0, code420: 0 }
const monthOf = (month: string, mayBeLocked = false) => ({
  month,
  state: 'PREVIEW',
  mayBeLocked,
  rowCount: 0,
  totals,
  lock: null,
})

/** The report of a company that has September to November, of which October waits. */
async function showMonths(address: string) {
  vi.stubGlobal('fetch', async (call: string) => {
    if (call.includes('/companies'))
      return Response.json({
        items: [{ companyId: 'c', companyName: 'Esimerkki Kaarna Oy', groupCompanyId: null, shownMonth: '2026-10' }],
        truncated: false,
      })
    if (call.includes('/months'))
      return Response.json({
        items: [monthOf('2026-11'), monthOf('2026-10', true), monthOf('2026-09')],
        truncated: false,
      })
    return Response.json({ code: 'NOT_FOUND', message: 'x', requestId: 'r' }, { status: 404 })
  })
  window.history.replaceState(null, '', address)
  showPage(<ReportingPage />)
  await screen.findByRole('combobox', { name: texts.month })
}

/** A company in the table of all, whose month and the five before it are open. */
const lineOf = (month: string) => ({
  companyId: 'c',
  companyName: 'Esimerkki Kaarna Oy',
  businessId: '1234567-1',
  state: 'PREVIEW',
  months: Array.from({ length: 6 }, () => ({ month, state: 'PREVIEW' })),
  mayBeLocked: false,
  openMonth: month,
  openChecks: [],
  previewHash: null,
  rowCount: 1,
  changes: 0,
  totals: { taxValue: 0, grossLowering: 0, netCollection: 0 },
})

it('offers the helpdesk the companies when the address names one that is none', async () => {
  const refusals = { VALIDATION: 400, NOT_FOUND: 404 }
  for (const [code, status] of Object.entries(refusals)) {
    vi.stubGlobal('fetch', async (address: string) =>
      address.includes('/months')
        ? Response.json({ code, message: 'x', requestId: 'r' }, { status })
        : Response.json({
            items: [lineOf(address.match(/payroll-months\/(\d{4}-\d{2})/)![1]!)],
            page: 1,
            limit: 20,
            total: 1,
            totalPages: 1,
            hasNext: false,
            hasPrevious: false,
          }),
    )
    window.history.replaceState(null, '', '/admin/raportointi?companyId=XYZ')
    showPage(<AdminReportingPage />)
    expect(await screen.findByText(texts.chooseCompany)).toBeTruthy()
    const link = await screen.findByRole('link', { name: /^Esimerkki Kaarna Oy/ })
    expect(link.getAttribute('href')).toMatch(/^\/admin\/raportointi\?companyId=c&month=\d{4}-\d{2}$/)
    cleanup()
  }
})

it.each([
  ['2026-12', '/raportointi?month=2026-12', /^Kuukautta 12\/2026 ei vielä ole.* Alla on kuukausi 10\/2026\.$/],
  [
    '2025-01',
    '/raportointi?month=2025-01',
    /^Kuukautta 1\/2025 ei ole tällä raportilla\. Alla on kuukausi 10\/2026\.$/,
  ],
])('says of a month that the report does not have (%s) that it shows another', async (_, address, sentence) => {
  await showMonths(address)
  expect(screen.getByText(sentence)).toBeTruthy()
})

it.each(['/raportointi?month=2026-11', '/raportointi'])(
  'says nothing of months where it shows what %s asks for',
  async (address) => {
    await showMonths(address)
    expect(screen.queryByText(/Alla on kuukausi/)).toBeNull()
  },
)
