import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstOfMonth, lastOfMonth } from '#platform/values/days.ts'
import { testAgreement, testPerson, testSettings } from '#testing/money/payroll-facts.ts'
import { monthsFrom, shiftMonth } from './months.ts'
import { type PayrollAgreement, pensionableCents } from './payroll-facts.ts'
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

  test('the basis is that of the agreement which is asked, however often', () => {
    const agreement = testAgreement()
    const basisOf = (one: PayrollAgreement) => rowOf(one, '2026-04')!.basis
    expect(basisOf(agreement)).toBe(basisOf(agreement))
    expect(basisOf({ ...agreement })).toBe(basisOf(agreement))
    expect(basisOf({ ...agreement, instalmentCents: 11_000 })).not.toBe(basisOf(agreement))
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

const committed2025 = { startDay: '2025-03-01', endDay: '2029-02-28', commitmentDay: '2025-02-01' }

describe('amounts', () => {
  const exempt = committed2025
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
      grossLoweringCents: 10_500,
      netCollectionCents: 0,
    })
  })

  test.each([
    ['FROM_SALARY', 10_000, 0, 10_000, 0],
    ['ON_TOP', 10_000, 0, 0, 0],
    ['EMPLOYEE_PAYS', 0, 10_000, 0, 10_000],
  ] as const)('%s: taxable, collected, gross pay lowered, net pay collected from', (benefitModel, ...expected) => {
    const row = rowOf(testAgreement({ benefitModel }), '2026-05')!
    const { code364Cents, code420Cents, grossLoweringCents, netCollectionCents } = row
    expect([code364Cents, code420Cents, grossLoweringCents, netCollectionCents]).toEqual(expected)
  })

  test('what is collected is no benefit, so an exemption covers the rest alone', () => {
    expect(rowOf(testAgreement({ ...exempt, benefitModel: 'EMPLOYEE_PAYS' }), '2026-05')).toMatchObject({
      code363Cents: 0,
      code364Cents: 0,
      code420Cents: 10_000,
      exemptUsedCents: 0,
    })
  })

  test('an exempt share counts as pensionable pay where the pay is lowered for it', () => {
    const pensionable = (benefitModel: PayrollAgreement['benefitModel']) =>
      pensionableCents(rowOf(testAgreement({ ...exempt, benefitModel, instalmentCents: 17_000 }), '2026-05')!)
    expect([pensionable('FROM_SALARY'), pensionable('ON_TOP')]).toEqual([17_000, 7_000])
  })

  test('an exemption ends with the original lease, however long the lease goes on', () => {
    const extended = testAgreement({ ...exempt, endDay: '2029-08-31', originalEndDay: '2029-02-28' })
    expect(rowOf(extended, '2029-02')).toMatchObject({ code363Cents: 10_000, code364Cents: 0 })
    expect(rowOf(extended, '2029-03')).toMatchObject({ regime: 'TAXABLE', code363Cents: 0, code364Cents: 10_000 })
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
    absenceFrom: '2026-05-31',
    absenceTo: '2026-06-01',
    lastWorkingDay: '2026-08-31',
  }
  const codes = (month: string) => rowOf(testAgreement({ person }), month)?.notes.map((note) => note.code)
  expect(codes('2026-04')).toEqual(['LEAVES'])
  expect(codes('2026-05')).toEqual(['ABSENT', 'LEAVES'])
  expect(codes('2026-06')).toEqual(['ABSENT', 'LEAVES'])
  expect(codes('2026-07')).toEqual(['LEAVES'])
  expect(rowOf(testAgreement({ person }), '2026-05')?.notes[0]).toEqual({
    code: 'ABSENT',
    from: '2026-05-31',
    to: '2026-06-01',
  })
})

describe('after the month of the last working day', () => {
  const left = { person: { ...testPerson, lastWorkingDay: '2026-06-15' } }
  const inMonth = (values: Partial<PayrollAgreement>, month: string) =>
    rowOf(testAgreement({ ...left, ...values }), month)!
  const nothing = {
    valueCents: 0,
    code363Cents: 0,
    code364Cents: 0,
    code420Cents: 0,
    grossLoweringCents: 0,
    netCollectionCents: 0,
  }

  test('the month itself is whole, the next ones are provisional zeros until they are settled', () => {
    expect(inMonth({}, '2026-06')).toMatchObject({ event: 'RUNNING', grossLoweringCents: 10_000 })
    for (const month of ['2026-07', '2027-02'])
      expect(inMonth({}, month)).toMatchObject({
        event: 'LEFT',
        ...nothing,
        notes: [{ code: 'LEFT_OPEN', day: '2026-06-15' }],
      })
    expect(inMonth({}, '2026-07').instalmentCents).toBe(10_000)
    expect(inMonth({}, '2027-03')).toMatchObject({ event: 'ENDED' })
  })

  test.each([
    ['EMPLOYER', null, 10_000, 10_000, 0],
    ['EMPLOYEE', null, 10_000, 0, 10_000],
    ['EMPLOYEE', 4_000, 10_000, 6_000, 4_000],
    ['RETURNED', null, 0, 0, 0],
  ] as const)(
    '%s, paid %s: value, 364, 420, and nothing off the pay',
    (payer, paidCents, valueCents, code364Cents, code420Cents) => {
      for (const benefitModel of ['FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS'] as const) {
        const collections = [{ month: '2026-07', isCollected: true, version: 1 }]
        const periods = [{ from: '2026-07', to: null, payer, paidCents }]
        const row = inMonth({ benefitModel, payers: periods, collections }, '2026-07')
        expect(row).toMatchObject({ event: 'LEFT', ...nothing, valueCents, code364Cents, code420Cents })
      }
    },
  )

  test('no exemption covers the months after the employment', () => {
    const payers = [{ from: '2026-07', to: null, payer: 'EMPLOYER', paidCents: null }] as const
    expect(inMonth({ ...committed2025, payers }, '2026-07')).toMatchObject({ code363Cents: 0, code364Cents: 10_000 })
  })

  test('the taxable difference of a redemption in that month is told with the last pay', () => {
    const redeemed = { isRedeemed: true, redemptionTaxableCents: 21_000 }
    expect(inMonth({ ...redeemed, endedDay: '2026-06-30' }, '2026-06')).toMatchObject({
      event: 'ENDING',
      redemptionTaxableCents: 21_000,
    })
    expect(inMonth({ ...redeemed, endedDay: '2026-06-30' }, '2026-07')).toMatchObject({
      event: 'REDEEMED',
      redemptionTaxableCents: 0,
    })
    expect(inMonth({ ...redeemed, endedDay: '2026-08-31' }, '2026-09')).toMatchObject({
      event: 'REDEEMED',
      redemptionTaxableCents: 21_000,
    })
  })

  test('who leaves before the lease begins has no benefit from its first month on', () => {
    const early = inMonth({ person: { ...testPerson, lastWorkingDay: '2026-01-31' } }, '2026-03')
    expect(early).toMatchObject({ event: 'NEW', ...nothing, notes: [{ code: 'LEFT_OPEN' }] })
  })
})

