// The file of a whole list: first byte, time, size and the memory of the server's process, and how soon a reader who goes
// away leaves the database alone. Reads /proc, so it runs on Linux.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { employees } from '#features/people/employees/contract.ts'
import { callersOf } from '#testing/scale/reading.ts'
import { scaleOf } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'
import { residentMemory } from './parts/service.ts'

const PEOPLE = Number(process.env.PEOPLE ?? 1_000_000)
const LOOK_MS = 250
/** A reader goes away after so many bytes. */
const CANCELLED_AFTER = 20_000_000

/** The child: serves until it is told to end. */
async function serve(connection: pg.ClientConfig) {
  const world = await openWorldOn(connection)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((world.app.server.address() as AddressInfo).port)
}

interface Server {
  readonly port: number
  readonly pid: number
  readonly token: string
}

async function ask({ port, token }: Server, format: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` }
  const request = get({ host: '127.0.0.1', port, path: `${employees.listFile.path}?format=${format}`, headers })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`the file answered ${reply.statusCode}`)
  return reply
}

async function download(server: Server, format: string) {
  const rest = residentMemory(server.pid).now
  let most = rest
  const looks = setInterval(() => {
    most = Math.max(most, residentMemory(server.pid).now)
  }, LOOK_MS)
  const start = performance.now()
  let first = 0
  let bytes = 0
  for await (const part of await ask(server, format)) {
    first ||= performance.now() - start
    bytes += (part as Buffer).length
  }
  clearInterval(looks)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${format.padEnd(5)} first byte ${seconds(first)}, whole ${seconds(performance.now() - start)}, ${(bytes / 1e6).toFixed(0)} MB; server ${rest.toFixed(0)} MB at rest, ${most.toFixed(0)} at most`,
  )
}

/** Milliseconds from the reader's leaving to the end of the last statement that was run for the file. */
async function cancel(server: Server, format: string, client: pg.Client) {
  let bytes = 0
  for await (const part of await ask(server, format)) {
    bytes += (part as Buffer).length
    if (bytes > CANCELLED_AFTER) break
  }
  const left = performance.now()
  let last = 0
  for (let quiet = 0; quiet < 20; ) {
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active'",
    )
    quiet = rowCount ? 0 : quiet + 1
    if (rowCount) last = performance.now() - left
    await pause(50)
  }
  console.log(
    `${format.padEnd(5)} left after ${(bytes / 1e6).toFixed(0)} MB: the database rests after ${last.toFixed(0)} ms`,
  )
}

async function measure() {
  const bench = await openBenchServer()
  const connection = await bench.database(`scale_${PEOPLE}`, (made) => fillScale(made, scaleOf(PEOPLE)))
  const world = await openWorldOn(connection)
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { staff } = await callersOf(world, scaleOf(PEOPLE))
    child.send(connection)
    const [port] = (await once(child, 'message')) as [number]
    const server = { port, pid: child.pid!, token: staff.accessToken }
    console.log(`the list of all ${PEOPLE} people, for staff`)
    for (const format of ['csv', 'xlsx']) await download(server, format)
    for (const format of ['csv', 'xlsx']) await cancel(server, format, client)
  } finally {
    child.kill()
    await client.end()
    await world.close()
    await bench.stop()
  }
}

if (process.send) process.once('message', (connection) => void serve(connection as pg.ClientConfig))
else await measure()
