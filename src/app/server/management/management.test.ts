import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import type { PoolConfig } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/server/runtime/config.ts'
import { openWorld, type World } from '#testing/world.ts'
import { createApp } from '../server.ts'
import { createBeat } from './beat.ts'
import { type Management, startManagement } from './management.ts'
import { createManagementServer } from './management-server.ts'
import { createProcessMetrics } from './process-metrics.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

let world: World
let management: Management
const log = { level: 'silent' }

beforeAll(async () => {
  world = await openWorld()
  const started = await startManagement({ ...world.services.config, managementPort: 0 })
  management = started!
})
afterAll(async () => {
  await management.close()
  await world.close()
})

const get = async (address: string, init?: RequestInit) => {
  const reply = await fetch(`http://127.0.0.1:${management.port}${address}`, init)
  return { status: reply.status, text: await reply.text() }
}
const reasonsAt = async (address: string) => (JSON.parse((await get(address)).text) as { reasons: string[] }).reasons

/** As a start hands it over: what a thread may be sent. */
function connectionOf({ services }: World): PoolConfig {
  const { host, port, user, password, database } = services.database.pool.options
  return { host, port, user, database, ...(password === undefined ? {} : { password }) } as PoolConfig
}

describe('the management port', () => {
  it('is not there unless it is asked for', async () => {
    const config = readConfig({ DATA_DIR: world.services.config.dataDir, SECRET_KEY: 'k'.repeat(3) + world.env.now() })
    expect(config.managementPort).toBeNull()
    expect(await startManagement(config)).toBeNull()
  })

  it('is live before the service has started, and neither started nor ready', async () => {
    expect((await get('/live')).status).toBe(200)
    expect((await get('/started')).status).toBe(503)
    expect(await reasonsAt('/ready')).toEqual(['STARTING', 'DATABASE_OR_FILES'])
    expect((await get('/metrics')).text).toContain('poljin_database_read 0')
  })

  it('is ready once the service takes calls, and shows them and what the database knows', async () => {
    const app = await createApp(world.services)
    const registry = createProcessMetrics(app, world.services.database.pools)
    await app.inject({ method: 'GET', url: '/api/brand' })
    await app.inject({ method: 'GET', url: '/api/no-such-thing' })
    management.knowsDatabase(connectionOf(world))
    management.hasStarted(registry, log)
    await expect.poll(async () => (await get('/started')).status).toBe(200)
    await expect.poll(async () => get('/ready')).toMatchObject({ status: 200 })
    await expect.poll(async () => (await get('/metrics')).text).toContain('route="/api/brand",status="2xx"')
    const { text } = await get('/metrics')
    expect(text).toContain('poljin_database_read 1')
    expect(text).toContain('poljin_pool_connections{pool="write",state="waiting"} 0')
    expect(text).toContain('poljin_outbox_waiting{lane="sms"} 0')
    expect(text).toContain('poljin_record_faults{record="events"} 0')
    expect(text).not.toContain('no-such-thing')
    for (const line of text.split('\n').filter((one) => one && !one.startsWith('#')))
      expect(line).toMatch(/^[a-z_:][\w:]*(?:\{(?:\w+="(?:[^"\\]|\\.)*",?)*\})? (?:[-+\d.e]+|NaN|\+Inf)$/i)
    await app.close()
  })

  it('is not ready while the node is emptied, and is again when that is taken back', async () => {
    expect((await get('/drain', { method: 'POST' })).status).toBe(200)
    expect(await reasonsAt('/ready')).toEqual(['DRAINING'])
    expect(management.isDraining()).toBe(true)
    await get('/drain', { method: 'DELETE' })
    expect((await get('/ready')).status).toBe(200)
  })

  it('changes the level of the log, and takes none that does not exist', async () => {
    expect((await get('/log-level', { method: 'PUT', body: 'debug' })).status).toBe(200)
    await expect.poll(() => log.level).toBe('debug')
    expect((await get('/log-level', { method: 'PUT', body: 'loud' })).status).toBe(400)
    expect((await get('/log-level')).text).toContain('debug')
    expect((await get('/else')).status).toBe(404)
  })

  it('says within a second that a busy main thread takes no calls', async () => {
    const ask = `const at = performance.now()
      fetch('http://127.0.0.1:${management.port}/ready').then(async (reply) =>
        console.log(reply.status, await reply.text(), performance.now() - at))`
    const asked = promisify(execFile)(process.execPath, ['-e', `setTimeout(() => { ${ask} }, 5500)`])
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8_000)
    const { stdout } = await asked
    expect(stdout).toMatch(/^503 .*BUSY/)
    expect(Number(stdout.trim().split(' ').at(-1))).toBeLessThan(1_000)
  })
})

it.each([
  ['CLOCK', { behindMs: 60_000, applied: true }],
  ['SCHEMA', { behindMs: 0, applied: false }],
])('a node is not ready with the reason %s', async (reason, { behindMs, applied }) => {
  const server = createManagementServer({
    facts: { isStarted: true, snapshot: '', snapshotAt: 0, logLevel: 'info' },
    beat: createBeat(),
    metrics: { registry: new Registry(), read: async () => undefined },
    asks: async () => ({ at: new Date(Date.now() - behindMs), applied }),
    changeLogLevel: () => undefined,
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ready`)
  expect(await reply.json()).toEqual({ reasons: [reason] })
  server.close()
})

describe('ops', () => {
  const alarms = [...read('ops/alarms.yml').matchAll(/- alert: (\w+)\n\s+expr: (.*)/g)].map((match) => match.slice(1))
  const known = ['process-metrics.ts', 'service-metrics.ts', 'management-server.ts']
    .map((file) => read(`src/app/server/management/${file}`))
    .join('\n')
  const namesIn = (text: string) =>
    text.match(/\bpoljin_[a-z_]+/g)!.map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))

  it('alarms of figures that exist, each with a section that says what it means, what to look at and what to do', () => {
    expect(alarms.length).toBeGreaterThan(12)
    const sections = read('docs/operations.md').split('\n### ').slice(1)
    expect(sections.map((one) => one.split('\n')[0])).toEqual(alarms.map(([name]) => name))
    for (const section of sections) expect(section).toMatch(/\*\*Means:\*\* .+\*\*Look at:\*\* .+\*\*Do:\*\* /)
    for (const [, expr] of alarms) for (const name of namesIn(expr!)) expect(known).toContain(`${name}`)
  })

  it('shows figures that exist', () => {
    for (const name of namesIn(read('ops/dashboard.json'))) expect(known).toContain(name)
  })
})
