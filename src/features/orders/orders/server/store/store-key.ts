import type { TokenPurpose } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { keyOf, openDoor } from '#platform/server/http/links/link-keys.ts'

/** What a store's lasting link is about: an order, or the lease that has come of one. */
export type AboutOrder = { readonly orderId: string } | { readonly agreementId: string }

interface Part {
  readonly purpose: Extract<TokenPurpose, 'store-refund' | 'return' | 'repair' | 'delivery' | 'service-bill'>
  readonly subjectId: string
}

/** The order of a lease: the newest that the store has sold, or the newest of another store. */
const orderOf = (db: Db, about: AboutOrder, storeId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'company_id', 'bike_store_id'])
    .where('orderId' in about ? 'id' : 'agreement_id', '=', 'orderId' in about ? about.orderId : about.agreementId)
    .orderBy(
      (eb) => eb('bike_store_id', '=', storeId),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What the link of a store hangs on: the order, or a lease that was entered without one. */
async function subjectOf(db: Db, about: AboutOrder, storeId: string) {
  const order = await orderOf(db, about, storeId)
  if (order) return order
  const lease = db.selectFrom('leasing_agreements').select(['id', 'company_id'])
  const row = 'agreementId' in about ? await lease.where('id', '=', about.agreementId).executeTakeFirst() : undefined
  return { ...(row ?? fail('NOT_FOUND')), bike_store_id: null }
}

/**
 * The one link that a store has to an order for as long as there is anything to do with it; the part that the store is now
 * written to about opens on it. A store that has not sold the bicycle sees that part alone.
 */
export async function storeLink(
  db: Db,
  services: Pick<Services, 'env' | 'vault'>,
  about: AboutOrder,
  storeId: string,
  part?: Part,
): Promise<string> {
  const subject = await subjectOf(db, about, storeId)
  const companyId = subject.company_id
  const key = await keyOf(db, services, { purpose: 'store', subjectId: subject.id, partyId: storeId, companyId })
  if (subject.bike_store_id === storeId)
    await openDoor(db, services, key.id, { purpose: 'store-order', subjectId: subject.id, companyId })
  if (part) await openDoor(db, services, key.id, { ...part, companyId })
  return pageUrl('storeOrder', { token: key.token })
}
