import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { OrderRecord } from './record.ts'

export interface OpenedAgreement {
  readonly id: string
  readonly agreementNumber: string
  readonly documentSha256: string
}

/**
 * The commands of agreements and invoices that the steps of an order call. Those features import orders, so the
 * application hands their functions in (`src/app/server/features.ts`) and the imports run in one direction.
 */
export interface OrderPorts {
  openAgreement(db: Db, services: Services, record: OrderRecord): Promise<OpenedAgreement>
  voidAgreement(db: Db, services: Services, agreementId: string): Promise<void>
  setLeasePeriod(db: Db, services: Services, agreementId: string, startDay: Day, endDay: Day): Promise<void>
  startLease(
    db: Db,
    services: Services,
    lease: { agreementId: string; startDay: Day; months: number; actor: Actor },
  ): Promise<void>
  /** The new bicycle of an order has been delivered: its agreement is about it from now on. */
  replaceBike(db: Db, services: Services, replaced: { orderId: string; actor: Actor }): Promise<void>
  /** Bills the employee for the part of the price that they pay beside the lease. */
  billExcess(
    db: Db,
    services: Services,
    excess: { record: OrderRecord; excessCents: number; actor: Actor },
  ): Promise<void>
  /** @returns the id of the purchase order to the store */
  startPurchaseOrder(
    db: Db,
    services: Services,
    ordered: { order: OrderRecord['order']; actor: Actor },
  ): Promise<string>
  voidPurchaseOrder(db: Db, services: Services, ordered: { orderId: string; actor: Actor }): Promise<void>
  /** Credits the sales invoice and sends it again. @returns the id of the new one */
  billLessorAgain(
    db: Db,
    services: Services,
    order: { orderId: string; invoiceId: string; reason: string; actor: Actor },
  ): Promise<string>
  /** @returns the id of the sales invoice, which has no number yet */
  draftLessorInvoice(db: Db, services: Services, orderId: string): Promise<string>
  /** Numbers a drafted invoice and sends it on its way. */
  sendInvoice(db: Db, services: Services, invoice: { id: string; actor: Actor }): Promise<void>
}

let provided: OrderPorts | null = null

/** Called once, when the application puts its features together. */
export function provideOrderPorts(ports: OrderPorts): void {
  provided = ports
}

/** @throws Error when the application has not provided them */
export function orderPorts(): OrderPorts {
  if (!provided) throw new Error('the commands of agreements and invoices are not provided')
  return provided
}
