import type { Cast, DriveClient } from '#features/demo/server/order-drive.ts'
import { redemptionPayments, redemptions } from '#features/redemptions/contract.ts'
import type { Month } from '#platform/values/days.ts'

/** How far the redemption of a running lease has come. */
export type WantedRedemption = 'OFFERED' | 'BILLED' | 'CANCELLED' | 'COMPLETED'

/**
 * Redeems a running lease: its offer waits for an answer, its bill has been sent, or the person has thought better. One
 * that is wanted COMPLETED is paid; the jobs of the first day after its last month then pass the title.
 * @returns the last month of the lease
 */
export async function seedRedemption(client: DriveClient, cast: Cast, wanted: WantedRedemption): Promise<Month> {
  const as = cast.employee
  const { id, version, endMonth } = await client.ok(redemptions.create, {
    as,
    body: { beneficiaryEmployeeId: cast.employeeId, reason: 'OWN_WISH' },
  })
  if (wanted === 'OFFERED') return endMonth
  const taken = await client.ok(redemptions.update, {
    as,
    params: { id },
    body:
      wanted === 'CANCELLED'
        ? { step: 'cancel', version }
        : { step: 'accept', version, paymentMethod: 'INVOICE', hasReadInformation: true },
  })
  if (wanted === 'COMPLETED')
    await client.ok(redemptionPayments.update, {
      as: cast.staff,
      params: { id: taken.redemptionPaymentId! },
      body: { status: 'PAID' },
    })
  return endMonth
}
