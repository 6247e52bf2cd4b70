import { benefitModels } from '#features/tax/rules/benefit-models.ts'
import { taxRegimes } from '#features/tax/rules/benefit-regime.ts'
import { DayShape, Euros, Id, Instant, Nullable, OneOf, Page, Shape, T } from '#platform/contract/contract.ts'
import { payrollEvents } from './rules/payroll-facts.ts'

/** A payroll month, `2026-03`. */
export const MonthShape = T.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })
export const monthStates = ['PREVIEW', 'LOCKED'] as const
const absenceReasons = ['SICK_LEAVE', 'PARENTAL_LEAVE', 'OTHER'] as const
const noteCodes = [
  'INSTALMENT_CHANGED',
  'CORRECTS',
  'ABSENT',
  'LEAVES',
  'REDEMPTION_TAXABLE',
  'MODEL_CHANGED',
  'REGIME_CHANGED',
  'UNIT_CHANGED',
  'COST_UNIT_CHANGED',
  'EMPLOYEE_NUMBER_CHANGED',
  'LAST_INSTALMENT',
  'EXEMPTION_USED',
  'TAX_REVIEW',
] as const

/** A remark on a row: what it is about and the values that belong to it. */
export const PayrollNoteShape = Shape({
  code: OneOf(noteCodes),
  month: T.Optional(MonthShape),
  day: T.Optional(DayShape),
  from: T.Optional(DayShape),
  to: T.Optional(Nullable(DayShape)),
  reason: T.Optional(OneOf(absenceReasons)),
  before: T.Optional(Euros),
  after: T.Optional(Euros),
  amount: T.Optional(Euros),
})
export type PayrollNoteView = T.Static<typeof PayrollNoteShape>

const MaybeText = Nullable(T.String())

/** One row of the payroll report; in a correction the amounts are differences. */
export const PayrollRowShape = Shape({
  rowKey: T.String(),
  month: MonthShape,
  correctsMonth: Nullable(MonthShape),
  companyName: T.String(),
  businessId: T.String(),
  unit: MaybeText,
  costUnit: MaybeText,
  employeeNumber: MaybeText,
  lastName: T.String(),
  firstName: T.String(),
  workEmail: T.String(),
  payRollOther: MaybeText,
  agreementId: Id,
  agreementNumber: T.String(),
  event: OneOf(payrollEvents),
  leaseStart: DayShape,
  leaseEnd: DayShape,
  leaseMonths: T.Integer(),
  monthsLeft: T.Integer(),
  instalment: Euros,
  adminFee: Euros,
  taxValue: Euros,
  benefitModel: OneOf(benefitModels),
  taxRegime: OneOf(taxRegimes),
  code363: Euros,
  code364: Euros,
  code420: Euros,
  exemptUsedThisYear: Euros,
  deduction: Euros,
  absenceReason: Nullable(OneOf(absenceReasons)),
  absenceFrom: Nullable(DayShape),
  absenceTo: Nullable(DayShape),
  lastWorkingDay: Nullable(DayShape),
  redemptionTaxableDifference: Euros,
  notes: T.Array(PayrollNoteShape),
})
export type PayrollRowView = T.Static<typeof PayrollRowShape>

export const PayrollTotalsShape = Shape({
  instalment: Euros,
  adminFee: Euros,
  taxValue: Euros,
  code363: Euros,
  code364: Euros,
  code420: Euros,
  deduction: Euros,
  redemptionTaxableDifference: Euros,
})
export type PayrollTotalsView = T.Static<typeof PayrollTotalsShape>

const EventCounts = Shape(
  Object.fromEntries(payrollEvents.map((event) => [event, T.Integer()])) as Record<
    (typeof payrollEvents)[number],
    T.TInteger
  >,
)

/** When, by whom and with which files a month was locked. */
export const MonthLock = Shape({
  lockedAt: Instant,
  lockedBy: T.String(),
  csvSha256: T.String(),
  xlsxSha256: T.String(),
})

export const PayrollMonthShape = Shape({
  month: MonthShape,
  state: OneOf(monthStates),
  /** Whether it may be locked now: the first open month, once it has begun. */
  mayBeLocked: T.Boolean(),
  rowCount: T.Integer(),
  corrections: T.Integer(),
  /** Rows that tell something new. */
  changes: T.Integer(),
  eventCounts: EventCounts,
  totals: PayrollTotalsShape,
  /** What happens after this day goes into the next month. */
  cutOffDay: DayShape,
  lock: Nullable(MonthLock),
})
export type PayrollMonthView = T.Static<typeof PayrollMonthShape>

const checkCodes = [
  'NO_EMPLOYEE_NUMBER',
  'NO_COST_UNIT',
  'ABSENT',
  'LEAVES',
  'INSTALMENT_CHANGED',
  'CORRECTS',
  'TAX_REVIEW',
] as const
/** Something to look at before locking, with those it concerns. */
const PayrollCheckShape = Shape({
  code: OneOf(checkCodes),
  count: T.Integer(),
  names: T.Array(T.String(), { maxItems: 3 }),
})

export const PayrollSheet = Shape({
  ...Page(PayrollRowShape).properties,
  company: Shape({ companyId: Id, companyName: T.String(), businessId: T.String() }),
  payrollMonth: PayrollMonthShape,
  /** Identifies exactly these rows: send it with the lock, so that what was seen is what is locked. */
  previewHash: T.String(),
  checks: T.Array(PayrollCheckShape),
  recipients: T.Integer(),
})
