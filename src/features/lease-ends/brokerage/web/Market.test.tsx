// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { Market } from './Market.tsx'

beforeAll(() => speakFinnish({ platform: fi, brokerage: texts }))
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ items: [], totalCount: 0 })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says that nothing is on offer when nobody has narrowed the list', async () => {
  window.history.replaceState(null, '', '/bikeBrokerageService')
  showPage(<Market />)
  await screen.findByText(texts.market.none)
  expect(screen.queryByRole('button', { name: texts.market.clear })).toBeNull()
})

it('offers to take the terms away when they leave nothing, and empties their fields', async () => {
  window.history.replaceState(null, '', '/bikeBrokerageService?place=Oulu&most=50')
  showPage(<Market />)
  await screen.findByText(texts.market.empty)
  expect(screen.getByLabelText<HTMLInputElement>(texts.columns.municipality).value).toBe('Oulu')
  fireEvent.click(screen.getByRole('button', { name: texts.market.clear }))
  await screen.findByText(texts.market.none)
  expect(screen.getByLabelText<HTMLInputElement>(texts.columns.municipality).value).toBe('')
  await waitFor(() => expect(window.location.search).toBe(''))
})
