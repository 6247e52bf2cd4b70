// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { SidePanel } from './SidePanel.tsx'

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens a panel beside its list, at so many pixels from the window's top. */
function openAt(top: number) {
  const scrolled = vi.fn()
  vi.stubGlobal('innerHeight', 900)
  vi.stubGlobal('scrollBy', scrolled)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top } as DOMRect)
  showPage(
    <SidePanel title="Malli Päivi" close={() => undefined}>
      <p>Tiedot</p>
    </SidePanel>,
  )
  return scrolled.mock.calls
}

it('opened low in the window it scrolls the page on until its buttons have room', () => {
  expect(openAt(630)).toEqual([[{ top: 226 }]])
})

it('opened where there is room it leaves the page where it is', () => {
  expect(openAt(300)).toEqual([])
})
