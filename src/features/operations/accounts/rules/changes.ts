import type { ErrorCode } from '#platform/contract/errors.ts'

/** What is known about a change of one person by another, or by themselves. */
export interface ChangeFacts {
  readonly isOwn: boolean
  readonly callerTier: number
  readonly targetTier: number
  /** The caller's permission reaches every company. */
  readonly callerReachesAll: boolean
  /** Everything that the target holds (roles, employments) lies inside what the caller reaches. */
  readonly targetIsInside: boolean
  /** The target holds no role but the beneficiary's. */
  readonly targetIsBeneficiaryOnly: boolean
  /** The caller holds a group role, which also covers the employer roles of the group's companies. */
  readonly callerIsGroupAdmin: boolean
  readonly seesPrivate: boolean
  readonly isLastSuperAdmin: boolean
}

/** Why a person's details may not be changed, or null. Nobody changes somebody who stands above them. */
export function refusalOfChange(facts: ChangeFacts): ErrorCode | null {
  if (facts.isOwn) return null
  return facts.targetTier > facts.callerTier ? 'ROLE_ABOVE_OWN_TIER' : null
}

/**
 * Why a sign-in address or a phone number may not be changed, or null. Whoever sets them can take an account over, so
 * everything that the account opens has to lie inside the caller's own reach.
 */
export function refusalOfContactChange(facts: ChangeFacts): ErrorCode | null {
  const refusal = refusalOfChange(facts)
  if (refusal || facts.isOwn || facts.callerReachesAll) return refusal
  return facts.seesPrivate && facts.targetIsInside ? null : 'FORBIDDEN'
}

/**
 * Why an account may not be deactivated or activated, or null. An employer admin does so with employees, a group admin
 * with everybody inside the group, staff with everybody below; nobody with themselves; the last super admin stays.
 */
export function refusalOfDeactivation(facts: ChangeFacts): ErrorCode | null {
  if (facts.isOwn) return 'NOT_FOR_ONESELF'
  if (facts.isLastSuperAdmin) return 'LAST_SUPER_ADMIN_NOT_ALLOWED'
  const refusal = refusalOfChange(facts)
  if (refusal || facts.callerReachesAll) return refusal
  if (!facts.targetIsInside) return 'FORBIDDEN'
  return facts.callerIsGroupAdmin || facts.targetIsBeneficiaryOnly ? null : 'FORBIDDEN'
}
