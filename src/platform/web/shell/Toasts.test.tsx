// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { Toasts } from './Toasts.tsx'
import { showDone } from './toasts.ts'

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(cleanup)

const show = (title: string, undo?: () => void) => act(() => showDone(title, undo ? { undo } : {}))
const closeAll = () => {
  for (let left = 4; left > 0; left -= 1) {
    const [close] = screen.queryAllByRole('button', { name: 'Sulje viesti' })
    if (close) fireEvent.click(close)
  }
}

it('Ctrl+Z takes back the newest thing that can be, from wherever the focus stands but a field', () => {
  const undo = vi.fn()
  showPage(
    <>
      <input aria-label="Huomautus" />
      <button type="button">Hyväksy</button>
      <Toasts />
    </>,
  )
  show('Hyväksytty', undo)
  show('Tallennettu')
  expect(screen.getByText('Ctrl+Z kumoaa myös')).toBeTruthy()
  fireEvent.keyDown(screen.getByLabelText('Huomautus'), { key: 'z', ctrlKey: true })
  fireEvent.keyDown(screen.getByText('Hyväksy'), { key: 'z' })
  expect(undo).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByText('Hyväksy'), { key: 'z', ctrlKey: true })
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Hyväksytty')).toBeNull()
  fireEvent.keyDown(screen.getByText('Hyväksy'), { key: 'z', ctrlKey: true })
  expect(undo).toHaveBeenCalledOnce()
  closeAll()
})

it('shows the two newest toasts and counts the rest', () => {
  showPage(<Toasts />)
  for (const title of ['Ensimmäinen', 'Toinen', 'Kolmas', 'Neljäs']) show(title)
  expect(screen.queryByText('Toinen')).toBeNull()
  expect(screen.getByText('Kolmas')).toBeTruthy()
  expect(screen.getByText('ja 2 viestiä lisää')).toBeTruthy()
  closeAll()
})
