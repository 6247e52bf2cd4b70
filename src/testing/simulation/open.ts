import type { PoolConfig } from 'pg'
import type { World } from '../world.ts'
import { openWorldOn } from '../world-on.ts'
import { simulatedEnv } from './env.ts'
import { openPaymentService, type PaymentService } from './online.ts'

/** Nobody listens there: of what the payment service would tell by itself, our jobs hear. */
const ORIGIN = 'http://127.0.0.1:9'

/** A world in which a seed decides time, ids and codes, with a payment service beside it. */
export async function openSimulatedWorld(
  connection: PoolConfig,
  seed: number,
): Promise<{ world: World; online: PaymentService }> {
  const online = await openPaymentService()
  const { url, merchantId, secret } = online.peer.config
  const world = await openWorldOn(connection, {
    env: simulatedEnv(seed),
    variables: { ORIGIN, PAYTRAIL_URL: url, PAYTRAIL_MERCHANT_ID: merchantId, PAYTRAIL_SECRET: secret },
    onClose: () => online.peer.close(),
  })
  return { world, online }
}
