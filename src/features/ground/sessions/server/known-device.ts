import type { BaseContext } from '#platform/server/http/context.ts'
import { newToken, sameHash } from '#platform/server/runtime/secrets.ts'

const deviceCookie = 'device'
const yearSeconds = 31_536_000

const markOf = (context: Pick<BaseContext, 'vault'>, userId: string, id: string) =>
  context.vault.keyedHash('known-device', `${userId}:${id}`)

/**
 * The id of this browser when the user has signed in with it before, or null. Its wrong passwords are counted apart, so
 * that a stranger who guesses cannot keep the user out.
 */
export function knownDeviceOf(context: Pick<BaseContext, 'vault' | 'cookies'>, userId: string): string | null {
  const [id, mark] = (context.cookies[deviceCookie] ?? '').split('.')
  if (!id || !mark || id.length > 100) return null
  return sameHash(Buffer.from(mark, 'base64url'), markOf(context, userId, id)) ? id : null
}

/** Remembers this browser for a year. */
export function rememberDevice(context: BaseContext, userId: string): void {
  const id = knownDeviceOf(context, userId) ?? newToken(context.env).token
  context.setCookie(deviceCookie, `${id}.${markOf(context, userId, id).toString('base64url')}`, { maxAge: yearSeconds })
}
