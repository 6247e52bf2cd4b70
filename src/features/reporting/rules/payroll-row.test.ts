import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstOfMonth, lastOfMonth } from '#platform/values/days.ts'
import { testAgreement, testPerson, testSettings } from '#testing/payroll-facts.ts'
import { monthsFrom, shiftMonth } from './months.ts'
import type { PayrollAgreement } from './payroll-facts.ts'
import { payrollRow } from './payroll-row.ts'

const rowOf = (agreement: PayrollAgreement, month: string) => payrollRow(agreement, month, null, testSettings)

describe('the event of a month', () => {
  const ended = { endedDay: '2026-06-14' }
  test.each([
    ['before the lease', {}, '2026-02', null, 0],
    ['the month of the start', {}, '2026-03', 'NEW', 10_000],
    ['the month of the spring clock change', {}, '2026-03', 'NEW', 10_000],
    ['a month in between', {}, '2026-04', 'RUNNING', 10_000],
    ['the month of the autumn clock change', {}, '2026-10', 'RUNNING', 10_000],
    ['December', {}, '2026-12', 'RUNNING', 10_000],
    ['January', {}, '2027-01', 'RUNNING', 10_000],
    ['the last month with its own instalment', {}, '2027-02', 'ENDING', 4_321],
    ['the month after', {}, '2027-03', 'ENDED', 0],
    ['two months after', {}, '2027-04', null, 0],
    ['the month of an early end, whole', ended, '2026-06', 'ENDING', 10_000],
    ['the month after an early end', ended, '2026-07', 'ENDED', 0],
    ['the month after a redemption', { ...ended, isRedeemed: true }, '2026-07', 'REDEEMED', 0],
    ['a lease of one month is new, not ending', { endDay: '2026-03-31', leaseMonths: 1 }, '2026-03', 'NEW', 4_321],
    ['a lease ended before it began', { endedDay: '2026-02-20' }, '2026-03', null, 0],
  ])('%s', (_name, values, month, event, valueCents) => {
    const row = rowOf(testAgreement(values), month)
    expect(row?.event ?? null).toBe(event)
    expect(row?.valueCents ?? 0).toBe(valueCents)
  })

  test.each([
    ['instalment', { instalmentCents: 11_000 }],
    ['model', { benefitModel: 'ON_TOP' as const }],
    ['regime', { commitmentDay: '2025-01-01' }],
    ['unit', { person: { ...testPerson, unit: 'Varasto' } }],
    ['cost unit', { person: { ...testPerson, costUnit: null } }],
    ['employee number', { person: { ...testPerson, employeeNumber: '2' } }],
  ])('another %s than in the last locked month is CHANGED', (_name, values) => {
    const previous = rowOf(testAgreement(), '2026-04')
    const changed = payrollRow(testAgreement(values), '2026-05', previous, testSettings)
    expect(changed?.event).toBe('CHANGED')
    expect(changed?.notes).not.toEqual([])
  })

  test('a new mail address is no change', () => {
    const previous = rowOf(testAgreement(), '2026-04')
    const person = { ...testPerson, workEmail: 'uusi@testi.example' }
    expect(payrollRow(testAgreement({ person }), '2026-05', previous, testSettings)?.event).toBe('RUNNING')
  })

  test('an ending lease with another unit is ENDING', () => {
    const previous = rowOf(testAgreement(), '2027-01')
    const person = { ...testPerson, unit: 'Varasto' }
    const row = payrollRow(testAgreement({ person }), '2027-02', previous, testSettings)
    expect(row).toMatchObject({ event: 'ENDING', notes: [{ code: 'UNIT_CHANGED' }, { code: 'LAST_INSTALMENT' }] })
  })

  test('the exemption of 2025 turning taxable makes January a change', () => {
    const agreement = testAgreement({ startDay: '2025-06-01', endDay: '2027-05-31', commitmentDay: '2025-05-20' })
    const december = rowOf(agreement, '2025-12')
    expect(december).toMatchObject({ regime: 'EXEMPT_2025', code363Cents: 10_000, code364Cents: 0 })
    const january = payrollRow(agreement, '2026-01', december, testSettings)
    expect(january).toMatchObject({ event: 'CHANGED', regime: 'TAXABLE', code363Cents: 0, code364Cents: 10_000 })
  })
})

