import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { creditInvoice } from './credit.ts'
import { deliverInvoice, sendInvoice } from './deliver.ts'
import { draftLessorInvoice } from './lessor-invoice.ts'

interface BillAgain {
  readonly orderId: string
  /** The sales invoice that is credited whole. */
  readonly invoiceId: string
  readonly reason: string
  readonly actor: Actor
}

/** Credits a lessor's invoice and sends it again with the order's present facts. @returns the id of the new invoice */
export async function billLessorAgain(
  db: Db,
  services: Services,
  { orderId, invoiceId, reason, actor }: BillAgain,
): Promise<string> {
  const credit = await creditInvoice(db, services, { invoiceId, reason, actor })
  await deliverInvoice(db, services, credit.id)
  const id = await draftLessorInvoice(db, services, orderId)
  await sendInvoice(db, services, { id, actor })
  return id
}
