import { eurosFromCents } from '#platform/values/money.ts'
import {
  type AmountChange,
  type PayrollAmounts,
  type PayrollNote,
  pensionableCents,
  type ReportRow,
} from '../rules/payroll-facts.ts'
import type { PayrollTotals } from '../rules/payroll-totals.ts'
import type { amountNames, PayrollMonthView, PayrollNoteView, PayrollRowView, PayrollTotalsView } from '../shapes.ts'
import { cutOffDay, type LockedMonth } from './months.ts'

const wireNames = {
  instalmentCents: 'instalment',
  adminFeeCents: 'adminFee',
  valueCents: 'taxValue',
  code363Cents: 'code363',
  code364Cents: 'code364',
  code420Cents: 'code420',
  exemptFromPayCents: 'exemptFromPay',
  grossLoweringCents: 'grossLowering',
  netCollectionCents: 'netCollection',
  redemptionTaxableCents: 'redemptionTaxableDifference',
} as const satisfies Record<keyof PayrollAmounts, (typeof amountNames)[number]>

function changeView({ amount, fromCents, toCents }: AmountChange) {
  return { amount: wireNames[amount], before: eurosFromCents(fromCents), after: eurosFromCents(toCents) }
}

/** A remark as it travels: amounts in euros. */
export function noteView(note: PayrollNote): PayrollNoteView {
  switch (note.code) {
    case 'INSTALMENT_CHANGED':
      return { code: note.code, before: eurosFromCents(note.fromCents), after: eurosFromCents(note.toCents) }
    case 'CORRECTS':
      return { code: note.code, month: note.month, changes: note.changes.map(changeView) }
    case 'REDEMPTION_TAXABLE':
      return { code: note.code, amount: eurosFromCents(note.cents) }
    default:
      return note
  }
}

/** One row as it travels: amounts in euros. */
export function rowView(row: ReportRow): PayrollRowView {
  const { person } = row
  return {
    rowKey: `${row.agreementId}:${row.correctsMonth ?? row.month}`,
    month: row.month,
    correctsMonth: row.correctsMonth,
    companyName: row.company.name,
    businessId: row.company.businessId,
    unit: person.unit,
    costUnit: person.costUnit,
    employeeNumber: person.employeeNumber,
    lastName: person.lastName,
    firstName: person.firstName,
    workEmail: person.workEmail,
    payRollOther: person.payrollOther,
    agreementId: row.agreementId,
    agreementNumber: row.agreementNumber,
    event: row.event,
    leaseStart: row.leaseStart,
    leaseEnd: row.leaseEnd,
    leaseMonths: row.leaseMonths,
    monthsLeft: row.monthsLeft,
    ...amountsView(row),
    benefitModel: row.benefitModel,
    taxRegime: row.regime,
    pensionable: eurosFromCents(pensionableCents(row)),
    exemptUsedThisYear: eurosFromCents(row.exemptUsedCents),
    absenceFrom: person.absenceFrom,
    absenceTo: person.absenceTo,
    lastWorkingDay: person.lastWorkingDay,
    notes: row.notes.map(noteView),
  }
}

/** Amounts in euros under their names on the wire. */
export function amountsView(amounts: PayrollTotals['amounts']): PayrollTotalsView {
  return {
    instalment: eurosFromCents(amounts.instalmentCents),
    adminFee: eurosFromCents(amounts.adminFeeCents),
    taxValue: eurosFromCents(amounts.valueCents),
    code363: eurosFromCents(amounts.code363Cents),
    code364: eurosFromCents(amounts.code364Cents),
    code420: eurosFromCents(amounts.code420Cents),
    exemptFromPay: eurosFromCents(amounts.exemptFromPayCents),
    grossLowering: eurosFromCents(amounts.grossLoweringCents),
    netCollection: eurosFromCents(amounts.netCollectionCents),
    redemptionTaxableDifference: eurosFromCents(amounts.redemptionTaxableCents),
  }
}

/** When and by whom a month was locked, with the fingerprints of its files. */
function lockView(lock: LockedMonth) {
  return {
    lockedAt: lock.locked_at.toISOString(),
    lockedBy: `${lock.first_name} ${lock.last_name}`,
    csvSha256: Buffer.from(lock.csv_sha256).toString('hex'),
    xlsxSha256: Buffer.from(lock.xlsx_sha256).toString('hex'),
    salarySha256: lock.salary_sha256 && Buffer.from(lock.salary_sha256).toString('hex'),
  }
}

interface MonthParts {
  readonly month: string
  readonly lock: LockedMonth | null
  readonly totals: PayrollTotals
  readonly mayBeLocked: boolean
}

/** A month's state, counts and sums. */
export function monthView({ month, lock, totals, mayBeLocked }: MonthParts): PayrollMonthView {
  return {
    month,
    state: lock ? 'LOCKED' : 'PREVIEW',
    mayBeLocked,
    rowCount: totals.rows,
    corrections: totals.corrections,
    changes: totals.changes,
    eventCounts: totals.events,
    totals: amountsView(totals.amounts),
    corrected: totals.corrected.map(({ month, amounts }) => ({ month, totals: amountsView(amounts) })),
    cutOffDay: cutOffDay(month, lock),
    lock: lock && lockView(lock),
  }
}
