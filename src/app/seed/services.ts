import { bikeServices } from '#features/money/bike-services/contract.ts'
import type { Cast, DriveClient } from '#features/operations/demo/server/order-drive.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { SeedParts } from './order-client.ts'

/** How far a voucher for the service of a running lease has come. */
export type WantedService = 'BILLED' | 'OPEN'

/** Makes a voucher for the service of a lease, and bills it at the store that sold the bicycle. */
export async function seedService(
  { services: { database, env } }: SeedParts,
  client: DriveClient,
  cast: Cast,
  { wanted, orderId }: { readonly wanted: WantedService; readonly orderId: string },
): Promise<void> {
  const { agreement } = await client.ok(orders.get, { as: cast.employee, params: { orderId } })
  const made = await client.ok(bikeServices.make, {
    as: cast.employee,
    body: { leasingAgreementId: agreement!.leasingAgreementId },
  })
  if (wanted === 'OPEN') return
  const code = made.shown!.code.replace(' ', '')
  const { email } = await database.primary
    .selectFrom('bike_stores')
    .select('email')
    .where('id', '=', cast.bikeStoreId)
    .executeTakeFirstOrThrow()
  await client.ok(bikeServices.take, { params: { code }, body: { store: email, bikeStoreId: cast.bikeStoreId } })
  // The mail's own link is the store's; a second one bills here.
  const { token } = await createLinkToken(database.primary, env, {
    purpose: 'service-bill',
    days: 365,
    subjectId: made.vouchers[0]!.serviceVoucherId,
  })
  const issueDay = helsinkiDay(client.now())
  await client.ok(bikeServices.bill, {
    params: { token },
    body: { work: 'Perushuolto ja jarrupalat', total: 124, number: `HUO-${code}`, issueDay },
  })
}
