import { randomUUID } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import type { ErrorObject } from 'ajv'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import helmet from 'helmet'
import type { EndpointSpec, LanguageCode } from '#platform/contract/contract.ts'
import { AppError, type ErrorBody, type ErrorCode, errorTable, type FieldError } from '#platform/contract/errors.ts'
import { isStalePlan } from '#platform/server/database/connections.ts'
import { fieldErrorsOf, setSchemaCompilers } from '#platform/server/database/schema.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { logStream } from '#platform/server/runtime/people-lines.ts'
import { repeatedErrors } from '#platform/server/runtime/repeated-errors.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { traceCalls, traceOf } from '#platform/server/tracing/trace-calls.ts'
import { callerLanguage } from './access.ts'
import type { Services } from './context.ts'
import { specOf } from './mount.ts'
import { strictServer } from './odd-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: bigint
  }
}

/** Nothing here needs the reader's camera, place or devices. */
const PERMISSIONS_POLICY = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=()'
/** The pages of a store's link, where a clerk reads the frame number with the camera. */
const WITH_CAMERA = /^\/(?:liike|runkonumero-ja-toimitus)\/[^/]/

/** Bodies: JSON, where an empty one counts as none, and the kinds of files that are sent. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(new AppError('VALIDATION'), undefined)
    }
  })
  app.addContentTypeParser(
    [
      'application/pdf',
      'application/octet-stream',
      'text/csv',
      'application/xml',
      'text/xml',
      'application/zip',
      'application/x-zip-compressed',
      'application/gzip',
      'application/x-gzip',
    ],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
}

/** The id that a proxy in front has given the call, so that both logs name it alike. */
const proxyId = (given: unknown) => (typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : null)

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const milliseconds = Number(process.hrtime.bigint() - request.startedAt) / 1e6
    request.log.info(
      {
        method: request.method,
        path: pathPattern(request),
        status: reply.statusCode,
        ms: Math.round(milliseconds * 10) / 10,
        user: request.who?.user?.userId,
        ...traceOf(request),
      },
      'request',
    )
  })
}

/**
 * The HTTP server with everything that holds for every address: request ids, logs without personal data, security
 * headers, cookies, validation and error bodies.
 */
export async function createHttp({
  config,
  env,
  texts,
}: Pick<Services, 'config' | 'env' | 'texts'>): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: config.logLevel,
      stream: logStream(),
      hooks: repeatedErrors(),
      serializers: {
        req: (request) => ({ method: request.method, path: pathPattern(request as FastifyRequest) }),
        err: failureForLog,
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => (config.trustProxy && proxyId(headers['x-request-id'])) || randomUUID(),
    // One proxy stands in front: only the address that it adds itself is believed, never what the caller sent along.
    trustProxy: config.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: 1_048_576,
    serverFactory: (handler) =>
      strictServer(handler, { requestTimeout: 300_000, keepAliveTimeout: 72_000, bodyTimeout: 30_000 }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
  })
  setSchemaCompilers(app)
  traceCalls(app)
  readBodies(app)
  await app.register(fastifyCookie)
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'] })
  const protective = protectiveHeaders(config)
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = process.hrtime.bigint()
    reply.headers(protective).header('x-request-id', request.id)
    if (WITH_CAMERA.test(request.url))
      reply.header('permissions-policy', PERMISSIONS_POLICY.replace('camera=()', 'camera=(self)'))
    if (!request.url.startsWith('/api/')) return
    reply.header('cache-control', 'no-store').header('x-service-time', env.now().toISOString())
  })
  logAnswers(app)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, texts))
  return app
}

/** What the log keeps of a failure: where it happened, and nothing that somebody typed or that a row holds. */
export function failureForLog(error: unknown): {
  type: string
  message: string
  stack: string
  [key: string]: unknown
} {
  const { name, message, stack, code, table, column, constraint, cause } = error as Error & Record<string, unknown>
  // PostgreSQL puts the value that it could not read into quotes, at the end; the stack repeats the message.
  const plain = String(message).replace(/"[^"]*"$/, '"…"')
  return {
    type: name,
    message: plain,
    stack: String(stack ?? '').replace(String(message), () => plain),
    code,
    table,
    column,
    constraint,
    ...(cause instanceof Error ? { cause: failureForLog(cause) } : {}),
  }
}

/** The route's pattern, never the address itself: tokens and searches stay out of the log. */
function pathPattern(request: FastifyRequest): string {
  return request.routeOptions?.url ?? '(no route)'
}

/**
 * The same in every answer, so made once. They go into the reply's own headers: Node sends those in one pass as long as
 * none has been set on its response beforehand.
 */
