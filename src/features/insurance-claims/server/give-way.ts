import { releaseForClaim } from '#features/brokerage/server/claimed.ts'
import { keepForClaim } from '#features/company-exits/server/claimed.ts'
import { cancelForClaim } from '#features/redemptions/server/claimed.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'

/**
 * A claim that begins, or goes on after a denial: a redemption of the lease that nobody has paid is cancelled, a
 * reservation or transfer is released, and a lease that is about to go over in a merger stays. A paid one waits.
 */
export async function giveWayToClaim(
  db: Db,
  services: Services,
  agreement: { readonly id: string; readonly company_id: string; readonly beneficiary_employee_id: string },
): Promise<void> {
  await cancelForClaim(db, services, agreement)
  await releaseForClaim(db, services, agreement)
  await keepForClaim(db, services, agreement)
}
