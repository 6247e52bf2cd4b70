// `npm run simulate -- --leases 200 --seed 1 [--days 365] [--towns 1]`: a year of a town, day by day, with what must hold
// after each. Several towns share the leases; each is a process with a database of its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
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
    towns: { type: 'string', default: '1' },
  },
})
const { from, days, intensity } = values
const [leases, seed, towns] = [values.leases, values.seed, values.towns].map(Number) as [number, number, number]
process.exitCode = towns > 1 ? await liveInTowns() : await liveInOne()

/** @returns the exit code: 1 where something does not hold */
async function liveInOne(): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-simulation-'))
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
  try {
    const database = openDatabase({ write: postgres.connection, poolSize: 4 })
    await migrate(database.pool)
    await database.close()
    const { world, online } = await openSimulatedWorld(postgres.connection, seed)
    const { faults } = await simulate(world, {
      leases,
      seed,
      from,
      days: Number(days),
      intensity: Number(intensity),
      online,
      print: (line) => console.log(line),
    })
    await world.close()
    console.log(faults.length === 0 ? 'every day holds' : faults.join('\n'))
    return faults.length > 0 ? 1 : 0
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Lives the towns beside each other, and prints a line of each in turn: the same seed prints the same. */
async function liveInTowns(): Promise<number> {
  const running = Array.from({ length: towns }, (_, town) => {
    const of = [`--leases=${Math.round(leases / towns)}`, `--seed=${seed + town}`, `--days=${days}`, `--from=${from}`]
    const args = [import.meta.filename, ...of, `--intensity=${intensity}`]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const code = new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)))
    return { lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), code }
  })
  for (let open = running; open.length > 0; ) {
    const next = await Promise.all(open.map(({ lines }) => lines.next()))
    next.forEach(({ done, value }, place) => {
      if (!done) console.log(`town ${running.indexOf(open[place]!) + 1} | ${value}`)
    })
    open = open.filter((_, place) => !next[place]!.done)
  }
  return Math.max(...(await Promise.all(running.map(({ code }) => code))))
}
