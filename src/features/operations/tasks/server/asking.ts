import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Scope } from '#platform/server/database/scope.ts'

/** As many of each kind are read, the oldest first, where all kinds are asked for, and of one kind where it is alone. */
export const [EACH_MAX, ONE_MAX] = [50, 200]

/** As many of each kind are written into a file. */
export const FILE_MAX = 10_000

/** Who asks what waits for them. */
export interface Asking {
  readonly userId: string
  /** The rows that the caller reaches by a permission. */
  readonly scopeOf: (permission: PermissionName) => Scope
}
