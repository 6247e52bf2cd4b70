// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import texts from '#features/orders/orders/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { PersonFacts } from './PersonFacts.tsx'

beforeAll(() => speakFinnish({ platform: fi, orders: texts }))
afterEach(cleanup)

it.each([
  [null, 'Verkkokauppa', 'Liike'],
  ['00000000-0000-7000-8000-000000000002', 'Liike', 'Verkkokauppa'],
])('names the seller by its kind to the employer (%s)', async (bikeStoreId, kind, other) => {
  const order = {
    employee: { firstName: 'Aino', lastName: 'Esimerkki', workEmail: 'aino@kaarna.example' },
    orderNumber: 'P-1',
    agreement: null,
    bikeStore: { bikeStoreId, storeName: 'Polku Verkossa' },
  } as OrderViewType
  showPage(<PersonFacts order={order} />)
  expect((await screen.findByText('Polku Verkossa')).previousElementSibling?.textContent).toBe(kind)
  expect(screen.queryByText(other)).toBeNull()
})
