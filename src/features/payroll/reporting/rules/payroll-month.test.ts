import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testAgreement, testPerson } from '#testing/money/payroll-facts.ts'
import { payrollLedger } from '#testing/money/payroll-ledger.ts'
import { sumAmounts } from './corrections.ts'
import { mayLock, openMonthOf, visibleMonths } from './month-steps.ts'
import { monthsFrom, shiftMonth } from './months.ts'
import type { PayrollRow, PayrollSettings } from './payroll-facts.ts'
import { totalsOf } from './payroll-totals.ts'
import { salaryRowsOf } from './salary-rows.ts'

describe('corrections', () => {
  test('nothing changed, nothing corrected', () => {
    const book = payrollLedger()
    for (const month of monthsFrom('2026-03', '2027-03')) book.lock([testAgreement()], month)
    expect(book.frozen.filter((row) => row.correctsMonth !== null)).toEqual([])
    expect(book.frozen).toHaveLength(13)
  })

  test('a lease that started late is put right in the next open month', () => {
    const book = payrollLedger()
    const other = testAgreement({
      agreementId: 'a0',
      startDay: '2026-01-01',
      endDay: '2026-12-31',
      person: { ...testPerson, employeeId: 'e0' },
    })
    for (const month of ['2026-01', '2026-02', '2026-03', '2026-04']) book.lock([other], month)
    const rows = book.preview([other, testAgreement()], '2026-05').filter((row) => row.agreementId === 'a1')
    expect(rows.map((row) => [row.month, row.correctsMonth, row.event, row.valueCents])).toEqual([
      ['2026-05', null, 'RUNNING', 10_000],
      ['2026-05', '2026-03', 'NEW', 10_000],
      ['2026-05', '2026-04', 'RUNNING', 10_000],
    ])
    book.lock([other, testAgreement()], '2026-05')
    expect(book.preview([other, testAgreement()], '2026-06').filter((row) => row.correctsMonth)).toEqual([])
  })

  test('a redemption that is known late takes the month back and tells the taxable difference', () => {
    const book = payrollLedger()
    for (const month of ['2026-03', '2026-04', '2026-05']) book.lock([testAgreement()], month)
    const redeemed = testAgreement({ endedDay: '2026-03-20', isRedeemed: true, redemptionTaxableCents: 5_000 })
    const rows = book.lock([redeemed], '2026-06')
    expect(rows).toMatchObject([
      {
        correctsMonth: '2026-04',
        event: 'REDEEMED',
        valueCents: -10_000,
        grossLoweringCents: -10_000,
        redemptionTaxableCents: 5_000,
      },
      { correctsMonth: '2026-05', event: 'REDEEMED', valueCents: -10_000, redemptionTaxableCents: 0 },
    ])
    expect(book.preview([redeemed], '2026-07')).toEqual([])
  })

  test('a changed instalment corrects the months from its first day on and is CHANGED now', () => {
    const book = payrollLedger()
    for (const month of ['2026-03', '2026-04', '2026-05']) book.lock([testAgreement()], month)
    const changed = testAgreement({ instalmentCents: 11_000, instalmentFrom: '2026-05-01' })
    expect(book.preview([changed], '2026-06')).toMatchObject([
      {
        correctsMonth: null,
        event: 'CHANGED',
        valueCents: 11_000,
        notes: [{ code: 'INSTALMENT_CHANGED', fromCents: 10_000, toCents: 11_000 }],
      },
      {
        correctsMonth: '2026-05',
        event: 'RUNNING',
        valueCents: 1_000,
        code364Cents: 1_000,
        notes: [
          {
            code: 'CORRECTS',
            month: '2026-05',
            changes: [
              { amount: 'code364Cents', fromCents: 10_000, toCents: 11_000 },
              { amount: 'grossLoweringCents', fromCents: 10_000, toCents: 11_000 },
            ],
          },
        ],
      },
    ])
    expect(
      book.preview([testAgreement({ instalmentCents: 11_000 })], '2026-06').map((row) => row.correctsMonth),
    ).toEqual([null, '2026-03', '2026-04', '2026-05'])
  })

  test('a commitment day put right names the codes that changed, and totals keep corrections apart', () => {
    const book = payrollLedger()
    const exempt = testAgreement({ startDay: '2025-03-01', endDay: '2029-02-28', commitmentDay: '2025-02-01' })
    for (const month of ['2026-01', '2026-02']) book.lock([exempt], month)
    const rows = book.preview([{ ...exempt, commitmentDay: '2026-01-02' }], '2026-03')
    expect(rows.at(-1)?.notes).toEqual([
      {
        code: 'CORRECTS',
        month: '2026-02',
        changes: [
          { amount: 'code363Cents', fromCents: 10_000, toCents: 0 },
          { amount: 'code364Cents', fromCents: 0, toCents: 10_000 },
        ],
      },
    ])
    const { amounts, corrected } = totalsOf(rows)
    expect(amounts).toMatchObject({ code363Cents: 0, code364Cents: 10_000 })
    expect(
      corrected.slice(-2).map(({ month, amounts: sums }) => [month, sums.code363Cents, sums.code364Cents]),
    ).toEqual([
      ['2026-01', -10_000, 10_000],
      ['2026-02', -10_000, 10_000],
    ])
  })

  test('a leaver’s locked zeros are corrected once it is settled who bears the months', () => {
    const book = payrollLedger()
    const left = testAgreement({ person: { ...testPerson, lastWorkingDay: '2026-03-20' } })
    for (const month of ['2026-03', '2026-04', '2026-05']) book.lock([left], month)
    const collections = [{ month: '2026-05', isCollected: true, version: 1 }]
    const settled = (payer: 'EMPLOYER' | 'EMPLOYEE' | 'RETURNED') =>
      book
        .preview([{ ...left, payers: [{ from: '2026-04', to: null, payer, paidCents: null }], collections }], '2026-06')
        .map((row) => [
          row.correctsMonth,
          row.event,
          row.valueCents,
          row.code364Cents,
          row.code420Cents,
          row.grossLoweringCents,
        ])
    expect(settled('EMPLOYER')).toEqual([
      [null, 'LEFT', 10_000, 10_000, 0, 0],
      ['2026-04', 'LEFT', 10_000, 10_000, 0, 0],
      ['2026-05', 'LEFT', 10_000, 10_000, 0, 0],
    ])
    expect(settled('EMPLOYEE').at(-1)).toEqual(['2026-05', 'LEFT', 10_000, 0, 10_000, 0])
    expect(settled('RETURNED')).toEqual([[null, 'LEFT', 0, 0, 0, 0]])
  })

  test('a last working day that is known late takes the deductions of later months back', () => {
    const book = payrollLedger()
    for (const month of ['2026-03', '2026-04', '2026-05']) book.lock([testAgreement()], month)
    const left = testAgreement({ person: { ...testPerson, lastWorkingDay: '2026-04-10' } })
    const rows = book.lock([left], '2026-06')
    expect(rows.map((row) => [row.correctsMonth, row.event, row.code364Cents, row.grossLoweringCents])).toEqual([
      [null, 'LEFT', 0, 0],
      ['2026-05', 'LEFT', -10_000, -10_000],
    ])
    expect(book.preview([left], '2026-07').filter((row) => row.correctsMonth)).toEqual([])
  })

  test('a new benefit model, new settings and a new unit hold from now on and correct nothing', () => {
    const book = payrollLedger()
    for (const month of ['2026-03', '2026-04']) book.lock([testAgreement()], month)
    book.state.settings = { extraOperatingCents: 900, exemptAllocation: 'YEARLY' }
    const changed = testAgreement({
      benefitModel: 'ON_TOP',
      person: { ...testPerson, unit: 'Varasto' },
      endedDay: '2026-12-31',
    })
    expect(book.preview([changed], '2026-05')).toMatchObject([
      { event: 'CHANGED', correctsMonth: null, valueCents: 10_900, grossLoweringCents: 0 },
    ])
    const dearer = { ...changed, instalmentCents: 11_000, instalmentFrom: '2026-04-01' }
    expect(book.preview([dearer], '2026-05')).toMatchObject([
      { correctsMonth: null, benefitModel: 'ON_TOP' },
      { correctsMonth: '2026-04', benefitModel: 'FROM_SALARY', valueCents: 1_000 },
    ])
  })

  test('corrections go into the first open month alone, not into the preview after it', () => {
    const book = payrollLedger()
    book.lock([testAgreement()], '2026-03')
    const changed = [testAgreement({ instalmentCents: 12_000 })]
    expect(book.preview(changed, '2026-04').filter((row) => row.correctsMonth)).toHaveLength(1)
    expect(book.preview(changed, '2026-05').filter((row) => row.correctsMonth)).toHaveLength(0)
  })

  test('what was reported elsewhere before the agreement came into the service is not corrected', () => {
    const book = payrollLedger()
    const other = testAgreement({
      agreementId: 'a0',
      startDay: '2026-01-01',
      person: { ...testPerson, employeeId: 'e0' },
    })
    for (const month of ['2026-01', '2026-02', '2026-03', '2026-04']) book.lock([other], month)
    const imported = testAgreement({ startDay: '2025-01-01', endDay: '2027-12-31', reportedFrom: '2026-04' })
    const rows = book.preview([other, imported], '2026-05').filter((row) => row.agreementId === 'a1')
    expect(rows.map((row) => row.correctsMonth)).toEqual([null, '2026-04'])
  })
})

