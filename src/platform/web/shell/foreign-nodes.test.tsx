// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { bearForeignNodes } from './foreign-nodes.ts'

const { insertBefore, removeChild } = Node.prototype
beforeAll(() => bearForeignNodes())
afterEach(cleanup)
afterAll(() => Object.assign(Node.prototype, { insertBefore, removeChild }))

/** What a translator does to a text: a node of its own stands in its place. */
function translate(text: Node) {
  const font = document.createElement('font')
  font.textContent = `«${text.nodeValue}»`
  text.parentNode!.replaceChild(font, text)
}

/** What an extension does to an element: it lies in a frame of its own. */
function frame(element: Element) {
  const span = document.createElement('span')
  element.replaceWith(span)
  span.append(element)
}

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <button type="button" onClick={() => setOpen(!isOpen)}>
      {isOpen && <i>uusi</i>}
      {'Lue '}
      {isOpen ? null : 'lisää'}
      <b>loppu</b>
    </button>
  )
}

it('a page whose texts a translator has replaced goes on', () => {
  render(<Page />)
  const button = screen.getByRole('button')
  for (const node of [...button.childNodes]) if (node.nodeType === Node.TEXT_NODE) translate(node)
  act(() => button.click())
  expect(button.querySelector('i')?.textContent).toBe('uusi')
  act(() => button.click())
  expect(button.querySelector('i')).toBeNull()
})

it('an element in a foreign frame goes with its page, and what comes before it comes last', () => {
  const place = document.createElement('div')
  const [first, second] = [document.createElement('p'), document.createElement('p')]
  place.append(second)
  frame(second)
  place.insertBefore(first, second)
  expect(place.lastChild).toBe(first)
  place.removeChild(second)
  expect(second.isConnected).toBe(false)
})
