// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { endpoint, Shape, T } from '#platform/contract/contract.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { Picker, pickFrom } from '#platform/web/form/Picker.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { PopoverButton } from '../dialogs/PopoverButton.tsx'
import { SidePanel } from './SidePanel.tsx'

const list = endpoint({
  method: 'GET',
  path: '/api/stores',
  access: 'session',
  summary: 'Stores.',
  replies: { 200: Shape({ items: T.Array(T.String()) }) },
})
const stores = pickFrom(list, ({ items }) => items.map((value) => ({ value, label: value })))

beforeAll(() => speakFinnish({ platform: fi }))
beforeEach(() => vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ items: ['Ketju'] }))))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Desk() {
  const [panel, setPanel] = useState(true)
  const [dialog, setDialog] = useState(false)
  return (
    panel && (
      <SidePanel title="Tilaus" close={() => setPanel(false)}>
        <button type="button" onClick={() => setDialog(true)}>
          Kysy
        </button>
        <Dialog opened={dialog} close={() => setDialog(false)} title="Kysymys">
          <PopoverButton label="Lisää">
            <p>Lisätiedot</p>
          </PopoverButton>
          <Picker label="Liike" source={stores} value="" onChange={() => {}} />
        </Dialog>
      </SidePanel>
    )
  )
}

/** Opens a panel of a list with a dialog over it; beside the list, or as a drawer on a smaller window. */
async function open(beside: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: beside, addEventListener() {}, removeEventListener() {} }))
  showPage(<Desk />)
  fireEvent.click(await screen.findByText('Kysy'))
  await screen.findByText('Kysymys')
  await screen.findByRole('button', { name: 'Lisää', hidden: true })
}
const press = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
const stands = (text: string) => screen.queryByText(text) !== null

it.each([
  ['a panel beside its list', true],
  ['a drawer', false],
] as const)('closes a dialog alone by Escape over %s, and that by the next press', async (_, beside) => {
  await open(beside)
  press()
  await waitFor(() => expect(stands('Kysymys')).toBe(false))
  expect(stands('Kysy')).toBe(true)
  press()
  await waitFor(() => expect(stands('Kysy')).toBe(false))
})

it('closes by Escape what is open in a dialog before the dialog, wherever the focus is', async () => {
  await open(true)
  fireEvent.click(screen.getByRole('button', { name: 'Lisää', hidden: true }))
  expect(stands('Lisätiedot')).toBe(true)
  press()
  expect([stands('Lisätiedot'), stands('Kysymys')]).toEqual([false, true])
  const picker = await screen.findByRole('combobox', { name: 'Liike', hidden: true })
  picker.focus()
  fireEvent.click(picker)
  await screen.findByRole('option', { name: 'Ketju', hidden: true })
  press()
  await waitFor(() => expect(picker.getAttribute('aria-expanded')).not.toBe('true'))
  expect(stands('Kysymys')).toBe(true)
  press()
  await waitFor(() => expect(stands('Kysymys')).toBe(false))
  expect(stands('Kysy')).toBe(true)
})
