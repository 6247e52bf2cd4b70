// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { AskFirst } from './AskFirst.tsx'
import { AskingSwitch } from './AskingSwitch.tsx'

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(cleanup)

it('acts only after the question, which says that others may get a message', async () => {
  const run = vi.fn(async () => undefined)
  showPage(<AskFirst act="Pyydä liikkeeltä uudelleen" run={run} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pyydä liikkeeltä uudelleen' }))
  await screen.findByText(fi.asks.told)
  fireEvent.click(screen.getByRole('button', { name: 'Peruuta' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(run).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Pyydä liikkeeltä uudelleen' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pyydä liikkeeltä uudelleen' }))
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
})

it('changes a switch only after the question', async () => {
  const set = vi.fn()
  showPage(<AskingSwitch title="Aino saa raportin" label="Saa raportin" checked={false} set={set} />)
  fireEvent.click(screen.getByRole('switch', { name: 'Saa raportin' }))
  expect(set).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByRole('button', { name: 'Ota käyttöön' }))
  expect(set).toHaveBeenCalledWith(true)
})
