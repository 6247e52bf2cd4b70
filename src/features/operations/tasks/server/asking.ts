import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Scope } from '#platform/server/database/scope.ts'

/** As many of one kind are read; the oldest first. */
export const KIND_MAX = 200

/** Who asks what waits for them. */
export interface Asking {
  readonly userId: string
  /** The rows that the caller reaches by a permission. */
  readonly scopeOf: (permission: PermissionName) => Scope
}
