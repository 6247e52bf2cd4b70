import type { EndpointSpec } from '#platform/contract/contract.ts'
import { mayLag } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from './context.ts'

const lagMs = 5_000
const manySessions = 10_000
const writtenAt = new Map<string, number>()

/** Remembers that a session has written, so that its lists come from the primary while a replica may lag behind. */
export function rememberWriter(sessionId: string, { config, env }: Services): void {
  if (!config.readDatabaseUrl) return
  const now = env.now().getTime()
  writtenAt.set(sessionId, now)
  if (writtenAt.size > manySessions) for (const [id, at] of writtenAt) if (now - at > lagMs) writtenAt.delete(id)
}

/** The handle for a reading call: the primary for a single row, perhaps a replica for a list. */
export function readHandleFor(spec: EndpointSpec, sessionId: string | undefined, services: Services): Db {
  const { config, database, env } = services
  if (!mayLag(spec)) return database.read
  if (!config.readDatabaseUrl) return database.lists
  const wrote = sessionId !== undefined && env.now().getTime() - (writtenAt.get(sessionId) ?? 0) < lagMs
  return wrote ? database.freshLists : database.lists
}
