import { AppError } from '../errors.ts'
import type { PermissionName } from '../permissions.ts'
import type { Config } from './config.ts'
import type { Database } from './db.ts'

/** Whoever holds this may open the closed service again, and so may sign in while it is closed. */
export const operatorPermission: PermissionName = 'settings:write'

/** The refusal while the service is closed; it asks to come back in a minute. */
export const closedForMaintenance = () => new AppError('MAINTENANCE', { retryAfterSeconds: 60 })

/** Says whether the service is closed; the switch in the settings is read at most once a second. */
export function createMaintenanceCheck(config: Config, database: Database): () => Promise<boolean> {
  let known: { at: number; closed: boolean } = { at: 0, closed: false }
  return async () => {
    if (config.maintenance) return true
    const now = Date.now()
    if (now - known.at < 1000) return known.closed
    known = { at: now, closed: known.closed }
    // A database that does not answer is another trouble; the endpoint's own query will say so.
    const row = await database.primary
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'maintenance')
      .executeTakeFirst()
      .catch(() => undefined)
    known = { at: now, closed: row?.value === true }
    return known.closed
  }
}
