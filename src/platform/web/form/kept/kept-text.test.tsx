// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sourceFiles } from '#testing/sources/source-imports.ts'
import { useKeptText } from './use-kept-text.ts'

vi.mock('#platform/web/api/user.ts', () => ({ useUser: () => ({ userId: 'one' }) }))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function Reason({ about }: { about: string }) {
  const [text, write] = useKeptText(about)
  return <textarea aria-label="Syy" value={text} onChange={(event) => write(event.currentTarget.value)} />
}
const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Syy')

describe('a text that stands in no form', () => {
  it('is there again after the page was loaded anew, and in no other place', () => {
    render(<Reason about="a" />)
    fireEvent.change(reason(), { target: { value: 'Ei mahdu' } })
    document.body.innerHTML = ''
    render(<Reason about="b" />)
    expect(reason().value).toBe('')
    document.body.innerHTML = ''
    render(<Reason about="a" />)
    expect(reason().value).toBe('Ei mahdu')
  })

  it('is forgotten once it has been left', () => {
    const { unmount } = render(<Reason about="a" />)
    fireEvent.change(reason(), { target: { value: 'Ei mahdu' } })
    unmount()
    render(<Reason about="a" />)
    expect(reason().value).toBe('')
  })
})

/** A dialog whose subject changes while it is open, as when a part of the work is done. */
it('goes on with a text whose subject changes', () => {
  const { rerender } = render(<Reason about="a b" />)
  fireEvent.change(reason(), { target: { value: 'Ei mahdu' } })
  rerender(<Reason about="b" />)
  expect(reason().value).toBe('Ei mahdu')
  document.body.innerHTML = ''
  render(<Reason about="b" />)
  expect(reason().value).toBe('Ei mahdu')
})

/** A `Form` keeps what stands in its fields; any other field for a text has to do so by itself. */
it('stands nowhere without being kept, but in the fields of a form', () => {
  const bare = sourceFiles().filter(
    ({ file, text }) => file.endsWith('.tsx') && /<Textarea\b/.test(text) && !file.startsWith('platform/web/form/'),
  )
  expect(bare.length).toBeGreaterThan(0)
  expect(bare.filter(({ text }) => !text.includes('useKeptText(')).map(({ file }) => file)).toEqual([])
})
