import type { Readable } from 'node:stream'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyBaseLogger } from 'fastify'
import type { RawBuilder } from 'kysely'
import type {
  BodyOf,
  Contract,
  EndpointSpec,
  LanguageCode,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '#platform/contract/contract.ts'
import type { Database, Db } from '#platform/server/database/db.ts'
import type { Scope, SignedIn } from '#platform/server/database/scope.ts'
import type { FileStore } from '#platform/server/documents/files.ts'
import type { OperatorSeal } from '#platform/server/documents/operator-seal.ts'
import type { RoleCatalogue } from '#platform/server/roles/role-catalogue.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Vault } from '#platform/server/runtime/secrets.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import type { Brand } from '#platform/values/brand.ts'
import type { LinkToken } from './link-tokens.ts'
import { type FindSession, sessionFinder } from './session.ts'

/** What lives as long as the process; handed to every handler and job. */
export interface Services {
  readonly config: Config
  readonly env: Env
  readonly database: Database
  /** The roles with their permissions, held in memory. */
  readonly roles: RoleCatalogue
  readonly vault: Vault
  readonly files: FileStore
  readonly brand: Brand
  readonly texts: Texts
  /** Seals a finished PDF with the operator's certificate. */
  readonly seal: OperatorSeal['seal']
  /** Signs a text with the operator's certificate. */
  readonly signText: OperatorSeal['signText']
  readonly log: FastifyBaseLogger
  /** Whether the service is closed: by the environment, or by a super admin's switch (looked up at most once a second). */
  isMaintenance(): Promise<boolean>
  /** Runs every job now; the demo's moved clock and a super admin's button use it. */
  runJobs(): Promise<void>
  /** Wakes the outbox worker; a hint only, it polls anyway. In a call, once the transaction has committed. */
  wakeOutbox(): void
  /** Wakes the maker of documents; a hint only, a job looks each minute. In a call, once the transaction has committed. */
  wakeDocuments(): void
  /** Messages written now wait until then and are listed here, so that what they tell of can be undone before. */
  readonly held?: HeldMessages
}

export interface HeldMessages {
  readonly until: Date
  readonly mails: string[]
  readonly notices: string[]
}

/** A password was right, the second factor is still open. */
export interface Ticket {
  readonly id: string
  readonly userId: string
  readonly needsPhone: boolean
}

export interface BaseContext extends Services {
  /** For a GET a read only handle; otherwise the one transaction of the request, begun by its first query. */
  readonly db: Db
  /**
   * Single statements outside the transaction: for what has to be looked up before slow work such as password hashing.
   * In a write it refuses to work once the transaction holds a connection, as `database` does: a write takes one.
   */
  readonly read: Db
  readonly requestId: string
  /** When the call came in, before its session was read. */
  readonly admittedAt: Date
  /** For `besideSession` alone. */
  readonly beside: unknown
  readonly clientAddress: string
  readonly language: LanguageCode
  /** The rows that the endpoint's permission reaches; own rows only on `session` endpoints. */
  readonly scope: Scope
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly secure: boolean
  setCookie(name: string, value: string, options?: CookieSerializeOptions): void
  clearCookie(name: string): void
  /** Runs once the transaction has committed; a failure is logged and changes nothing. */
  afterCommit(work: () => void | Promise<void>): void
}

/** The context of a call whose caller is signed in. */
export interface SignedInContext extends BaseContext {
  readonly user: SignedIn
}

type SignedInOf<E extends EndpointSpec> = E['access'] extends
  | 'public'
  | 'ticket'
  | 'ticket-or-session'
  | { token: string }
  ? SignedIn | null
  : SignedIn
type TokenOf<E extends EndpointSpec> = E['access'] extends { token: string } ? LinkToken : null
type TicketOf<E extends EndpointSpec> = E['access'] extends 'ticket'
  ? Ticket
  : E['access'] extends 'ticket-or-session'
    ? Ticket | null
    : null

export interface Context<E extends EndpointSpec = EndpointSpec> extends BaseContext {
  readonly user: SignedInOf<E>
  readonly token: TokenOf<E>
  readonly ticket: TicketOf<E>
}

export interface Request<E extends EndpointSpec> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
}

type Handled<E extends EndpointSpec> = Promise<ReplyOf<E> | Answer<ReplyOf<E>> | FileAnswer>

export interface Handler<E extends EndpointSpec> {
  (request: Request<E>, context: Context<E>): Handled<E>
  /** Reads the session, and what the handler needs along with it. */
  readonly findSession?: FindSession
}

/**
 * A handler whose rows the session's own statement reads along: for a call that every open page repeats.
 * @param value one SQL value over `u`, the row of whoever is signed in; read before it is known what they may do, so the
 *   handler alone tells of it
 */
export function besideSession<E extends EndpointSpec, R>(
  value: RawBuilder<R>,
  handler: (request: Request<E>, context: Context<E>, read: R) => Handled<E>,
): Handler<E> {
  return Object.assign((request: Request<E>, context: Context<E>) => handler(request, context, context.beside as R), {
    findSession: sessionFinder(value),
  })
}

export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handler<C[K]> }

/**
 * A reply with another status than the first of the endpoint, or of an endpoint with an ETag, whose `etag` tells one state
 * from another without a look at the body.
 */
export class Answer<B> {
  readonly status: number
  readonly body: B
  readonly mark: string | null
  constructor(status: number, body: B, options: { readonly etag?: string } = {}) {
    this.status = status
    this.body = body
    this.mark = options.etag ?? null
  }
}

/** A file as a reply: always an attachment unless shown inline on purpose, never sniffed, never cached. */
export class FileAnswer {
  readonly content: Readable | Buffer
  readonly contentType: string
  readonly name: string
  readonly inline: boolean
  constructor(file: { content: Readable | Buffer; contentType: string; name: string; inline?: boolean }) {
    this.content = file.content
    this.contentType = file.contentType
    this.name = file.name
    this.inline = file.inline ?? false
  }
}
