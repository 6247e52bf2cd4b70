// Three times as many calls as one node can answer: what becomes of those let in, of those sent away, of the probes, and
// how soon the node is even again. `PEOPLE`, `SECONDS` and `TIMES` say how many people, how long and how much more.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { callersOf } from '#testing/scale/reading.ts'
import { kinds, scaleOf, seededId } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { inParallel, type Question, send } from './parts/asking.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'

const scale = scaleOf(Number(process.env.PEOPLE ?? 10_000))
const SECONDS = Number(process.env.SECONDS ?? 20)
const TIMES = Number(process.env.TIMES ?? 3)
const KEY = 'a-key-for-benches-only-0123456789-abcdef'
const PORT = 4411
const MANAGEMENT = 4412
const main = path.resolve(import.meta.dirname, '../src/app/server/main.ts')
/** As a proxy in front does, which keeps its connections: libuv takes in one new one each turn of the loop. */
const CONNECTIONS = 400
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS })

interface Told {
  readonly at: number
  readonly ms: number
  readonly status: number
}

/** One call, timed from the moment it was wanted. A connection that breaks counts as status 0. */
function call({ port, path: at, token }: Question): Promise<Told> {
  const start = performance.now()
  return new Promise((resolve) => {
    const told = (status: number) => resolve({ at: start, ms: performance.now() - start, status })
    request({ agent, host: '127.0.0.1', port, path: at, headers: { authorization: `Bearer ${token}` } }, (reply) => {
      reply.resume()
      reply.once('end', () => told(reply.statusCode!))
    })
      .once('error', () => told(0))
      .end()
  })
}

/** Calls at a fixed rate, whether or not the ones before have been answered. */
async function offer(questions: readonly Question[], perSecond: number, seconds: number): Promise<Told[]> {
  const start = performance.now()
  const told: Promise<Told>[] = []
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - start) {
    while (told.length < (passed / 1000) * perSecond) told.push(call(questions[told.length % questions.length]!))
    await pause(5)
  }
  return Promise.all(told)
}

const share = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
const ms = (time: number) => `${time.toFixed(0)} ms`

function line(name: string, told: readonly Told[]) {
  const of = (...statuses: number[]) => told.filter(({ status }) => statuses.includes(status))
  const [letIn, away] = [of(200).map((one) => one.ms), of(503).map((one) => one.ms)]
  const others = told.length - letIn.length - away.length
  console.log(
    `${name.padEnd(26)} offered ${told.length}, answered ${letIn.length} (p50 ${ms(share(letIn, 0.5))}, p95 ${ms(share(letIn, 0.95))}), ` +
      `sent away ${away.length} (p95 ${ms(share(away, 0.95))}), others ${others}`,
  )
}

/** The whole service in its own process, as an operator runs it, but for the limit of a user. */
async function startNode(connection: pg.ClientConfig, variables: Record<string, string>) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-overload-'))
  const { host, port, user, password, database } = connection
  const address = `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@${encodeURIComponent(String(host))}:${port}/${database}`
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{ DATABASE_URL: address, DATABASE_OWNER_URL: address, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' },
      ...{ SECRET_KEY: KEY, PORT: String(PORT), MANAGEMENT_PORT: String(MANAGEMENT), GENERAL_LIMIT: '0', ...variables },
    },
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${MANAGEMENT}/ready`)
      .then((reply) => reply.ok)
      .catch(() => false)
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await pause(100)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Asks a probe five times a second until told to stop. */
function probe(url: string) {
  const told: Told[] = []
  let isOn = true
  const loop = (async () => {
    while (isOn) {
      const start = performance.now()
      const status = await fetch(url)
        .then((reply) => reply.status)
        .catch(() => 0)
      told.push({ at: start, ms: performance.now() - start, status })
      await pause(200)
    }
  })()
  return {
    async stop() {
      isOn = false
      await loop
      return told
    },
  }
}

async function trial(name: string, connection: pg.ClientConfig, questions: readonly Question[], admission: string) {
  const node = await startNode(connection, { ADMISSION_MS: admission })
  try {
    const check: Question = { port: PORT, path: '/api/health-check', token: '' }
    await Promise.all(Array.from({ length: CONNECTIONS }, () => call(check)))
    const warm = Array.from({ length: 2_000 }, (_, at) => questions[at % questions.length]!)
    await inParallel(warm, send)
    const start = performance.now()
    await inParallel(warm, send)
    const capacity = (warm.length / (performance.now() - start)) * 1000
    const calm = await offer(questions, capacity / 3, 5)
    console.log(`\n${name}: ${capacity.toFixed(0)} calls a second, eight at once`)
    line('a third of that', calm)
    const [ready, health] = [
      probe(`http://127.0.0.1:${MANAGEMENT}/ready`),
      probe(`http://127.0.0.1:${PORT}/api/health-check`),
    ]
    const storm = await offer(questions, capacity * TIMES, SECONDS)
    line(`${TIMES} times that`, storm)
    line('the probe /ready', await ready.stop())
    line('/api/health-check', await health.stop())
    const usual = share(
      calm.map((one) => one.ms),
      0.95,
    )
    for (let second = 1; second <= 10; second += 1) {
      const after = await offer(questions, capacity / 3, 1)
      line(`second ${second} after`, after)
      if (
        after.every(({ status }) => status === 200) &&
        share(
          after.map((one) => one.ms),
          0.95,
        ) <=
          2 * usual + 5
      )
        break
    }
  } finally {
    await node.stop()
  }
}

const server = await openBenchServer()
try {
  const connection = await server.database('overload', (made) => fillScale(made, scale))
  const world = await openWorldOn(connection, { variables: { SECRET_KEY: KEY } })
  const { staff, employer } = await callersOf(world, scale)
  await world.close()
  const orderId = seededId(kinds.order, Math.floor(scale.employees / 40) * 20 + 1)
  const detail: Question = { port: PORT, path: orders.get.path.replace(':orderId', orderId), token: staff.accessToken }
  const list: Question = { port: PORT, path: employees.optimizedList.path, token: employer.accessToken }
  // A morning: most open a thing, some a list.
  const questions = [detail, detail, list, detail]
  console.log(`${scale.employees} people, load ${loadavg()[0]!.toFixed(1)}`)
  await trial('let in by what can be done', connection, questions, '500')
  await trial('all let in', connection, questions, '0')
} finally {
  await server.stop()
}
