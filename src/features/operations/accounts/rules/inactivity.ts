/** An account that nobody signs in to is an open door; who has something running keeps it all the same. */
export const INACTIVE_AFTER_DAYS = 365
/** The warning comes this long before. */
export const WARNED_DAYS_BEFORE = 30

const dayMs = 86_400_000

export interface ActivityFacts {
  /** The last sign-in, or the day of creation for an account that was never used. */
  readonly lastActiveAt: Date
  readonly warnedAt: Date | null
  /**
   * Something of the person's benefit is under way or still to be settled, or nobody else could do what the person can: the
   * last super admin, the last who can act for a company.
   */
  readonly isNeeded: boolean
}

/** What inactivity asks for now. Nobody is shut out without a warning and thirty days to answer it by signing in. */
export function inactivityStep(
  { lastActiveAt, warnedAt, isNeeded }: ActivityFacts,
  now: Date,
): 'NONE' | 'WARN' | 'SHUT' {
  const daysSince = (instant: Date) => (now.getTime() - instant.getTime()) / dayMs
  if (isNeeded || daysSince(lastActiveAt) < INACTIVE_AFTER_DAYS - WARNED_DAYS_BEFORE) return 'NONE'
  if (!warnedAt || warnedAt <= lastActiveAt) return 'WARN'
  return daysSince(warnedAt) >= WARNED_DAYS_BEFORE && daysSince(lastActiveAt) >= INACTIVE_AFTER_DAYS ? 'SHUT' : 'NONE'
}
