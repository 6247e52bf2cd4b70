// `npm run simulate -- --leases 200 --seed 1 [--days 365]`: a year of a town, day by day, with what must hold after each.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { openSimulatedWorld } from '#testing/simulation/open.ts'
import { simulate } from '#testing/simulation/simulate.ts'

const { values } = parseArgs({
  options: {
    leases: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    from: { type: 'string', default: '2026-01-01' },
    intensity: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-simulation-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
try {
  const database = openDatabase({ write: postgres.connection, poolSize: 4 })
  await migrate(database.pool)
  await database.close()
  const { world, online } = await openSimulatedWorld(postgres.connection, seed)
  const { faults } = await simulate(world, {
    leases: Number(values.leases),
    seed,
    from: values.from,
    days: Number(values.days),
    intensity: Number(values.intensity),
    online,
    print: (line) => console.log(line),
  })
  await world.close()
  console.log(faults.length === 0 ? 'every day holds' : faults.join('\n'))
  if (faults.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
