import { employeeStatuses } from '#features/ground/employment/rules.ts'
import { taskActions } from '#features/operations/tasks/rules.ts'
import { waitedFor } from '#features/orders/orders/rules/waited-for.ts'
import { orderStatuses } from '#features/orders/orders/rules.ts'
import { EmailText } from '#features/people/employees/shapes.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  Language,
  Nullable,
  OneOf,
  Shape,
  T,
} from '#platform/contract/contract.ts'
import { allPlaceParts } from './parts.ts'
import { readinessChecks } from './readiness.ts'

const Text = Nullable(T.String())

/** One row of a register, in a few words. */
const Line = Shape({
  id: T.String(),
  title: T.String(),
  detail: Text,
  state: Text,
  day: Nullable(DayShape),
  /** The last day, of what lasts. */
  until: Nullable(DayShape),
  amount: Nullable(Euros),
  /** What is open of a bill. */
  open: Nullable(Euros),
  orderId: Nullable(Id),
})
export type PlaceLine = T.Static<typeof Line>

const Part = Shape({
  part: OneOf(allPlaceParts),
  /** The newest, at most twenty. */
  lines: T.Array(Line),
  isMore: T.Boolean(),
})
export type PlacePartView = T.Static<typeof Part>

/** What waits for somebody in a place, whoever it is. */
const Waiting = Shape({
  id: Id,
  action: OneOf(taskActions),
  awaited: OneOf(waitedFor),
  since: Instant,
  due: Nullable(DayShape),
  about: Text,
  /** Where the staff do it, or see how it stands; null where they have no page for it. */
  link: Text,
})
export type PlaceWaiting = T.Static<typeof Waiting>

const Employment = Shape({
  beneficiaryEmployeeId: Id,
  companyId: Id,
  companyName: T.String(),
  unit: Text,
  employeeNumber: Text,
  costUnit: Text,
  status: OneOf(employeeStatuses),
  lastWorkingDay: Nullable(DayShape),
  maxPrice: Nullable(Euros),
  since: Instant,
})

const StoreOrder = Shape({
  orderId: Id,
  orderNumber: T.String(),
  bike: Text,
  companyName: T.String(),
  status: OneOf(orderStatuses),
  /** For so many days the order has stood in its step. */
  days: T.Integer(),
  awaited: Nullable(OneOf(waitedFor)),
  due: Nullable(DayShape),
  isLate: T.Boolean(),
})
export type StoreOrder = T.Static<typeof StoreOrder>

/** Open bills both ways; null for who may not read them all. */
const Money = Nullable(
  Shape({
    payable: Euros,
    payableDue: Euros,
    receivable: Euros,
    receivableDue: Euros,
    disputed: T.Integer(),
  }),
)

const whole = {
  /** What is due first, at most twenty of all that wait. */
  waiting: T.Array(Waiting),
  waitingTotal: T.Integer(),
  parts: T.Array(Part),
}

/** The rows of one register that are a place's own, in the order in which the place names them. */
const linesOf = {
  method: 'GET',
  summary: 'The rows of one register that are the place’s own, twenty to a page.',
  query: Shape({
    part: OneOf(allPlaceParts),
    page: T.Optional(T.Integer({ minimum: 1, maximum: 1_000, default: 1 })),
  }),
  replies: { 200: Part },
  errors: ['NOT_FOUND'],
} as const

/** The whole life of a person or of a company with the service, for the staff. */
export const places = {
  person: endpoint({
    method: 'GET',
    path: '/api/places/people/:userId',
    access: 'admin:access',
    summary:
      'Where a person works, what waits around them, and the newest rows that are theirs of each register that the caller may read. Nothing that is recorded when it is read is among it.',
    params: Shape({ userId: Id }),
    replies: { 200: Shape({ employments: T.Array(Employment), ...whole }) },
    errors: ['NOT_FOUND'],
  }),
  company: endpoint({
    method: 'GET',
    path: '/api/places/companies/:companyId',
    access: 'admin:access',
    summary:
      'What a company still lacks before its first order, what waits in it, and the newest rows that are its own of each register that the caller may read.',
    params: Shape({ companyId: Id }),
    replies: {
      200: Shape({
        companyName: T.String(),
        businessId: T.String(),
        city: Text,
        groupName: Text,
        lessorName: Text,
        contactName: Text,
        contactEmail: Text,
        contactPhone: Text,
        people: T.Integer(),
        since: Instant,
        language: Language,
        readiness: T.Array(Shape({ check: OneOf(readinessChecks), isDone: T.Boolean(), isInvited: T.Boolean() })),
        ...whole,
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  personLines: endpoint({
    ...linesOf,
    path: '/api/places/people/:userId/lines',
    access: 'admin:access',
    params: Shape({ userId: Id }),
  }),
  companyLines: endpoint({
    ...linesOf,
    path: '/api/places/companies/:companyId/lines',
    access: 'admin:access',
    params: Shape({ companyId: Id }),
  }),
  storeLines: endpoint({
    ...linesOf,
    path: '/api/places/stores/:bikeStoreId/lines',
    access: 'bike-store:read',
    params: Shape({ bikeStoreId: Id }),
  }),
  lessorLines: endpoint({
    ...linesOf,
    path: '/api/places/lessors/:leasingCompanyId/lines',
    access: 'leasing-company:read',
    params: Shape({ leasingCompanyId: Id }),
  }),
  sendJoinLink: endpoint({
    method: 'POST',
    path: '/api/places/companies/:companyId/join-mail',
    access: 'company:create',
    summary:
      "Sends the company's registration link to an address, once the company lacks nothing else; makes a link where none still opens.",
    params: Shape({ companyId: Id }),
    body: Shape({ email: EmailText, language: Language }),
    replies: { 201: Shape({ registerLinkId: Id, recipient: T.String(), expiresAt: Instant }) },
    errors: ['NOT_FOUND', 'COMPANY_NOT_READY'],
  }),
  store: endpoint({
    method: 'GET',
    path: '/api/places/stores/:bikeStoreId',
    access: 'bike-store:read',
    summary:
      'The open orders of a store, those that are late first, how many days its deliveries take, what is open between it and the service, and its newest rows of each register that the caller may read.',
    params: Shape({ bikeStoreId: Id }),
    sums: true,
    replies: {
      200: Shape({
        /** The first twenty; null for who may not read all orders. */
        orders: Nullable(Shape({ items: T.Array(StoreOrder), total: T.Integer(), late: T.Integer() })),
        /** From the confirming of an order to its hand-over, the middle one of a year's deliveries. */
        delivery: Nullable(Shape({ medianDays: Nullable(T.Integer()), deliveries: T.Integer() })),
        money: Money,
        parts: T.Array(Part),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  lessor: endpoint({
    method: 'GET',
    path: '/api/places/lessors/:leasingCompanyId',
    access: 'leasing-company:read',
    summary:
      'What the running leases of a lessor are still worth, what is open between it and the service, what it has not answered, and its newest rows of each register that the caller may read.',
    params: Shape({ leasingCompanyId: Id }),
    sums: true,
    replies: {
      200: Shape({
        /** Whether the operator's authority to make agreements for the lessor is recorded, or none is needed. */
        isAuthorised: T.Boolean(),
        /** Null for who may not read all agreements. */
        exposure: Nullable(
          Shape({
            leases: T.Integer(),
            monthly: Euros,
            /** Instalments of the months that have not begun. */
            instalments: Euros,
            residuals: Euros,
            total: Euros,
          }),
        ),
        money: Money,
        parts: T.Array(Part),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
}
