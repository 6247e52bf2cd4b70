import { AppError } from '#platform/contract/errors.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { Config } from '#platform/server/runtime/config.ts'

/** Whoever holds this may open the closed service again, and so may sign in while it is closed. */
export const operatorPermission: PermissionName = 'settings:write'

/** The refusal while the service is closed; it asks to come back in a minute. */
export const closedForMaintenance = () => new AppError('MAINTENANCE', { retryAfterSeconds: 60 })

/** Says whether the service is closed; the switch in the settings is read at most once a second. */
export function createMaintenanceCheck(
  config: Config,
  database: Database,
  clock: () => number = Date.now,
): () => Promise<boolean> {
  let known = { at: 0, closed: false }
  return async () => {
    if (config.maintenance) return true
    const now = clock()
    if (now - known.at < 1000) return known.closed
    known = { at: now, closed: known.closed }
    // A database that does not answer is another trouble, of which the endpoint's own query will speak: until it is over,
    // what was known last holds, so that it opens no closed service.
    const row = await database.primary
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'maintenance')
      .executeTakeFirst()
      .catch(() => ({ value: known.closed }))
    known = { at: now, closed: row?.value === true }
    return known.closed
  }
}
