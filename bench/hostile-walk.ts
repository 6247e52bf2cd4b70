// `npm run hostile -- 5000 1`: walks of so many calls from this seed, against models written apart: an employer and an
// employee who are hostile to each other, then everybody against a company and its employee. Ends with an error when
// something happens that a model does not foresee.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { everyoneWalk, openHostilities } from '#testing/hostile/everyone.ts'
import { hostileWalk } from '#testing/hostile/walk.ts'
import { buildCast } from '#testing/journey.ts'
import { buildTenants } from '#testing/lists/tenants.ts'
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
  // A round is short enough that the victims are still there to be harmed.
  for (let done = 0; done < steps; done += 500) {
    const { own, foreign } = await buildTenants(world)
    const hostiles = await openHostilities(world, own, foreign.employer)
    faults.push(
      ...(await everyoneWalk(world, own, hostiles, { steps: Math.min(500, steps - done), seed: seed + done })),
    )
  }
  await world.close()
  console.log(`${steps} steps from seed ${seed}: ${faults.length === 0 ? 'nothing unforeseen' : faults.join('\n')}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
