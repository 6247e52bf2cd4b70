// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { FileActs } from './FileActs.tsx'

// The picker has tests of its own.
vi.mock('#platform/web/form/Picker.tsx', () => ({
  pickFrom: () => null,
  Picker: ({ label, onChange }: { label: string; onChange: (value: string) => void }) => (
    <button type="button" onClick={() => onChange('00000000-0000-7000-8000-000000000001')}>
      {label}
    </button>
  ),
}))

let sent: string[]
const taken = { name: 'luettelo.csv', rows: 1, found: 1, gone: 0, aside: 0, problems: [] }

beforeAll(() => speakFinnish({ platform: fi, 'lessor-files': texts }))
beforeEach(() => {
  sent = []
  vi.setSystemTime('2026-11-23T10:00:00Z')
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (method === 'POST') sent.push(address)
    return new Response(JSON.stringify(method === 'POST' ? taken : { items: [] }), { status: 201 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText(name, { selector: 'input[type=file]' }), {
    target: { files: [new File(['x'], 'luettelo.csv')] },
  })

it.each(['Ota luettelo vastaan', 'Ota vastaukset vastaan'])(
  '%s: asks for the day of the file, and none to come',
  async (act) => {
    showPage(<FileActs />)
    const day = screen.getByLabelText<HTMLInputElement>('Tiedoston päivä')
    expect(day.value).toBe('23.11.2026')
    fireEvent.click(screen.getByText('Rahoitusyhtiö'))
    fireEvent.change(day, { target: { value: '24.11.2026' } })
    expect(screen.getByText('Päivä ei voi olla tulevaisuudessa.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: act }).disabled).toBe(true)
    fireEvent.change(day, { target: { value: '31.10.2026' } })
    choose(act)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toContain(act === 'Ota luettelo vastaan' ? 'kind=LIST' : 'kind=ANSWERS')
    expect(sent[0]).toContain('day=2026-10-31')
    expect(sent[0]).toContain('/preview')
    fireEvent.click(await screen.findByRole('button', { name: 'Ota vastaan' }))
    await waitFor(() => expect(screen.getByText(/luettelo\.csv: 1 rivi, 1 ero\./)).toBeTruthy())
    expect(sent).toHaveLength(2)
  },
)
