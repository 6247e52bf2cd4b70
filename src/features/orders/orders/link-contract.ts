import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Shape,
  T,
  Version,
} from '#platform/contract/contract.ts'
import { storeStages } from './rules/store-page.ts'
import { deliveryMethods, OrderStatusShape, PackageShape } from './shapes.ts'

const Token = Shape({ token: T.String({ minLength: 20, maxLength: 100 }) })
const text = Nullable(T.String())

/** What is told of a hand-over. */
export const DeliveryBody = {
  frameNumber: T.String({ minLength: 3, maxLength: 40, pattern: '^[A-Za-z0-9][A-Za-z0-9 ./_-]*$' }),
  deliveryDay: DayShape,
}

/** A clerk types the frame number twice: nobody else does, so nobody else would notice. */
const StoreDeliveryBody = Shape({ ...DeliveryBody, frameNumberAgain: T.Optional(DeliveryBody.frameNumber) })

/** What a store or a buyer sees behind the delivery link: no price, no employer. */
const DeliveryPage = Shape({
  orderNumber: T.String(),
  bike: T.String(),
  store: text,
  firstName: T.String(),
  by: OneOf(['STORE', 'EMPLOYEE']),
  confirmedDay: Nullable(DayShape),
  today: DayShape,
  frameNumber: text,
  deliveryDay: Nullable(DayShape),
  open: T.Boolean(),
  /** The store checks the buyer's code before it reports. */
  needsCode: T.Boolean(),
})

/** What the store sees behind its order link. */
const StoreOrderPage = Shape({
  orderNumber: T.String(),
  storeName: T.String(),
  buyerName: T.String(),
  bike: T.String(),
  frameSize: text,
  colour: text,
  accessories: T.Array(Shape({ name: T.String(), price: Euros })),
  totalAmount: Euros,
  isOnlineOrder: T.Boolean(),
  delivery: Nullable(OneOf(deliveryMethods)),
  deliveryAddress: text,
  orderStatus: OrderStatusShape,
  confirmedDay: Nullable(DayShape),
  /** The day on which the store means to have the bicycle ready. */
  pickupDay: Nullable(DayShape),
  pickupReadyAt: Nullable(Instant),
  codeCheckedAt: Nullable(Instant),
  /** The store's last question to the buyer; the answer is null until there is one. */
  question: Nullable(Shape({ text, answer: text })),
  today: DayShape,
  /** What the head of the page says of the order. */
  stage: OneOf(storeStages),
  actions: Shape({
    prepare: T.Boolean(),
    ready: T.Boolean(),
    ask: T.Boolean(),
    checkCode: T.Boolean(),
    report: T.Boolean(),
    invoice: T.Boolean(),
  }),
  invoiceTo: Shape({
    name: T.String(),
    businessId: T.String(),
    eInvoiceAddress: T.String(),
    operatorId: T.String(),
    reference: T.String(),
  }),
  invoice: Nullable(Shape({ number: T.String(), issueDay: DayShape, total: Euros, hasFile: T.Boolean() })),
  /** When the money comes: known once the invoice has been checked and the hand-over reported. */
  expectedPayDay: Nullable(DayShape),
  paidDay: Nullable(DayShape),
  paymentTermsDays: T.Integer(),
  frameNumber: text,
  deliveryDay: Nullable(DayShape),
})

/** What a clerk sees of the order that a buyer shows at the counter. */
const CounterPage = Shape({
  orderNumber: T.String(),
  storeName: T.String(),
  firstName: T.String(),
  isOpen: T.Boolean(),
  bike: text,
  total: Nullable(Euros),
})

const CodeBody = Shape({ code: T.String({ pattern: '^\\d{6}$' }) })
const CodeReply = Shape({
  right: T.Boolean(),
  /** The last of too many wrong ones: the buyer has been sent another code. */
  renewed: T.Boolean(),
})

