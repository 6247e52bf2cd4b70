// Whose turn it is, with as many people as PEOPLE says: how long the day's run over everything takes, how many rows it
// keeps, and what the tasks of staff, an employer, a group and an employee cost: on the clock, and of the processors,
// which other work on the machine does not lengthen.
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { tasks } from '#features/operations/tasks/contract.ts'
import { turnKeeping, turnSources } from '#features/operations/tasks/server/sources.ts'
import { refreshTurns, verifyTurns } from '#platform/server/turns/run.ts'
import { callersOf } from '#testing/scale/reading.ts'
import { scaleOf } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { childrenCpu } from './parts/processor-time.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'

const scale = scaleOf(Number(process.env.PEOPLE ?? 1_000_000))
const ROUNDS = 20
/** A statement has a name, and its plan is weighed, from the ninth use on. */
const WARMING = 9

async function measure() {
  const server = await openBenchServer()
  const connection = await server.database('turns', (made) => fillScale(made, scale))
  const world = await openWorldOn(connection)
  try {
    const callers = await callersOf(world, scale)
    await sql`truncate open_turns, turn_sources, turns_to_refresh cascade`.execute(world.services.database.primary)
    const start = performance.now()
    const { counted } = await refreshTurns(world.services, turnKeeping)
    const seconds = (performance.now() - start) / 1000
    await sql`analyze open_turns`.execute(world.services.database.primary)
    const { rows } = await sql<{ process: string; count: number }>`
      select process, count(*)::int as count from open_turns group by process order by 2 desc`.execute(
      world.services.database.primary,
    )
    console.log(`load ${loadavg()[0]!.toFixed(1)}; ${counted} subjects judged in ${seconds.toFixed(1)} s`)
    console.log(rows.map(({ process, count }) => `${process} ${count}`).join(', '))
    for (const as of ['staff', 'employer', 'group', 'beneficiary'] as const) {
      const times: number[] = []
      let found = 0
      for (let round = 0; round < WARMING; round += 1) await world.ok(tasks.list, { as: callers[as] })
      const [node, postgres] = [process.cpuUsage(), childrenCpu(server.pid)]
      for (let round = 0; round < ROUNDS; round += 1) {
        const at = performance.now()
        found = (await world.ok(tasks.list, { as: callers[as] })).data.length
        times.push(performance.now() - at)
      }
      const { user, system } = process.cpuUsage(node)
      const own = (user + system) / 1000 / ROUNDS
      const database = (childrenCpu(server.pid) - postgres) / 1000 / ROUNDS
      times.sort((a, b) => a - b)
      console.log(
        `${as}: ${found} tasks, median ${times[Math.floor(ROUNDS / 2)]!.toFixed(0)} ms, best ${times[0]!.toFixed(0)} ms; processor ${own.toFixed(1)} ms here, ${database.toFixed(1)} ms in PostgreSQL`,
      )
    }
    const { differences } = await verifyTurns(world.services.database.primary, world.env.now(), turnSources)
    console.log(`${differences.length} subjects differ`)
  } finally {
    await world.close()
    await server.stop()
  }
}

await measure()
