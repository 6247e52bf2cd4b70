// @vitest-environment happy-dom

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { priceCard } from '#testing/money/price-card.ts'
import { partOf } from '#testing/part-of.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { AgreementFacts } from './AgreementFacts.tsx'

beforeAll(() => speakFinnish({ platform, signing: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const order = partOf<OrderViewType>({
  companyName: 'Esimerkki Oy',
  employee: { firstName: 'Aino', lastName: 'Malli' },
  bike: { brand: 'Halla', model: 'Taival' },
  accessories: [],
  priceCard,
  agreement: { agreementNumber: 'S-1', leasingCompany: 'Esimerkki Rahoitus' },
})

it('says in ten lines who agrees on which bicycle, for how long, at what price, whose benefit it is, who pays and how it ends', () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }))
  showPage(<AgreementFacts order={order} agreement={order.agreement!} />)
  const lines = Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent?.replace(/\s/g, ' ')]),
  )
  expect(lines).toEqual({
    Sopimus: 'S-1',
    Osapuolet: 'Aino Malli, Esimerkki Oy, Esimerkki Rahoitus',
    Pyörä: 'Halla Taival',
    'Hinta varusteineen': '3 000,00 €',
    Leasingkausi: '40 kuukautta; alkaa, kun pyörä on luovutettu',
    Kuukausierä: '100,00 € kuukaudessa, viimeinen 98,53 €',
    'Etu ja verotus': 'Veronalainen etu, arvo 100,00 € kuukaudessa',
    'Kuka maksaa':
      'Työntekijä: rahapalkka pienenee 100,00 € kuukaudessa ja tilalle tulee etu. Työnantaja maksaa lisäksi hallinnointimaksun 15,00 € kuukaudessa.',
    'Miten päättyy':
      'Kauden lopussa pyörän voi lunastaa hintaan 150,00 €. Jos leasing päättyy kesken, hinnat ja maksajat ovat sopimuksen kohdassa Päättymisen hinnat.',
    'Yhteensä omaksi': '4 148,53 €',
  })
})

it('shows to whoever signs the range of the tax at the end, beside what the bicycle costs in all', async () => {
  // Worth 750 of 3,000 when the lease ends, of which 150 is the redemption: 60 percent of 600.
  const values = { month0: 80, month12: 60, month24: 40, month36: 25, month48: 25, month60: 25, version: 1 }
  vi.stubGlobal('fetch', async () => Response.json({ ...values, topTaxPercent: 60 }))
  showPage(<AgreementFacts order={order} agreement={order.agreement!} />)
  expect(screen.getByText('Yhteensä omaksi').nextSibling?.textContent).toMatch(/^4\s148,53\s€$/)
  const tax = await screen.findByText('Voi tulla lisäksi veroa lunastuksessa')
  expect(tax.nextSibling?.textContent).toMatch(/^0–360,00\s€$/)
})
