import type { FastifyRequest } from 'fastify'
import type { EndpointSpec, LanguageCode } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pageUserHeader } from '#platform/contract/page-user.ts'
import {
  asWriter,
  type Scope,
  type SignedIn,
  scopeOf,
  scopeOfAll,
  scopeOfOwn,
} from '#platform/server/database/scope.ts'
import { spokenLanguage } from '#platform/values/spoken-language.ts'
import type { Services, Ticket } from './context.ts'
import type { Admission } from './door/admission.ts'
import { addressBucket, type GeneralLimit } from './limits.ts'
import { closedForMaintenance, operatorPermission } from './maintenance.ts'
import { isForeignOrigin } from './origin.ts'
import { accessCookie, type FindSession, findSession, refreshCookie, ticketCookie } from './session.ts'
import { findTicket } from './tickets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    who: Caller
  }
}

export interface Caller {
  readonly user: SignedIn | null
  readonly ticket: Ticket | null
  /** Taken before anything was read. */
  readonly admittedAt: Date
  /** What a handler made by `besideSession` has asked for. */
  readonly beside: unknown
}

export interface AccessOptions {
  readonly services: Services
  readonly generalLimit: GeneralLimit
  readonly admission: Pick<Admission, 'enterAs'>
  /** Switches one guard off, so that the tests can show that they would notice. */
  readonly without?: 'permission' | 'scope' | 'origin' | 'deactivated' | 'page-user'
}

/** The language of an account; without one, that of the page that calls. */
export function callerLanguage({ who, headers }: FastifyRequest): LanguageCode {
  // A call that failed before it was admitted has nobody yet.
  const { user } = (who as Caller | undefined) ?? {}
  return user?.language ?? spokenLanguage(headers.cookie ?? '')
}

type Access = EndpointSpec['access']

export const isUnsafe = (method: string) => method !== 'GET' && method !== 'HEAD'
const takesTicket = (access: Access) => access === 'ticket' || access === 'ticket-or-session'
const isPermission = (access: Access): access is Extract<Access, `${string}:${string}`> =>
  typeof access === 'string' && access.includes(':')

/** Before the body is read: maintenance, origin, who, deactivated, their company's share, general limit, the page's user, permission. */
export async function admit(
  request: FastifyRequest,
  spec: EndpointSpec,
  options: AccessOptions,
  find: FindSession = findSession,
) {
  const { services, without } = options
  const now = services.env.now()
  const unsafe = isUnsafe(request.method)
  const closed = spec.duringMaintenance !== true && (await services.isMaintenance())
  if (closed && spec.duringMaintenance !== 'for-operators') throw closedForMaintenance()
  const given = credentialsOf(request, spec)
  if (unsafe && without !== 'origin' && isForeignOrigin(request.headers, services.config.origin, given.byCookie))
    throw new AppError('ORIGIN_NOT_ALLOWED')
  const { who: found, expired } = await findCaller(given, spec, services, { now, find })
  const who = unsafe && found.user ? { ...found, user: asWriter(found.user) } : found
  request.who = who
  // A socket that has been reset has no address any more.
  const address = addressBucket(request.ip ?? '')
  const refusal = refusalOf(who, spec, { expired: expired || given.refreshOnly, without })
  // A session that has ended comes back by a refresh; behind one address many may end at a time.
  if (refusal) options.generalLimit(`401 ${address}`, refusal === 'UNAUTHENTICATED' ? 'read' : 'light', now)
  if (refusal) throw new AppError(refusal)
  const { user } = who
  options.admission.enterAs(request, user)
  options.generalLimit(user?.userId ?? address, spec.light ? 'light' : unsafe ? 'write' : 'read', now)
  if (unsafe && without !== 'page-user' && isPageOfAnother(request, user)) throw new AppError('PAGE_OF_ANOTHER_USER')
  if (closed && user && spec.access !== 'public' && !user.permissions.has(operatorPermission))
    throw closedForMaintenance()
  if (user && isPermission(spec.access) && without !== 'permission' && !user.permissions.has(spec.access))
    throw new AppError('FORBIDDEN')
}

/**
 * Whether the page that writes was drawn for somebody else than the session's user: the cookie changes under every tab of
 * a browser when somebody signs in in one of them. A caller that names nobody, as programs do, is the session's own.
 */
function isPageOfAnother({ headers }: FastifyRequest, user: SignedIn | null): boolean {
  const drawnFor = headers[pageUserHeader]
  return Boolean(drawnFor) && user !== null && drawnFor !== user.userId
}

interface Credentials {
  readonly token: string | undefined
  readonly ticket: string | undefined
  /** True when a cookie, which a browser sends by itself, is the credential. */
  readonly byCookie: boolean
  /** The access cookie has gone and a refresh may bring a new one. */
  readonly refreshOnly: boolean
}

function credentialsOf({ headers, cookies }: FastifyRequest, spec: EndpointSpec): Credentials {
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  const cookie = cookies[accessCookie]
  const ticket = takesTicket(spec.access) ? cookies[ticketCookie] : undefined
  return {
    token: bearer ?? cookie,
    ticket,
    byCookie: !bearer && Boolean(cookie || ticket),
    refreshOnly: !cookie && Boolean(cookies[refreshCookie]),
  }
}

async function findCaller(
  given: Credentials,
  spec: EndpointSpec,
  { database, roles }: Services,
  { now, find }: { now: Date; find: FindSession },
): Promise<{ who: Caller; expired: boolean }> {
  const found = given.token ? await find(database.primaryRow, roles, given.token, now) : null
  const ticket = given.ticket ? await findTicket(database.primaryRow, given.ticket, now) : null
  // A ticket speaks for its own user alone, whoever else is signed in in the same browser.
  const yields = spec.access === 'ticket-or-session' && ticket !== null
  const signedIn = found?.kind === 'signed-in' && !yields ? found : null
  return {
    who: { user: signedIn?.user ?? null, ticket, admittedAt: now, beside: signedIn?.beside },
    expired: found?.kind === 'expired',
  }
}

/** Why a caller is not let in; null lets them on. */
function refusalOf(
  { user, ticket }: Caller,
  { access, whileDeactivated }: EndpointSpec,
  { expired, without }: { expired: boolean; without: AccessOptions['without'] },
): 'UNAUTHENTICATED' | 'SESSION_EXPIRED' | 'USER_DEACTIVATED' | null {
  if (access === 'public' || typeof access === 'object') return null
  if (access === 'ticket' || (access === 'ticket-or-session' && ticket)) return ticket ? null : 'UNAUTHENTICATED'
  if (!user) return expired ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED'
  return user.deactivated && !whileDeactivated && without !== 'deactivated' ? 'USER_DEACTIVATED' : null
}

/** The rows that the endpoint's permission reaches; without a permission the caller's own. */
export function endpointScope(user: SignedIn | null, spec: EndpointSpec, without: AccessOptions['without']): Scope {
  if (without === 'scope') return scopeOfAll
  if (!user) return { all: false, companyIds: [], ownerId: null }
  return isPermission(spec.access) ? scopeOf(user, spec.access) : scopeOfOwn(user.userId)
}