function protectiveHeaders(config: Config): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(helmetOptions(config))(request, response, () => undefined)
  return { ...response.getHeaders(), 'permissions-policy': PERMISSIONS_POLICY }
}

function helmetOptions(config: Config) {
  const secure = config.origin.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    xFrameOptions: { action: 'deny' as const },
    crossOriginEmbedderPolicy: false,
  }
}

/** Answers every failure in one shape. What is not one of our refusals is logged and answered as a bare INTERNAL. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, texts: Texts) {
  const known = asAppError(error, specOf(request))
  // Whoever has hung up made no fault of ours.
  const level = request.raw.destroyed && !request.raw.complete ? 'debug' : 'error'
  if (!known || known.status >= 500) request.log[level]({ err: error, code: known?.code }, 'request failed')
  const refusal = known ?? new AppError('INTERNAL')
  if (refusal.extras.retryAfterSeconds) reply.header('retry-after', String(refusal.extras.retryAfterSeconds))
  const body: ErrorBody = {
    code: refusal.code,
    message: messageOf(refusal, specOf(request)),
    requestId: request.id,
    ...(refusal.extras.fields ? { fields: refusal.extras.fields.map(inLanguage(callerLanguage(request), texts)) } : {}),
    ...(refusal.extras.details === undefined ? {} : { details: refusal.extras.details }),
    ...refusal.extras.body,
  }
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body)
}

/** A feature's own sentence, which a field error names by its key, in a language. */
const inLanguage = (language: LanguageCode, texts: Texts) => (field: FieldError) =>
  field.message.includes(':fieldErrors.') ? { ...field, message: texts.t(language, field.message) } : field

/** Codes that say no more than their status does; a call may have a sentence of its own for them. */
const generalCodes: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'INTERNAL'])

const messageOf = ({ code }: AppError, spec: EndpointSpec | undefined) =>
  generalCodes.has(code) && spec?.failure ? spec.failure : errorTable[code][1]

const codeOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'CONTENT_TYPE_NOT_SUPPORTED',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION',
}

/** PostgreSQL's errors that mean "not now" rather than "wrong": collisions, waiting, shutting down, no room, no line. */
const transientStates = new Set(
  '40001 40P01 55P03 57014 57P01 57P02 57P03 57P05 25P03 53000 53100 53200 53300'.split(' '),
)
/** The class of a lost or refused connection, a pooler's "no server now" (08P01) among them. */
const isConnectionState = (code: unknown) => /^08[0-9A-Z]{3}$/.test(String(code))
/** A socket's errors; without a file's, since a missing file does not come back by waiting. */
const transientSocketErrors = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)

/** A file store that is full, read only, not there or out of order; whoever looks after it can mend that. */
const transientFileErrors = new Set('ENOSPC EDQUOT EROFS EIO ENOTDIR EACCES EPERM EMFILE ENFILE ESTALE'.split(' '))

/**
 * PostgreSQL's words for a value that fits the schema and that it still cannot keep: a NUL, half a surrogate pair, a day
 * in the year 0 or past the year 9999, a number too large.
 */
const unstorable = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])

/** The driver's words for a connection that was lost, that nobody gave in time, or that answers nothing. */
const connectionFailures =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout/

function isPassing(error: FastifyError & { syscall?: string }): boolean {
  const { code, message, syscall } = error
  return (
    transientStates.has(code) ||
    // A migration has changed a table under a node that runs on: its next connection plans anew.
    isStalePlan(error) ||
    isConnectionState(code) ||
    transientSocketErrors.has(code) ||
    (transientFileErrors.has(code) && syscall !== undefined) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    connectionFailures.test(message ?? '')
  )
}

function asAppError(error: unknown, spec: EndpointSpec | undefined): AppError | null {
  if (error instanceof AppError)
    return error.code === 'VALIDATION' && spec?.invalidBody && !error.extras.fields
      ? new AppError(spec.invalidBody)
      : error
  const found = error as FastifyError & {
    validation?: ErrorObject[]
    validationContext?: string
    spec?: EndpointSpec
    syscall?: string
  }
  if (found.validation) {
    const code = found.validationContext === 'body' ? (spec?.invalidBody ?? 'VALIDATION') : 'VALIDATION'
    // An id that cannot exist is a row that does not exist.
    if (found.validationContext === 'params') return new AppError('NOT_FOUND')
    return new AppError(code, { fields: fieldErrorsOf(found.validation) })
  }
  const mapped = codeOfFastify[found.code]
  if (mapped) return new AppError(mapped)
  if (unstorable.has(found.code)) return new AppError('VALIDATION', { cause: error })
  if (isPassing(found)) return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2, cause: error })
  return null
}