test('every taxable euro of the report is in the salary rows, by month and with its mark', () => {
  const redeemed = testAgreement({ endedDay: '2026-05-31', isRedeemed: true, redemptionTaxableCents: 15_050 })
  const paying = testAgreement({ agreementId: 'a2', agreementNumber: 'S-2', benefitModel: 'EMPLOYEE_PAYS' })
  const exempt = { startDay: '2025-03-01', endDay: '2029-02-28', commitmentDay: '2025-02-01', instalmentCents: 17_000 }
  const fromPay = testAgreement({
    ...exempt,
    agreementId: 'a3',
    agreementNumber: 'S-3',
    person: { ...testPerson, employeeId: 'e3' },
  })
  const onTop = {
    ...fromPay,
    agreementId: 'a4',
    agreementNumber: 'S-4',
    benefitModel: 'ON_TOP' as const,
    person: { ...testPerson, employeeId: 'e4' },
  }
  const book = payrollLedger()
  for (const month of ['2026-03', '2026-04']) book.lock([testAgreement(), paying, fromPay, onTop], month)
  const late = { ...redeemed, endedDay: '2026-03-31' }
  const rows = book.preview([late, paying, fromPay, onTop], '2026-05')
  const lines = salaryRowsOf(rows, { taxable: '1210' })
  const sum = (...kinds: string[]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((cents, line) => cents + line.unitPriceCents, 0)
  const all = sumAmounts(rows)
  expect(sum('taxable', 'redemption')).toBe(all.code364Cents + all.redemptionTaxableCents)
  expect(sum('exemptOnTop', 'exemptFromPay')).toBe(all.code363Cents)
  expect(sum('collected')).toBe(all.netCollectionCents)
  expect(sum('grossLowering')).toBe(0 - all.grossLoweringCents)
  expect(lines.filter(({ kind }) => kind === 'redemption')).toMatchObject([
    { payTypeCode: '317', month: '2026-04', isCorrection: true, unitPriceCents: 15_050, isPensionable: true },
  ])
  expect(
    lines
      .filter(({ agreementNumber }) => agreementNumber !== 'S-1')
      .map((line) => [line.agreementNumber, line.kind, line.payTypeCode, line.isPensionable]),
  ).toEqual([
    ['S-2', 'collected', '420', false],
    ['S-3', 'exemptFromPay', '363', true],
    ['S-3', 'taxable', '1210', true],
    ['S-3', 'grossLowering', '201', true],
    ['S-4', 'exemptOnTop', '363', false],
    ['S-4', 'taxable', '1210', true],
  ])
})

describe('the exemption of a year', () => {
  const exempt = { startDay: '2025-03-01', endDay: '2029-02-28', commitmentDay: '2025-02-01', instalmentCents: 17_000 }

  test('is used up through the year with this employer and begins anew in January, locked or not', () => {
    const yearly: PayrollSettings = { extraOperatingCents: 0, exemptAllocation: 'YEARLY' }
    const book = payrollLedger(yearly)
    const agreement = testAgreement(exempt)
    const shares = monthsFrom('2026-01', '2027-01').map((month) => book.preview([agreement], month)[0]!.code363Cents)
    expect(shares).toEqual([17_000, 17_000, 17_000, 17_000, 17_000, 17_000, 17_000, 1_000, 0, 0, 0, 0, 17_000])
    const locked = monthsFrom('2026-01', '2027-01').map((month) => book.lock([agreement], month)[0]!.code363Cents)
    expect(locked).toEqual(shares)
    expect(book.frozen[11]).toMatchObject({ exemptUsedCents: 120_000, notes: [{ code: 'EXEMPTION_USED' }] })
  })

  test('has the limits of the tax table, and a locked month keeps those that it was counted with', () => {
    const book = payrollLedger()
    const agreement = testAgreement(exempt)
    expect(book.lock([agreement], '2026-01')[0]!.code363Cents).toBe(10_000)
    book.state.limits = { monthCents: 12_000, yearCents: 22_000 }
    const [row] = book.preview([agreement], '2026-02')
    expect(row).toMatchObject({ code363Cents: 12_000, code364Cents: 5_000, notes: [{ code: 'EXEMPTION_USED' }] })
    const later = { ...agreement, adminFeeCents: agreement.adminFeeCents + 100 }
    const correction = book.preview([later], '2026-02').find(({ correctsMonth }) => correctsMonth === '2026-01')
    expect(correction).toMatchObject({ adminFeeCents: 100, code363Cents: 0, code364Cents: 0 })
  })

  test('two bicycles of one person share it, two persons do not', () => {
    const second = testAgreement({ ...exempt, agreementId: 'a2', agreementNumber: 'S-2' })
    const stranger = testAgreement({
      ...exempt,
      agreementId: 'a3',
      agreementNumber: 'S-3',
      person: { ...testPerson, employeeId: 'e3' },
    })
    const rows = payrollLedger().preview([second, testAgreement(exempt), stranger], '2026-05')
    expect(rows.map((row) => [row.agreementNumber, row.code363Cents])).toEqual([
      ['S-1', 10_000],
      ['S-2', 0],
      ['S-3', 10_000],
    ])
  })
})

test('whatever becomes known late, rows and corrections add up to what should have been reported', () => {
  const change = fc.record({
    instalmentCents: fc.integer({ min: 1_000, max: 30_000 }),
    isRedeemed: fc.boolean(),
    endMonth: fc.integer({ min: 0, max: 12 }),
    late: fc.integer({ min: 1, max: 10 }),
    yearly: fc.boolean(),
    exempt: fc.boolean(),
  })
  fc.assert(
    fc.property(change, ({ instalmentCents, isRedeemed, endMonth, late, yearly, exempt }) => {
      const settings: PayrollSettings = { extraOperatingCents: 300, exemptAllocation: yearly ? 'YEARLY' : 'MONTHLY' }
      const before = testAgreement({
        startDay: '2025-09-01',
        endDay: '2026-08-31',
        commitmentDay: exempt ? '2025-04-01' : '2026-01-01',
        lastInstalmentCents: 2_000,
      })
      const after = { ...before, instalmentCents, isRedeemed, endedDay: `${shiftMonth('2025-09', endMonth)}-15` }
      const months = monthsFrom('2025-09', '2026-12')
      const book = payrollLedger(settings)
      months.forEach((month, index) => void book.lock([index < late ? before : after], month))
      const right = payrollLedger(settings)
      for (const month of months) right.lock([after], month)
      const by = (rows: readonly PayrollRow[]) => {
        const groups = Map.groupBy(rows, (row) => row.correctsMonth ?? row.month)
        return Object.fromEntries(
          [...groups]
            .sort()
            .map(([month, own]) => [month, sumAmounts(own)] as const)
            .filter(([, sums]) => Object.values(sums).some((sum) => sum !== 0)),
        )
      }
      expect(by(book.frozen)).toEqual(by(right.frozen))
    }),
    { numRuns: 100 },
  )
})

describe('the order of months', () => {
  test('the open month is the first, then the one after the last locked', () => {
    expect(openMonthOf({ first: '2026-03', locked: [] })).toBe('2026-03')
    expect(openMonthOf({ first: '2026-03', locked: ['2026-04', '2026-03'] })).toBe('2026-05')
    expect(openMonthOf({ first: null, locked: [] })).toBeNull()
  })

  test.each([
    ['2026-03', 'LOCKED'],
    ['2026-04', 'OK'],
    ['2026-05', 'NOT_ALLOWED'],
    ['2026-06', 'NOT_ALLOWED'],
    ['2026-02', 'NOT_ALLOWED'],
  ])('with March locked in May, %s is %s', (month, answer) => {
    expect(mayLock(month, { first: '2026-03', locked: ['2026-03'], current: '2026-05' })).toBe(answer)
  })

  test('the current month may be locked, the next one not', () => {
    const months = { first: '2026-03', locked: ['2026-03', '2026-04'], current: '2026-05' }
    expect(mayLock('2026-05', months)).toBe('OK')
    expect(mayLock('2026-06', { ...months, locked: [...months.locked, '2026-05'] })).toBe('NOT_ALLOWED')
  })

  test('the months run over the year from the first to the current, newest first', () => {
    expect(visibleMonths({ first: '2025-12', locked: [], current: '2026-02' })).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
    ])
    expect(visibleMonths({ first: null, locked: [], current: '2026-02' })).toEqual(['2026-02'])
    expect(visibleMonths({ first: '2026-04', locked: [], current: '2026-02' })).toEqual(['2026-02'])
  })
})
