// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sourceFiles } from '#testing/source-imports.ts'
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

/** The opening tag of each form and what stands in it. */
function formsIn(text: string): { tag: string; body: string }[] {
  return [...text.matchAll(/<Form\b/g)].map(({ index }) => {
    const body = text.slice(index, text.indexOf('</Form>', index))
    return { tag: body.slice(0, body.search(/<Field\b|$/)), body }
  })
}

describe('every form in which a long text is typed', () => {
  const screens = sourceFiles().filter(({ file }) => file.endsWith('.tsx'))
  const long = screens.flatMap(({ file, text }) =>
    formsIn(text)
      .filter(({ body }) => /kind="textarea"/.test(body) || (body.match(/<Field\b/g)?.length ?? 0) > 2)
      .map(({ tag, body }) => ({ file, tag, body })),
  )

  it.each(long.map(({ file, tag, body }) => [file, tag, body] as const))(
    'keeps it over a reload and a stopped server: %s',
    (_, tag, body) => {
      const keeps =
        !/\bunguarded\b/.test(tag) || /\bkeepsDraft\b/.test(tag) || /type="password"|kind="password"/i.test(body)
      expect(keeps).toBe(true)
    },
  )

  it('is such a form, or keeps its text by itself', () => {
    expect(long.length).toBeGreaterThan(30)
    const bare = screens.filter(({ file, text }) => /<Textarea\b/.test(text) && !file.startsWith('platform/web/form/'))
    expect(bare.length).toBeGreaterThan(0)
    expect(bare.filter(({ text }) => !text.includes('useKeptText(')).map(({ file }) => file)).toEqual([])
  })
})
