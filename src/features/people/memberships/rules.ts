import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import type { ErrorCode } from '#platform/contract/errors.ts'

/** What is known of a role that waits for its holder's yes. */
export interface WaitingRole {
  readonly roleTier: number
  /** The highest tier that the inviter holds over the company now; null once the inviter may give no roles there. */
  readonly inviterTier: number | null
  /** The highest tier of the account that says yes. */
  readonly accountTier: number
}

/**
 * Whether a role is given with the yes. One that the inviter can give no longer, or that would be given to somebody who
 * stands above the inviter, is dropped: nobody learns from an invitation who that is.
 */
export function isStillGiven({ roleTier, inviterTier, accountTier }: WaitingRole): boolean {
  return inviterTier !== null && roleTier < Math.max(inviterTier, 1) && accountTier <= inviterTier
}

export interface BondFacts {
  /** The status of the person's employee row at the company; null without one. */
  readonly employeeStatus: EmployeeStatus | null
  /** Orders that are neither finished nor untouched. */
  readonly openOrders: number
  readonly runningLeases: number
  readonly isLastSuperAdmin: boolean
}

/** Why a bond cannot be ended at once, or null. What is under way is brought to its end first. */
export function refusalOfEnding(facts: BondFacts): ErrorCode | null {
  if (facts.isLastSuperAdmin) return 'LAST_SUPER_ADMIN_NOT_ALLOWED'
  return facts.openOrders > 0 || facts.runningLeases > 0 ? 'BOND_IN_USE' : null
}
