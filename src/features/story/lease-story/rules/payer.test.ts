import { expect, it } from 'vitest'
import { type BorneLease, hasLeftBy, payerOf } from './payer.ts'

const lease: BorneLease = { payers: [], person: { lastWorkingDay: '2026-06-15' } }

it('is paid out of the pay through the month of the last working day, and unsettled from the next one on', () => {
  expect([hasLeftBy(lease, '2026-06'), hasLeftBy(lease, '2026-07')]).toEqual([false, true])
  expect([payerOf(lease, '2026-06'), payerOf(lease, '2026-07')]).toEqual(['PAY', 'UNSETTLED'])
})

it('follows what was settled in the months that it was settled for, the first and the last among them', () => {
  const settled: BorneLease = {
    ...lease,
    payers: [{ payer: 'EMPLOYER', from: '2026-03', to: '2026-04', paidCents: null }],
  }
  expect(['2026-02', '2026-03', '2026-04', '2026-05'].map((month) => payerOf(settled, month))).toEqual([
    'PAY',
    'EMPLOYER',
    'EMPLOYER',
    'PAY',
  ])
})

it('is nobody while a store has the bicycle, but for the month in which it was taken in on its first day', () => {
  const taken = (from: string): BorneLease => ({ ...lease, possession: [{ holder: 'STORE', from, to: null }] })
  expect([payerOf(taken('2026-05-01'), '2026-05'), payerOf(taken('2026-04-30'), '2026-05')]).toEqual(['PAY', 'NONE'])
})
