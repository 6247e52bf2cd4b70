import { settingChains } from '#platform/server/database/settings.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { BaseContext, Handlers } from '#platform/server/http/context.ts'
import { failedJobs } from '#platform/server/jobs/jobs.ts'
import type { maintenance } from '../contract.ts'
import { isClosed, listJobs, switchKey } from './queries.ts'

async function stateOf({ db, config }: BaseContext) {
  return { closed: config.maintenance || (await isClosed(db)), byEnvironment: config.maintenance }
}

export const maintenanceHandlers: Handlers<typeof maintenance> = {
  async get(_request, context) {
    return stateOf(context)
  },
  async set({ body }, context) {
    const { db, env, user } = context
    const value = JSON.stringify(body.closed)
    if ((await isClosed(db, { lock: true })) !== body.closed) {
      await db
        .insertInto('settings')
        .values({ key: switchKey, value, updated_at: env.now() })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({
            value,
            updated_at: env.now(),
            version: eb('settings.version', '+', 1),
          })),
        )
        .execute()
      await logEvent(db, env, actorOf(user), 'MAINTENANCE_CHANGED', {
        subject: { type: 'register', id: settingChains.service },
        shared: false,
        data: { closed: body.closed },
      })
    }
    return stateOf(context)
  },
  async jobs(_request, { db }) {
    const rows = await listJobs(db)
    return {
      jobs: rows.map(({ name, succeeded_at, failed_at, last_error }) => {
        const failing = failed_at !== null && (succeeded_at === null || failed_at > succeeded_at)
        return {
          name,
          succeededAt: succeeded_at?.toISOString() ?? null,
          failedAt: failed_at?.toISOString() ?? null,
          error: failing ? last_error : null,
          failing,
        }
      }),
    }
  },
  async runJobs(_request, context) {
    const failed = await failedJobs(context.runJobs())
    return { done: failed.length === 0, failed: [...failed] }
  },
}
