import { expect, test } from 'vitest'
import { possessionOf } from '#features/story/lease-story/rules/possession.ts'
import {
  caseModels,
  caseMonths,
  caseTerms,
  faultsOf,
  type Known,
  type PayrollCase,
  payrollCases,
} from '#testing/money/payroll-cases.ts'
import { testAgreement, testPerson } from '#testing/money/payroll-facts.ts'
import { payrollLedger } from '#testing/money/payroll-ledger.ts'
import type { PayrollAgreement } from './payroll-facts.ts'

const possession = (known: Known) =>
  possessionOf({
    deliveryDay: null,
    startDay: caseTerms.start,
    endedDay: known.end?.day ?? null,
    endReason: known.end?.reason ?? null,
    bikeAt: known.bikeAt,
    keptFrom: known.keptFrom,
    claims: known.stolenOn ? [{ type: 'THEFT', step: 'SENT_TO_INSURER', happenedDay: known.stolenOn }] : [],
    return: known.receivedOn ? { receivedDay: known.receivedOn } : null,
    buyOut: null,
  })

function agreementOf(one: PayrollCase, known: Known): PayrollAgreement[] {
  if (!known.hasDays) return []
  return [
    testAgreement({
      agreementId: one.name,
      agreementNumber: one.name,
      person: { ...testPerson, employeeId: one.name, lastWorkingDay: known.leftOn },
      startDay: caseTerms.start,
      endDay: caseTerms.end,
      leaseMonths: caseTerms.months,
      instalmentCents: known.dearer?.cents ?? caseTerms.cents,
      instalmentFrom: known.dearer?.from ?? null,
      lastInstalmentCents: caseTerms.lastCents,
      endedDay: known.isVoid ? '2026-01-31' : (known.end?.day ?? null),
      isRedeemed: known.end?.reason === 'REDEEMED',
      redemptionTaxableCents: known.taxableCents,
      benefitModel: one.model,
      ...(known.isExempt ? { commitmentDay: '2025-02-01', taxRegime: 'EXEMPT_GRANDFATHERED' } : {}),
      payers: known.payers,
      possession: possession(known),
      collections: known.collections.map((told) => ({ ...told, version: 1 })),
    }),
  ]
}

test('two years of every kind of end, absence, late billing and correction: no row wrong, none missing', () => {
  const cases = caseModels.flatMap((model) =>
    [false, true].flatMap((isExempt) => [0, 1, 3].flatMap((late) => payrollCases(model, isExempt, late))),
  )
  const book = payrollLedger()
  // A lease of another person opens the first month, so that a late one is late.
  const other = testAgreement({ agreementId: 'other', startDay: '2026-01-01', endDay: '2027-12-31' })
  for (const month of caseMonths) {
    const agreements = cases.flatMap((one) => agreementOf(one, month >= one.knownIn ? one.after : one.before))
    book.lock([other, ...agreements], month)
  }
  const rows = Map.groupBy(book.frozen, ({ agreementId }) => agreementId)
  expect(cases.flatMap((one) => faultsOf(one, rows.get(one.name) ?? []))).toEqual([])
  expect(cases.length).toBeGreaterThan(350)
  expect(book.frozen.filter(({ correctsMonth }) => correctsMonth !== null).length).toBeGreaterThan(300)
})
