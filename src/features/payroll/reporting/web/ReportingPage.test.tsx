// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { startTexts } from '#platform/web/words/i18n.ts'
import { showPage } from '#testing/show-page.tsx'
import texts from '../texts/fi.json' with { type: 'json' }
import { AdminReportingPage } from './ReportingPage.tsx'

beforeAll(() => startTexts({ fi: async () => ({ default: { platform: fi, reporting: texts } }) } as never, 'fi'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('offers the helpdesk the companies when the address names one that is none', async () => {
  const refusals = { VALIDATION: 400, NOT_FOUND: 404 }
  for (const [code, status] of Object.entries(refusals)) {
    vi.stubGlobal('fetch', async (address: string) =>
      address.includes('/months')
        ? Response.json({ code, message: 'x', requestId: 'r' }, { status })
        : Response.json({
            items: [
              { companyId: 'c', companyName: 'Esimerkki Kaarna Oy', groupCompanyId: null, shownMonth: '2026-10' },
            ],
            truncated: false,
          }),
    )
    window.history.replaceState(null, '', '/admin/raportointi?companyId=XYZ')
    showPage(<AdminReportingPage />)
    expect(await screen.findByText(texts.chooseCompany)).toBeTruthy()
    const link = await screen.findByRole('link', { name: 'Esimerkki Kaarna Oy' })
    expect(link.getAttribute('href')).toBe('/admin/raportointi?companyId=c')
    expect(screen.getByText('lokakuu 2026')).toBeTruthy()
    cleanup()
  }
})
