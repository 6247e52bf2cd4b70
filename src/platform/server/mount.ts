import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Contract, type EndpointSpec, Shape, T } from '../contract.ts'
import { AppError, type ErrorCode, errorTable } from '../errors.ts'
import { Answer, type Context, FileAnswer, type Handler, type Handlers, type Services, type Ticket } from './context.ts'
import type { Db, Transaction } from './db.ts'
import { claimKey, keepAnswer } from './idempotency.ts'
import { countAttempt } from './limits.ts'
import { type LinkToken, requireLinkToken } from './link-tokens.ts'
import { closedForMaintenance, operatorPermission } from './maintenance.ts'
import { isForeignOrigin } from './origin.ts'
import { contentDisposition } from './safe-file-name.ts'
import { type Scope, type SignedIn, scopeOf } from './scope.ts'
import { accessCookie, findSession, ticketCookie } from './session.ts'
import { findTicket } from './tickets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    who: Caller
    startedAt: bigint
  }
}

interface Caller {
  user: SignedIn | null
  ticket: Ticket | null
  /** True when a cookie, which a browser sends by itself, is the credential. */
  byCookie: boolean
}

export interface MountOptions {
  readonly services: Services
  readonly generalLimit: (key: string, unsafe: boolean, now: Date) => void
  /** Switches one guard off, so that the tests can show that they would notice. */
  readonly without?: 'permission' | 'scope' | 'origin' | 'deactivated'
}

const ErrorShape = Shape({
  code: T.String(),
  message: T.String(),
  requestId: T.String(),
  fields: T.Optional(T.Array(Shape({ path: T.String(), code: T.String(), message: T.String() }))),
  details: T.Optional(T.Any()),
  requiresPhoneNumber: T.Optional(T.Boolean()),
  userId: T.Optional(T.String()),
})

/** Registers every endpoint of a contract with the same checks in the same order (ARCHITECTURE.md, a request's way). */
export function mount<C extends Contract>(
  app: FastifyInstance,
  feature: string,
  contract: C,
  handlers: Handlers<C>,
  options: MountOptions,
) {
  for (const [name, spec] of Object.entries(contract)) {
    const handler = handlers[name] as unknown as Handler<EndpointSpec>
    app.route({
      method: spec.method,
      url: spec.path,
      schema: schemaOf(feature, name, spec),
      config: { spec } as object,
      ...(spec.upload ? { bodyLimit: spec.upload.maxBytes } : {}),
      attachValidation: true,
      onRequest: (request) => admit(request, spec, options),
      preHandler: (request) => checkInput(request, spec, options.services),
      handler: (request, reply) => answer(request, reply, spec, handler, options),
    })
  }
}

export const specOf = (request: FastifyRequest) =>
  (request.routeOptions.config as { spec?: EndpointSpec } | undefined)?.spec

function schemaOf(feature: string, name: string, spec: EndpointSpec) {
  const errors = statusesOf(spec)
  return {
    summary: spec.summary,
    operationId: `${feature}.${name}`,
    tags: [feature],
    ...(spec.params ? { params: spec.params } : spec.path.includes(':') ? {} : {}),
    querystring: spec.query ?? Shape({}),
    ...(spec.body ? { body: spec.body } : {}),
    response: {
      ...(spec.file ? {} : spec.replies),
      ...Object.fromEntries(errors.map((status) => [status, ErrorShape])),
    },
    'x-access': spec.access,
    ...(spec.upload ? { 'x-upload': spec.upload } : {}),
    ...(spec.file ? { 'x-file': true } : {}),
    'x-errors': spec.errors ?? [],
  }
}

