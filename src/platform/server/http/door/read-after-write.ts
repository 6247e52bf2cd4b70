import type { EndpointSpec } from '#platform/contract/contract.ts'
import { mayLag } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Call } from '../call.ts'
import type { Services } from '../context.ts'

/** A replica that is read from has a write within a second, and its probes are a second old at most. */
const COOKIE_SECONDS = 5
export const WRITTEN_COOKIE = 'written'

/** What the cookie means: sealed, since how much is written here is nobody's business, and nobody can make one up. */
const PREFIX = 'written:'

/**
 * Gives the caller the place in the log that has what was just written, so that lists come from a replica only once it
 * has that too, on whichever node they are asked for.
 */
export async function rememberWrite({ reply, options, request }: Call): Promise<void> {
  const { database, vault, config, env } = options.services
  // The write has been committed: whoever cannot be told is answered all the same.
  const lsn = await database.written().catch((error: unknown) => {
    request.log.warn({ err: error }, 'a write could not be placed in the log')
    return null
  })
  if (lsn === null) return
  const { user } = request.who
  if (user) keep(user.sessionId, lsn, env.now().getTime())
  reply.setCookie(WRITTEN_COOKIE, vault.seal(`${PREFIX}${lsn}`), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.origin.startsWith('https:'),
    maxAge: COOKIE_SECONDS,
  })
}

/** @returns null where the caller has not written, or brings what is none of ours */
function writtenBy({ request, options }: Pick<Call, 'request' | 'options'>): bigint | null {
  const sealed = request.cookies[WRITTEN_COOKIE]
  if (!sealed) return null
  try {
    const text = options.services.vault.open(sealed)
    return text.startsWith(PREFIX) ? BigInt(text.slice(PREFIX.length)) : null
  } catch {
    return null
  }
}

/** Programs keep no cookies: a node remembers for a while what each session has written by it. */
const written = new Map<string, { readonly lsn: bigint; readonly at: number }>()
const MANY_SESSIONS = 10_000
const COOKIE_MS = COOKIE_SECONDS * 1_000

function keep(sessionId: string, lsn: bigint, now: number): void {
  written.set(sessionId, { lsn, at: now })
  if (written.size > MANY_SESSIONS) for (const [id, { at }] of written) if (now - at > COOKIE_MS) written.delete(id)
}

function writtenHere({ request, options }: Pick<Call, 'request' | 'options'>): bigint | null {
  const kept = written.get(request.who.user?.sessionId ?? '')
  return kept && options.services.env.now().getTime() - kept.at < COOKIE_MS ? kept.lsn : null
}

/** The handle for a reading call: the primary for a single row, with a list's patience for sums and files, perhaps a replica for a list. */
export function readHandleFor(call: Pick<Call, 'request' | 'options' | 'spec'>): Db {
  const { database, config }: Services = call.options.services
  if (call.spec.sums || (call.spec.file && !mayLag(call.spec as EndpointSpec))) return database.freshLists
  if (!mayLag(call.spec as EndpointSpec)) return database.read
  const past = config.readDatabaseUrl ? (writtenBy(call) ?? writtenHere(call)) : null
  return past === null ? database.lists : database.listsPast(past)
}
