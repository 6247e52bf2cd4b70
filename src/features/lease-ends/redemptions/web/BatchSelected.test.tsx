// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import type { RedemptionRow } from '../contract.ts'
import own from '../texts/fi.json' with { type: 'json' }
import { BatchSelected } from './BatchSelected.tsx'

const row = (id: string, more: Partial<RedemptionRow> = {}) =>
  ({
    id,
    step: 'ACCEPTED',
    paymentMethod: 'BATCH',
    companyId: 'tuohi',
    companyName: 'Tuohi Oy',
    employeeName: `Esimerkki ${id}`,
    agreementNumber: `S-${id}`,
    total: 100.5,
    ...more,
  }) as RedemptionRow

let sent: unknown[]
beforeAll(() => speakFinnish({ platform: fi, redemptions: own }))
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    sent.push([request.method, String(address), JSON.parse(String(request.body ?? 'null'))])
    return new Response('{}', { status: 201 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('puts the chosen redemptions of one employer on one bill, after listing them', async () => {
  const clear = vi.fn()
  showPage(<BatchSelected rows={[row('a'), row('b')]} clear={clear} />)
  fireEvent.click(screen.getByRole('button', { name: 'Tee yhteislasku' }))
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
  const words = () => (dialog.textContent ?? '').replace(/[\u00A0\u202F]/g, ' ')
  await waitFor(() => expect(words()).toContain('Tehdäänkö yhteislasku: Tuohi Oy?'))
  expect(words()).toContain('Laskulle tulee 2 lunastusta, yhteensä 201,00 €.')
  expect(words()).toContain('Esimerkki a: S-a100,50 €')
  expect(sent).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Tee yhteislasku' }))
  await waitFor(() => expect(clear).toHaveBeenCalled())
  expect(sent[0]).toEqual([
    'POST',
    '/api/redemption-payment',
    { bikeRedemptionIds: ['a', 'b'], paymentMethod: 'BATCH' },
  ])
})

it.each([
  ['of two employers', row('b', { companyId: 'saari' })],
  ['paid otherwise', row('b', { paymentMethod: 'INVOICE' })],
  ['not yet accepted', row('b', { step: 'OFFERED' })],
])('says what a batch takes when one is %s', (_, other) => {
  showPage(<BatchSelected rows={[row('a'), other]} clear={() => {}} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(own.batch.notOne)).toBeTruthy()
})
