// @vitest-environment happy-dom

import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import texts from '#features/lease-ends/life-events/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { LeavingNote } from './LeavingNote.tsx'

const id = '00000000-0000-7000-8000-000000000001'
const lease = { leasingAgreementId: id, agreementNumber: 'S-1', employeeName: 'Maija Malli', bike: 'Halla Taival 7' }
const buyOut = { kind: 'REDEEM', price: 1234.5, endMonth: '2027-01' }

beforeAll(() => speakFinnish({ platform: fi, 'life-events': texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('names the lease that runs on the last working day, its price then, and what comes next', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const body = address.startsWith('/api/life-event-leases')
      ? { items: [{ ...lease, isTakenOver: false }] }
      : { ...lease, day: '2027-01-15', paidSoFar: 0, left: 0, otherwise: 'EMPLOYER_BEARS', options: [buyOut] }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
  showPage(<LeavingNote employeeId={id} day="2027-01-15" />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Halla Taival 7'))
  const words = screen.getByRole('status').textContent!.replaceAll('\u00a0', ' ')
  expect(words).toContain('on käynnissä 15.1.2027')
  expect(words).toContain('1 234,50 €')
  expect(words).toContain('työnantaja maksaa kuukausierät viimeisen palkkakuukauden jälkeen')
  expect(asked.at(-1)).toContain('event=LEAVING&day=2027-01-15')
})
