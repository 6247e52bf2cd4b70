import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type MailHead, sendMail } from '#platform/server/messages/messages.ts'
import type { Day } from '#platform/values/days.ts'
import { type StoreStage, storeStageOf } from '../../rules/store-page.ts'
import type { OrderStatus } from '../../rules.ts'
import type { OrderRecord } from '../moves/record.ts'
import { storeFactsOf } from './store-facts.ts'
import { storeLink } from './store-key.ts'

/** The stages that a mail to a store asks for in words of its own. */
const ownWords: Readonly<Record<string, readonly StoreStage[]>> = { 'orders:mail.storeInvoice': ['invoice'] }

/** What the store's page opens with, beside the own subject of a mail about its order. */
function headOf(
  { order, related }: OrderRecord,
  template: string,
  { now, to }: { now: Date; to?: OrderStatus | undefined },
): MailHead {
  const record = { order: { ...order, status: to ?? order.status }, related }
  const stage = storeStageOf(storeFactsOf(record, related.has_store_invoice, now), order.order_paid_day !== null)
  const bike = nameOfBike(order)
  return {
    template: ownWords[template]?.includes(stage) ? null : `store-page:heads.${stage}`,
    values: { bike },
    about: bike,
    isBeside: true,
  }
}

interface StoreMail {
  readonly values?: Readonly<Record<string, string>>
  readonly due?: Day | null
  /** The status that the step leads to, where the mail is written before its row is. */
  readonly to?: OrderStatus
}

/** Writes to the order's store, with its one link; a store without an address hears nothing. */
export async function mailStore(
  db: Db,
  services: Services,
  record: OrderRecord,
  template: string,
  { values = {}, due = null, to }: StoreMail = {},
): Promise<void> {
  const { order, related: s } = record
  if (!s.store_email || !order.bike_store_id) return
  await sendMail(db, services, {
    to: s.store_email,
    language: s.store_language,
    template,
    link: await storeLink(db, services, { orderId: order.id }, order.bike_store_id),
    due,
    head: headOf(record, template, { now: services.env.now(), to }),
    companyId: order.company_id,
    values: {
      order: order.order_number,
      bike: nameOfBike(order),
      buyer: `${s.first_name} ${s.last_name}`,
      store: s.store_name,
      ...values,
    },
  })
}
