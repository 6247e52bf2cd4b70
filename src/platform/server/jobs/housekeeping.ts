import type { Job } from './jobs.ts'
import { keepMonths, removeOlder } from './months-of-logs.ts'

const day = 86_400_000

/**
 * Removes what has served its time: spent codes, tickets and limits, keys past their day, sessions long ended, messages
 * of the contact form. The privacy page promises those limits to the reader, so a day is kept for the run itself.
 */
export const housekeeping: Job = {
  name: 'housekeeping',
  cron: '17 3 * * *',
  async run({ database, env }) {
    const ago = (days: number) => new Date(env.now().getTime() - days * day)
    const db = database.primary
    const removed = {
      keys: await db.deleteFrom('idempotency_keys').where('created_at', '<', ago(2)).executeTakeFirst(),
      limits: await db.deleteFrom('rate_limits').where('window_start', '<', ago(2)).executeTakeFirst(),
      codes: await db.deleteFrom('verification_codes').where('expires_at', '<', ago(2)).executeTakeFirst(),
      tickets: await db.deleteFrom('sign_in_tickets').where('expires_at', '<', ago(2)).executeTakeFirst(),
      sessions: await db.deleteFrom('sessions').where('absolute_end_at', '<', ago(1)).executeTakeFirst(),
      contactForms: await db.deleteFrom('contact_forms').where('created_at', '<', ago(364)).executeTakeFirst(),
      formerAddresses: await db.deleteFrom('former_addresses').where('until', '<', env.now()).executeTakeFirst(),
      youngAddresses: await db.deleteFrom('young_addresses').where('set_at', '<', ago(31)).executeTakeFirst(),
      links: await db.deleteFrom('link_tokens').where('expires_at', '<', ago(400)).executeTakeFirst(),
    }
    // What could not be delivered in two weeks holds links and codes that are good no more.
    await db
      .updateTable('outbox')
      .set({ sealed: null })
      .where('sealed', 'is not', null)
      .where('created_at', '<', ago(14))
      .execute()
    // Last, since its locks may be refused. 13 months after it was written nobody asks any more what was said to whom. The
    // month goes whole a day before its first row is that old; what lies in another month than its own, as under a clock
    // set ahead, goes by itself.
    const { made, dropped } = await keepMonths(db, ago(394))
    const messages = await removeOlder(db, 'outbox', ago(395))
    const notices = await removeOlder(db, 'notifications', ago(395))
    const counts = Object.entries(removed).map(([name, result]) => [name, Number(result.numDeletedRows)])
    return { ...Object.fromEntries(counts), messages, notices, monthsMade: made, monthsDropped: dropped }
  },
}
