import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { Day } from '#platform/values/days.ts'
import type { OrderRecord, OrderRow } from '../moves/record.ts'

const LINK_DAYS = 180

/** The store's address of one order: the newest good link again, or a new one where none can be shown again. */
async function storeOrderLink(db: Db, services: Services, order: OrderRow): Promise<string> {
  const { env, vault } = services
  const row = await db
    .selectFrom('link_tokens')
    .select('sealed')
    .where('subject_id', '=', order.id)
    .where('purpose', '=', 'store-order')
    .where('revoked_at', 'is', null)
    .where('sealed', 'is not', null)
    .where('expires_at', '>', env.now())
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row?.sealed) return pageUrl('storeOrder', { token: vault.open(row.sealed) })
  const { token } = await createLinkToken(db, env, {
    purpose: 'store-order',
    days: LINK_DAYS,
    companyId: order.company_id,
    subjectId: order.id,
    seal: vault.seal,
  })
  return pageUrl('storeOrder', { token })
}

/** The store's own link for reporting the hand-over; null before the order is processed. */
async function storeDeliveryLink(db: Db, { vault }: Services, order: OrderRow): Promise<string | null> {
  const row = await db
    .selectFrom('link_tokens')
    .select('sealed')
    .where('subject_id', '=', order.id)
    .where('purpose', '=', 'delivery')
    .where('user_id', 'is', null)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row?.sealed ? pageUrl('delivery', { token: vault.open(row.sealed) }) : null
}

/** Writes to the order's store, with the link of what is asked of it; a store without an address hears nothing. */
export async function mailStore(
  db: Db,
  services: Services,
  { order, related: s }: OrderRecord,
  template: string,
  { values = {}, due = null }: { values?: Readonly<Record<string, string>>; due?: Day | null } = {},
): Promise<void> {
  if (!s.store_email) return
  const isDelivery = template === 'orders:mail.deliveryStore'
  const link = isDelivery ? await storeDeliveryLink(db, services, order) : await storeOrderLink(db, services, order)
  if (!link) return
  await sendMail(db, services, {
    to: s.store_email,
    language: 'fi',
    template,
    link,
    due,
    companyId: order.company_id,
    values: {
      order: order.order_number,
      bike: [order.bike_brand, order.bike_model].filter(Boolean).join(' '),
      buyer: isDelivery ? s.first_name : `${s.first_name} ${s.last_name}`,
      store: s.store_name,
      ...values,
    },
  })
}
