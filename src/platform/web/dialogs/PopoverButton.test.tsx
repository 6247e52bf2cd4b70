// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { PopoverButton } from './PopoverButton.tsx'

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(cleanup)

function open() {
  showPage(
    <>
      <PopoverButton label="Tila">
        <input aria-label="Kesken" type="checkbox" />
      </PopoverButton>
      <p>Muualla</p>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Tila' })
  fireEvent.click(button)
  return { button, isOpen: () => screen.queryByLabelText('Kesken') !== null }
}

it('opens by a press, says so, and closes by the next', () => {
  const { button, isOpen } = open()
  expect([isOpen(), button.getAttribute('aria-expanded')]).toEqual([true, 'true'])
  expect(document.getElementById(button.getAttribute('aria-controls')!)).not.toBeNull()
  fireEvent.click(button)
  expect([isOpen(), button.getAttribute('aria-expanded')]).toEqual([false, 'false'])
})

it('closes by Escape and gives the focus back', () => {
  const { button, isOpen } = open()
  screen.getByLabelText('Kesken').focus()
  fireEvent.keyDown(screen.getByLabelText('Kesken'), { key: 'Escape' })
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(button)
})

it('stays while something in it is pressed, and closes by a press on what takes no focus', () => {
  const { isOpen } = open()
  fireEvent.pointerDown(screen.getByLabelText('Kesken'))
  expect(isOpen()).toBe(true)
  fireEvent.pointerDown(screen.getByText('Muualla'))
  expect(isOpen()).toBe(false)
})
