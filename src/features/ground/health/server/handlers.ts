import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { readMigrations } from '#platform/server/database/migrate.ts'
import type { Handlers, Services } from '#platform/server/http/context.ts'
import type { health } from '../contract.ts'
import { isApplied } from './queries.ts'

const probeMs = 1_000

/** True when the work succeeds in time: whoever asks waits no longer than a second for a database that hangs. */
function inTime(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), probeMs)
    work
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer))
  })
}

/** The last answer of a probe is good for a second, so that thousands of tabs cost one query a second. */
function remembered(probe: (services: Services) => Promise<boolean>) {
  let last: { at: number; services: Services['database']; answer: Promise<boolean> } | null = null
  return (services: Services): Promise<boolean> => {
    const now = Date.now()
    if (!last || last.services !== services.database || now - last.at >= probeMs)
      last = { at: now, services: services.database, answer: probe(services) }
    return last.answer
  }
}

const databaseAnswers = remembered(({ database }) => inTime(sql`select 1`.execute(database.primary)))

let newestMigration: string | undefined

/** The primary with this release's schema, and the folder of files; a replica is optional, its lists have a fallback. */
const partsAnswer = remembered(async ({ database, files }) => {
  newestMigration ??= readMigrations().at(-1)?.name
  const schema = isApplied(database.primary, newestMigration ?? '').then((applied) => {
    if (!applied) throw new Error('the newest migration has not been applied')
  })
  const answers = await Promise.all([inTime(schema), inTime(files.check())])
  return answers.every(Boolean)
})

/** Asked by the probe: false when the process is being emptied or shuts down. */
export const readiness = { isAccepting: () => true }

export const healthHandlers: Handlers<typeof health> = {
  async check(_request, context) {
    if (!(await databaseAnswers(context))) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })
    return {
      status: (await context.isMaintenance()) ? 'maintenance' : 'ok',
      time: context.env.now().toISOString(),
    } as const
  },
  async ready(_request, context) {
    if (!readiness.isAccepting() || !(await partsAnswer(context)))
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })
    return { ready: true }
  },
  async brand(_request, { brand: { processors: _told, ...brand } }) {
    return brand
  },
}
