import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { Day } from '#platform/values/days.ts'
import type { OrderRecord } from '../moves/record.ts'
import { storeLink } from './store-key.ts'

/** Writes to the order's store, with its one link; a store without an address hears nothing. */
export async function mailStore(
  db: Db,
  services: Services,
  { order, related: s }: OrderRecord,
  template: string,
  { values = {}, due = null }: { values?: Readonly<Record<string, string>>; due?: Day | null } = {},
): Promise<void> {
  if (!s.store_email || !order.bike_store_id) return
  await sendMail(db, services, {
    to: s.store_email,
    language: s.store_language,
    template,
    link: await storeLink(db, services, { orderId: order.id }, order.bike_store_id),
    due,
    companyId: order.company_id,
    values: {
      order: order.order_number,
      bike: [order.bike_brand, order.bike_model].filter(Boolean).join(' '),
      buyer: `${s.first_name} ${s.last_name}`,
      store: s.store_name,
      ...values,
    },
  })
}