describe('an absence without pay', () => {
  const payers = [
    { from: '2026-05', to: '2026-05', payer: 'EMPLOYER', paidCents: null },
    { from: '2026-06', to: '2026-07', payer: 'EMPLOYEE', paidCents: null },
  ] as const

  test('its months are the employer’s or the person’s, and pay runs again after it', () => {
    const months = ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08']
    const collections = [{ month: '2026-06', isCollected: true, version: 1 }]
    const rows = months.map((month) => rowOf(testAgreement({ payers, collections }), month)!)
    expect(rows.map((row) => [row.code364Cents, row.code420Cents, row.grossLoweringCents])).toEqual([
      [10_000, 0, 10_000],
      [10_000, 0, 0],
      [0, 10_000, 0],
      [10_000, 0, 0],
      [10_000, 0, 10_000],
    ])
  })

  test('an exempt month that the employer bears stays exempt and is no pensionable pay', () => {
    const row = rowOf(testAgreement({ ...committed2025, payers }), '2026-05')!
    expect(row).toMatchObject({ code363Cents: 10_000, code364Cents: 0, exemptFromPayCents: 0 })
    expect(pensionableCents(row)).toBe(0)
  })
})

test('the month of delivery is told with the first row and has no value of its own', () => {
  const agreement = testAgreement({ deliveryDay: '2026-02-10' })
  expect(rowOf(agreement, '2026-02')).toBeNull()
  expect(rowOf(agreement, '2026-03')?.notes).toEqual([{ code: 'DELIVERED', day: '2026-02-10' }])
  expect(rowOf(testAgreement({ deliveryDay: '2026-03-01' }), '2026-03')?.notes).toEqual([])
})

test('363 + 364 + 420 are the value, whatever the model, the regime, the payer and what has been used', () => {
  const payer = fc.constantFrom(null, 'EMPLOYER' as const, 'EMPLOYEE' as const, 'RETURNED' as const)
  const model = fc.constantFrom('FROM_SALARY' as const, 'ON_TOP' as const, 'EMPLOYEE_PAYS' as const)
  const cents = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(
      fc.record({
        payer,
        model,
        paid: fc.option(cents(40_000)),
        told: fc.option(fc.boolean()),
        instalment: cents(40_000),
        extra: cents(5_000),
      }),
      fc.record({ yearCents: cents(120_000), monthCents: cents(10_000) }),
      fc.record({
        committed: fc.constantFrom('2025-02-01', '2025-06-01', '2026-02-01'),
        left: fc.boolean(),
        yearly: fc.boolean(),
      }),
      fc.integer({ min: 0, max: 47 }),
      (pay, used, { committed, left, yearly }, offset) => {
        const agreement = testAgreement({
          startDay: '2025-07-01',
          endDay: '2029-06-30',
          commitmentDay: committed,
          benefitModel: pay.model,
          instalmentCents: pay.instalment,
          person: { ...testPerson, lastWorkingDay: left ? '2026-05-05' : null },
          collections:
            pay.told === null ? [] : [{ month: shiftMonth('2025-07', offset), isCollected: pay.told, version: 1 }],
          payers: pay.payer ? [{ from: '2026-01', to: '2027-12', payer: pay.payer, paidCents: pay.paid }] : [],
        })
        const settings = {
          extraOperatingCents: pay.extra,
          exemptAllocation: yearly ? ('YEARLY' as const) : ('MONTHLY' as const),
        }
        const row = payrollRow(agreement, shiftMonth('2025-07', offset), null, settings, used)!
        expect(row.code363Cents + row.code364Cents + row.code420Cents).toBe(row.valueCents)
        expect(Math.min(row.code363Cents, row.code364Cents, row.code420Cents)).toBeGreaterThanOrEqual(0)
        if (row.event === 'LEFT') expect([row.grossLoweringCents, row.netCollectionCents]).toEqual([0, 0])
      },
    ),
    { numRuns: 200 },
  )
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
        for (const row of rows) expect(row.code364Cents).toBe(row.valueCents)
      },
    ),
    { numRuns: 60 },
  )
})
