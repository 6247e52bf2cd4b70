import { employeeStatuses, employmentStates } from '#features/ground/employment/rules.ts'
import { orderStatuses } from '#features/orders/orders/rules.ts'
import { WaitedForShape } from '#features/orders/orders/shapes.ts'
import { PriceLimit } from '#features/people/companies/shapes.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import {
  DayShape,
  EurosFromZero,
  Id,
  Instant,
  Nullable,
  OneOf,
  PersonName,
  Shape,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { absenceReasons, remarkCodes, roleFlags } from './rules.ts'

const Line = T.String({ minLength: 1, maxLength: 120 })
export const EmailText = T.String({ minLength: 3, maxLength: 254 })
export const PhoneText = T.String({ minLength: 1, maxLength: 40 })

/** An absence as it is set; the reason is health data, which the employer's admin sets. Left out it stays. */
const Absence = Shape({
  from: DayShape,
  to: T.Optional(Nullable(DayShape)),
  reason: T.Optional(Nullable(OneOf(absenceReasons))),
  /** What another reason is. */
  other: T.Optional(Nullable(T.String({ maxLength: 200 }))),
})

/** An absence as it is read: its days. The reason is read by a call of its own, which the log names. */
const AbsenceDays = Shape({
  from: DayShape,
  to: Nullable(DayShape),
  /** Whether a reason is kept; for those who may read it. */
  hasReason: T.Optional(T.Boolean()),
})
export type AbsenceDays = T.Static<typeof AbsenceDays>

/** What an employer keeps about a person; null takes a value away. */
export const employeeFields = {
  unitId: T.Optional(Nullable(Id)),
  employeeNumber: T.Optional(Nullable(Line)),
  costUnit: T.Optional(Nullable(Line)),
  payRollOther: T.Optional(Nullable(Line)),
  /** Left empty it is 2999-01-01: the employment has no known end. */
  lastWorkingDayDate: T.Optional(Nullable(DayShape)),
  jobTrialPeriodEndDate: T.Optional(Nullable(DayShape)),
  maxPrice: T.Optional(Nullable(PriceLimit)),
  benefitModel: T.Optional(Nullable(OneOf(benefitModels))),
  employerNote: T.Optional(Nullable(Text)),
  absence: T.Optional(Nullable(Absence)),
}
export const EmployeeFields = Shape(employeeFields)
export type EmployeeFields = T.Static<typeof EmployeeFields>

export const personFields = { firstName: PersonName, lastName: PersonName, workEmail: EmailText }

const flag = T.Optional(T.Boolean())
export const roleFlagFields = Object.fromEntries(Object.keys(roleFlags).map((name) => [name, flag])) as {
  [F in keyof typeof roleFlags]: typeof flag
}

export const OrderOfEmployee = Shape({
  orderId: Id,
  orderNumber: T.String(),
  orderStatus: OneOf(orderStatuses),
  isOnlineOrder: T.Boolean(),
  isOrderConfirmed: T.Boolean(),
  bikeStore: Nullable(Shape({ bikeStoreId: Nullable(Id), storeName: T.String() })),
  bikeStoreOrderNumber: Nullable(T.String()),
  orderPaidDate: Nullable(DayShape),
  resumeStatus: Nullable(OneOf(orderStatuses)),
  /** Employee or employer has asked for its cancellation; it rests until the staff answer. */
  cancellationAsked: T.Boolean(),
  totalAmount: Nullable(EurosFromZero),
  waitingFor: WaitedForShape,
  waitingSince: Instant,
  createdAt: Instant,
})
export type OrderOfEmployee = T.Static<typeof OrderOfEmployee>

/**
 * A beneficiary employee. What the caller may not see is left out: the employer's note, the private contact details,
 * and for the reporting role everything that no payroll report shows.
 */
export const employeeView = {
  beneficiaryEmployeeId: Id,
  companyId: Id,
  companyName: T.String(),
  userId: Id,
  systemUser: Shape({
    firstName: T.String(),
    lastName: T.String(),
    workEmail: T.String(),
    personalEmail: T.Optional(Nullable(T.String())),
    phoneNumber: T.Optional(Nullable(T.String())),
  }),
  unitId: Nullable(Id),
  unitName: Nullable(T.String()),
  employeeNumber: Nullable(T.String()),
  costUnit: Nullable(T.String()),
  payRollOther: Nullable(T.String()),
  lastWorkingDayDate: DayShape,
  absence: Nullable(AbsenceDays),
  status: OneOf(employeeStatuses),
  employment: OneOf(employmentStates),
  jobTrialPeriodEndDate: T.Optional(Nullable(DayShape)),
  rejectReason: T.Optional(Nullable(T.String())),
  employerNote: T.Optional(Nullable(T.String())),
  /** The person’s own limit, when one is set. */
  maxPrice: T.Optional(Nullable(EurosFromZero)),
  /** The limit that counts: the lowest of the company’s, the policy’s and the person’s. */
  effectiveMaxPrice: T.Optional(EurosFromZero),
  benefitModel: T.Optional(Nullable(OneOf(benefitModels))),
  remarks: T.Optional(T.Array(Shape({ code: OneOf(remarkCodes), day: Nullable(DayShape) }))),
  paymentStatus: T.Optional(Nullable(T.String())),
  orders: T.Optional(T.Array(OrderOfEmployee)),
  addedByEmployer: T.Optional(T.Boolean()),
  decidedAt: T.Optional(Nullable(Instant)),
  createdAt: Instant,
  version: Version,
}
export const Employee = Shape(employeeView)
export type Employee = T.Static<typeof Employee>

/** Whether the shortest lease fits into the employment, as far as it is known, and what else forbids every order. */
export const EmployeeDetails = Shape({
  ...employeeView,
  shortestLease: Nullable(Shape({ months: T.Integer(), fits: T.Boolean() })),
  obstacles: T.Array(OneOf(['TRIAL_PERIOD', 'PRICE_LIMIT'])),
})
export type EmployeeDetails = T.Static<typeof EmployeeDetails>

/** One’s own row at an employer, for /mybike. */
export const OwnEmployment = Shape({
  beneficiaryEmployeeId: Id,
  companyId: Id,
  companyName: T.String(),
  unitName: Nullable(T.String()),
  employeeNumber: Nullable(T.String()),
  status: OneOf(employeeStatuses),
  rejectReason: Nullable(T.String()),
  employment: OneOf(employmentStates),
  lastWorkingDayDate: DayShape,
  jobTrialPeriodEndDate: Nullable(DayShape),
  absence: Nullable(AbsenceDays),
  maxPrice: EurosFromZero,
  policy: Nullable(
    Shape({
      bikePolicyId: Id,
      version: Version,
      orderCount: T.Integer(),
      requiresTrialOver: T.Boolean(),
      allowsLeaveBeforeEnd: T.Boolean(),
      benefitModel: OneOf(benefitModels),
      homeDelivery: T.Boolean(),
    }),
  ),
  orderIds: T.Array(Id),
  createdAt: Instant,
  version: Version,
})
export type OwnEmployment = T.Static<typeof OwnEmployment>
