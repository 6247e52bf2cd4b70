import { expect, test } from 'vitest'
import { vatTotals } from '#platform/values/money.ts'
import { withVatRate } from './net-stays.ts'

test('a payment whose net stays follows the rate, and its difference is the service share’s', () => {
  const payment = { instalmentCents: 10_000, lastInstalmentCents: 5_000, serviceShareCents: 2_200 }
  expect(withVatRate(payment, 2_550, 2_700)).toEqual({
    instalmentCents: 10_119,
    lastInstalmentCents: 5_060,
    serviceShareCents: 2_319,
  })
  expect(withVatRate({ ...payment, serviceShareCents: 50 }, 2_550, 2_400)).toMatchObject({
    instalmentCents: 9_880,
    serviceShareCents: 0,
  })
})

test('the net of every payment stays to the cent', () => {
  for (let cents = 1; cents < 40_000; cents += 7) {
    const { instalmentCents } = withVatRate(
      { instalmentCents: cents, lastInstalmentCents: 0, serviceShareCents: 0 },
      2_550,
      2_400,
    )
    const net = (grossCents: number, vatBasisPoints: number) => vatTotals([{ grossCents, vatBasisPoints }]).netCents
    expect(net(instalmentCents, 2_400), String(cents)).toBe(net(cents, 2_550))
  }
})
