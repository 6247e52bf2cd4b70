import { expect, it } from 'vitest'
import { splitSettlement } from './settlement.ts'

const split = (amountCents: number, refundedCents = 0) =>
  splitSettlement({ grossCents: 10_000, paymentCount: 2, amountCents, refundedCents })

it.each([
  ['no fee', 10_000, 0, { feeCents: 0, withheldCents: 0 }],
  ['a fee', 9_820, 0, { feeCents: 180, withheldCents: 0 }],
  ['the highest fee', 8_800, 0, { feeCents: 1_200, withheldCents: 0 }],
  ['a fee and refunds that were withheld', 5_820, 4_000, { feeCents: 180, withheldCents: 4_000 }],
  ['a fee while refunds wait for a later settlement', 9_900, 4_000, { feeCents: 100, withheldCents: 0 }],
])('knows %s', (_name, amount, refunded, expected) => {
  expect(split(amount, refunded)).toEqual(expected)
})

it.each([
  ['more money than payments', 10_001, 0],
  ['a fee over the highest', 8_799, 0],
  ['a difference that is a fee with the refunds and without them', 9_000, 900],
  ['a difference that the refunds do not explain', 5_000, 3_000],
])('leaves %s to a person', (_name, amount, refunded) => {
  expect(split(amount, refunded)).toBeNull()
})
