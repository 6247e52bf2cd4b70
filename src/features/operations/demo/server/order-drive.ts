import { randomUUID } from 'node:crypto'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType, Package } from '#features/orders/orders/shapes.ts'
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#platform/contract/contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'

export interface DrivenCall<E extends EndpointSpec> {
  readonly as?: Driver | null
  readonly params?: ParamsOf<E>
  readonly query?: QueryOf<E>
  readonly body?: BodyOf<E>
}

/** A signed-in person who makes calls. */
export interface Driver {
  readonly accessToken: string
  readonly userId: string
}

/** Makes calls against the real application and throws unless they succeed. */
export interface DriveClient {
  ok<E extends EndpointSpec>(endpoint: E, options?: DrivenCall<E>): Promise<ReplyOf<E>>
  now(): Date
  nameOf(userId: string): Promise<string>
  /** The newest code that was sent to a person. */
  codeOf(userId: string): Promise<string>
}

/** The people and things that an order meets on its way. */
export interface Cast {
  readonly companyId: string
  readonly employeeId: string
  readonly bikeStoreId: string
  readonly employee: Driver
  readonly employer: Driver
  readonly staff: Driver
  readonly password: string
}

const examplePackage: Package = {
  brand: 'Halla',
  model: 'Taival 7',
  kind: 'ELECTRIC',
  frameSize: '53',
  bikePrice: 2790,
  accessories: [
    { name: 'Lukko', price: 110 },
    { name: 'Lokasuojat', price: 100 },
  ],
}

/** The calls that read and move an order. */
function orderCalls(client: DriveClient) {
  const order = (as: Driver, orderId: string) => client.ok(orders.get, { as, params: { orderId } })
  const move = async (
    as: Driver,
    orderId: string,
    to: OrderViewType['orderStatus'],
    extra: Record<string, unknown> = {},
  ) => {
    const { version } = await order(as, orderId)
    return client.ok(orders.move, { as, params: { orderId }, body: { to, version, ...extra } })
  }
  return { order, move }
}

/** What the employee does until the order is confirmed. */
function employeesSteps(client: DriveClient, cast: Cast) {
  const { order, move } = orderCalls(client)
  return {
    async choosePackage(
      orderId: string,
      change: Partial<Package> & { isOnlineOrder?: boolean; bikeStoreId?: string; onlineShopName?: string } = {},
    ) {
      const { isOnlineOrder = false, bikeStoreId = cast.bikeStoreId, onlineShopName, ...bike } = change
      const seller = onlineShopName ? { onlineShopName, isOnlineOrder: true } : { bikeStoreId, isOnlineOrder }
      const { version } = await order(cast.employee, orderId)
      return client.ok(orders.setPackage, {
        as: cast.employee,
        params: { orderId },
        body: { ...seller, package: { ...examplePackage, ...bike }, version },
      })
    },
    async answer(orderId: string) {
      const { version, policy, insuranceTerms } = await order(cast.employee, orderId)
      return client.ok(orders.setAnswers, {
        as: cast.employee,
        params: { orderId },
        body: {
          delivery: 'PICKUP',
          acceptPolicy: true,
          acceptInsurance: true,
          policyId: policy?.policyId ?? null,
          insuranceTermsId: insuranceTerms?.termsId ?? null,
          version,
        },
      })
    },
    confirm: (orderId: string) => move(cast.employee, orderId, 'CONFIRMED'),
  }
}

const typedSignature = async (client: DriveClient, { userId }: Driver, party: 'EMPLOYEE' | 'EMPLOYER') => ({
  party,
  typedName: await client.nameOf(userId),
  ...(party === 'EMPLOYEE' ? { code: await client.codeOf(userId) } : {}),
})

/** Each party's signature of an order's agreement. */
function signatures(client: DriveClient, cast: Cast) {
  const { order } = orderCalls(client)
  const readBy = async (as: Driver, orderId: string) => {
    const { agreement } = await order(as, orderId)
    return {
      params: { id: agreement!.leasingAgreementId },
      read: { version: agreement!.version, documentSha256: agreement!.documentSha256! },
    }
  }
  return {
    async decline(as: Driver, orderId: string, reason: string) {
      const { params, read } = await readBy(as, orderId)
      return client.ok(signing.reject, { as, params, body: { party: 'EMPLOYER', version: read.version, reason } })
    },
    async sign(as: Driver, orderId: string, party: 'EMPLOYEE' | 'EMPLOYER') {
      const { params, read } = await readBy(as, orderId)
      if (party === 'EMPLOYEE') await client.ok(signing.requestCode, { as, params, body: read })
      const signature = await typedSignature(client, as, party)
      return client.ok(signing.sign, { as, params, body: { ...read, ...signature, password: cast.password } })
    },
  }
}

/** Numbers of a store's invoices: the order's, from its second on with their place. */
function invoiceNumbers() {
  const entered = new Map<string, number>()
  return (orderNumber: string) => {
    const place = (entered.get(orderNumber) ?? 0) + 1
    entered.set(orderNumber, place)
    return `${orderNumber.replace('P-', 'L-')}${place > 1 ? `-${place}` : ''}`
  }
}

/** What the staff do from the confirmed order to the delivered bicycle. */
function staffsSteps(client: DriveClient, cast: Cast) {
  const { order, move } = orderCalls(client)
  const today = () => helsinkiDay(client.now())
  const nextNumber = invoiceNumbers()
  return {
    async process(orderId: string) {
      await move(cast.staff, orderId, 'PROCESSED', { bikeStoreOrderNumber: 'K-1001' })
      return move(cast.staff, orderId, 'WAITING_FOR_INVOICE_MATCH')
    },
    /** The store's invoice, entered and verified. */
    async enterInvoice(orderId: string, total = 3000, iban?: string) {
      const { orderNumber } = await order(cast.staff, orderId)
      const invoice = await client.ok(invoices.enter, {
        as: cast.staff,
        body: {
          orderId,
          number: nextNumber(orderNumber),
          issueDay: today(),
          dueDay: addDays(today(), 14),
          total,
          vatPercent: 25.5,
          ...(iban ? { iban } : {}),
        },
      })
      return client.ok(invoices.setStatus, {
        as: cast.staff,
        params: { id: invoice.invoiceId },
        body: { status: 'VERIFIED', version: invoice.version },
      })
    },
    async match(orderId: string, invoiceId: string, reason?: string) {
      const { version } = await order(cast.staff, orderId)
      return client.ok(invoices.match, {
        as: cast.staff,
        params: { orderId },
        body: { invoiceId, version, ...(reason ? { reason } : {}) },
      })
    },
    async deliver(orderId: string, frameNumber = `HT7-${randomUUID().slice(0, 8)}`) {
      const { version } = await order(cast.staff, orderId)
      return client.ok(orders.setDelivery, {
        as: cast.staff,
        params: { orderId },
        body: { frameNumber, deliveryDay: today(), version },
      })
    },
  }
}

/** Drives an order through the API, one step a call; each answers the order as its caller sees it. */
export function driveOrder(client: DriveClient, cast: Cast) {
  return {
    ...orderCalls(client),
    ...employeesSteps(client, cast),
    ...signatures(client, cast),
    ...staffsSteps(client, cast),
  }
}
