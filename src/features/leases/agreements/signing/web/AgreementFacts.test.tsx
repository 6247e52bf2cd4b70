// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { startTexts } from '#platform/web/words/i18n.ts'
import { priceCard } from '#testing/money/price-card.ts'
import { showPage } from '#testing/show-page.tsx'
import texts from '../texts/fi.json' with { type: 'json' }
import { AgreementFacts } from './AgreementFacts.tsx'

beforeAll(() => startTexts({ fi: async () => ({ default: { platform, signing: texts } }) } as never, 'fi'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows to whoever signs the range of the tax at the end, beside what the bicycle costs in all', async () => {
  // Worth 750 of 3,000 when the lease ends, of which 150 is the redemption: 60 percent of 600.
  const values = { month0: 80, month12: 60, month24: 40, month36: 25, month48: 25, month60: 25, version: 1 }
  vi.stubGlobal('fetch', async () => Response.json({ ...values, topTaxPercent: 60 }))
  const agreement = { agreementNumber: 'S-1', leasingCompany: 'Esimerkki Rahoitus' }
  const order = { companyName: 'Esimerkki Oy', bike: null, accessories: [], priceCard, agreement }
  const shown = order as unknown as OrderViewType
  showPage(<AgreementFacts order={shown} agreement={shown.agreement!} />)
  expect(screen.getByText('Yhteensä omaksi').nextSibling?.textContent).toMatch(/^4\s148,53\s€$/)
  const tax = await screen.findByText('Voi tulla lisäksi veroa lunastuksessa')
  expect(tax.nextSibling?.textContent).toMatch(/^0–360,00\s€$/)
})
