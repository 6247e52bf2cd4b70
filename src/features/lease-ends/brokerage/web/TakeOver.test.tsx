// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { TakeOver } from './TakeOver.tsx'

const of = { bikeBrokerageId: '00000000-0000-7000-8000-000000000001', version: 3 }
const employment = (place: number) => ({
  beneficiaryEmployeeId: `00000000-0000-7000-8000-00000000001${place}`,
  companyName: `Esimerkki ${place} Oy`,
  status: 'ACCEPTED',
})
const cost = {
  startsOn: '2027-01-01',
  lastDay: '2028-12-31',
  months: 24,
  instalment: 100,
  left: 2400,
  residual: 150,
  mostTax: 302.04,
  wholeFrom: 2550,
  wholeTo: 2852.04,
  ageMonths: 12,
  worth: 1800,
  netPay: 100,
  sellerName: 'Maija Malli',
  until: null,
  step: 'LISTED',
  unmet: [] as string[],
}
let employments = [employment(1), employment(2)]
let sent: { beneficiaryEmployeeId?: string }[] = []

beforeAll(() => speakFinnish({ platform: fi, brokerage: texts }))
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, request?: { method?: string; body?: string }) => {
    if (address.endsWith('/cost')) return Response.json(cost)
    if (request?.method !== 'PUT') return Response.json({ items: employments })
    const body = JSON.parse(request.body!) as { beneficiaryEmployeeId?: string }
    sent.push(body)
    if (body.beneficiaryEmployeeId || employments.length === 1) return Response.json({ ...of, version: 4 })
    return Response.json({ code: 'BROKERAGE_EMPLOYMENT_CHOICE_NEEDED', message: '-', requestId: '-' }, { status: 409 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Asks to take the bicycle, and says yes in the dialog. */
async function take() {
  fireEvent.click(await screen.findByRole('button', { name: 'Varaa pyörä' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Varaa pyörä' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
}

it('chooses no employment for whoever has several, and asks for one', async () => {
  employments = [employment(1), employment(2)]
  const done = vi.fn()
  showPage(<TakeOver of={of} step="reserve" done={done} />)
  const select = await screen.findByLabelText<HTMLSelectElement>('Kenen työntekijänä otat pyörän')
  expect(select.value).toBe('')
  await take()
  await screen.findByText(/valitse, kenen työntekijänä otat pyörän/)
  expect(done).not.toHaveBeenCalled()
  expect(sent.map((body) => body.beneficiaryEmployeeId)).toEqual([undefined])
  fireEvent.change(select, { target: { value: employments[1]!.beneficiaryEmployeeId } })
  expect(screen.queryByText(/valitse, kenen työntekijänä otat pyörän/)).toBe(null)
  await take()
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent[1]!.beneficiaryEmployeeId).toBe(employments[1]!.beneficiaryEmployeeId)
})

it('asks nothing of whoever has one employment', async () => {
  employments = [employment(1)]
  const done = vi.fn()
  showPage(<TakeOver of={of} step="reserve" done={done} />)
  await take()
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(screen.queryByLabelText('Kenen työntekijänä otat pyörän')).toBe(null)
})

it('shows the whole price before anything can be taken', async () => {
  employments = [employment(1)]
  showPage(<TakeOver of={of} step="acceptOffer" done={() => undefined} />)
  expect(screen.queryByRole('button')).toBe(null)
  const section = (await screen.findByRole('heading', { name: 'Mitä pyörä maksaa sinulle' })).closest('section')!
  const words = section.textContent!.replaceAll('\u00a0', ' ')
  for (const figure of [
    '24 erää',
    '2 400,00 €',
    '0–302,04 €',
    '2 550,00 €–2 852,04 €',
    '12 kuukautta',
    'Maija Malli',
    '1 800,00 €',
    'Pienenee 100,00 € kuukaudessa',
  ])
    expect(words).toContain(figure)
})

it('says why the bicycle cannot be taken beside its price, and offers no button then', async () => {
  employments = [employment(1)]
  cost.unmet = ['TAKER_HAS_NO_ROOM']
  showPage(<TakeOver of={of} step="acceptOffer" done={() => undefined} />)
  await screen.findByText('Työnantajasi sallima määrä pyöriä on jo käytössä.')
  expect(screen.getByRole('heading', { name: 'Mitä pyörä maksaa sinulle' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBe(null)
  cost.unmet = []
})
