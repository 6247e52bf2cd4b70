// @vitest-environment happy-dom

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import pageTexts from '#features/orders/orders/store-page/texts/fi.json' with { type: 'json' }
import orderTexts from '#features/orders/orders/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { partOf } from '#testing/part-of.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { StoreWork } from './StoreWork.tsx'

beforeAll(() => speakFinnish({ platform: fi, orders: orderTexts, 'store-page': pageTexts }))
afterEach(cleanup)

const show = (actions: { prepare: boolean; ready: boolean }) => {
  const page = {
    orderStatus: 'CONFIRMED' as const,
    question: null,
    pickupDay: null,
    actions: { checkCode: false, ...actions },
  }
  showPage(<StoreWork page={partOf(page)} token="t" />)
}
const orangeButtons = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.dataset.act === 'primary')
    .map((button) => button.textContent)

it('asks a store for the day alone as long as the bicycle cannot be ready, and then for the word that it is', async () => {
  show({ prepare: true, ready: false })
  await screen.findByRole('heading', { name: 'Milloin pyörän voi noutaa?' })
  expect(orangeButtons()).toEqual(['Tallenna päivä'])
  cleanup()
  show({ prepare: true, ready: true })
  await screen.findByRole('heading', { name: 'Onko pyörä valmis?' })
  expect(orangeButtons()).toEqual(['Valmis noudettavaksi'])
})
