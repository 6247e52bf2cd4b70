import { readFile } from 'node:fs/promises'
import type { Cast, DriveClient } from '#features/operations/demo/server/order-drive.ts'
import { framePhotos } from '#features/orders/glovebox/contract.ts'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import type { Services } from '#platform/server/http/context.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'

/** The store says by its own link that the bicycle of an order can be fetched. */
export async function seedReadyBike(
  client: DriveClient,
  { database, env }: Pick<Services, 'database' | 'env'>,
  { companyId, orderId }: { companyId: string; orderId: string },
): Promise<void> {
  const link = { purpose: 'store-order', days: 365, companyId, subjectId: orderId } as const
  const { token } = await createLinkToken(database.primary, env, link)
  await client.ok(orderLinks.tellPickup, { params: { token }, body: { ready: true } })
}

/** The employee photographs the frame number of a bicycle that runs. */
export async function photographFrame(client: DriveClient, cast: Cast, orderId: string): Promise<void> {
  const body = await readFile(new URL('./files/demo-bike.png', import.meta.url))
  await client.ok(framePhotos.add, { as: cast.employee, params: { orderId }, body })
}
