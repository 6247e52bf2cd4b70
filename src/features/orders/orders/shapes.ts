import type { Static } from 'typebox'
import { leaseStates } from '#features/pricing/leasing/rules/lease-period.ts'
import { excessPolicies } from '#features/pricing/leasing/rules/price-limit.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { taxRegimes } from '#features/pricing/tax/rules/benefit-regime.ts'
import {
  DayShape,
  Euros,
  EurosFromZero,
  Id,
  Instant,
  Name,
  Nullable,
  OneOf,
  Percent,
  Shape,
  T,
} from '#platform/contract/contract.ts'
import { waitedFor } from './rules/waited-for.ts'
import { orderStatuses } from './rules.ts'

export const OrderStatusShape = OneOf(orderStatuses)
export const WaitedForShape = T.Array(OneOf(waitedFor))

export const bikeKinds = ['CITY', 'ELECTRIC', 'ROAD', 'GRAVEL', 'MOUNTAIN', 'CARGO', 'OTHER'] as const
export const deliveryMethods = ['PICKUP', 'HOME_DELIVERY'] as const

const AccessoryShape = Shape({ name: Name, price: EurosFromZero })

/** What a package costs, all in. Euros; months; percent. */
export const PriceCardShape = Shape({
  day: DayShape,
  bikePrice: Euros,
  accessoriesPrice: Euros,
  totalAmount: Euros,
  /** What the employee pays beside the lease, because the price is over the limit. */
  excess: Euros,
  financedAmount: Euros,
  leaseTimeMonths: T.Integer(),
  instalment: Euros,
  lastInstalment: Euros,
  instalmentsTotal: Euros,
  insurance: Euros,
  service: Euros,
  /** Whether the terms say how the service is used; without, `service` is a fee. */
  hasService: T.Boolean(),
  financing: Euros,
  residual: Euros,
  totalToOwn: Euros,
  adminFee: Euros,
  /** The monthly taxable value of the benefit; the employer's fee is not part of it. */
  monthlyTaxValue: Euros,
  buyOut: T.Array(Euros),
  vatPercent: Percent,
  benefitModel: OneOf(benefitModels),
  taxRegime: OneOf(taxRegimes),
  campaignApplied: T.Boolean(),
})

const AllowedTransitionShape = Shape({ to: OrderStatusShape, allowed: T.Boolean(), unmet: T.Array(T.String()) })

export const PackageShape = Shape({
  brand: Name,
  model: Name,
  kind: OneOf(bikeKinds),
  frameSize: T.Optional(T.String({ maxLength: 40 })),
  colour: T.Optional(T.String({ maxLength: 60 })),
  productLink: T.Optional(T.String({ maxLength: 500 })),
  bikePrice: T.Number({ minimum: 1, maximum: 100_000, multipleOf: 0.01 }),
  accessories: T.Array(AccessoryShape, { maxItems: 20 }),
})
export type Package = Static<typeof PackageShape>

const text = Nullable(T.String())
const day = Nullable(DayShape)
const instant = Nullable(Instant)

/** An order as its parties see it. What a role may not see is null. */
export const OrderView = Shape({
  orderId: Id,
  orderNumber: T.String(),
  version: T.Integer(),
  orderStatus: OrderStatusShape,
  resumeStatus: Nullable(OrderStatusShape),
  companyId: Id,
  companyName: T.String(),
  beneficiaryEmployeeId: Id,
  employee: Shape({
    firstName: T.String(),
    lastName: T.String(),
    workEmail: T.String(),
    employeeNumber: text,
    unitName: text,
  }),
  isOnlineOrder: T.Boolean(),
  isOrderConfirmed: T.Boolean(),
  /** The seller; an online shop that is no partner has a name only. */
  bikeStore: Nullable(
    Shape({ bikeStoreId: Nullable(Id), storeName: T.String(), phone: text, address: text, openingHours: text }),
  ),
  bikeStoreOrderNumber: text,
  orderPaidDate: day,
  bike: Nullable(
    Shape({
      brand: T.String(),
      model: T.String(),
      kind: text,
      frameSize: text,
      colour: text,
      productLink: text,
      price: Nullable(Euros),
    }),
  ),
  accessories: T.Array(AccessoryShape),
  totalAmount: Nullable(Euros),
  priceCard: Nullable(PriceCardShape),
  maxPrice: Euros,
  excessPolicy: OneOf(excessPolicies),
  /** The bill for what the order costs over the limit stands unpaid. */
  owesExcess: T.Boolean(),
  policy: Nullable(Shape({ policyId: Id, number: T.Integer(), body: T.String(), homeDelivery: T.Boolean() })),
  policyAcceptedAt: instant,
  /** The insurance terms: those accepted, before that those in force; null while there are none. */
  insuranceTerms: Nullable(Shape({ termsId: Id, number: T.Integer(), title: T.String() })),
  insuranceAcceptedAt: instant,
  delivery: Nullable(OneOf(deliveryMethods)),
  deliveryAddress: text,
  /** What the store has said of the pick-up: the day it reckons with, and since when the bicycle is ready. */
  pickupDay: day,
  pickupReadyAt: instant,
  agreement: Nullable(
    Shape({
      leasingAgreementId: Id,
      agreementNumber: T.String(),
      version: T.Integer(),
      status: Nullable(OneOf(['PENDING', 'SIGNED', 'REJECTED'])),
      leaseState: OneOf(leaseStates),
      /** The hash of the document that the signatures stand for. */
      documentSha256: text,
      employeeSignedAt: instant,
      employerSignedAt: instant,
      hasSigner: T.Boolean(),
      signedDocumentId: Nullable(Id),
      leasingCompany: T.String(),
      startDay: day,
      endDay: day,
      /** The last day, where it has moved before the agreed one. */
      endsOn: day,
      /** What a month costs now; a change may have moved it from what was agreed. */
      instalment: Nullable(Euros),
    }),
  ),
  commitmentDate: day,
  frameNumber: text,
  deliveryDay: day,
  startDay: day,
  holdQuestion: text,
  questionBy: Nullable(OneOf(['STAFF', 'STORE'])),
  holdAnswer: text,
  caseReason: text,
  /** Whether there is a code to read, for those who may. */
  hasSecurityCode: Nullable(T.Boolean()),
  invoice: Nullable(Shape({ invoiceId: Id, status: T.String(), difference: Nullable(Euros), differenceReason: text })),
  salesInvoiceId: Nullable(Id),
  /** Those that stand, and whose PDF can be fetched in a moment. */
  documentsBeingMade: T.Array(OneOf(['CERTIFICATE', 'SALES_INVOICE'])),
  /** Employee or employer has asked for its cancellation; it rests until the staff answer. */
  cancellationAsked: T.Boolean(),
  waitingFor: WaitedForShape,
  waitingSince: Instant,
  /** The day by which whoever is awaited should have acted. */
  dueDay: day,
  allowedTransitions: T.Array(AllowedTransitionShape),
  createdAt: Instant,
})
export type OrderViewType = Static<typeof OrderView>
export type PriceCardType = Static<typeof PriceCardShape>
