// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import en from '#features/orders/orders/texts/en.json' with { type: 'json' }
import fi from '#features/orders/orders/texts/fi.json' with { type: 'json' }
import sv from '#features/orders/orders/texts/sv.json' with { type: 'json' }
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { priceCard as card } from '#testing/money/price-card.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { PriceCard } from './PriceCard.tsx'

beforeAll(() => speakFinnish({ platform, orders: fi }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Worth 25 percent of its price when the lease ends; an extra taxed euro costs 60 cents at most. */
const values = { month0: 80, month12: 60, month24: 40, month36: 25, month48: 25, month60: 25, version: 1 }

function show(viewer: 'EMPLOYEE' | 'EMPLOYER', topTaxPercent: number | null) {
  vi.stubGlobal('fetch', async () => Response.json({ ...values, topTaxPercent }))
  showPage(<PriceCard card={card} viewer={viewer} title="Mitä pyörä maksaa" bike="Halla Taival 7" />)
  return screen.findByText(/Laskettu/)
}

// 25 percent of 3,000 is 750, of which 150 is the redemption: 60 percent of 600.
it.each([
  ['EMPLOYEE', /Lunastuksessa voi tulla lisäksi veroa 0–360,00\s€\. Enintään pyörä maksaa omaksi 4\s508,53\s€\./],
  ['EMPLOYER', /Työntekijälle voi tulla .* 0–360,00\s€\. Enintään pyörä maksaa hänelle omaksi 4\s508,53\s€\./],
] as const)('shows under the total the range of the tax at the end, to the %s', async (viewer, range) => {
  await show(viewer, 60)
  expect(await screen.findByText(range)).toBeTruthy()
})

it('shows no range where nobody can tell the highest tax', async () => {
  await show('EMPLOYEE', null)
  await screen.findByText(/käyvän arvon|käypä arvo/i)
  expect(screen.queryByText(/Lunastuksessa voi tulla/)).toBeNull()
})

it('calls no sum the same of whatever pay: the tax at the end depends on it', () => {
  const words = JSON.stringify([fi.price, sv.price, en.price])
  expect(words).not.toMatch(/Summa on sama palkasta|oavsett lön|same whatever your pay/i)
})
