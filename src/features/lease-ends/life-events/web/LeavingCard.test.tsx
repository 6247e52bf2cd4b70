// @vitest-environment happy-dom

import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import texts from '#features/lease-ends/life-events/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { LeavingCard } from './LeavingCard.tsx'

const id = '00000000-0000-7000-8000-000000000001'
const lease = { leasingAgreementId: id, agreementNumber: 'S-1', employeeName: 'Maija Malli', bike: 'Halla Taival 7' }
const option = { price: null, endMonth: null, left: 0, tax: 'NONE', taxable: 0, payer: null }

beforeAll(() => speakFinnish({ platform: fi, 'life-events': texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answers = (items: object[], options: object[]) =>
  vi.stubGlobal('fetch', async (address: string) => {
    const body = address.startsWith('/api/life-event-leases')
      ? { items }
      : { ...lease, day: '2027-01-15', paidSoFar: 0, left: 1500, otherwise: 'EMPLOYER_BEARS', options }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
const card = () => screen.getByRole('region').textContent?.replaceAll('\u00a0', ' ') ?? ''

it('says what becomes of the lease, the last deduction, and what is still open until when, the first first', async () => {
  answers(
    [{ ...lease, isTakenOver: false }],
    [
      { ...option, kind: 'RETURN', blocked: null, deadline: '2027-01-20', decides: 'EMPLOYER' },
      { ...option, kind: 'REDEEM', blocked: null, deadline: '2027-01-10', decides: 'EMPLOYEE' },
      { ...option, kind: 'TRANSFER', blocked: 'TOO_LATE', deadline: '2027-01-01', decides: 'BOTH' },
    ],
  )
  showPage(<LeavingCard employeeId={id} day="2027-01-15" />)
  await waitFor(() => expect(card()).toContain('Halla Taival 7'))
  expect(card()).toContain('Lähtee 15.1.2027')
  expect(card()).toContain('1/2027')
  expect(card()).toContain('1 500,00 €')
  expect(card()).toContain('työnantaja maksaa kuukausierät viimeisen palkkakuukauden jälkeen')
  expect(card().indexOf('10.1.2027')).toBeLessThan(card().indexOf('20.1.2027'))
  expect(card()).not.toContain('1.1.2027')
})

it('promises no instalments where the lease ends otherwise already', async () => {
  const ending = { ...option, kind: 'RETURN', blocked: 'ENDING_OPEN', deadline: '2027-01-20', decides: 'EMPLOYER' }
  answers([{ ...lease, isTakenOver: false }], [ending])
  showPage(<LeavingCard employeeId={id} day="2027-01-15" />)
  await waitFor(() => expect(card()).toContain(texts.blocked.ENDING_OPEN))
  expect(card()).not.toContain('1 500,00 €')
  expect(card()).not.toContain(texts.otherwise.EMPLOYER_BEARS)
  expect(screen.getByRole('link', { name: texts.leaver.see })).toBeTruthy()
})

it('says so where nothing is leased', async () => {
  answers([], [])
  showPage(<LeavingCard employeeId={id} day="2027-01-15" />)
  await waitFor(() => expect(card()).toContain('ei ole käynnissä olevaa leasingia'))
})
