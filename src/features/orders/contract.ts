import { DayShape, endpoint, Euros, Id, Instant, Nullable, OneOf, Page, pageQuery, Shape, T, Text, Version, WholeList } from '#platform/contract.ts'
import { deliveryMethods, OrderStatusShape, OrderView, PackageShape, PriceCardShape, WaitedForShape } from './shapes.ts'

const params = Shape({ orderId: Id })
const Token = Shape({ token: T.String({ minLength: 20, maxLength: 100 }) })
const errors = ['NOT_FOUND', 'ORDER_STEP_NOT_ALLOWED', 'ORDER_STEP_NOT_PERMITTED', 'VERSION_CONFLICT'] as const
const leasingErrors = ['LEASING_CONFIGURATION_INVALID', 'LEASING_TERMS_NOT_COMPUTABLE', 'LEASING_CAMPAIGN_PERIOD_TOO_SHORT', 'LEASING_PERIOD_BELOW_MINIMUM', 'PRICE_OVER_LIMIT'] as const
const text = Nullable(T.String())

const OrderListRow = Shape({
  orderId: Id,
  orderNumber: T.String(),
  orderStatus: OrderStatusShape,
  resumeStatus: Nullable(OrderStatusShape),
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

const TimelineItem = Shape({
  eventId: Id,
  type: T.String(),
  at: Instant,
  actor: OneOf(['EMPLOYEE', 'EMPLOYER', 'STAFF', 'STORE', 'SYSTEM', 'VISITOR']),
  actorName: text,
  mine: T.Boolean(),
  to: Nullable(OrderStatusShape),
  reason: text,
})

const DeliveryBody = {
  frameNumber: T.String({ minLength: 3, maxLength: 40, pattern: '^[A-Za-z0-9][A-Za-z0-9 ./_-]*$' }),
  deliveryDay: DayShape,
}

/** What a store or a buyer sees behind the delivery link: no price, no employer. */
const DeliveryPage = Shape({
  orderNumber: T.String(), bike: T.String(), store: text, firstName: T.String(), by: OneOf(['STORE', 'EMPLOYEE']),
  confirmedDay: Nullable(DayShape), today: DayShape, frameNumber: text, deliveryDay: Nullable(DayShape), open: T.Boolean(),
})

/** What the store sees behind its order link. */
const StoreOrderPage = Shape({
  orderNumber: T.String(), storeName: T.String(), buyerName: T.String(), bike: T.String(), frameSize: text, colour: text,
  accessories: T.Array(Shape({ name: T.String(), price: Euros })), totalAmount: Euros, isOnlineOrder: T.Boolean(),
  delivery: Nullable(OneOf(deliveryMethods)), deliveryAddress: text, orderStatus: OrderStatusShape,
  invoiceTo: Shape({ name: T.String(), businessId: T.String(), eInvoiceAddress: T.String(), operatorId: T.String(), reference: T.String() }),
  invoiceReceived: T.Boolean(), paidDay: Nullable(DayShape), paymentTermsDays: T.Integer(), frameNumber: text, deliveryDay: Nullable(DayShape),
})

export const orders = {
  confirmedOnlineCount: endpoint({
    method: 'GET', path: '/api/orders/confirmedOnlineCount', access: 'order:process',
    summary: 'How many confirmed online orders wait for the staff to place them.',
    replies: { 200: Shape({ count: T.Integer() }) },
  }),
  all: endpoint({
    method: 'GET', path: '/api/orders/all', access: 'order:read',
    summary: 'All orders of the scope with their status and ids, at most 500.',
    replies: {
      200: WholeList(Shape({ orderId: Id, orderNumber: T.String(), orderStatus: OrderStatusShape, companyId: Id, beneficiaryEmployeeId: Id, bikeStoreId: Nullable(Id), leasingAgreementId: Nullable(Id), isOnlineOrder: T.Boolean(), createdAt: Instant })),
    },
  }),
  list: endpoint({
    method: 'GET', path: '/api/orders/list-data', access: 'order:read',
    summary: "The order desk's list.",
    query: Shape({
      ...pageQuery(20),
      search: T.Optional(T.String({ maxLength: 100 })),
      companyId: T.Optional(Id),
      filterType: T.Optional(OneOf(['ALL', 'GENERAL', 'POST_PROCESSING', 'FROM_PROCESSED'])),
      orderStatus: T.Optional(T.String({ maxLength: 400 })),
      online: T.Optional(T.Boolean()),
      sort: T.Optional(OneOf(['newest', 'waiting'])),
    }),
    replies: { 200: Page(OrderListRow) },
  }),
  get: endpoint({
    method: 'GET', path: '/api/orders/:orderId', access: 'order:read', params,
    summary: 'One order with what may be done with it next and who is awaited.',
    replies: { 200: OrderView }, errors: ['NOT_FOUND'],
  }),
  timeline: endpoint({
    method: 'GET', path: '/api/orders/:orderId/timeline', access: 'event-log:read', params,
    summary: "The order's events as the caller may see them, newest first.",
    replies: { 200: Shape({ items: T.Array(TimelineItem) }) }, errors: ['NOT_FOUND'],
  }),
  start: endpoint({
    method: 'POST', path: '/api/orders', access: 'order:start',
    summary: 'Opens an order for an accepted person (O1).',
    body: Shape({ beneficiaryEmployeeId: Id }),
    replies: { 201: OrderView }, errors,
  }),
  quote: endpoint({
    method: 'POST', path: '/api/orders/:orderId/quote', access: 'order:edit-package', params,
    summary: 'The all-in price card of a package that is being considered; changes nothing.',
    body: Shape({ totalAmount: T.Number({ minimum: 1, maximum: 100_000, multipleOf: 0.01 }), accessoriesPrice: T.Optional(Euros), useCampaign: T.Optional(T.Boolean()) }),
    replies: { 200: PriceCardShape }, errors: ['NOT_FOUND', ...leasingErrors],
  }),
  setPackage: endpoint({
    method: 'PUT', path: '/api/orders/:orderId/package', access: 'order:edit-package', params,
    summary: 'Stores bike, accessories, price and store, and prices them (O2, O3; again by O4 and O3).',
    body: Shape({ bikeStoreId: Id, isOnlineOrder: T.Boolean(), package: PackageShape, useCampaign: T.Optional(T.Boolean()), version: Version }),
    replies: { 200: OrderView }, errors: [...errors, ...leasingErrors],
  }),
  setAnswers: endpoint({
    method: 'PUT', path: '/api/orders/:orderId/answers', access: 'order:edit-package', params,
    summary: 'Stores delivery and acceptances, and sends the agreement out for signing (O5).',
    body: Shape({
      delivery: OneOf(deliveryMethods), deliveryAddress: T.Optional(T.String({ maxLength: 200 })),
      acceptPolicy: T.Literal(true), policyId: Nullable(Id), acceptInsurance: T.Literal(true), version: Version,
    }),
    replies: { 200: OrderView }, errors,
  }),
  move: endpoint({
    method: 'POST', path: '/api/orders/:orderId/status', access: 'order:read', params,
    summary: 'Moves an order by one edge of the transition table; each edge names its own permission.',
    body: Shape({
      to: OrderStatusShape, version: Version, reason: T.Optional(Text), question: T.Optional(Text), answer: T.Optional(Text),
      bikeStoreOrderNumber: T.Optional(T.String({ minLength: 1, maxLength: 60 })),
    }),
    replies: { 200: OrderView }, errors: [...errors, 'ORDER_CANCELLATION_REQUIRED'],
  }),
  setDelivery: endpoint({
    method: 'PUT', path: '/api/orders/:orderId/delivery', access: 'order:set-delivery', params,
    summary: 'Reports frame number and delivery date (by the buyer or the staff).',
    body: Shape({ ...DeliveryBody, version: Version }),
    replies: { 200: OrderView }, errors: [...errors, 'DELIVERY_NOT_ALLOWED', 'FRAME_NUMBER_EXISTS'],
  }),
  certificate: endpoint({
    method: 'GET', path: '/api/orders/:orderId/delivery-certificate', access: 'order:read', params, file: true,
    summary: 'The delivery certificate as PDF.', replies: { 200: T.Any() }, errors: ['NOT_FOUND'],
  }),
  buyOutTable: endpoint({
    method: 'GET', path: '/api/orders/:orderId/buy-out-table', access: 'order:read', params, file: true,
    summary: 'The month-by-month buy-out prices as PDF.', replies: { 200: T.Any() }, errors: ['NOT_FOUND'],
  }),
  deliveryPage: endpoint({
    method: 'GET', path: '/api/delivery/:token', access: { token: 'delivery' }, params: Token,
    summary: 'What the delivery link asks about.', replies: { 200: DeliveryPage }, errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  reportDelivery: endpoint({
    method: 'POST', path: '/api/delivery/:token', access: { token: 'delivery' }, params: Token,
    summary: 'Reports frame number and delivery date by link.',
    body: Shape(DeliveryBody), replies: { 200: DeliveryPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'DELIVERY_NOT_ALLOWED', 'FRAME_NUMBER_EXISTS'],
  }),
  storePage: endpoint({
    method: 'GET', path: '/api/store-order/:token', access: { token: 'store-order' }, params: Token,
    summary: "The store's view of its order: bike, buyer, invoicing, payment.", replies: { 200: StoreOrderPage }, errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  checkCode: endpoint({
    method: 'POST', path: '/api/store-order/:token/code', access: { token: 'store-order' }, params: Token,
    summary: 'Whether the security code that the buyer shows is the right one.',
    body: Shape({ code: T.String({ pattern: '^\\d{6}$' }) }), limit: { action: 'verify' },
    replies: { 200: Shape({ right: T.Boolean() }) }, errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
}

