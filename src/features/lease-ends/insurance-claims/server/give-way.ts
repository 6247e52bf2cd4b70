import { releaseForClaim } from '#features/lease-ends/brokerage/server/claimed.ts'
import { keepForClaim } from '#features/lease-ends/company-exits/server/claimed.ts'
import { cancelForClaim } from '#features/lease-ends/redemptions/server/claimed.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'

/**
 * A claim that begins, or goes on after a denial: a redemption of the lease that nobody has paid is cancelled, a
 * reservation or transfer is released, and a lease that is about to go over in a merger stays.
 * @throws CLAIM_STEP_NOT_ALLOWED where the redemption has been paid meanwhile
 */
export async function giveWayToClaim(
  db: Db,
  services: Services,
  agreement: { readonly id: string; readonly company_id: string; readonly beneficiary_employee_id: string },
): Promise<void> {
  if (!(await cancelForClaim(db, services, agreement)))
    throw new AppError('CLAIM_STEP_NOT_ALLOWED', { details: { unmet: ['REDEMPTION_UNDER_WAY'] } })
  await releaseForClaim(db, services, agreement)
  await keepForClaim(db, services, agreement)
}
