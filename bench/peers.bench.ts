// Processor time of a request beside Directus and Strapi, on the same rows in the same PostgreSQL. Both are installed
// into .cache/peers from the registry; where one cannot be, the rest is measured without it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import type pg from 'pg'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { callersOf } from '#testing/scale/reading.ts'
import { kinds, scaleOf, seededId } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { answerOf, ask, askWithin, type Cost, costOf, medianCost, sumOf } from './parts/asking.ts'
import { childrenCpu, processCpu } from './parts/processor-time.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'
import { startDirectus } from './peers/directus.ts'
import { type CallName, callNames, type Peer, type Wanted } from './peers/peer.ts'
import { startStrapi } from './peers/strapi.ts'

const scale = scaleOf(Number(process.env.PEOPLE ?? 100_000))
const WARM = Number(process.env.WARM ?? 2_000)
/** Time for warming up at most: some calls of some take a hundred times those of others. */
const WARM_MS = 10_000
const REQUESTS = Number(process.env.REQUESTS ?? 300)
const ROUNDS = 3

const wanted: Wanted = {
  companyId: seededId(kinds.company, 0),
  orderId: seededId(kinds.order, Math.floor(scale.employees / 40) * 20 + 1),
  search: 'tavallinen',
}

/** The child: the product alone in its process. */
async function serve(connection: pg.ClientConfig) {
  const world = await openWorldOn(connection)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { staff, employer } = await callersOf(world, scale)
  process.send?.({
    port: (world.app.server.address() as AddressInfo).port,
    staff: staff.accessToken,
    employer: employer.accessToken,
  })
}

interface Side extends Omit<Peer, 'token'> {
  readonly tokens: Readonly<Record<CallName, string>>
}

async function startProduct(connection: pg.ClientConfig): Promise<Side> {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  child.send(connection)
  const [{ port, staff, employer }] = (await once(child, 'message')) as [
    { port: number; staff: string; employer: string },
  ]
  return {
    name: 'the product',
    pid: child.pid!,
    port,
    tokens: { list: employer, detail: staff, search: staff },
    paths: {
      list: employees.optimizedList.path,
      detail: orders.get.path.replace(':orderId', wanted.orderId),
      search: `${employees.optimizedList.path}?search=${wanted.search}`,
    },
    async stop() {
      const end = once(child, 'exit')
      child.kill()
      await end
    },
  }
}

/** A peer, or null and a sentence where it cannot run on this machine. */
async function startPeer(name: string, start: () => Promise<Peer>): Promise<Side | null> {
  try {
    const { token, ...peer } = await start()
    return { ...peer, tokens: { list: token, detail: token, search: token } }
  } catch (error) {
    console.log(`${name} does not run here and is left out: ${String(error).slice(-600)}`)
    return null
  }
}

const question = ({ port, paths, tokens }: Side, call: CallName) => ({ port, path: paths[call], token: tokens[call] })

async function measure(side: Side, call: CallName, postmaster: number): Promise<Cost> {
  const asked = question(side, call)
  await askWithin(asked, WARM, WARM_MS)
  const spent = () => ({ node: processCpu(side.pid), postgres: childrenCpu(postmaster) })
  return costOf(spent, REQUESTS, () => ask(asked, REQUESTS))
}

const cell = ({ node, postgres }: Cost) => `${node.toFixed(0)} + ${postgres.toFixed(0)}`

async function compare(sides: readonly Side[], postmaster: number) {
  const [product, ...peers] = sides as [Side, ...Side[]]
  console.log(`µs a request (node + PostgreSQL), ${scale.employees} people, load ${loadavg()[0]!.toFixed(1)}`)
  for (const call of callNames) {
    const costs = new Map<Side, Cost[]>(sides.map((side) => [side, []]))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const side of sides) costs.get(side)!.push(await measure(side, call, postmaster))
    const own = medianCost(costs.get(product)!)
    const beside = peers.map((peer) => {
      const cost = medianCost(costs.get(peer)!)
      return `${peer.name} ${cell(cost)} (${(sumOf(cost) / sumOf(own)).toFixed(1)} ×)`
    })
    console.log(`${call.padEnd(8)} ${[`${product.name} ${cell(own)}`, ...beside].join('   ')}`)
  }
  console.log(`load at the end ${loadavg()[0]!.toFixed(1)}`)
}

/** One answer of each call of each side, so that a call that finds nothing is no measure. */
async function show(sides: readonly Side[]) {
  for (const side of sides)
    for (const call of callNames) {
      const text = await answerOf(question(side, call))
      console.log(`${side.name}, ${call}: ${text.length} characters`)
      if (process.env.SHOW) console.log(text)
    }
}

async function main() {
  // Ending runs what ends the started processes.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const server = await openBenchServer()
  const sides: Side[] = []
  try {
    const connection = await server.database('peers', (made) => fillScale(made, scale))
    // The rows are copied before anybody is connected to them.
    const peers = [
      await startPeer('Directus', () => startDirectus(connection, wanted)),
      await startPeer('Strapi', () => startStrapi(connection, wanted)),
    ]
    sides.push(...peers.filter((peer) => peer !== null))
    sides.unshift(await startProduct(connection))
    await show(sides)
    await compare(sides, server.pid)
  } finally {
    for (const side of sides) await side.stop()
    await server.stop()
  }
}

if (process.send) process.once('message', (connection) => void serve(connection as pg.ClientConfig))
else await main()
