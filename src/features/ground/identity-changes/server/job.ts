import { systemActor } from '#platform/server/events/events.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { lockChange, refuse, settle } from './proposals.ts'
import { judgeAnew } from './second-person.ts'

/** Lets proposals take effect whose time has passed with every address told, and looks whether a second person has gone. */
export const settleIdentityChanges: Job = {
  name: 'settle-identity-changes',
  cron: '*/10 * * * *',
  async run(services) {
    const { database, env } = services
    const due = await database.primary
      .selectFrom('identity_changes')
      .select('id')
      .where('status', '=', 'OPEN')
      .where((e) => e.or([e('needs_second_staff', '=', true), e('takes_effect_at', '<=', env.now())]))
      .orderBy('takes_effect_at')
      .limit(500)
      .execute()
    return inTurn(
      services,
      due.map(({ id }) => id),
      async (db, id) => {
        const row = await lockChange(db, { id })
        if (!row) return false
        if (!row.new_email || !(await isTaken(row.new_email, row.user_id, services)))
          return (await judgeAnew(db, services, row)) || settle(db, services, row, systemActor)
        // The address has got an account meanwhile, so that this can never take effect.
        await refuse(db, services, row, systemActor)
        return true
      },
    )
  },
}

async function isTaken(email: string, userId: string, { database }: Parameters<Job['run']>[0]): Promise<boolean> {
  const row = await database.primary
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', userId)
    .executeTakeFirst()
  return row !== undefined
}
