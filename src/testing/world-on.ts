import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, InjectOptions } from 'fastify'
import type { PoolConfig } from 'pg'
import { syncCatalogue } from '#app/server/catalogue.ts'
import { createApp } from '#app/server/server.ts'
import { createServices } from '#app/server/services.ts'
import { turnKeeping } from '#features/operations/tasks/server/sources.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type Db, openDatabase } from '#platform/server/database/db.ts'
import { keyEventChainsOf } from '#platform/server/events/event-keys.ts'
import type { Services } from '#platform/server/http/context.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { newToken } from '#platform/server/runtime/secrets.ts'
import { refreshTurns, verifyTurns } from '#platform/server/turns/run.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { unrecorded } from './scale/recorder.ts'
import type { CallOptions, TestEnv, World } from './world.ts'

export interface WorldOptions {
  readonly variables?: Record<string, string>
  /** A clock and ids of its own, for what has to be the same in every run. */
  readonly env?: TestEnv
}

function createTestEnv(): TestEnv {
  let offset = 0
  return {
    ...systemEnv,
    now: () => new Date(Date.now() + offset),
    setNow: (instant) => {
      offset = new Date(instant).getTime() - Date.now()
    },
    advance: (milliseconds) => {
      offset += milliseconds
    },
  }
}

const silentLog: FastifyBaseLogger = {
  level: 'silent',
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
  fatal() {},
  silent() {},
  child: () => silentLog,
}

/** A session as a sign-in makes it, without the calls of one. */
async function openSession(db: Db, env: TestEnv, userId: string): Promise<string> {
  const { token, hash } = newToken(env)
  const id = env.id()
  const in30Days = new Date(env.now().getTime() + 30 * 86_400_000)
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      csrf_token: env.random(16).toString('hex'),
      absolute_end_at: in30Days,
      signed_in_with: 'TOTP',
      authenticated_at: env.now(),
    })
    .execute()
  await db.insertInto('session_tokens').values({ hash, session_id: id, kind: 'ACCESS', expires_at: in30Days }).execute()
  return token
}

/** The operator's certificate that a world of this process has made with the tests' key; making one takes a while. */
let madeSeal: Buffer | undefined

function lendSeal(dataDir: string): void {
  if (madeSeal) writeFileSync(path.join(dataDir, 'seal.p12'), madeSeal)
}

function keepSeal(dataDir: string): void {
  const file = path.join(dataDir, 'seal.p12')
  if (!madeSeal && existsSync(file)) madeSeal = readFileSync(file)
}

const ofEveryWorld = {
  SECRET_KEY: 'a-key-for-tests-only-0123456789abcdef',
  LOG_LEVEL: 'silent',
  GENERAL_LIMIT: '0',
  ADMISSION_MS: '0',
  PORT: '3000',
}

/** The whole application in process on a migrated database that somebody else has made; nothing here needs a test runner. */
export async function openWorldOn(
  connection: PoolConfig,
  options: WorldOptions & { onClose?: () => Promise<void> } = {},
): Promise<World> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-test-'))
  const config = readConfig({ DATA_DIR: dataDir, ...ofEveryWorld, ...options.variables })
  // A certificate is sealed with the key and bears the owner's name.
  const isOwnSeal = options.variables?.SECRET_KEY !== undefined || options.variables?.BRAND_FILE !== undefined
  if (!isOwnSeal) lendSeal(dataDir)
  const env = options.env ?? createTestEnv()
  const replica = config.readDatabaseUrl ? { replica: { connectionString: config.readDatabaseUrl } } : {}
  const opened = openDatabase({
    write: connection,
    ...replica,
    poolSize: options.variables?.POOL_SIZE ? config.poolSize : 6,
  })
  keyEventChainsOf(config)
  const services = createServices({ config, env, database: opened, log: silentLog })
  await opened.transaction((db) => syncCatalogue(db))
  const app = await createApp(services)
  await app.ready()
  const call = caughtUp(callOn(app), services)
  return {
    app,
    services,
    env,
    call,
    async ok(endpoint, callOptions) {
      const reply = await call(endpoint, callOptions)
      if (reply.status >= 300)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      return reply.body
    },
    async signIn(userId) {
      return { accessToken: await openSession(opened.primary, env, userId), userId }
    },
    async without(guard, work) {
      const open = await createApp(services, { without: guard })
      await open.ready()
      await work({ call: caughtUp(callOn(open), services) }).finally(() => open.close())
    },
    async close() {
      await app.close()
      const wrong = await wrongTurns(services)
      await opened.close()
      await options.onClose?.()
      if (!isOwnSeal) keepSeal(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
      if (wrong.length > 0) throw new Error(`open turns are not what the facts say:\n${wrong.join('\n')}`)
    },
  }
}

/** The subjects whose turns stand otherwise than their rows say, once what waits has been judged. */
async function wrongTurns(services: Services): Promise<string[]> {
  await refreshTurns(services, turnKeeping)
  const { database, env } = services
  const { differences } = await verifyTurns(database.primary, env.now(), turnKeeping.sources)
  return differences.map((one) => JSON.stringify(one))
}

/**
 * Reads what the minute's job would have judged by then: tests write rows beside transactions and move the day, and no
 * job runs in a world.
 */
const caughtUp = (call: World['call'], services: Services): World['call'] => {
  let day = ''
  return async (endpoint, options) => {
    const today = helsinkiDay(services.env.now())
    const isRead = endpoint.method === 'GET'
    const [waits] = isRead ? (await unrecorded(() => services.database.pool.query(queued))).rows : []
    // The morning's job comes before anything of a day, in whichever direction a test has moved.
    if (waits || today !== day) {
      await unrecorded(() => refreshTurns(services, turnKeeping))
      day = today
    }
    return call(endpoint, options)
  }
}

const queued = 'select 1 from turns_to_refresh limit 1'

/** Makes calls of an application in this process. */
const callOn =
  (app: FastifyInstance): World['call'] =>
  async (endpoint, options = {}) => {
    const reply = await app.inject(injection(endpoint, options))
    const isJson = String(reply.headers['content-type'] ?? '').includes('json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      raw: reply.rawPayload,
      body: isJson ? reply.json() : undefined,
    } as never
  }

function injection<E extends EndpointSpec>(endpoint: E, options: CallOptions<E>): InjectOptions {
  let url: string = endpoint.path
  for (const [name, value] of Object.entries(options.anyParams ?? options.params ?? {}))
    url = url.replace(`:${name}`, encodeURIComponent(String(value)))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.anyQuery ?? options.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  const body: unknown = options.anyBody ?? options.body
  const isFile = Buffer.isBuffer(body) || body instanceof Uint8Array
  return {
    method: endpoint.method,
    url: query.size > 0 ? `${url}?${query}` : url,
    headers: {
      ...(options.as ? { authorization: `Bearer ${options.as.accessToken}` } : {}),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
      ...(isFile
        ? { 'content-type': endpoint.upload?.contentTypes[0] ?? 'application/pdf' }
        : body === undefined
          ? {}
          : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { payload: isFile ? Buffer.from(body as Uint8Array) : JSON.stringify(body) }),
  }
}
