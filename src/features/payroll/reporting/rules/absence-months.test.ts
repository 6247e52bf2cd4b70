import { expect, test } from 'vitest'
import { testAgreement, testSettings } from '#testing/money/payroll-facts.ts'
import { absencePayers } from './absence-months.ts'
import { payrollRow } from './payroll-row.ts'

test.each([
  ['ten days', '2026-05-11', '2026-05-20', 30, [['2026-05', '2026-05', 'EMPLOYER']]],
  ['over a month’s end within the days', '2026-05-20', '2026-06-10', 30, [['2026-05', '2026-06', 'EMPLOYER']]],
  [
    'three months and a half of another leave',
    '2026-05-11',
    '2026-08-20',
    30,
    [
      ['2026-05', '2026-06', 'EMPLOYER'],
      ['2026-07', '2026-08', 'EMPLOYEE'],
    ],
  ],
  [
    'a long lay-off',
    '2026-05-01',
    '2026-09-30',
    90,
    [
      ['2026-05', '2026-07', 'EMPLOYER'],
      ['2026-08', '2026-09', 'EMPLOYEE'],
    ],
  ],
  ['where the employer bears nothing', '2026-12-01', '2027-01-31', 0, [['2026-12', '2027-01', 'EMPLOYEE']]],
])('the months of %s', (_, from, to, employerDays, expected) => {
  const periods = absencePayers({ from, to, employerDays })
  expect(periods.map((period) => [period.from, period.to, period.payer])).toEqual(expected)
})

test('decide the rows: 364 for the employer’s months, 420 for what was collected of the person’s, nothing off the pay', () => {
  const payers = absencePayers({ from: '2026-05-11', to: '2026-08-20', employerDays: 30 })
  const collections = [{ month: '2026-08', isCollected: true, version: 1 }]
  const rows = ['2026-05', '2026-06', '2026-07', '2026-08'].map(
    (month) => payrollRow(testAgreement({ payers, collections }), month, null, testSettings)!,
  )
  expect(rows.map((row) => [row.code364Cents, row.code420Cents, row.grossLoweringCents])).toEqual([
    [10_000, 0, 0],
    [10_000, 0, 0],
    [10_000, 0, 0],
    [0, 10_000, 0],
  ])
})