/** The calls behind the links that a store and a buyer are mailed: without an account, for one order each. */
export const orderLinks = {
  deliveryPage: endpoint({
    method: 'GET',
    path: '/api/delivery/:token',
    access: { token: 'delivery' },
    params: Token,
    summary: 'What the delivery link asks about.',
    replies: { 200: DeliveryPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  reportDelivery: endpoint({
    method: 'POST',
    path: '/api/delivery/:token',
    access: { token: 'delivery' },
    params: Token,
    summary: 'Reports frame number and delivery date by link.',
    body: StoreDeliveryBody,
    replies: { 200: DeliveryPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'DELIVERY_NOT_ALLOWED', 'FRAME_NUMBER_EXISTS'],
  }),
  storePage: endpoint({
    method: 'GET',
    path: '/api/store-order/:token',
    access: { token: 'store-order' },
    params: Token,
    summary: "The store's view of its order: bike, buyer, invoicing, payment.",
    replies: { 200: StoreOrderPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  checkCode: endpoint({
    method: 'POST',
    path: '/api/store-order/:token/code',
    access: { token: 'store-order' },
    params: Token,
    summary: 'Whether the security code that the buyer shows is the right one.',
    body: CodeBody,
    replies: { 200: CodeReply },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  checkDeliveryCode: endpoint({
    method: 'POST',
    path: '/api/delivery/:token/code',
    access: { token: 'delivery' },
    params: Token,
    summary: 'Whether the security code that the buyer shows is the right one, asked by the delivery link.',
    body: CodeBody,
    replies: { 200: CodeReply },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  tellPickup: endpoint({
    method: 'PUT',
    path: '/api/store-order/:token/pickup',
    access: { token: 'store-order' },
    params: Token,
    summary: 'On which day the bicycle will be ready, or that it is: then the buyer is told.',
    body: Shape({ pickupDay: T.Optional(DayShape), ready: T.Optional(T.Boolean()) }),
    replies: { 200: StoreOrderPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'ORDER_STEP_NOT_ALLOWED'],
  }),
  askBuyer: endpoint({
    method: 'POST',
    path: '/api/store-order/:token/question',
    access: { token: 'store-order' },
    params: Token,
    summary: 'Asks the buyer about a change, or says that the bicycle cannot be had.',
    body: Shape({ question: T.String({ minLength: 1, maxLength: 500 }) }),
    replies: { 200: StoreOrderPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'ORDER_STEP_NOT_ALLOWED'],
  }),
  storeReports: endpoint({
    method: 'POST',
    path: '/api/store-order/:token/delivery',
    access: { token: 'store-order' },
    params: Token,
    summary: "Reports frame number and delivery date by the store's link, after the buyer's code.",
    body: StoreDeliveryBody,
    replies: { 200: StoreOrderPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'DELIVERY_NOT_ALLOWED', 'FRAME_NUMBER_EXISTS'],
  }),
  counterPage: endpoint({
    method: 'GET',
    path: '/api/counter/:token',
    access: { token: 'counter' },
    params: Token,
    summary: 'What the clerk sees of the order that a buyer shows at the counter: no employer, limit or instalment.',
    replies: { 200: CounterPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  fillCounter: endpoint({
    method: 'POST',
    path: '/api/counter/:token',
    access: { token: 'counter' },
    params: Token,
    summary: 'The clerk fills in bike, accessories and price (O3 by the link of the counter).',
    body: Shape({ package: PackageShape }),
    replies: { 200: CounterPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'ORDER_STEP_NOT_ALLOWED', 'COUNTER_PRICE_REFUSED'],
  }),
  openCounter: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/counter',
    access: 'order:edit-package',
    params: Shape({ orderId: Id }),
    neverStored: true,
    summary:
      'Makes a link for a day by which the clerk of a store fills in bike and price; the one before ends. An order that has not begun, or has a package, is opened (O2, O4).',
    body: Shape({ bikeStoreId: Id, version: Version }),
    replies: {
      200: Shape({ url: T.String(), qr: Shape({ size: T.Integer(), path: T.String() }), expiresAt: Instant }),
    },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'ORDER_STEP_NOT_PERMITTED', 'ORDER_STEP_NOT_ALLOWED'],
  }),
}
