// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { endpoint, Shape, T } from '#platform/contract/contract.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { Picker, pickFrom } from './Picker.tsx'

const list = endpoint({
  method: 'GET',
  path: '/api/stores',
  access: 'session',
  summary: 'Stores.',
  replies: { 200: Shape({ items: T.Array(T.String()) }) },
})
const stores = pickFrom(list, ({ items }) => items.map((value) => ({ value, label: value })))

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('opens by the press that came while the picker itself was on its way', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ items: ['Ketju', 'Poljin'] }), { status: 200 }))
  showPage(<Picker label="Liike" source={stores} value="" onChange={() => {}} />)
  const waiting = screen.getByLabelText('Liike')
  expect(waiting.hasAttribute('readonly')).toBe(true)
  expect(waiting.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(waiting)
  expect(await screen.findByRole('option', { name: 'Ketju', hidden: true })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Liike' }))
})

it('says what a screen knows of where to go, when nothing is found', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ items: [] }), { status: 200 }))
  const none = pickFrom(list, () => [], { nothing: 'Osta verkosta.' })
  showPage(<Picker label="Liike" source={none} value="" onChange={() => {}} />)
  fireEvent.click(await screen.findByRole('combobox', { name: 'Liike' }))
  expect(await screen.findByText('Osta verkosta.')).toBeTruthy()
})
