// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import texts from '#features/orders/orders/desk/texts/fi.json' with { type: 'json' }
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'

beforeAll(() => speakFinnish({ platform: fi, desk: texts }))
afterEach(cleanup)

async function dayShown(deliveryDay: string | null) {
  const order = {
    orderId: '00000000-0000-7000-8000-000000000001',
    orderNumber: 'P-26-TESTI1',
    version: 1,
    employee: { firstName: 'Testi', lastName: 'Esimerkki' },
    frameNumber: null,
    commitmentDate: '2026-11-01',
    deliveryDay,
  } as OrderViewType
  showPage(<DeliveryDialog order={order} close={() => undefined} />)
  return (await screen.findByLabelText<HTMLInputElement>('Luovutuspäivä')).value
}

it('offers today as the day of the hand-over, and keeps one that is known', async () => {
  expect(await dayShown(null)).toBe(formatDayIn(serviceDay(), 'fi'))
  cleanup()
  expect(await dayShown('2026-11-12')).toBe('12.11.2026')
})
