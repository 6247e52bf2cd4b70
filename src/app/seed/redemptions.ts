import { redemptionPayments, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import type { Cast, DriveClient } from '#features/operations/demo/server/order-drive.ts'
import type { Month } from '#platform/values/days.ts'

/** How far the redemption of a running lease has come. */
export type WantedRedemption =
  | 'OFFERED'
  | 'LAPSED'
  | 'ACCEPTED'
  | 'BATCHED'
  | 'BILLED'
  | 'CANCELLED'
  | 'PAID'
  | 'COMPLETED'
  | 'WITHDRAWN'

/** What is over only with the lease's last month: the jobs of the first day after it do the rest. */
export const isPassed = (wanted: WantedRedemption | undefined): boolean =>
  wanted === 'LAPSED' || wanted === 'COMPLETED' || wanted === 'WITHDRAWN'

/**
 * Redeems a running lease: its offer waits for an answer or is left to lapse, the employer is to be billed in a batch that
 * is made or not, the bill has been sent or paid, or the person has thought better after it.
 * @returns the last month of the lease
 */
export async function seedRedemption(client: DriveClient, cast: Cast, wanted: WantedRedemption): Promise<Month> {
  const as = cast.employee
  const { id, version, endMonth } = await client.ok(redemptions.create, {
    as,
    body: { beneficiaryEmployeeId: cast.employeeId, reason: 'OWN_WISH' },
  })
  if (wanted === 'OFFERED' || wanted === 'LAPSED') return endMonth
  const params = { id }
  const isBatch = wanted === 'ACCEPTED' || wanted === 'BATCHED'
  const taken = await client.ok(redemptions.update, {
    as,
    params,
    body: { step: 'accept', version, paymentMethod: isBatch ? 'BATCH' : 'INVOICE', hasReadInformation: true },
  })
  if (wanted === 'CANCELLED')
    await client.ok(redemptions.update, { as, params, body: { step: 'cancel', version: taken.version } })
  if (wanted === 'BATCHED')
    await client.ok(redemptionPayments.create, {
      as: cast.staff,
      body: { bikeRedemptionIds: [id], paymentMethod: 'BATCH' },
    })
  if (wanted === 'PAID' || wanted === 'COMPLETED' || wanted === 'WITHDRAWN')
    await client.ok(redemptionPayments.update, {
      as: cast.staff,
      params: { id: taken.redemptionPaymentId! },
      body: { status: 'PAID' },
    })
  return endMonth
}

/** The person withdraws from a redemption that has been completed, within the days of a sale at a distance. */
export async function withdrawRedemption(client: DriveClient, cast: Cast): Promise<void> {
  const { items } = await client.ok(redemptions.list, { as: cast.employee })
  const { id, version } = items[0]!
  await client.ok(redemptions.update, { as: cast.employee, params: { id }, body: { step: 'withdraw', version } })
}
