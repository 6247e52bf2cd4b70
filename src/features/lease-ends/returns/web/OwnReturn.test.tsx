// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { OwnReturn } from './OwnReturn.tsx'

const id = '00000000-0000-7000-8000-000000000001'

const rider = userWith({
  userRoles: [{ role: { rolePermissions: [{ permission: { name: 'return:read' } }] } }],
})

// The growing text field listens for fonts, which this document does not have.
beforeAll(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }))
beforeAll(() => speakFinnish({ platform: fi, returns: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The panel of somebody with no return under way, whose wish would meet these conditions. */
function showQuote(unmet: string[]) {
  const quote = { leasingAgreementId: id, unmet, fee: 0, transport: 0, total: 0, noticeDay: 15, endMonth: null }
  const fetch = vi.fn(async (address: string) =>
    Response.json(
      String(address).includes('/api/bike-return-quotes')
        ? { ...quote, months: [], payers: [], keptFrom: null }
        : { items: [], total: 0, page: 1, limit: 1 },
    ),
  )
  vi.stubGlobal('fetch', fetch)
  showPage(
    <VisitorProvider value={{ kind: 'user', user: rider }}>
      <OwnReturn leasingAgreementId={id} />
    </VisitorProvider>,
  )
  return fetch
}

it('says why a return cannot be asked for', async () => {
  showQuote(['POLICY_FORBIDS', 'NOT_PRICED'])
  await screen.findByRole('heading', { name: 'Palauta pyörä' })
  expect(
    screen.getByText(
      'Et voi pyytää palautusta nyt. Työnantajasi pyöräetuohje ei salli palautusta kesken kauden. Sopimuksen hinnastossa ei ole hintaa palautukselle.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('leaves a lease that is over to the page that tells of it', async () => {
  const fetch = showQuote(['LEASE_NOT_RUNNING', 'MONTH_NOT_POSSIBLE'])
  await waitFor(() =>
    expect(fetch.mock.calls.some(([address]) => String(address).includes('/api/bike-return-quotes'))).toBe(true),
  )
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('heading')).toBeNull()
})

it.each([
  ['APPROVED', 'Palautuksen syyksi on ilmoitettu: Oma irtisanoutuminen. Jos se on väärin', false],
  ['INSPECTED', 'Siksi palautusmaksua peritään sinulta.', true],
] as const)('says in %s that a fee on the word of others may be objected to', async (step, words, mayObject) => {
  const one = {
    id,
    version: 3,
    step,
    reason: 'RESIGNED',
    payer: 'EMPLOYEE',
    total: 349,
    endMonth: '2026-11',
    isFromEmployer: false,
    isFeeOnOthersWord: true,
    damages: [],
    photos: [],
    objection: null,
    objectionAnswer: null,
    objectionUntil: '2026-12-09',
    allowedSteps: mayObject ? [{ step: 'object', to: 'INSPECTED', allowed: true, unmet: [] }] : [],
  }
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(String(address).includes(`/api/bike-returns/${id}`) ? one : { items: [one], totalCount: 1 }),
  )
  showPage(
    <VisitorProvider value={{ kind: 'user', user: rider }}>
      <OwnReturn leasingAgreementId={id} />
    </VisitorProvider>,
  )
  expect(await screen.findByText(words, { exact: false })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Kiistä' }) !== null).toBe(mayObject)
})

const inspected = {
  id,
  step: 'INSPECTED',
  version: 1,
  endMonth: '2026-12',
  damages: [],
  photos: [],
  allowedSteps: [{ step: 'object', allowed: true, guards: [] }],
}

it('tells beside its button that an objection was not sent, and keeps the text', async () => {
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (method !== 'GET')
      return Response.json({ code: 'INTERNAL', message: 'INTERNAL', requestId: 'r' }, { status: 500 })
    return Response.json(String(address).includes(id) ? inspected : { items: [inspected], total: 1, page: 1, limit: 1 })
  })
  const show = () =>
    showPage(
      <VisitorProvider value={{ kind: 'user', user: rider }}>
        <OwnReturn leasingAgreementId="a" />
      </VisitorProvider>,
    )
  const text = async () => (await screen.findByLabelText(texts.own.objection)) as HTMLTextAreaElement
  show()
  fireEvent.change(await text(), { target: { value: 'Naarmut olivat jo ostettaessa' } })
  fireEvent.submit((await text()).closest('form')!)
  const alert = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(alert))
  expect(alert.closest('form')).toBe((await text()).closest('form'))
  expect((await text()).value).toBe('Naarmut olivat jo ostettaessa')
  // A page that is loaded anew leaves without taking its form down.
  document.body.innerHTML = ''
  show()
  expect((await text()).value).toBe('Naarmut olivat jo ostettaessa')
})

it('says why the last return was refused, and what to do, above the way to ask again', async () => {
  const closed = { id, step: 'CANCELLED', createdAt: '2026-11-20T08:00:00Z', closedReason: 'Pyörää tarvitaan vielä' }
  const quote = { leasingAgreementId: id, unmet: ['POLICY_FORBIDS'], months: [], payers: [], keptFrom: null }
  vi.stubGlobal('fetch', async (address: string) => {
    if (String(address).includes('/api/bike-return-quotes')) return Response.json(quote)
    return Response.json(String(address).includes(`/api/bike-returns/${id}`) ? closed : { items: [closed], total: 1 })
  })
  showPage(
    <VisitorProvider value={{ kind: 'user', user: rider }}>
      <OwnReturn leasingAgreementId={id} />
    </VisitorProvider>,
  )
  await screen.findByText('Syy: Pyörää tarvitaan vielä')
  screen.getByText('Palautus, joka aloitettiin 20.11.2026, ei toteudu, ja leasing jatkuu.', { exact: false })
  screen.getByText(texts.own.closedNext)
})
