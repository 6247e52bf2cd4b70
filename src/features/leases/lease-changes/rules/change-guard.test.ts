import { expect, test } from 'vitest'
import { exemptionIn, type GuardedLease } from './change-guard.ts'
import { changedMonths, earliestChange } from './months.ts'
import { isNumberTyped } from './typed-number.ts'

const lease: GuardedLease = {
  commitmentDay: '2025-03-01',
  taxRegime: 'EXEMPT_GRANDFATHERED',
  startDay: '2025-04-01',
  endDay: '2028-03-31',
  originalEndDay: '2028-03-31',
  exemptUntil: null,
}

test('an exemption is named with its last day, and is none once it is over', () => {
  expect(exemptionIn(lease, '2026-12')).toEqual({
    regime: 'EXEMPT_GRANDFATHERED',
    commitmentDay: '2025-03-01',
    until: '2028-03-31',
  })
  expect(exemptionIn({ ...lease, endDay: '2032-03-31', originalEndDay: '2032-03-31' }, '2026-12')?.until).toBe(
    '2030-03-31',
  )
  expect(exemptionIn({ ...lease, exemptUntil: '2026-11-30' }, '2026-12')).toBeNull()
  expect(exemptionIn({ ...lease, commitmentDay: '2025-06-01' }, '2025-11')?.until).toBe('2025-12-31')
  expect(exemptionIn({ ...lease, commitmentDay: '2025-06-01' }, '2026-01')).toBeNull()
  expect(exemptionIn({ ...lease, commitmentDay: '2026-02-01' }, '2026-12')).toBeNull()
})

test('the change is confirmed by the number of the agreement and nothing else', () => {
  expect(['S-1AB', ' s-1ab ', 'S-1A', '', undefined].map((typed) => isNumberTyped('S-1AB', typed))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('the months of a change show before and after, the last instalment included', () => {
  const running = {
    startDay: '2026-01-01',
    endDay: '2027-02-28',
    lastDay: '2027-02-28',
    instalmentCents: 10_000,
    lastInstalmentCents: 5_000,
    changes: [],
  }
  const after = { instalmentCents: 10_500, lastInstalmentCents: 5_500 }
  expect(changedMonths(running, after, '2027-01')).toEqual([
    { month: '2027-01', beforeCents: 10_000, afterCents: 10_500 },
    { month: '2027-02', beforeCents: 5_000, afterCents: 5_500 },
  ])
  expect(changedMonths({ ...running, lastDay: '2027-01-31' }, after, '2027-01')).toHaveLength(1)
  expect(earliestChange(running)).toBe('2026-01')
  expect(earliestChange({ ...running, changes: [{ ...after, from: '2026-12', earlier: running }] })).toBe('2027-01')
})
