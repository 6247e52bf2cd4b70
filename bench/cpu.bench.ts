// Processor time of a request beside a bare node:http and pg that pass the same rows on, in a process of its own each.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { employees } from '#features/employees/contract.ts'
import { orders } from '#features/orders/contract.ts'
import { callersOf, type ReadingCall } from '#testing/scale/catalogue.ts'
import { recording, type Statement } from '#testing/scale/recorder.ts'
import { kinds, scaleOf, seededId } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'

const scale = scaleOf(20_000)
const WARM = 500
const REQUESTS = 2_000
const AT_ONCE = 8

interface Order {
  readonly serve: 'app' | 'floor'
  readonly connection: pg.ClientConfig
  readonly statements: readonly Statement[]
}

/** The child: serves until told to count, and says what processor time has gone by. */
async function serve({ serve: what, connection, statements }: Order) {
  let port: number
  if (what === 'app') {
    const world = await openWorldOn(connection)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    port = (world.app.server.address() as AddressInfo).port
  } else {
    const pool = new pg.Pool({ ...connection, max: 6 })
    const server = createServer(async (_request, reply) => {
      const rows: unknown[] = []
      for (const { text, values } of statements) rows.push((await pool.query(text, [...values])).rows)
      reply.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(rows))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system })
  })
  process.send?.({ port })
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

function get(port: number, path: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ agent, port, path, headers: { authorization: `Bearer ${token}` } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${path} answered ${reply.statusCode}`))
      reply.resume().on('end', resolve)
    })
      .on('error', reject)
      .end()
  })
}

async function ask(port: number, path: string, token: string, count: number) {
  let left = count
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await get(port, path, token)
    }),
  )
}

/** Microseconds of processor time a request, the database's own left out. */
async function cost(order: Order, path: string, token: string): Promise<number> {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  const said = async () => (await once(child, 'message'))[0] as { port: number; cpu: number }
  child.send(order)
  const { port } = await said()
  const cpu = async () => {
    const answer = said()
    child.send('count')
    return (await answer).cpu
  }
  await ask(port, path, token, WARM)
  const before = await cpu()
  await ask(port, path, token, REQUESTS)
  const spent = (await cpu()) - before
  child.kill()
  return spent / REQUESTS
}

async function compare() {
  const server = await openBenchServer()
  const connection = await server.database('cpu', (made) => fillScale(made, scale))
  const world = await openWorldOn(connection)
  try {
    const { staff, employer } = await callersOf(world, scale)
    const orderId = seededId(kinds.order, Math.floor(scale.employees / 40) * 20 + 1)
    const calls = [
      {
        name: 'employee list, 10 rows, staff',
        who: staff,
        path: employees.optimizedList.path,
        spec: employees.optimizedList,
      },
      {
        name: 'employee list, 10 rows, employer',
        who: employer,
        path: employees.optimizedList.path,
        spec: employees.optimizedList,
      },
      {
        name: 'order detail, staff',
        who: staff,
        path: orders.get.path.replace(':orderId', orderId),
        spec: orders.get,
        params: { orderId },
      },
    ]
    console.log('call                               statements   floor µs   app µs   ratio')
    for (const call of calls) {
      const { params } = call as { params?: ReadingCall['params'] }
      const { statements } = await recording(() =>
        world.ok(call.spec, { as: call.who, ...(params ? { params: params as never } : {}) }),
      )
      const ratios: { floor: number; app: number }[] = []
      for (let round = 0; round < 3; round += 1) {
        const floor = await cost({ serve: 'floor', connection, statements }, call.path, call.who.accessToken)
        const app = await cost({ serve: 'app', connection, statements: [] }, call.path, call.who.accessToken)
        ratios.push({ floor, app })
      }
      const { floor, app } = ratios.toSorted((a, b) => a.app / a.floor - b.app / b.floor)[1]!
      console.log(
        `${call.name.padEnd(34)} ${String(statements.length).padStart(10)} ${floor.toFixed(0).padStart(10)} ${app.toFixed(0).padStart(8)} ${(app / floor).toFixed(2).padStart(7)}`,
      )
    }
  } finally {
    await world.close()
    await server.stop()
  }
}

if (process.send) process.once('message', (order) => void serve(order as Order))
else await compare()
