import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Handlers, Services } from '#platform/server/http/context.ts'
import type { health } from '../contract.ts'

/** The last probe's answer is good for a second, so that thousands of tabs cost one query a second. */
let probe: { at: number; answer: Promise<boolean> } | null = null

function databaseAnswers(services: Services): Promise<boolean> {
  const now = Date.now()
  if (!probe || now - probe.at >= 1000) {
    const answer = sql`select 1`.execute(services.database.read).then(
      () => true,
      () => false,
    )
    probe = { at: now, answer }
  }
  return probe.answer
}

/** Turned off when the process begins to shut down. */
export const readiness = { accepting: true }

export const healthHandlers: Handlers<typeof health> = {
  async check(_request, context) {
    if (!(await databaseAnswers(context))) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })
    return {
      status: (await context.isMaintenance()) ? 'maintenance' : 'ok',
      time: context.env.now().toISOString(),
    } as const
  },
  async ready(_request, context) {
    if (!readiness.accepting || !(await databaseAnswers(context)))
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })
    return { ready: true }
  },
  async brand(_request, { brand }) {
    return brand
  },
}
