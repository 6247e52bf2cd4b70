import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { Database, Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { type AccessOptions, callerLanguage, endpointScope } from './access.ts'
import type { BaseContext, Context, Handler } from './context.ts'
import { findLinkToken, type LinkToken, type LinkTokenFound } from './link-tokens.ts'

/** One call of an endpoint, past all checks that need no transaction. */
export interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly spec: EndpointSpec
  readonly handler: Handler<EndpointSpec>
  readonly options: AccessOptions
}

interface Runners {
  readonly db: Db
  readonly read: Db
  readonly database: Database
  readonly token: LinkToken | null
  readonly afterCommit: BaseContext['afterCommit']
}

export function runHandler(call: Call, runners: Runners) {
  const { params, query, body } = call.request
  return call.handler({ params: params as never, query: query as never, body: body as never }, contextOf(call, runners))
}

/** @throws NOT_FOUND for a link that nobody has made */
export async function linkOf({ request, spec, options }: Call, db: Db): Promise<LinkTokenFound | null> {
  if (typeof spec.access !== 'object') return null
  const { token } = request.params as { token: string }
  return findLinkToken(db, spec.access.token, token, options.services.env.now())
}

function contextOf(call: Call, runners: Runners): Context<EndpointSpec> {
  const { request, reply, spec, options } = call
  const { user, ticket, admittedAt, beside } = request.who
  const { services } = options
  const secure = services.config.origin.startsWith('https:')
  const cookieDefaults = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    ...services,
    ...runners,
    wakeOutbox: () => runners.afterCommit(services.wakeOutbox),
    wakeDocuments: () => runners.afterCommit(services.wakeDocuments),
    user: user as SignedIn,
    token: runners.token as never,
    ticket: ticket as never,
    requestId: request.id,
    admittedAt,
    beside,
    clientAddress: request.ip,
    language: callerLanguage(request),
    scope: endpointScope(user, spec, options.without),
    cookies: request.cookies,
    secure,
    setCookie: (name, value, cookie) => void reply.setCookie(name, value, { ...cookieDefaults, ...cookie }),
    clearCookie: (name) => void reply.clearCookie(name, cookieDefaults),
  }
}
