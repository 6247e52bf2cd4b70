import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent } from '#platform/server/events/events.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { refreshCookie } from '#platform/server/http/session.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { accountById } from './accounts.ts'
import {
  clearSessionCookies,
  endSession,
  insertTokenPair,
  setSessionCookies,
  type TokenPair,
} from './session-tokens.ts'
import { requireOpenFor } from './sign-in.ts'

/** A reply may get lost and tabs may ask at once: the token just replaced still gives its successor for this long. */
const overlapMs = 10_000

type Rotation = { readonly pair: TokenPair } | { readonly refused: 'UNKNOWN' | 'REUSED' }

async function lockToken(db: Db, token: string) {
  const found = await db
    .selectFrom('session_tokens')
    .select('session_id')
    .where('hash', '=', sha256(token))
    .where('kind', '=', 'REFRESH')
    .executeTakeFirst()
  if (!found) return null
  // The session row is the lock: parallel refreshes of one family pass one after the other.
  const session = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.revoked_at', 's.absolute_end_at', 'u.deactivated_at'])
    .where('s.id', '=', found.session_id)
    .forUpdate('s')
    .executeTakeFirstOrThrow()
  const row = await db.selectFrom('session_tokens').selectAll().where('hash', '=', sha256(token)).executeTakeFirst()
  return row ? { session, row } : null
}

async function rotate(db: Db, context: BaseContext, token: string, closed: boolean): Promise<Rotation> {
  const { env, vault } = context
  const now = env.now()
  const found = await lockToken(db, token)
  if (!found) return { refused: 'UNKNOWN' }
  const { session, row } = found
  if (closed) await requireOpenFor(context, (await accountById(db, session.user_id)) ?? { isOperator: false })
  if (session.revoked_at || session.deactivated_at || session.absolute_end_at <= now || row.expires_at <= now)
    return { refused: 'UNKNOWN' }
  if (row.replaced_at) {
    // Only the token just replaced still holds its successor; an older one, or a late one, is in the wrong hands.
    const isRecent = now.getTime() - row.replaced_at.getTime() <= overlapMs
    if (isRecent && row.successor_sealed) return { pair: JSON.parse(vault.open(row.successor_sealed)) as TokenPair }
    await endSession(db, session.id, 'REUSE', now)
    await logEvent(db, env, { kind: 'SYSTEM', userId: session.user_id }, 'SESSION_REUSE_DETECTED', {
      subject: { type: 'person', id: session.user_id },
      shared: false,
      data: { sessionId: session.id },
    })
    return { refused: 'REUSED' }
  }
  // What the old refresh token stood beside opens nothing from now on; a tab that still holds it asks for the new one.
  await db
    .updateTable('session_tokens')
    .set({ expires_at: now })
    .where('session_id', '=', session.id)
    .where('kind', '=', 'ACCESS')
    .where('expires_at', '>', now)
    .execute()
  const pair = await insertTokenPair(db, env, { id: session.id, absoluteEndAt: session.absolute_end_at })
  await db
    .updateTable('session_tokens')
    .set({ successor_sealed: null })
    .where('session_id', '=', session.id)
    .where('successor_sealed', 'is not', null)
    .execute()
  await db
    .updateTable('session_tokens')
    .set({ replaced_at: now, successor_sealed: vault.seal(JSON.stringify(pair)) })
    .where('hash', '=', row.hash)
    .execute()
  await db.deleteFrom('session_tokens').where('session_id', '=', session.id).where('expires_at', '<', now).execute()
  return { pair }
}

/**
 * Renews the session of the refresh cookie. A token that was used before ends the whole session, which has to outlast
 * the refusal, so the work has a transaction of its own.
 * @throws UNAUTHENTICATED for an unknown, ended or reused token, MAINTENANCE for whoever may not open a closed service
 */
export async function refreshTokens(context: BaseContext): Promise<TokenPair> {
  const token = context.cookies[refreshCookie]
  if (!token) throw new AppError('UNAUTHENTICATED')
  const closed = await context.isMaintenance()
  const rotation = await context.database.transaction((db) => rotate(db, context, token, closed))
  if ('refused' in rotation) {
    clearSessionCookies(context)
    throw new AppError('UNAUTHENTICATED')
  }
  setSessionCookies(context, rotation.pair)
  return rotation.pair
}
