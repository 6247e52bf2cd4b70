import type { Cast, DriveClient } from '#features/demo/server/order-drive.ts'
import { redemptions } from '#features/redemptions/contract.ts'

/** How far the redemption of a running lease has come. */
export type WantedRedemption = 'OFFERED' | 'BILLED' | 'CANCELLED'

/** Redeems a running lease: its offer waits for an answer, its bill has been sent, or the person has thought better. */
export async function seedRedemption(client: DriveClient, cast: Cast, wanted: WantedRedemption): Promise<void> {
  const as = cast.employee
  const { id, version } = await client.ok(redemptions.create, {
    as,
    body: { beneficiaryEmployeeId: cast.employeeId, reason: 'OWN_WISH' },
  })
  if (wanted === 'OFFERED') return
  await client.ok(redemptions.update, {
    as,
    params: { id },
    body:
      wanted === 'BILLED'
        ? { step: 'accept', version, paymentMethod: 'INVOICE', hasReadInformation: true }
        : { step: 'cancel', version },
  })
}
