import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../src/platform/server/database/migrate.ts'
import { renderTables } from '../src/platform/server/database/table-types.ts'
import { startEmbeddedPostgres } from '../src/platform/server/postgres/embedded-postgres.ts'

// Writes the types of the tables. Uses the database of DATABASE_URL when it is set, else one made for the moment.
const file = path.resolve(import.meta.dirname, '../src/platform/server/database/tables.generated.ts')
const { DATABASE_URL } = process.env
const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-types-'))
const embedded = DATABASE_URL ? null : await startEmbeddedPostgres({ dataDir, fsync: false })
const pool = new pg.Pool({ connectionString: DATABASE_URL ?? embedded?.connectionString })
try {
  await migrate(pool)
  writeFileSync(file, await renderTables(pool))
  console.log(`Wrote ${path.relative(process.cwd(), file)}`)
} finally {
  await pool.end()
  await embedded?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