describe('amounts', () => {
  const exempt = { startDay: '2025-03-01', endDay: '2029-02-28', commitmentDay: '2025-02-01' }
  test.each([
    ['31 exempt', { ...exempt, instalmentCents: 3_100 }, 3_100, 0],
    ['170 exempt', { ...exempt, instalmentCents: 17_000 }, 10_000, 7_000],
    ['170 taxable', { instalmentCents: 17_000 }, 0, 17_000],
  ])('%s', (_name, values, code363Cents, code364Cents) => {
    expect(rowOf(testAgreement(values), '2026-05')).toMatchObject({ code363Cents, code364Cents, code420Cents: 0 })
  })

  test('the admin fee stands beside: 100.00 + 15.00 has the value 100.00', () => {
    expect(rowOf(testAgreement(), '2026-05')).toMatchObject({
      instalmentCents: 10_000,
      adminFeeCents: 1_500,
      valueCents: 10_000,
    })
  })

  test('operating costs of the employer add to the value', () => {
    const row = payrollRow(testAgreement(), '2026-05', null, { ...testSettings, extraOperatingCents: 500 })
    expect(row).toMatchObject({
      instalmentCents: 10_000,
      valueCents: 10_500,
      code364Cents: 10_500,
      deductionCents: 10_500,
    })
  })

  test.each([
    ['FROM_SALARY', 10_000, 0, 10_000],
    ['ON_TOP', 10_000, 0, 0],
    ['EMPLOYEE_PAYS', 0, 10_000, 10_000],
  ] as const)('%s: taxable, collected, deducted', (benefitModel, code364Cents, code420Cents, deductionCents) => {
    expect(rowOf(testAgreement({ benefitModel }), '2026-05')).toMatchObject({
      code364Cents,
      code420Cents,
      deductionCents,
    })
  })

  test('the yearly allocation stops at 1,200 a year, the monthly one at 100 a month', () => {
    const agreement = testAgreement({ ...exempt, instalmentCents: 17_000 })
    const yearly = { ...testSettings, exemptAllocation: 'YEARLY' as const }
    const used = { yearCents: 119_000, monthCents: 0 }
    expect(payrollRow(agreement, '2026-08', null, yearly)?.code363Cents).toBe(17_000)
    expect(payrollRow(agreement, '2026-08', null, yearly, used)).toMatchObject({
      code363Cents: 1_000,
      code364Cents: 16_000,
      exemptUsedCents: 120_000,
    })
    expect(payrollRow(agreement, '2026-08', null, testSettings, used)?.code363Cents).toBe(1_000)
  })

  test('a second bicycle gets what the first one left of the month', () => {
    const row = payrollRow(testAgreement(exempt), '2026-08', null, testSettings, { yearCents: 0, monthCents: 7_000 })
    expect(row).toMatchObject({ code363Cents: 3_000, code364Cents: 7_000 })
  })

  test('the taxable difference of a redemption stands beside a value of zero', () => {
    const redeemed = testAgreement({ endedDay: '2026-06-14', isRedeemed: true, redemptionTaxableCents: 21_000 })
    expect(rowOf(redeemed, '2026-07')).toMatchObject({
      valueCents: 0,
      code364Cents: 0,
      adminFeeCents: 0,
      redemptionTaxableCents: 21_000,
    })
    expect(rowOf(redeemed, '2026-06')?.redemptionTaxableCents).toBe(0)
  })

  test('months left count down to zero in the last month', () => {
    expect(
      ['2026-03', '2026-04', '2027-02', '2027-03'].map((month) => rowOf(testAgreement(), month)?.monthsLeft),
    ).toEqual([11, 10, 0, 0])
  })
})

test('an absence in the month and a leave before the end are told, others are not', () => {
  const person = {
    ...testPerson,
    absenceReason: 'PARENTAL_LEAVE' as const,
    absenceFrom: '2026-05-31',
    absenceTo: '2026-06-01',
    lastWorkingDay: '2026-08-31',
  }
  const codes = (month: string) => rowOf(testAgreement({ person }), month)?.notes.map((note) => note.code)
  expect(codes('2026-04')).toEqual(['LEAVES'])
  expect(codes('2026-05')).toEqual(['ABSENT', 'LEAVES'])
  expect(codes('2026-06')).toEqual(['ABSENT', 'LEAVES'])
  expect(codes('2026-07')).toEqual(['LEAVES'])
})

test('any lease reports each of its months once, first NEW, and pays what was agreed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 90_000 }),
      (offset, months, instalmentCents) => {
        const first = shiftMonth('2020-01', offset)
        const last = shiftMonth(first, months - 1)
        const agreement = testAgreement({
          startDay: firstOfMonth(first),
          endDay: lastOfMonth(firstOfMonth(last)),
          leaseMonths: months,
          instalmentCents,
        })
        const rows = monthsFrom(shiftMonth(first, -2), shiftMonth(last, 3)).flatMap(
          (month) => rowOf(agreement, month) ?? [],
        )
        expect(rows).toHaveLength(months + 1)
        expect(rows[0]?.event).toBe('NEW')
        expect(rows.at(-1)).toMatchObject({ event: 'ENDED', valueCents: 0 })
        const paid = rows.reduce((sum, row) => sum + row.instalmentCents, 0)
        expect(paid).toBe(instalmentCents * (months - 1) + agreement.lastInstalmentCents)
        for (const row of rows) expect(row.code363Cents + row.code364Cents).toBe(row.valueCents)
      },
    ),
    { numRuns: 60 },
  )
})
