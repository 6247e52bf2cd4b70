import type { FastifyInstance } from 'fastify'
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#platform/contract/contract.ts'
import type { ErrorBody } from '#platform/contract/errors.ts'
import type { AccessOptions } from '#platform/server/http/access.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { createTestDatabase } from './database.ts'
import { openWorldOn, type WorldOptions } from './world-on.ts'

/** A clock that a test sets; ids and random stay real. */
export interface TestEnv extends Env {
  setNow(instant: Date | string): void
  advance(milliseconds: number): void
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
  /** What the contract refuses, or what a test has from elsewhere, in the place of what the contract takes. */
  readonly anyParams?: object
  readonly anyQuery?: object
  readonly anyBody?: unknown
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
  /** Works on the same rows through an application with one guard switched off, to show that a test would notice. */
  without(guard: AccessOptions['without'], work: (open: Pick<World, 'call'>) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Opens a world; close it in `afterAll`. Demo data is loaded only when a test asks for it. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const database = await createTestDatabase()
  return openWorldOn(database.connection, { ...options, onClose: () => database.drop() })
}
