import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { syncCatalogue } from '#app/catalogue.ts'
import { createApp } from '#app/server.ts'
import { createServices } from '#app/services.ts'
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#platform/contract.ts'
import type { ErrorBody } from '#platform/errors.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Services } from '#platform/server/context.ts'
import { openDatabase } from '#platform/server/db.ts'
import { type Env, systemEnv } from '#platform/server/env.ts'
import type { MountOptions } from '#platform/server/mount.ts'
import { newToken } from '#platform/server/secrets.ts'
import { createTestDatabase } from './database.ts'

/** A clock that a test sets; ids and random stay real. */
export interface TestEnv extends Env {
  setNow(instant: Date | string): void
  advance(milliseconds: number): void
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

export interface TestReply<E extends EndpointSpec> {
  readonly status: number
  readonly body: ReplyOf<E> & ErrorBody
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly raw: Buffer
}

/** Who calls: an access token made by `world.signIn`, or nobody. */
export interface Caller {
  readonly accessToken: string
  readonly userId: string
}

export interface CallOptions<E extends EndpointSpec> {
  readonly as?: Caller | null
  readonly params?: ParamsOf<E>
  readonly query?: QueryOf<E>
  readonly body?: BodyOf<E>
  readonly headers?: Record<string, string>
  readonly key?: string
}

/** A ready database of its own, with the role catalogue, and the whole application in process. */
export interface World {
  readonly app: FastifyInstance
  readonly services: Services
  readonly env: TestEnv
  call<E extends EndpointSpec>(endpoint: E, options?: CallOptions<E>): Promise<TestReply<E>>
  /** Calls and fails the test unless the answer is a success. */
  ok<E extends EndpointSpec>(endpoint: E, options?: CallOptions<E>): Promise<ReplyOf<E>>
  /** A session for an existing user, without the sign-in calls. */
  signIn(userId: string): Promise<Caller>
  close(): Promise<void>
}

/** Opens a world; close it in `afterAll`. Demo data is loaded only when a test asks for it. */
export async function openWorld(
  options: { without?: MountOptions['without']; variables?: Record<string, string> } = {},
): Promise<World> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-test-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET_KEY: 'a-key-for-tests-only-0123456789abcdef',
    LOG_LEVEL: 'silent',
    GENERAL_LIMIT: '0',
    PORT: '3000',
    ...options.variables,
  })
  const env = createTestEnv()
  const opened = openDatabase({ write: database.connection, poolSize: 6 })
  const silent = {
    level: 'silent',
    trace() {},
    debug() {},
    info() {},
    warn() {},
    error() {},
    fatal() {},
    silent() {},
    child: () => silent,
  } as never
  const services = createServices({ config, env, database: opened, log: silent })
  await opened.transaction((db) => syncCatalogue(db))
  const app = await createApp(services, options.without ? { without: options.without } : {})
  await app.ready()
  const call: World['call'] = async (endpoint, callOptions = {}) => {
    const reply = await app.inject(injection(endpoint, callOptions))
    const isJson = String(reply.headers['content-type'] ?? '').includes('json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      raw: reply.rawPayload,
      body: isJson ? reply.json() : undefined,
    } as never
  }
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
      const { token, hash } = newToken(env)
      const id = env.id()
      const in30Days = new Date(env.now().getTime() + 30 * 86_400_000)
      await opened.primary
        .insertInto('sessions')
        .values({
          id,
          user_id: userId,
          csrf_token: env.random(16).toString('hex'),
          absolute_end_at: in30Days,
          signed_in_with: 'PASSWORD',
          authenticated_at: env.now(),
        })
        .execute()
      await opened.primary
        .insertInto('session_tokens')
        .values({ hash, session_id: id, kind: 'ACCESS', expires_at: in30Days })
        .execute()
      return { accessToken: token, userId }
    },
    async close() {
      await app.close()
      await opened.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function injection<E extends EndpointSpec>(endpoint: E, options: CallOptions<E>): InjectOptions {
  let url: string = endpoint.path
  for (const [name, value] of Object.entries(options.params ?? {}))
    url = url.replace(`:${name}`, encodeURIComponent(String(value)))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  const body = options.body as unknown
  const isFile = Buffer.isBuffer(body) || body instanceof Uint8Array
  return {
    method: endpoint.method,
    url: query.size > 0 ? `${url}?${query}` : url,
    headers: {
      ...(options.as ? { authorization: `Bearer ${options.as.accessToken}` } : {}),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
      ...(isFile
        ? { 'content-type': 'application/pdf' }
        : body === undefined
          ? {}
          : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { payload: isFile ? Buffer.from(body as Uint8Array) : JSON.stringify(body) }),
  }
}
