import { expect, it } from 'vitest'
import { compareList, difference, mayTell, type OurLease } from './compare.ts'

const ours = (number: string, values: Partial<OurLease> = {}): OurLease => ({
  companyId: 'c',
  agreementId: `a${number}`,
  number,
  runs: true,
  instalmentCents: 10_000,
  endDay: '2027-12-31',
  ...values,
})
const theirs = (number: string, values: object = {}) => ({
  number,
  instalmentCents: 10_000,
  endDay: '2027-12-31',
  ...values,
})

it('finds nothing where both say the same, and names each thing that differs', () => {
  expect(compareList([theirs('1')], [ours('1')])).toEqual([])
  const found = compareList(
    [theirs('1', { instalmentCents: 9_999, endDay: '2027-11-30' }), theirs('2'), theirs('3')],
    [ours('1'), ours('2', { runs: false, endDay: '2026-05-31' }), ours('4'), ours('5', { runs: false })],
  )
  expect(found).toEqual([
    difference('INSTALMENT', '1', ours('1'), { ourCents: 10_000, theirCents: 9_999 }),
    difference('END_DAY', '1', ours('1'), { ourDay: '2027-12-31', theirDay: '2027-11-30' }),
    difference('NOT_RUNNING', '2', ours('2'), { ourDay: '2026-05-31', theirCents: 10_000, theirDay: '2027-12-31' }),
    difference('UNKNOWN', '3', null, { theirCents: 10_000, theirDay: '2027-12-31' }),
    difference('NOT_ON_LIST', '4', ours('4'), { ourCents: 10_000, ourDay: '2027-12-31' }),
  ])
})

it('lets the lessor be told of what we have an agreement for, and not of its own notice', () => {
  expect(mayTell({ kind: 'NOT_ON_LIST', hasAgreement: true })).toBe(true)
  expect(mayTell({ kind: 'UNKNOWN', hasAgreement: false })).toBe(false)
  expect(mayTell({ kind: 'END_NOTICE', hasAgreement: true })).toBe(false)
})
