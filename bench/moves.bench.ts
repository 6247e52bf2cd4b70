// Orders moved by staff over HTTP, eight at once and each another order: processor time of a move in the server's process
// and PostgreSQL's, beside the lean statements of the same by hand; and one order that many want at once.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import pg from 'pg'
import { orders } from '#features/orders/orders/contract.ts'
import { callersOf } from '#testing/scale/reading.ts'
import { recording } from '#testing/scale/recorder.ts'
import { scaleOf } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { answerOf, type Cost, costOf, inParallel, medianCost, send, sumOf } from './parts/asking.ts'
import { bodies, chosen, type Row } from './parts/leases-to-move.ts'
import { openFloor } from './parts/move-by-hand.ts'
import { childrenCpu } from './parts/processor-time.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'

const scale = scaleOf(Number(process.env.PEOPLE ?? 100_000))
const ORDERS = Number(process.env.ORDERS ?? 600)
const ROUNDS = 3
const CALLERS = 18
const HOT = 60

interface Task {
  readonly serve: 'app' | 'floor'
  readonly connection: pg.ClientConfig
}

/** The child: serves, and says what processor time has gone by when it is asked. */
async function serve({ serve: what, connection }: Task) {
  const server = what === 'app' ? (await openWorldOn(connection)).app.server : openFloor(connection)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system })
  })
  process.send?.({ port: (server.address() as AddressInfo).port })
}

async function startServing(task: Task, token: string, postmaster: number) {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  const said = async () => (await once(child, 'message'))[0] as { port: number; cpu: number }
  child.send(task)
  const { port } = await said()
  const spent = async (): Promise<Cost> => {
    const answer = said()
    child.send('count')
    return { node: (await answer).cpu, postgres: childrenCpu(postmaster) }
  }
  const question = (id: string) => ({ port, token, path: orders.move.path.replace(':orderId', id) })
  return { question, spent, stop: () => child.kill() }
}
type Serving = Awaited<ReturnType<typeof startServing>>

/** Sets each order aside and takes it back, half of them to warm up. */
async function measure({ question, spent }: Serving, rows: readonly Row[]): Promise<Cost & { rate: number }> {
  const half = Math.floor(rows.length / 2)
  const moves = (rows.length - half) * 2
  const there = async (row: Row) => {
    for (const body of bodies(row)) await answerOf(question(row.id), body)
  }
  await inParallel(rows.slice(0, half), there)
  const start = performance.now()
  const cost = await costOf(spent, moves, () => inParallel(rows.slice(half), there))
  return { ...cost, rate: moves / ((performance.now() - start) / 1000) }
}

const shown = ({ node, postgres }: Cost) =>
  `${node.toFixed(0)} + ${postgres.toFixed(0)} = ${(node + postgres).toFixed(0)} µs`

/** Many at once with the version that all of them have seen: one wins. */
async function hot({ question }: Serving, rows: readonly Row[]) {
  const late: number[] = []
  for (const row of rows) {
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        const start = performance.now()
        const { status } = await send(question(row.id), bodies(row)[0])
        return { status, ms: performance.now() - start }
      }),
    )
    const losers = answers.filter(({ status }) => status === 409)
    const winners = answers.filter(({ status }) => status === 200)
    if (winners.length !== 1 || losers.length !== CALLERS - 1)
      throw new Error(`${winners.length} winners and ${losers.length} losers of ${CALLERS}`)
    late.push(...losers.map(({ ms }) => ms))
  }
  late.sort((a, b) => a - b)
  const at = (share: number) => late[Math.floor(late.length * share)]!.toFixed(0)
  console.log(
    `hot order: ${CALLERS} at once, ${rows.length} rounds, one winner in each, ${late.length} losers with 409, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  )
}

async function compare() {
  const server = await openBenchServer()
  const connection = await server.database('moves', (made) => fillScale(made, scale))
  const world = await openWorldOn(connection)
  const client = new pg.Client(connection)
  await client.connect()
  const serving: Serving[] = []
  try {
    const { staff } = await callersOf(world, scale)
    const [row] = await chosen(client, 1)
    for (const body of bodies(row!)) {
      const options = {
        as: staff,
        params: { orderId: row!.id },
        anyBody: body,
        key: `${row!.id} ${body.to} ${row!.version}`,
      }
      const { statements } = await recording(() => world.ok(orders.move, options))
      console.log(`${body.to}: ${statements.length} statements`)
      if (process.env.SHOW)
        for (const { text } of statements) console.log(`  ${text.replace(/\s+/g, ' ').slice(0, 160)}`)
    }
    const start = (serve: Task['serve']) => startServing({ serve, connection }, staff.accessToken, server.pid)
    const [app, floor] = [await start('app'), await start('floor')]
    serving.push(app, floor)
    const costs = { app: [] as Awaited<ReturnType<typeof measure>>[], floor: [] as Cost[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      costs.floor.push(await measure(floor, await chosen(client, ORDERS)))
      costs.app.push(await measure(app, await chosen(client, ORDERS)))
    }
    const [moved, byHand] = [medianCost(costs.app), medianCost(costs.floor)]
    const rate = Math.max(...costs.app.map((cost) => cost.rate))
    console.log(
      `load ${loadavg()[0]!.toFixed(1)}; ${ORDERS} moves a round after as many to warm up, the median of ${ROUNDS} rounds`,
    )
    console.log(`move:    ${shown(moved)}; at best ${rate.toFixed(0)} moves a second beside the callers`)
    console.log(`by hand: ${shown(byHand)}; ratio ${(sumOf(moved) / sumOf(byHand)).toFixed(1)}`)
    console.log(`two cores of processor time: ${(2_000_000 / sumOf(moved)).toFixed(0)} moves a second`)
    await hot(app, await chosen(client, HOT))
  } finally {
    for (const { stop } of serving) stop()
    await client.end()
    await world.close()
    await server.stop()
  }
}

if (process.send) process.once('message', (task) => void serve(task as Task))
else await compare()
