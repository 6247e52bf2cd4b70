import { isValidElement, type MouseEvent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { partOf } from '#testing/part-of.ts'
import { navigate } from './history.ts'
import { Link } from './Link.tsx'

vi.mock('./history.ts', () => ({ navigate: vi.fn() }))
beforeEach(() => void vi.mocked(navigate).mockClear())
afterEach(() => void vi.restoreAllMocks())

type Props = Parameters<typeof Link>[0]
const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }

/** Presses a link and tells whether it was followed without the browser, and its address. */
function press(props: Props, event: object = {}) {
  const link = Link(props)
  if (!isValidElement<{ href: string; onClick: (event: MouseEvent) => void }>(link)) throw new Error('no link')
  const preventDefault = vi.fn()
  link.props.onClick(partOf({ ...plain, preventDefault, defaultPrevented: false, ...event }))
  return { followed: preventDefault.mock.calls.length > 0, href: link.props.href }
}

test('a plain press is followed in place, with every sign of the address encoded', () => {
  const { followed, href } = press({ to: '/tilaus/$id', params: { id: 'ä/ +%' }, search: { q: 'a b+c' } })
  expect(followed).toBe(true)
  expect(href).toBe('/tilaus/%C3%A4%2F%20%2B%25?q=a+b%2Bc')
  expect(navigate).toHaveBeenCalledExactlyOnceWith(href)
})

test.each([
  ['control', { ctrlKey: true }, {}],
  ['the command key', { metaKey: true }, {}],
  ['shift', { shiftKey: true }, {}],
  ['alt', { altKey: true }, {}],
  ['the middle button', { button: 1 }, {}],
  ['another tab as its target', {}, { target: '_blank' }],
  ['a file to download', {}, { download: 'a.pdf' }],
  ['a file to download under its own name', {}, { download: true }],
  ['a handler that has dealt with it', { defaultPrevented: true }, {}],
])('a press with %s stays the browser’s', (_name, event, props) => {
  expect(press({ to: '/mybike', ...props }, event).followed).toBe(false)
  expect(navigate).not.toHaveBeenCalled()
})

test('a target of its own tab is as good as none', () => {
  expect(press({ to: '/mybike', target: '_self' }).followed).toBe(true)
})
