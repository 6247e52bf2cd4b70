import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { missingTriggers } from '../server/turn-triggers.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-turns-'))
const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
const pool = new pg.Pool({ connectionString: embedded.connectionString })
try {
  await migrate(pool)
  console.log(await missingTriggers(pool))
} finally {
  await pool.end()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
