import { dissolveInvitation } from '#features/ground/invitations/server/invite.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { bondsOf } from './queries.ts'

const dayMs = 86_400_000
/** An invitation that nobody answered stays on the inviter's list for a while, so that it can be sent again. */
const KEPT_DAYS = 30

/** Removes what was typed for invitations that nobody answered. */
export const removeOldInvitations: Job = {
  name: 'remove-old-invitations',
  cron: '47 3 * * *',
  async run(services) {
    const { database, env } = services
    const now = env.now()
    const rows = await database.primary
      .selectFrom('invitations')
      .select('user_id')
      .where('status', '=', 'OPEN')
      .where('expires_at', '<', new Date(now.getTime() - KEPT_DAYS * dayMs))
      .where('user_id', 'is not', null)
      .limit(1000)
      .execute()
    const ids = rows.map((row) => row.user_id!)
    const { done } = await inTurn(services, ids, async (db, id) => {
      await dissolveInvitation(db, id, { status: 'EXPIRED', now })
      return true
    })
    return { removed: done }
  },
}

/** Tells the people of the release before, once, which companies they belong to and where a bond is ended. */
export const notifyBonds: Job = {
  name: 'tell-bonds',
  cron: '7 * * * *',
  async run(services) {
    const { database, env } = services
    const waiting = (db: Db) =>
      db.selectFrom('users').where('bonds_told_at', 'is', null).where('deactivated_at', 'is', null)
    const rows = await waiting(database.primary).select('id').orderBy('id').limit(1000).execute()
    return inTurn(
      services,
      rows.map(({ id }) => id),
      async (db, id) => {
        const user = await waiting(db)
          .select(['email', 'first_name', 'language'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!user) return false
        const bonds = await bondsOf(db, id)
        await db.updateTable('users').set({ bonds_told_at: env.now() }).where('id', '=', id).execute()
        if (bonds.length === 0) return true
        await sendMail(db, services, {
          to: user.email,
          language: user.language,
          template: 'memberships:mail.told',
          values: { name: user.first_name, companies: bonds.map((bond) => bond.companyName).join(', ') },
          link: pages.account,
          userId: id,
        })
        return true
      },
    )
  },
}
