// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import texts from '#features/money/payments/texts/fi.json' with { type: 'json' }
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { OwnPayments, UrgentPayments } from './OwnPayments.tsx'

beforeAll(() => speakFinnish({ platform, payments: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bill = {
  userPaymentId: '1',
  invoiceId: '1',
  description: 'Palautusmaksu',
  number: '202600041',
  dueDay: '2026-11-10',
  amount: 90,
  open: 90,
  isFromPay: false,
  state: 'OVERDUE',
  payPath: '/maksu/a',
}

it('tells that a disputed bill is looked into, instead of pressing for its payment', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [{ ...bill, isDisputed: true }], total: 1 }))
  showPage(
    <>
      <UrgentPayments ask={() => null} />
      <OwnPayments ask={() => null} />
    </>,
  )
  await screen.findByText(texts.own.disputed)
  screen.getByText(texts.own.disputedText)
  expect(screen.queryByRole('region', { name: texts.own.toPay })).toBeNull()
  expect(screen.queryByText(texts.states.OVERDUE)).toBeNull()
  screen.getByRole('link', { name: 'Maksa lasku 202600041' })
})
