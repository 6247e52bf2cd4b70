import { SentMessage } from '#features/ground/outbox/shapes.ts'
import {
  DayShape,
  Euros,
  endpoint,
  grouped,
  Id,
  Instant,
  Name,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  stepBody,
  T,
  Text,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { DeliveryBody } from './link-contract.ts'
import { waitedFor } from './rules/waited-for.ts'
import { codePurposes, type OrderStatus, orderStatuses } from './rules.ts'
import { deliveryMethods, OrderStatusShape, OrderView, PackageShape, PriceCardShape, WaitedForShape } from './shapes.ts'

const params = Shape({ orderId: Id })
const errors = ['NOT_FOUND', 'ORDER_STEP_NOT_ALLOWED', 'ORDER_STEP_NOT_PERMITTED', 'VERSION_CONFLICT'] as const
const leasingErrors = [
  'LEASING_CONFIGURATION_INVALID',
  'LEASING_TERMS_NOT_COMPUTABLE',
  'LEASING_CAMPAIGN_PERIOD_TOO_SHORT',
  'LEASING_PERIOD_BELOW_MINIMUM',
  'PRICE_OVER_LIMIT',
] as const
const text = Nullable(T.String())

const OrderListRow = Shape({
  orderId: Id,
  orderNumber: T.String(),
  orderStatus: OrderStatusShape,
  resumeStatus: Nullable(OrderStatusShape),
  cancellationAsked: T.Boolean(),
  version: T.Integer(),
  companyId: Id,
  companyName: T.String(),
  beneficiaryEmployeeId: Id,
  employeeName: T.String(),
  bike: text,
  storeName: text,
  isOnlineOrder: T.Boolean(),
  totalAmount: Nullable(Euros),
  leaseTimeMonths: Nullable(T.Integer()),
  waitingFor: WaitedForShape,
  waitingSince: Instant,
  createdAt: Instant,
})

/** Every edge takes its reason, and one back from a question its answer; the others belong to one status each. */
const moved = { reason: T.Optional(Text), answer: T.Optional(Text) }
const movedTo = {
  ...(Object.fromEntries(orderStatuses.map((status) => [status, moved])) as Record<OrderStatus, typeof moved>),
  WAITING_FOR_CUSTOMER_COMMENT: { ...moved, question: T.Optional(Text) },
  PROCESSED: {
    ...moved,
    bikeStoreOrderNumber: T.Optional(T.String({ minLength: 1, maxLength: 60 })),
    /** Nobody decides anything before the store's invoice: the order goes on to wait for it in the same act. */
    andAwaitInvoice: T.Optional(T.Boolean()),
  },
}

const listFilter = {
  search: T.Optional(T.String({ maxLength: 100 })),
  companyId: T.Optional(Id),
  filterType: T.Optional(OneOf(['ALL', 'GENERAL', 'POST_PROCESSING', 'FROM_PROCESSED'])),
  orderStatus: T.Optional(T.String({ maxLength: 400 })),
  online: T.Optional(T.Boolean()),
  waitingFor: T.Optional(OneOf(waitedFor)),
  sort: T.Optional(OneOf(['newest', 'waiting'])),
}

const TimelineItem = Shape({
  eventId: Id,
  /** Items with the same mark were written by one act; for the staff only. */
  act: text,
  type: T.String(),
  at: Instant,
  actor: OneOf(['EMPLOYEE', 'EMPLOYER', 'STAFF', 'STORE', 'SYSTEM', 'VISITOR']),
  actorName: text,
  mine: T.Boolean(),
  from: Nullable(OrderStatusShape),
  to: Nullable(OrderStatusShape),
  reason: text,
  /** A note of the staff, for staff only. */
  note: text,
  /** Of a process beside the order: its name and its step, `order-cancellation.complete`. */
  step: Nullable(T.String()),
  /** The day on which a store expects the bicycle to be ready. */
  day: Nullable(DayShape),
  /** Whom a reminder went to; SELF is the reader. */
  reminded: Nullable(OneOf(['SELF', 'EMPLOYEE', 'EMPLOYER', 'STORE'])),
  /** What the act sent, for the staff only. */
  messages: T.Array(SentMessage),
})

export const orders = {
  confirmedOnlineCount: endpoint({
    method: 'GET',
    path: '/api/orders/confirmedOnlineCount',
    access: 'order:process',
    summary: 'How many confirmed online orders wait for the staff to place them.',
    replies: { 200: Shape({ count: T.Integer() }) },
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/orders/all',
    access: 'order:read',
    summary: 'All orders of the scope with their status and ids, at most 500.',
    replies: {
      200: WholeList(
        Shape({
          orderId: Id,
          orderNumber: T.String(),
          orderStatus: OrderStatusShape,
          companyId: Id,
          beneficiaryEmployeeId: Id,
          bikeStoreId: Nullable(Id),
          leasingAgreementId: Nullable(Id),
          isOnlineOrder: T.Boolean(),
          createdAt: Instant,
        }),
      ),
    },
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/orders/list-data',
    access: 'order:read',
    summary: "The order desk's list.",
    query: Shape({
      ...pageQuery(20),
      ...listFilter,
      grouped,
      id: T.Optional(Id),
      /** Those alone that a store of the register sells, or this one. */
      hasStore: T.Optional(T.Boolean()),
      bikeStoreId: T.Optional(Id),
    }),
    replies: { 200: Page(OrderListRow) },
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/orders/own',
    access: 'order:read',
    summary: 'One’s own orders, newest first, and the whole of the one that one’s page opens with.',
    replies: { 200: Shape({ items: T.Array(OrderListRow), first: Nullable(OrderView) }) },
  }),
  listFile: endpoint({
    method: 'GET',
    path: '/api/orders/list-data/file',
    access: 'order:read',
    summary: "All rows of the order desk's list that a filter lets through, as CSV or a workbook.",
    query: Shape({ format: SheetFormat, ...listFilter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId',
    access: 'order:read',
    params,
    summary: 'One order with what may be done with it next and who is awaited.',
    replies: { 200: OrderView },
    errors: ['NOT_FOUND'],
  }),
  revealSecurityCode: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/security-code/reveal',
    access: 'order:read-security-code',
    params,
    summary: 'The code that the buyer shows at the hand-over, for a purpose; every reading is an event of the order.',
    body: Shape({ purpose: OneOf(codePurposes) }),
    replies: { 200: Shape({ securityCode: T.String() }) },
    neverStored: true,
    errors: ['NOT_FOUND'],
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/timeline',
    access: 'event-log:read',
    params,
    summary: "The order's events as the caller may see them, newest first.",
    replies: { 200: Shape({ items: T.Array(TimelineItem) }) },
    errors: ['NOT_FOUND'],
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/notes',
    access: 'order:process',
    params,
    summary: "Writes a note of the staff into the order's events; buyer, employer and store never see it.",
    body: Shape({ text: Text }),
    replies: { 201: Shape({ items: T.Array(TimelineItem) }) },
    errors: ['NOT_FOUND'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/orders',
    access: 'order:start',
    summary: 'Opens an order for an accepted person (O1).',
    body: Shape({ beneficiaryEmployeeId: Id }),
    replies: { 201: OrderView },
    errors,
  }),
  quote: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/quote',
    access: 'order:edit-package',
    params,
    summary: 'The all-in price card of a package that is being considered; changes nothing.',
    body: Shape({
      totalAmount: T.Number({ minimum: 1, maximum: 100_000, multipleOf: 0.01 }),
      accessoriesPrice: T.Optional(Euros),
      useCampaign: T.Optional(T.Boolean()),
    }),
    replies: { 200: PriceCardShape },
    errors: ['NOT_FOUND', ...leasingErrors],
  }),
  setPackage: endpoint({
    method: 'PUT',
    path: '/api/orders/:orderId/package',
    access: 'order:edit-package',
    params,
    summary: 'Stores bike, accessories, price and store, and prices them (O2, O3; again by O4 and O3).',
    body: Shape({
      /** One seller: a store of the register, or the name of an online shop that is no partner. */
      bikeStoreId: T.Optional(Id),
      onlineShopName: T.Optional(Name),
      isOnlineOrder: T.Boolean(),
      package: PackageShape,
      useCampaign: T.Optional(T.Boolean()),
      version: Version,
    }),
    replies: { 200: OrderView },
    errors: [...errors, ...leasingErrors, 'ACCESSORIES_AFTER_DELIVERY'],
  }),
  setAnswers: endpoint({
    method: 'PUT',
    path: '/api/orders/:orderId/answers',
    access: 'order:edit-package',
    params,
    summary: 'Stores delivery and acceptances, and sends the agreement out for signing (O5).',
    body: Shape({
      delivery: OneOf(deliveryMethods),
      deliveryAddress: T.Optional(T.String({ maxLength: 200 })),
      acceptPolicy: T.Literal(true),
      policyId: Nullable(Id),
      /** Both are asked for once there are insurance terms to read: the acceptance, and of which terms. */
      acceptInsurance: T.Optional(T.Literal(true)),
      insuranceTermsId: T.Optional(Nullable(Id)),
      version: Version,
    }),
    replies: { 200: OrderView },
    errors,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/status',
    access: 'order:read',
    params,
    summary: 'Moves an order by one edge of the transition table; each edge names its own permission.',
    body: stepBody<OrderStatus>()('to', movedTo, { version: Version }),
    replies: { 200: OrderView },
    errors: [...errors, 'ORDER_CANCELLATION_REQUIRED'],
  }),
  setDelivery: endpoint({
    method: 'PUT',
    path: '/api/orders/:orderId/delivery',
    access: 'order:set-delivery',
    params,
    summary: 'Reports frame number and delivery date (by the buyer or the staff).',
    body: Shape({ ...DeliveryBody, version: Version }),
    replies: { 200: OrderView },
    errors: [...errors, 'DELIVERY_NOT_ALLOWED', 'FRAME_NUMBER_EXISTS'],
  }),
  correctDelivery: endpoint({
    method: 'PUT',
    path: '/api/orders/:orderId/delivery-correction',
    access: 'order:step-back',
    params,
    summary:
      'Corrects frame number or delivery date after billing: new certificate, and the lessor’s invoice credited and sent anew. A price other than the signed one is refused: it is a new agreement.',
    body: Shape({
      ...DeliveryBody,
      /** The leased price in euros; only the signed one is taken. */
      price: T.Optional(T.Number({ minimum: 0, maximum: 100_000, multipleOf: 0.01 })),
      reason: Text,
      version: Version,
    }),
    replies: { 200: OrderView },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'DELIVERY_NOT_ALLOWED', 'FRAME_NUMBER_EXISTS'],
  }),
  certificate: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/delivery-certificate',
    access: 'order:read',
    params,
    file: true,
    summary: 'The delivery certificate as PDF.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  buyOutTable: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/buy-out-table',
    access: 'order:read',
    params,
    file: true,
    summary: 'The month-by-month buy-out prices as PDF.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
}
