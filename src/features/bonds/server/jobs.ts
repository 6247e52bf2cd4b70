import { dissolveInvitation } from '#features/invitations/server/invite.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Job } from '#platform/server/database/jobs.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import { bondsOf } from './queries.ts'

const dayMs = 86_400_000
/** An invitation that nobody answered stays on the inviter's list for a while, so that it can be sent again. */
const KEPT_DAYS = 30

/** Removes what was typed for invitations that nobody answered. */
export const removeOldInvitations: Job = {
  name: 'remove-old-invitations',
  cron: '47 3 * * *',
  async run({ database, env }) {
    const now = env.now()
    const rows = await database.primary
      .selectFrom('invitations')
      .select('user_id')
      .where('status', '=', 'OPEN')
      .where('expires_at', '<', new Date(now.getTime() - KEPT_DAYS * dayMs))
      .where('user_id', 'is not', null)
      .limit(1000)
      .execute()
    for (const row of rows)
      await database.transaction((db) => dissolveInvitation(db, row.user_id!, { status: 'EXPIRED', now }))
    return { removed: rows.length }
  },
}

/** Tells the people of the release before, once, which companies they belong to and where a bond is ended. */
export const notifyBonds: Job = {
  name: 'tell-bonds',
  cron: '7 * * * *',
  async run(services) {
    const { database, env } = services
    const rows = await database.primary
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'language'])
      .where('bonds_told_at', 'is', null)
      .where('deactivated_at', 'is', null)
      .orderBy('id')
      .limit(1000)
      .execute()
    for (const row of rows)
      await database.transaction(async (db) => {
        const bonds = await bondsOf(db, row.id)
        await db.updateTable('users').set({ bonds_told_at: env.now() }).where('id', '=', row.id).execute()
        if (bonds.length === 0) return
        await sendMail(db, services, {
          to: row.email,
          language: row.language,
          template: 'bonds:mail.told',
          values: { name: row.first_name, companies: bonds.map((bond) => bond.companyName).join(', ') },
          link: pages.account,
          userId: row.id,
        })
      })
    return { notified: rows.length }
  },
}
