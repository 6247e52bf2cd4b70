// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import noteStyles from '#platform/web/parts/Note.module.css'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import type { ChangesView } from '../contract.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { LeaseChanges } from './LeaseChanges.tsx'

vi.mock('#platform/web/api/user.ts', () => ({ useMay: () => () => true, useUser: () => null }))

const id = '00000000-0000-7000-8000-000000000007'
const exemption = { regime: 'EXEMPT_GRANDFATHERED', commitmentDate: '2025-03-01', until: '2027-12-31' } as const
const view = (values: Partial<ChangesView>): ChangesView => ({
  leasingAgreementId: id,
  agreementNumber: 'SOP-7',
  version: 3,
  serviceShare: 22,
  instalment: 100,
  firstMonth: '2026-01',
  earliestMonth: '2026-01',
  latestMonth: '2027-12',
  exemption,
  review: null,
  end: null,
  payments: [],
  ...values,
})

let sent: { address: string; body: unknown }[]
let shown: ChangesView
beforeAll(() => speakFinnish({ platform: fi, 'lease-changes': texts }))
beforeEach(() => {
  sent = []
  shown = view({})
  vi.setSystemTime('2026-11-23T10:00:00Z')
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push({ address, body: JSON.parse(String(body)) })
    const preview = { instalment: 105, lastInstalment: 55, exemption: shown.exemption, months: [] }
    return new Response(JSON.stringify(address.includes('payment-change') && method === 'GET' ? preview : shown), {
      status: 200,
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const changes = [
  { open: 'Päätä sopimus', submit: 'Aseta päättymään', call: '/end' },
  { open: 'Muuta kuukausierää', submit: 'Muuta kuukausierää', call: '/payment-change' },
] as const

/** The dialog of an act, with its primary button. */
async function opened({ open, submit }: (typeof changes)[number]) {
  showPage(<LeaseChanges id={id} />)
  fireEvent.click(await screen.findByRole('button', { name: open }))
  const dialog = await screen.findByRole('dialog')
  const button = () =>
    [...dialog.querySelectorAll<HTMLButtonElement>('button[type=submit]')].find((one) => one.textContent === submit)!
  return { dialog, button }
}

it.each(changes)('$open of an exempt agreement names in red what is lost, and waits for its number', async (act) => {
  const { dialog, button } = await opened(act)
  expect(noteStyles.danger).toBeTruthy()
  const note = dialog.querySelector(`[class~="${noteStyles.danger}"]`)
  expect(note?.textContent).toContain('Verovapaus voi päättyä.')
  expect(note?.textContent).toContain('sitouduttu 1.3.2025')
  expect(note?.textContent).toContain('kestää 31.12.2027 asti')
  expect(note?.textContent).toContain('numero SOP-7')
  const number = screen.getByLabelText<HTMLInputElement>('Vahvista kirjoittamalla SOP-7')
  fireEvent.change(screen.getByLabelText('Syy'), { target: { value: 'Sovittu' } })
  for (const typed of ['', 'SOP-8', 'SOP-77']) {
    fireEvent.change(number, { target: { value: typed } })
    expect(button().disabled, typed).toBe(true)
    fireEvent.click(button())
  }
  expect(sent).toEqual([])
  fireEvent.change(number, { target: { value: ' sop-7 ' } })
  expect(button().disabled).toBe(false)
  fireEvent.click(button())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.address).toContain(`/api/leasing-agreements/${id}${act.call}`)
  expect(sent[0]!.body).toMatchObject({ version: 3, reason: 'Sovittu', confirmation: 'sop-7' })
})

it.each(changes)('$open of a taxable agreement asks for no number', async (act) => {
  shown = view({ exemption: null })
  const { dialog, button } = await opened(act)
  expect(dialog.textContent).not.toContain('Verovapaus voi päättyä.')
  expect(screen.queryByLabelText('Vahvista kirjoittamalla SOP-7')).toBeNull()
  expect(button().disabled).toBe(false)
})
