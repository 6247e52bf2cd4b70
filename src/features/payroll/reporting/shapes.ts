import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { taxRegimes } from '#features/pricing/tax/rules/benefit-regime.ts'
import {
  DayShape,
  Euros,
  Id,
  Instant,
  MonthShape,
  Nullable,
  OneOf,
  Page,
  Shape,
  T,
} from '#platform/contract/contract.ts'
import { openCheckCodes } from './rules/payroll-checks.ts'
import { payrollEvents } from './rules/payroll-facts.ts'

const monthStates = ['PREVIEW', 'LOCKED'] as const
/** A month of a group's table; at a company without a lease yet it is none. */
const groupMonthStates = [...monthStates, 'NONE'] as const
const noteCodes = [
  'INSTALMENT_CHANGED',
  'CORRECTS',
  'ABSENT',
  'LEAVES',
  'LEFT_OPEN',
  'EMPLOYER_BEARS',
  'EMPLOYEE_PAYS_OUTSIDE',
  'COLLECTION_OPEN',
  'NOT_COLLECTED',
  'BIKE_RETURNED',
  'DELIVERED',
  'REDEMPTION_TAXABLE',
  'MODEL_CHANGED',
  'REGIME_CHANGED',
  'UNIT_CHANGED',
  'COST_UNIT_CHANGED',
  'EMPLOYEE_NUMBER_CHANGED',
  'LAST_INSTALMENT',
  'EXEMPTION_USED',
  'TAX_REVIEW',
  'LEASE_WAITS',
] as const

/** The amounts of a row, as they are called on the wire. */
export const amountNames = [
  'instalment',
  'adminFee',
  'taxValue',
  'code363',
  'code364',
  'code420',
  'exemptFromPay',
  'grossLowering',
  'netCollection',
  'redemptionTaxableDifference',
] as const

/** A remark on a row: what it is about and the values that belong to it. */
export const PayrollNoteShape = Shape({
  code: OneOf(noteCodes),
  month: T.Optional(MonthShape),
  day: T.Optional(DayShape),
  from: T.Optional(DayShape),
  to: T.Optional(Nullable(DayShape)),
  before: T.Optional(Euros),
  after: T.Optional(Euros),
  amount: T.Optional(Euros),
  /** What a correction changes. */
  changes: T.Optional(T.Array(Shape({ amount: OneOf(amountNames), before: Euros, after: Euros }))),
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
  exemptFromPay: Euros,
  grossLowering: Euros,
  netCollection: Euros,
  /** What counts as pensionable pay: the taxable benefit, and the exempt one that is taken from pay. */
  pensionable: Euros,
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
  exemptFromPay: Euros,
  grossLowering: Euros,
  netCollection: Euros,
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
  /** Null for a month locked before the salary rows were frozen with it. */
  salarySha256: Nullable(T.String()),
})

const lockRunStates = ['WAITING', 'FILES', 'ROWS', 'DONE', 'REFUSED'] as const

/** How far the lock of a large month has come. */
export const LockRun = Shape({
  state: OneOf(lockRunStates),
  doneRows: T.Integer(),
  totalRows: T.Integer(),
  /** The code of the refusal, when the lock was refused. */
  refusal: Nullable(T.String()),
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
  /** The sums of the month's own rows. */
  totals: PayrollTotalsShape,
  /** The sums of the corrections, by the month that they correct. */
  corrected: T.Array(Shape({ month: MonthShape, totals: PayrollTotalsShape })),
  /** What happens after this day goes into the next month. */
  cutOffDay: DayShape,
  lock: Nullable(MonthLock),
})
export type PayrollMonthView = T.Static<typeof PayrollMonthShape>

const checkCodes = [
  'COLLECTION_OPEN',
  'LEFT_OPEN',
  'NO_EMPLOYEE_NUMBER',
  'NO_COST_UNIT',
  'ABSENT',
  'LEAVES',
  'INSTALMENT_CHANGED',
  'CORRECTS',
  'TAX_REVIEW',
  'LEASE_WAITS',
] as const
/** Something to look at before locking, with those it concerns. */
const PayrollCheckShape = Shape({
  code: OneOf(checkCodes),
  /** Whether the month may be locked only when this is acknowledged. */
  isBlocking: T.Boolean(),
  count: T.Integer(),
  names: T.Array(T.String(), { maxItems: 3 }),
})

/** A month that a person pays outside the pay, and what somebody has said of it. */
export const Collection = Shape({
  leasingAgreementId: Id,
  name: T.String(),
  agreementNumber: T.String(),
  amount: Euros,
  /** Null: nobody has said whether it was collected. */
  isCollected: Nullable(T.Boolean()),
  /** Null until somebody has answered. */
  version: Nullable(T.Integer()),
})

/** A row as the sheet shows it, with the version of who was settled to bear the months of its bicycle. */
const SheetRow = Shape({ ...PayrollRowShape.properties, payerVersion: Nullable(T.Integer()) })

export type SheetRowView = T.Static<typeof SheetRow>

export const PayrollSheet = Shape({
  ...Page(SheetRow).properties,
  company: Shape({ companyId: Id, companyName: T.String(), businessId: T.String() }),
  payrollMonth: PayrollMonthShape,
  /** Identifies exactly these rows: send it with the lock, so that what was seen is what is locked. */
  previewHash: T.String(),
  checks: T.Array(PayrollCheckShape),
  /** One question per bicycle that its person pays outside the pay in this month. */
  collections: T.Array(Collection),
  recipients: T.Integer(),
})

/** A company's line in a month over its group, with what its lock needs. */
export const GroupLine = Shape({
  companyId: Id,
  companyName: T.String(),
  businessId: T.String(),
  state: OneOf(monthStates),
  /** The month with those before it, oldest first. */
  months: T.Array(Shape({ month: MonthShape, state: OneOf(groupMonthStates) })),
  /** Whether the month may be locked now, once nothing stands in the way. */
  mayBeLocked: T.Boolean(),
  /** The month that has to be locked first; null without a lease. */
  openMonth: Nullable(MonthShape),
  /** What stands in the way of the lock. */
  openChecks: T.Array(OneOf(openCheckCodes)),
  /** Send it with the lock; null once the month is locked. */
  previewHash: Nullable(T.String()),
  rowCount: T.Integer(),
  changes: T.Integer(),
  totals: PayrollTotalsShape,
})
export type GroupLine = T.Static<typeof GroupLine>
