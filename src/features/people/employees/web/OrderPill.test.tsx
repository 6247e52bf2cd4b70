// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { OrderAndWait } from './OrderPill.tsx'

beforeAll(() => speakFinnish({ platform: fi, employees: texts }))
afterEach(cleanup)

// Half past ten in the evening in UTC is the next day in Helsinki.
const waitingSince = '2026-11-12T22:30:00.000Z'

it('says whom an order waits for and since which day in Helsinki', () => {
  const { container } = showPage(
    <OrderAndWait order={{ orderStatus: 'CONFIRMED', waitingFor: ['STORE', 'STAFF'], waitingSince }} />,
  )
  expect(container.querySelector('small')!.textContent).toBe('odottaa liikettä 13.11.2026 alkaen')
})

it('says nothing of waiting when nobody is awaited', () => {
  const { container } = showPage(
    <OrderAndWait order={{ orderStatus: 'ACTIVE_LEASING', waitingFor: [], waitingSince }} />,
  )
  expect(container.querySelector('small')).toBeNull()
})
