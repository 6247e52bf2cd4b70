// `npm run hostile -- 5000 1`: a walk of so many permitted calls by an employer and an employee who are hostile to each
// other, from this seed, against a model written apart. Ends with an error when something happens that it does not foresee.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { hostileWalk } from '#testing/hostile/walk.ts'
import { buildCast } from '#testing/journey.ts'
import { openWorldOn } from '#testing/world-on.ts'

const steps = Number(process.argv[2] || 5_000)
const seed = Number(process.argv[3] || Date.now() % 1_000_000)
const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-hostile-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
try {
  const database = openDatabase({ write: postgres.connection, poolSize: 4 })
  await migrate(database.pool)
  await database.close()
  const world = await openWorldOn(postgres.connection)
  const faults = await hostileWalk(world, await buildCast(world), { steps, seed })
  await world.close()
  console.log(`${steps} steps from seed ${seed}: ${faults.length === 0 ? 'nothing unforeseen' : faults.join('\n')}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
