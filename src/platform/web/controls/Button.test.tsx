// @vitest-environment happy-dom

import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type FormEvent, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showPage } from '#testing/show-page.tsx'
import { Button } from './Button.tsx'

afterEach(cleanup)
const buttonNow = () => screen.getByRole<HTMLButtonElement>('button')

/** A form that is at work from the first press until it is told that the answer has come. */
function Saving({ send, answer }: { send: () => void; answer: Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    send()
    setBusy(true)
    await answer
    setBusy(false)
  }
  return (
    <form onSubmit={submit}>
      <PrimaryButton type="submit" loading={isBusy}>
        Tallenna
      </PrimaryButton>
    </form>
  )
}

it('keeps the focus of a button at work, says so, and answers no press until it is done', async () => {
  const send = vi.fn()
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  showPage(<Saving send={send} answer={answer} />)
  buttonNow().focus()
  fireEvent.click(buttonNow())
  expect(buttonNow().getAttribute('aria-disabled')).toBe('true')
  expect(buttonNow().disabled).toBe(false)
  expect(document.activeElement).toBe(buttonNow())
  fireEvent.click(buttonNow())
  expect(send).toHaveBeenCalledOnce()
  await act(async () => resolve())
  expect(buttonNow().hasAttribute('aria-disabled')).toBe(false)
  fireEvent.click(buttonNow())
  expect(send).toHaveBeenCalledTimes(2)
})

it('disables a button that waits for something to be typed first, and is no submit unless it is told to be', () => {
  showPage(<Button disabled>Poista</Button>)
  expect(buttonNow().disabled).toBe(true)
  expect(buttonNow().type).toBe('button')
})

it('no look of a button gives way to the plain one under the pointer', () => {
  const css = readFileSync('src/platform/web/controls/Button.css', 'utf8')
  const hovers = css.match(/^\.button.*:hover(?=[ ,])/gm) ?? []
  expect(hovers.length).toBeGreaterThan(4)
  // A selector that says less than the plain look's would lose to it.
  expect(hovers.filter((one) => !one.endsWith(':not([data-disabled], [data-loading]):hover'))).toEqual([])
})
