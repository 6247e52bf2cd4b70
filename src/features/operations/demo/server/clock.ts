import type { Database } from '#platform/server/database/db.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { type Env, systemEnv } from '#platform/server/runtime/env.ts'

const settingsKey = 'demo-clock-offset-ms'

/** How far the demo's clock runs ahead; zero outside the demo. */
const clock = { offsetMs: 0 }

/** The environment of the process: the system's own, or in the demo one whose clock can be moved forward. */
export async function createClock(config: Config, database: Database): Promise<Env> {
  if (!config.demo) return systemEnv
  const row = await database.primary
    .selectFrom('settings')
    .select('value')
    .where('key', '=', settingsKey)
    .executeTakeFirst()
  clock.offsetMs = typeof row?.value === 'number' ? row.value : 0
  return { ...systemEnv, now: () => new Date(Date.now() + clock.offsetMs) }
}

/** Moves the demo's clock and remembers it over restarts. */
export async function moveClock(database: Database, to: Date): Promise<void> {
  clock.offsetMs = to.getTime() - Date.now()
  const value = JSON.stringify(clock.offsetMs)
  await database.primary
    .insertInto('settings')
    .values({ key: settingsKey, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute()
}
