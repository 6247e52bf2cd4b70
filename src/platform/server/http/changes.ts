import { AppError } from '#platform/contract/errors.ts'

/**
 * Refuses a change that was made to an older version of a row.
 * @param given the version that the caller has seen; absent where the call may leave it out
 * @param current the row as it stands, for the caller to look at
 * @throws VERSION_CONFLICT with the current row in its details
 */
export function requireVersion(given: number | undefined, version: number, current: unknown): void {
  if (given !== undefined && given !== version) throw new AppError('VERSION_CONFLICT', { details: { current } })
}

/** Whether a statement failed because a unique index already holds the value. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && (index === undefined || constraint === index)
}
