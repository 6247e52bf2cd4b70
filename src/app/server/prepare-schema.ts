import pg, { type PoolConfig } from 'pg'
import { migrate } from '#platform/server/database/migrate.ts'
import { reached } from '#platform/server/database/servers/hosts.ts'
import { grantUse } from '#platform/server/roles/roles.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

/** Brings the schema to the newest state as its owner, and gives the application's role the use of it. */
export async function prepareSchema(owner: PoolConfig, application: PoolConfig): Promise<void> {
  const pool = new pg.Pool(reached({ ...owner, max: 1 }))
  pool.on('error', () => undefined)
  try {
    await pool.query('select 1').catch((error: Error) => {
      throw new StartupError(
        `The database cannot be reached as its owner: ${error.message || 'no answer'}. Check DATABASE_OWNER_URL.`,
      )
    })
    await migrate(pool)
    await grantUse(pool, application)
  } finally {
    await pool.end()
  }
}
