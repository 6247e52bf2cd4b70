import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { accessCookie, refreshCookie, signedInCookie, ticketCookie } from '#platform/server/http/session.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { newToken } from '#platform/server/runtime/secrets.ts'
import { rememberDevice } from './known-device.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const accessMs = 15 * minuteMs
const refreshMs = 7 * dayMs
/** However often it is renewed, a session ends here. */
const sessionMs = 30 * dayMs
/** Specification §9: both cookies live 7 days; the tokens inside end by the server's own clock. */
const cookieSeconds = 604_800

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
}

/** Writes a new pair of a session; only the hashes are kept. */
export async function insertTokenPair(
  db: Db,
  env: Env,
  session: { id: string; absoluteEndAt: Date },
): Promise<TokenPair> {
  const access = newToken(env)
  const refresh = newToken(env)
  const now = env.now()
  const until = (ms: number) => new Date(Math.min(now.getTime() + ms, session.absoluteEndAt.getTime()))
  await db
    .insertInto('session_tokens')
    .values([
      { hash: access.hash, session_id: session.id, kind: 'ACCESS', expires_at: until(accessMs), created_at: now },
      { hash: refresh.hash, session_id: session.id, kind: 'REFRESH', expires_at: until(refreshMs), created_at: now },
    ])
    .execute()
  return { accessToken: access.token, refreshToken: refresh.token }
}

type CookieContext = Pick<BaseContext, 'setCookie' | 'clearCookie'>

export function setSessionCookies(context: CookieContext, pair: TokenPair) {
  context.setCookie(accessCookie, pair.accessToken, { maxAge: cookieSeconds })
  context.setCookie(refreshCookie, pair.refreshToken, { maxAge: cookieSeconds })
  context.setCookie(signedInCookie, '1', { maxAge: cookieSeconds, httpOnly: false })
}

export function clearSessionCookies(context: CookieContext) {
  for (const name of [accessCookie, refreshCookie, signedInCookie, ticketCookie]) context.clearCookie(name)
}

/**
 * Opens a session for a user and sets its cookies; a session that this browser had before ends.
 * @param how what proved who it is; kept with the session
 */
export async function createSession(
  db: Db,
  context: BaseContext & { readonly user?: { readonly sessionId: string } | null },
  userId: string,
  how: 'PASSWORD' | 'SMS' | 'TOTP' | 'LINK',
): Promise<TokenPair> {
  const { env } = context
  const now = env.now()
  const session = { id: env.id(), absoluteEndAt: new Date(now.getTime() + sessionMs) }
  if (context.user) await endSession(db, context.user.sessionId, 'SIGNED_OUT', now)
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: userId,
      csrf_token: env.random(32).toString('base64url'),
      absolute_end_at: session.absoluteEndAt,
      signed_in_with: how,
      authenticated_at: now,
      created_at: now,
    })
    .execute()
  await db.updateTable('users').set({ last_signed_in_at: now }).where('id', '=', userId).execute()
  const pair = await insertTokenPair(db, env, session)
  setSessionCookies(context, pair)
  rememberDevice(context, userId)
  context.clearCookie(ticketCookie)
  return pair
}

export async function endSession(db: Db, sessionId: string, reason: 'SIGNED_OUT' | 'REUSE', now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}
