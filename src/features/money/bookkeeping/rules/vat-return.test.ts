import { expect, it } from 'vitest'
import { filingDayOf, vatReturnOf } from './vat-return.ts'

const row = (account: string, vatBasisPoints: number, cents: number, lateCents = 0) => ({
  account,
  vatBasisPoints,
  cents,
  lateCents,
})

it('puts the tax of sales into boxes by rate, and what is paid is that less what is deducted', () => {
  const { boxes, strangeCents } = vatReturnOf([
    row('VAT_OUTPUT', 2550, -25_500, -500),
    row('VAT_OUTPUT', 2400, -2_400),
    row('VAT_OUTPUT', 1350, -1_350),
    row('VAT_OUTPUT', 1000, -1_000),
    row('VAT_INPUT', 2550, 40_000, 100),
    row('VAT_INPUT', 1400, 140),
  ])
  expect(boxes).toEqual([
    { box: '301', cents: 27_900, lateCents: 500 },
    { box: '302', cents: 1_350, lateCents: 0 },
    { box: '303', cents: 1_000, lateCents: 0 },
    { box: '307', cents: 40_140, lateCents: 100 },
    { box: '308', cents: -9_890, lateCents: 400 },
    { box: '309', cents: 0, lateCents: 0 },
  ])
  expect(strangeCents).toBe(0)
})

it('says what tax no box takes', () => {
  const { boxes, strangeCents } = vatReturnOf([row('VAT_OUTPUT', 2_000, -200)])
  expect(strangeCents).toBe(200)
  expect(boxes.find(({ box }) => box === '308')?.cents).toBe(200)
})

it('is filed by the 12th of the second month after it', () => {
  expect([filingDayOf('2026-10'), filingDayOf('2026-12')]).toEqual(['2026-12-12', '2027-02-12'])
})
