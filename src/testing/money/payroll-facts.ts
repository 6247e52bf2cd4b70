import type {
  PayrollAgreement,
  PayrollPerson,
  PayrollSettings,
} from '#features/payroll/reporting/rules/payroll-facts.ts'

/** A person for tests of the rules. */
export const testPerson: PayrollPerson = {
  employeeId: 'e1',
  unit: 'Pääkonttori',
  costUnit: '100',
  employeeNumber: '1001',
  lastName: 'Testinen',
  firstName: 'Testi',
  workEmail: 'testi@testi.example',
  payrollOther: null,
  absenceFrom: null,
  absenceTo: null,
  lastWorkingDay: null,
}

/** A lease of 12 months at 100.00, admin fee 15.00, taxable. */
export function testAgreement(values: Partial<PayrollAgreement> = {}): PayrollAgreement {
  return {
    agreementId: 'a1',
    agreementNumber: 'S-1',
    person: testPerson,
    startDay: '2026-03-01',
    endDay: '2027-02-28',
    originalEndDay: values.endDay ?? '2027-02-28',
    endedDay: null,
    deliveryDay: null,
    payers: [],
    isRedeemed: false,
    leaseMonths: 12,
    instalmentCents: 10_000,
    lastInstalmentCents: 4_321,
    instalmentFrom: null,
    adminFeeCents: 1_500,
    benefitModel: 'FROM_SALARY',
    commitmentDay: '2026-02-10',
    taxRegime: 'TAXABLE',
    needsTaxReview: false,
    redemptionTaxableCents: 0,
    reportedFrom: '2020-01',
    ...values,
  }
}

export const testSettings: PayrollSettings = { extraOperatingCents: 0, exemptAllocation: 'MONTHLY' }
