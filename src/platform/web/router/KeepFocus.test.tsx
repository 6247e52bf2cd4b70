// @vitest-environment happy-dom

import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { KeepFocus } from './KeepFocus.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (content: ReactNode) => {
  const page = (inner: ReactNode) => (
    <>
      <main id="sisalto" tabIndex={-1}>
        {inner}
      </main>
      <KeepFocus />
    </>
  )
  const { rerender } = render(page(content))
  return (next: ReactNode) => rerender(page(next))
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const focused = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))

const rows = (...names: string[]) => (
  <>
    <h1>Odottavia hakemuksia: {names.length}</h1>
    <button type="button">Suodata</button>
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>
  </>
)

it('goes on from the next row when an act takes the row away, and from the last one after that', async () => {
  const change = show(rows('Aino', 'Eero', 'Saima'))
  button('Eero').focus()
  change(rows('Aino', 'Saima'))
  await focused(() => button('Saima'))
  change(rows('Aino'))
  await focused(() => button('Aino'))
})

it('goes to the heading of a new stage and shows it, and to the old one without moving the page', async () => {
  const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  const stage = (title: string, act?: string) => (
    <>
      <h1>{title}</h1>
      <section>{act && <button type="button">{act}</button>}</section>
    </>
  )
  const change = show(stage('Allekirjoita', 'Siirry allekirjoittamaan'))
  button('Siirry allekirjoittamaan').focus()
  change(stage('Odottaa työnantajaa'))
  await focused(() => screen.getByRole('heading', { name: 'Odottaa työnantajaa' }))
  expect(shown).toHaveBeenCalledOnce()
  change(stage('Odottaa työnantajaa', 'Lataa sopimus'))
  button('Lataa sopimus').focus()
  change(stage('Odottaa työnantajaa'))
  await focused(() => screen.getByRole('heading', { name: 'Odottaa työnantajaa' }))
  expect(shown).toHaveBeenCalledOnce()
  shown.mockRestore()
})

it('moves no page whose heading came only after the focus', async () => {
  const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  const change = show(<button type="button">Hylkää evästeet</button>)
  button('Hylkää evästeet').focus()
  change(<h1>Pyöräni</h1>)
  await focused(() => screen.getByRole('heading', { name: 'Pyöräni' }))
  expect(shown).not.toHaveBeenCalled()
  shown.mockRestore()
})

it('waits for the new page to have its heading', async () => {
  const change = show(rows('Aino'))
  button('Aino').focus()
  change(<p>Ladataan</p>)
  await waitFor(() => expect(document.activeElement).toBe(document.body))
  change(<h1>Valmis</h1>)
  await focused(() => screen.getByRole('heading', { name: 'Valmis' }))
})

it('comes back to a control that was disabled for as long as the act took', async () => {
  const act = (isBusy: boolean) => (
    <>
      <h1>Laitteet</h1>
      <button type="button" disabled={isBusy}>
        Kirjaa ulos
      </button>
    </>
  )
  const change = show(act(false))
  button('Kirjaa ulos').focus()
  // Browsers take the focus from a disabled element; the test's document does so only before it is disabled.
  button('Kirjaa ulos').blur()
  change(act(true))
  await waitFor(() => expect(document.activeElement).toBe(document.body))
  change(act(false))
  await focused(() => button('Kirjaa ulos'))
})

it('comes back to the page when both a dialog and what opened it are gone', async () => {
  const page = (names: string[], dialog?: ReactNode) => (
    <>
      {rows(...names)}
      {dialog}
    </>
  )
  const change = show(page(['Aino', 'Eero']))
  button('Aino').focus()
  change(
    page(
      ['Aino', 'Eero'],
      <div role="dialog" aria-label="Poista">
        <button type="button">Poista</button>
      </div>,
    ),
  )
  button('Poista').focus()
  change(page(['Eero']))
  await focused(() => button('Eero'))
})

/** Places the focus by itself when it is closed. */
function Closing() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <h1>Hakemus</h1>
      {isOpen && (
        <button type="button" onClick={() => setOpen(false)}>
          Sulje
        </button>
      )}
      {!isOpen && <input aria-label="Haku" ref={(field) => field?.focus()} />}
    </>
  )
}

it('leaves the focus where the page has put it', async () => {
  show(<Closing />)
  button('Sulje').focus()
  button('Sulje').click()
  await focused(() => screen.getByRole('textbox', { name: 'Haku' }))
})

it('takes the focus of nobody who has left by themselves, whatever changes on the page then', async () => {
  vi.useFakeTimers()
  const change = show(rows('Aino', 'Eero'))
  button('Aino').focus()
  button('Aino').blur()
  await vi.advanceTimersByTimeAsync(1)
  change(rows('Eero'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(document.activeElement).toBe(document.body)
  button('Eero').focus()
  document.dispatchEvent(new Event('pointerdown'))
  change(rows('Saima'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(document.activeElement).toBe(document.body)
})
