// Processor time of a request in both processes, the server's and PostgreSQL's, beside a bare node:http and pg that send
// one prepared statement written by hand.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { notifications } from '#features/ground/notifications/contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { callersOf } from '#testing/scale/reading.ts'
import { recording } from '#testing/scale/recorder.ts'
import { kinds, scaleOf, seededId } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { ask, type Cost, costOf, medianCost, sumOf } from './parts/asking.ts'
import { childrenCpu } from './parts/processor-time.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'

const scale = scaleOf(Number(process.env.PEOPLE ?? 100_000))
const WARM = Number(process.env.WARM ?? 4_000)
const REQUESTS = Number(process.env.REQUESTS ?? 1_500)
const ROUNDS = 3

interface Order {
  readonly serve: 'app' | 'floor'
  readonly connection: pg.ClientConfig
  readonly statement: { readonly text: string; readonly values: readonly unknown[] }
}

/** The child: serves until told to count, and says what processor time has gone by. */
async function serve({ serve: what, connection, statement }: Order) {
  let port: number
  if (what === 'app') {
    const world = await openWorldOn(connection)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    port = (world.app.server.address() as AddressInfo).port
  } else {
    const pool = new pg.Pool({ ...connection, max: 6, options: '-c jit=off' })
    const server = createServer(async (_request, reply) => {
      const { rows } = await pool.query({ name: 'floor', text: statement.text, values: [...statement.values] })
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

/** Microseconds of processor time a request, of the server's process and of the database's together. */
async function cost(order: Order, path: string, token: string, postmaster: number): Promise<Cost> {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  const said = async () => (await once(child, 'message'))[0] as { port: number; cpu: number }
  child.send(order)
  const { port } = await said()
  const spent = async () => {
    const answer = said()
    child.send('count')
    return { node: (await answer).cpu, postgres: childrenCpu(postmaster) }
  }
  const question = { port, path, token }
  await ask(question, WARM)
  const measured = await costOf(spent, REQUESTS, () => ask(question, REQUESTS))
  child.kill()
  return measured
}

const shown = ({ node, postgres }: Cost) =>
  `${node.toFixed(0).padStart(6)} + ${postgres.toFixed(0).padStart(5)} = ${(node + postgres).toFixed(0).padStart(5)}`

/** One statement a call that a careful hand would write, without session, scope or rules. */
const floors = {
  list: `select e.id, e.status, e.employee_number, e.created_at, u.first_name, u.last_name, u.work_email, c.name, o.order_number, o.status as order_status
    from beneficiary_employees e join users u on u.id = e.user_id join companies c on c.id = e.company_id
    left join lateral (select order_number, status from orders o where o.beneficiary_employee_id = e.id order by created_at desc limit 1) o on true
    where e.company_id = $1 order by e.created_at desc, e.id desc limit 10`,
  detail: `select o.*, u.first_name, u.last_name, c.name as company_name, s.name as store_name, a.agreement_number, a.status as agreement_status
    from orders o join beneficiary_employees e on e.id = o.beneficiary_employee_id join users u on u.id = e.user_id
    join companies c on c.id = o.company_id left join bike_stores s on s.id = o.bike_store_id
    left join leasing_agreements a on a.id = o.agreement_id where o.id = $1`,
  user: 'select u.* from session_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id where t.hash = $1',
  checker: 'select count(*) from notifications where user_id = $1 and read_at is null',
}

async function compare() {
  const server = await openBenchServer()
  const connection = await server.database('cpu', (made) => fillScale(made, scale))
  const world = await openWorldOn(connection)
  try {
    const { staff, employer } = await callersOf(world, scale)
    const orderId = seededId(kinds.order, Math.floor(scale.employees / 40) * 20 + 1)
    const [{ company_id: companyId }] = (await world.services.database.primary
      .selectFrom('user_roles')
      .select('company_id')
      .where('user_id', '=', employer.userId)
      .execute()) as [{ company_id: string }]
    const listed = { path: employees.optimizedList.path, spec: employees.optimizedList, params: {}, text: floors.list }
    const calls = [
      { name: 'employee list, employer', who: employer, ...listed, values: [companyId] },
      { name: 'employee list, staff', who: staff, ...listed, values: [companyId] },
      {
        name: 'order detail, staff',
        who: staff,
        path: orders.get.path.replace(':orderId', orderId),
        spec: orders.get,
        params: { orderId },
        text: floors.detail,
        values: [orderId],
      },
      {
        name: 'who am I, staff',
        who: staff,
        path: sessions.user.path,
        spec: sessions.user,
        params: {},
        text: floors.user,
        values: [sha256(staff.accessToken)],
      },
      {
        name: 'notification checker',
        who: employer,
        path: notifications.checker.path,
        spec: notifications.checker,
        params: {},
        text: floors.checker,
        values: [employer.userId],
      },
    ]
    const names = process.env.ONLY
    console.log('call                       statements   floor µs (node + PG)     app µs (node + PG)    ratio')
    for (const call of calls.filter(({ name }) => !names || name.includes(names))) {
      // The switch of maintenance is looked up once a second, beside any call.
      await world.ok(call.spec, { as: call.who, anyParams: call.params })
      const { statements } = await recording(() => world.ok(call.spec, { as: call.who, anyParams: call.params }))
      const floors: Cost[] = []
      const apps: Cost[] = []
      const order = { connection, statement: { text: call.text, values: call.values } }
      for (let round = 0; round < ROUNDS; round += 1) {
        floors.push(await cost({ serve: 'floor', ...order }, call.path, call.who.accessToken, server.pid))
        apps.push(await cost({ serve: 'app', ...order }, call.path, call.who.accessToken, server.pid))
      }
      const [floor, app] = [medianCost(floors), medianCost(apps)]
      const ratio = sumOf(app) / sumOf(floor)
      console.log(
        `${call.name.padEnd(26)} ${String(statements.length).padStart(10)}   ${shown(floor)}   ${shown(app)}   ${ratio.toFixed(1)}`,
      )
    }
  } finally {
    await world.close()
    await server.stop()
  }
}

if (process.send) process.once('message', (order) => void serve(order as Order))
else await compare()
