import type { Db } from '#platform/server/database/db.ts'
import type { Services } from './context.ts'

const lagMs = 5_000
const manySessions = 10_000
const writtenAt = new Map<string, number>()

/** Remembers that a session has written, so that it reads from the primary while a replica may lag behind. */
export function rememberWriter(sessionId: string, { config, env }: Services): void {
  if (!config.readDatabaseUrl) return
  const now = env.now().getTime()
  writtenAt.set(sessionId, now)
  if (writtenAt.size > manySessions) for (const [id, at] of writtenAt) if (now - at > lagMs) writtenAt.delete(id)
}

/** The pool that a read of this session goes to. */
export function readPoolFor(sessionId: string | undefined, { config, database, env }: Services): Db {
  if (!config.readDatabaseUrl || !sessionId) return database.read
  return env.now().getTime() - (writtenAt.get(sessionId) ?? 0) < lagMs ? database.primary : database.read
}