function statusesOf(spec: EndpointSpec): number[] {
  const codes: ErrorCode[] = [
    'VALIDATION',
    ...(spec.access === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(spec.errors ?? []),
  ]
  return [...new Set([...codes.map((code) => errorTable[code][0]), 429, 500, 503])].sort()
}

const isUnsafe = (method: string) => method !== 'GET' && method !== 'HEAD'

/** Before the body is read: maintenance, origin, who, deactivated, general limit, permission. */
async function admit(request: FastifyRequest, spec: EndpointSpec, options: MountOptions) {
  const { services } = options
  const now = services.env.now()
  const closed = spec.duringMaintenance !== true && (await services.isMaintenance())
  if (closed && spec.duringMaintenance !== 'for-operators') throw closedForMaintenance()
  request.who = { user: null, ticket: null, byCookie: false }
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  const cookie = request.cookies[accessCookie]
  const ticketToken = request.cookies[ticketCookie]
  request.who.byCookie = !bearer && Boolean(cookie || (takesTicket(spec.access) && ticketToken))
  if (
    isUnsafe(request.method) &&
    options.without !== 'origin' &&
    isForeignOrigin(request.headers, services.config.origin, request.who.byCookie)
  )
    throw new AppError('ORIGIN_NOT_ALLOWED')
  const token = bearer ?? cookie
  let expired = false
  if (token) {
    const found = await findSession(services.database.primary, token, now)
    if (found.kind === 'signed-in') request.who.user = found.user
    else expired = found.kind === 'expired'
  }
  let user = request.who.user
  if (takesTicket(spec.access) && ticketToken)
    request.who.ticket = await findTicket(services.database.primary, ticketToken, now)
  if (spec.access === 'ticket') {
    if (!request.who.ticket) throw new AppError('UNAUTHENTICATED')
  } else if (spec.access === 'ticket-or-session' && request.who.ticket) {
    // A ticket speaks for its own user alone, whoever else is signed in in the same browser.
    request.who.user = null
    user = null
  } else if (spec.access !== 'public' && typeof spec.access === 'string') {
    if (!user)
      throw new AppError(expired || (!cookie && request.cookies.refreshToken) ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED')
    if (user.deactivated && !spec.whileDeactivated && options.without !== 'deactivated')
      throw new AppError('USER_DEACTIVATED')
  }
  options.generalLimit(user?.userId ?? request.ip, isUnsafe(request.method), now)
  if (closed && user && spec.access !== 'public' && !user.permissions.has(operatorPermission))
    throw closedForMaintenance()
  if (user && isPermission(spec.access) && options.without !== 'permission' && !user.permissions.has(spec.access))
    throw new AppError('FORBIDDEN')
}

const takesTicket = (access: EndpointSpec['access']) => access === 'ticket' || access === 'ticket-or-session'

function isPermission(
  access: EndpointSpec['access'],
): access is Extract<EndpointSpec['access'], `${string}:${string}`> {
  return typeof access === 'string' && access.includes(':')
}

/** After the body is read: its kind, its schema, the limits that look at a field. */
async function checkInput(request: FastifyRequest, spec: EndpointSpec, services: Services) {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (request.body !== undefined && request.body !== null) {
    const accepted = spec.upload ? spec.upload.contentTypes : ['application/json']
    if (!accepted.includes(type)) throw new AppError('CONTENT_TYPE_NOT_SUPPORTED')
  }
  if (request.validationError) throw Object.assign(request.validationError, { spec })
  if (!spec.body && !spec.upload && request.body && Object.keys(request.body).length > 0)
    throw new AppError('VALIDATION', {
      fields: Object.keys(request.body).map((path) => ({ path, code: 'UNKNOWN_FIELD', message: 'is not known' })),
    })
  if (spec.limit) {
    const { action, by } = spec.limit
    const value = by ? (request.body as Record<string, unknown> | undefined)?.[by] : undefined
    await countAttempt(
      services.database.primary,
      action,
      { identifier: typeof value === 'string' ? value : undefined, address: request.ip },
      services.env.now(),
    )
  }
}

const retryable = new Set(['40001', '40P01'])

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  spec: EndpointSpec,
  handler: Handler<EndpointSpec>,
  options: MountOptions,
) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answerOnce(request, reply, spec, handler, options)
    } catch (error) {
      // Two transactions met head-on and PostgreSQL ended one of them whole: it runs again.
      if (attempt >= 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  spec: EndpointSpec,
  handler: Handler<EndpointSpec>,
  options: MountOptions,
) {
  const { services } = options
  const unsafe = isUnsafe(request.method)
  const transaction = unsafe ? services.database.begin() : null
  const afterCommit: (() => void | Promise<void>)[] = []
  const readDb = readPoolFor(request.who.user?.sessionId, services)
  try {
    const db = transaction?.db ?? readDb
    // Outside the transaction, which a handler may want to begin only after slow work or a statement of its own.
    const token = await tokenOf(request, spec, unsafe ? services.database.primary : db, services)
    const context = contextOf(request, reply, spec, options, { db, readDb, token, afterCommit })
    const key = idempotencyKeyOf(request, spec, token)
    if (transaction && key) {
      const stored = await claimKey(db, key.owner, key.key, services.vault.keyedHash('request', requestText(request)))
      if (stored) {
        await transaction.rollback()
        return reply
          .code(stored.status)
          .header('content-type', stored.contentType)
          .header('idempotent-replayed', 'true')
          .serializer((text: string) => text)
          .send(stored.body)
      }
    }
    const result = await handler(
      { params: request.params as never, query: request.query as never, body: request.body as never },
      context,
    )
    if (result instanceof FileAnswer) {
      await transaction?.commit()
      return sendFile(reply, result)
    }
    const { status, body, etag } =
      result instanceof Answer ? result : { status: Number(Object.keys(spec.replies)[0]), body: result, etag: null }
    if (etag) reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (etag && request.headers['if-none-match']?.includes(etag)) {
      await commit(transaction, afterCommit, request, services)
      return reply.code(304).send()
    }
    const text = reply.code(status).serializeInput(body ?? null, String(status))
    if (transaction && key)
      await keepAnswer(db, key.owner, key.key, {
        status,
        body: String(text),
        contentType: 'application/json; charset=utf-8',
      })
    await commit(transaction, afterCommit, request, services)
    return reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .serializer((value: string) => value)
      .send(text)
  } catch (error) {
    await transaction?.rollback()
    throw error
  }
}

async function commit(
  transaction: Transaction | null,
  afterCommit: (() => void | Promise<void>)[],
  request: FastifyRequest,
  services: Services,
) {
  if (!transaction) return
  await transaction.commit()
  if (request.who.user) recentWriters.set(request.who.user.sessionId, services.env.now().getTime())
  for (const work of afterCommit) {
    try {
      await work()
    } catch (error) {
      request.log.error({ err: error }, 'work after a commit failed')
    }
  }
}

// Whoever has just written reads from the primary for a few seconds, because a replica may lag behind.
const recentWriters = new Map<string, number>()

function readPoolFor(sessionId: string | undefined, services: Services): Db {
  if (!services.config.readDatabaseUrl || !sessionId) return services.database.read
  const now = services.env.now().getTime()
  if (recentWriters.size > 10_000) for (const [id, at] of recentWriters) if (now - at > 5_000) recentWriters.delete(id)
  return now - (recentWriters.get(sessionId) ?? 0) < 5_000 ? services.database.primary : services.database.read
}

async function tokenOf(
  request: FastifyRequest,
  spec: EndpointSpec,
  db: Db,
  services: Services,
): Promise<LinkToken | null> {
  if (typeof spec.access !== 'object') return null
  const { token } = request.params as { token: string }
  return requireLinkToken(db, spec.access.token, token, services.env.now())
}

interface CallParts {
  readonly db: Db
  readonly readDb: Db
  readonly token: LinkToken | null
  readonly afterCommit: (() => void | Promise<void>)[]
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  spec: EndpointSpec,
  options: MountOptions,
  parts: CallParts,
): Context<EndpointSpec> {
  const { user, ticket } = request.who
  const cookieLanguage = request.cookies.language
  const language =
    cookieLanguage === 'en' || cookieLanguage === 'sv' || cookieLanguage === 'fi' ? cookieLanguage : undefined
  const secure = options.services.config.origin.startsWith('https:')
  return {
    ...options.services,
    db: parts.db,
    read: parts.readDb,
    user: user as SignedIn,
    token: parts.token as never,
    ticket: ticket as never,
    requestId: request.id,
    clientAddress: request.ip,
    language: user?.language ?? language ?? 'fi',
    scope: options.without === 'scope' ? { all: true, companyIds: [], ownerId: null } : endpointScope(user, spec),
    cookies: request.cookies,
    ifNoneMatch: request.headers['if-none-match'],
    secure,
    setCookie: (name, value, cookie) =>
      void reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'strict', secure, ...cookie }),
    clearCookie: (name) => void reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'strict', secure }),
    afterCommit: (work) => void parts.afterCommit.push(work),
  }
}

function endpointScope(user: SignedIn | null, spec: EndpointSpec): Scope {
  if (!user) return { all: false, companyIds: [], ownerId: null }
  return isPermission(spec.access) ? scopeOf(user, spec.access) : { all: false, companyIds: [], ownerId: user.userId }
}

function idempotencyKeyOf(request: FastifyRequest, spec: EndpointSpec, token: LinkToken | null) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || spec.neverStored) return null
  if (key.length > 200)
    throw new AppError('VALIDATION', {
      fields: [{ path: 'Idempotency-Key', code: 'TOO_LONG', message: 'is too long' }],
    })
  const { user, ticket } = request.who
  return {
    key,
    owner: user ? `user:${user.userId}` : token ? `token:${token.id}` : ticket ? `ticket:${ticket.id}` : 'visitor',
  }
}

function requestText(request: FastifyRequest): string {
  const body = Buffer.isBuffer(request.body) ? request.body.toString('base64') : JSON.stringify(request.body ?? null)
  return `${request.method} ${request.url}\n${body}`
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  return reply
    .header('content-type', file.contentType)
    .header('content-disposition', contentDisposition(file.name, file.inline))
    .send(file.content)
}
