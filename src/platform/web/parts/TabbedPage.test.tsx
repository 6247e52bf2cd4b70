// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { TabbedPage } from './TabbedPage.tsx'

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('brings the open tab into view, that of the address and the one that is chosen', () => {
  const seen: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.textContent)
  })
  window.history.replaceState(null, '', '/admin/pankki?tab=files')
  const tab = (name: string, title: string) => ({ name, title, content: () => <p>{title}</p> })
  showPage(<TabbedPage title="Pankki" lead="" tabs={[tab('entries', 'Tapahtumat'), tab('files', 'Tiedostot')]} />)
  expect(seen).toEqual(['Tiedostot'])
  fireEvent.click(screen.getByRole('tab', { name: 'Tapahtumat' }))
  expect(seen.at(-1)).toBe('Tapahtumat')
})

it('is left without an error where scrolling answers with a promise, as in current browsers', () => {
  const scrolls = vi.spyOn(Element.prototype, 'scrollIntoView')
  scrolls.mockImplementation((() => Promise.resolve()) as Element['scrollIntoView'])
  window.history.replaceState(null, '', '/admin/pankki')
  const tab = (name: string, title: string) => ({ name, title, content: () => <p>{title}</p> })
  const { unmount } = showPage(
    <TabbedPage title="Pankki" lead="" tabs={[tab('entries', 'Tapahtumat'), tab('files', 'Tiedostot')]} />,
  )
  fireEvent.click(screen.getByRole('tab', { name: 'Tiedostot' }))
  expect(screen.getByText('Tiedostot', { selector: 'p' })).toBeTruthy()
  unmount()
  expect(scrolls).toHaveBeenCalledTimes(2)
})
