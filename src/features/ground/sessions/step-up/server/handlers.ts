import { reauthenticate } from '#features/ground/sessions/server/passwords.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { STEP_UP_MS } from '#platform/server/http/step-up.ts'
import type { stepUp } from '../contract.ts'

export const stepUpHandlers: Handlers<typeof stepUp> = {
  async prove({ body }, context) {
    await reauthenticate(context, body.password)
    const { db, env, user } = context
    const now = env.now()
    await db.updateTable('sessions').set({ stepped_up_at: now }).where('id', '=', user.sessionId).execute()
    return { until: new Date(now.getTime() + STEP_UP_MS).toISOString() }
  },
}
