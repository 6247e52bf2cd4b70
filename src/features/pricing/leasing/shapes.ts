import {
  DayShape,
  EurosFromZero,
  Id,
  Instant,
  Name,
  Nullable,
  OneOf,
  Percent,
  Shape,
  T,
  Version,
} from '#platform/contract/contract.ts'
import { serviceReleases, vatChanges } from './rules.ts'

const Line = T.String({ minLength: 1, maxLength: 120 })

const lessorKinds = ['OPERATOR', 'GRENKE', 'LEASE_PLUS', 'OTHER'] as const

const lessorFields = {
  companyName: Name,
  businessId: T.Optional(Nullable(Line)),
  vatNumber: T.Optional(Nullable(Line)),
  country: T.Optional(T.String({ pattern: '^[A-Z]{2}$' })),
  eInvoiceAddress: T.Optional(Nullable(Line)),
  operatorId: T.Optional(Nullable(Line)),
  invoiceEmail: T.Optional(Nullable(Line)),
  streetAddress: T.Optional(Nullable(Line)),
  postalCode: T.Optional(Nullable(Line)),
  city: T.Optional(Nullable(Line)),
  paymentTermsDays: T.Optional(T.Integer({ minimum: 0, maximum: 90 })),
  /** Where money goes that a lessor has paid too much; left out of a change, it stays. */
  iban: T.Optional(Nullable(Line)),
  /** The authority by which the operator makes agreements for the lessor. */
  authorityReference: T.Optional(Nullable(Line)),
  authorityDay: T.Optional(Nullable(DayShape)),
  active: T.Optional(T.Boolean()),
}

export const LeasingCompany = Shape({
  leasingCompanyId: Id,
  companyName: T.String(),
  kind: OneOf(lessorKinds),
  businessId: Nullable(T.String()),
  vatNumber: Nullable(T.String()),
  country: T.String(),
  eInvoiceAddress: Nullable(T.String()),
  operatorId: Nullable(T.String()),
  invoiceEmail: Nullable(T.String()),
  streetAddress: Nullable(T.String()),
  postalCode: Nullable(T.String()),
  city: Nullable(T.String()),
  paymentTermsDays: T.Integer(),
  iban: Nullable(T.String()),
  /** A bank account that waits for another member of staff than `proposedBy`, or for its instant when there is none. */
  pendingIban: Nullable(Shape({ iban: T.String(), takesEffectAt: Nullable(Instant), proposedBy: Id })),
  authorityReference: Nullable(T.String()),
  authorityDay: Nullable(DayShape),
  active: T.Boolean(),
  version: Version,
})
export type LeasingCompany = T.Static<typeof LeasingCompany>

export const Choice = Shape({ id: Id, name: T.String() })

/** The four kinds are seeded; a lessor that is added later is one of the others. */
export const NewLeasingCompany = Shape(lessorFields)
export type NewLeasingCompany = T.Static<typeof NewLeasingCompany>
export const LeasingCompanyChange = Shape({ ...lessorFields, version: Version })

const Months = T.Integer({ minimum: 1, maximum: 120 })

const Campaign = Shape({
  discount: T.Number({ minimum: 0.01, maximum: 100, multipleOf: 0.01 }),
  minMonths: Months,
  from: DayShape,
  to: DayShape,
})

const termFields = {
  leasingCompanyId: Id,
  companyId: Nullable(Id),
  name: Name,
  instalment: EurosFromZero,
  insurance: EurosFromZero,
  service: EurosFromZero,
  yearlyInterest: Percent,
  residual: Percent,
  adminFee: EurosFromZero,
  minMonths: Months,
  maxMonths: Months,
  minPrice: EurosFromZero,
  maxPrice: EurosFromZero,
  campaign: Nullable(Campaign),
  validFrom: DayShape,
  validTo: Nullable(DayShape),
}

/** What the ways out of a lease cost beside the month's redemption price. */
const EndPrices = Shape({
  redemptionFee: EurosFromZero,
  transferFee: EurosFromZero,
  returnFee: Nullable(EurosFromZero),
  returnTransport: EurosFromZero,
  noticeDay: T.Integer({ minimum: 1, maximum: 28 }),
  /** What a change of the VAT rate leaves as it is; the payment where it is left out. */
  vatChange: T.Optional(OneOf(vatChanges)),
})

/** How the service in the instalments is used; null promises none. */
const ServiceRule = Nullable(
  Shape({ release: OneOf(serviceReleases), daysAfter: T.Integer({ minimum: 0, maximum: 730 }) }),
)

export const BillingTable = Shape({
  billingTableId: Id,
  ...termFields,
  ends: EndPrices,
  serviceRule: ServiceRule,
  leasingCompanyName: T.String(),
  companyName: Nullable(T.String()),
  /** The prices that the terms can lease; null when none. Outside them the table's own limits promise too much. */
  reachableMinPrice: Nullable(EurosFromZero),
  reachableMaxPrice: Nullable(EurosFromZero),
  version: Version,
})
export type BillingTable = T.Static<typeof BillingTable>

/** What a new table need not say: the service's usual terms. */
export const NewBillingTable = Shape({
  ...termFields,
  companyId: T.Optional(Nullable(Id)),
  instalment: T.Optional(T.Number({ ...EurosFromZero, default: 100 })),
  insurance: T.Optional(T.Number({ ...EurosFromZero, default: 0 })),
  service: T.Optional(T.Number({ ...EurosFromZero, default: 0 })),
  residual: T.Optional(T.Number({ ...Percent, default: 5 })),
  adminFee: T.Optional(T.Number({ ...EurosFromZero, default: 15 })),
  campaign: T.Optional(Nullable(Campaign)),
  validTo: T.Optional(Nullable(DayShape)),
  ends: T.Optional(EndPrices),
  serviceRule: T.Optional(ServiceRule),
})
export type NewBillingTable = T.Static<typeof NewBillingTable>

export const BillingTableChange = Shape({
  ...termFields,
  ends: T.Optional(EndPrices),
  serviceRule: T.Optional(ServiceRule),
  version: T.Optional(Version),
})
