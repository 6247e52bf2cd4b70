import { expect, test } from 'vitest'
import { paymentIn, withServiceShare } from './payments.ts'

const agreed = { serviceShareCents: 2_200, instalmentCents: 10_000, lastInstalmentCents: 9_933 }

test('only the share for service, insurance and tax changes, in the last instalment too', () => {
  expect(withServiceShare(agreed, 2_700)).toEqual({
    serviceShareCents: 2_700,
    instalmentCents: 10_500,
    lastInstalmentCents: 10_433,
  })
  expect(withServiceShare(agreed, 0)).toMatchObject({ instalmentCents: 7_800, lastInstalmentCents: 7_733 })
})

test('each month has the payment that held then, whatever the agreement shows today', () => {
  const first = { from: '2027-02', instalmentCents: 10_500, lastInstalmentCents: 10_433, earlier: agreed }
  const second = { from: '2027-05', instalmentCents: 9_000, lastInstalmentCents: 8_933, earlier: first }
  const months = ['2027-01', '2027-02', '2027-04', '2027-05', '2030-01']
  const shown = { instalmentCents: 9_000, lastInstalmentCents: 8_933 }
  expect(months.map((month) => paymentIn(shown, [first, second], month).instalmentCents)).toEqual([
    10_000, 10_500, 10_500, 9_000, 9_000,
  ])
  expect(paymentIn(shown, [], '2027-01')).toBe(shown)
})
