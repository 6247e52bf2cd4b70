import { markTaxReview } from '#features/leases/agreements/server/changes.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatMonth, type Month } from '#platform/values/days.ts'
import { type Exemption, exemptionIn } from '../rules/change-guard.ts'
import { isNumberTyped } from '../rules/typed-number.ts'
import { exemptionView, guardedOf, type RunningLease } from './record.ts'

interface GuardedChange {
  /** The first month that the change concerns. */
  readonly month: Month
  readonly typed: string | undefined
  readonly reason: string
}

/**
 * The guard of changes: a change that may end an exemption is made only with the agreement's number typed, and marks the
 * agreement for a review of its taxation.
 * @returns the exemption at risk, or null
 * @throws EXEMPTION_AT_RISK with the exemption and what has to be typed
 */
export async function guardChange(
  db: Db,
  services: Services,
  lease: RunningLease,
  { month, typed, reason }: GuardedChange,
): Promise<Exemption | null> {
  const guarded = guardedOf(lease)
  const exemption = exemptionIn(guarded, month)
  if (exemption === null) return null
  if (!isNumberTyped(lease.agreement_number, typed))
    throw new AppError('EXEMPTION_AT_RISK', {
      details: { exemption: exemptionView(exemption), confirm: lease.agreement_number },
    })
  await markTaxReview(db, services, { agreementId: lease.id, reason: `${formatMonth(month)}: ${reason.trim()}` })
  return exemption
}
