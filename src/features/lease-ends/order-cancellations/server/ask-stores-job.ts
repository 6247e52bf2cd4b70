import { sql } from 'kysely'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { DAYS_TO_ANSWER } from '../rules.ts'
import { askAgain, canAsk } from './ask-store.ts'
import { lockCase } from './record.ts'

/** Days in which money that a store has sent arrives. */
const DAYS_TO_ARRIVE = 7
/** A case that is open for longer is for a person to look at, not for a reminder. */
const FORGOTTEN_DAYS = 120

/** Stores that have not answered in time, or whose refund has not come, are asked again. */
export const askStores: Job = {
  name: 'ask-stores',
  cron: '25 9 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const found = await sql<{ id: string }>`
      select c.id from order_cancellations c
       where c.status = 'PENDING' and c.opened_at >= ${addDays(today, -FORGOTTEN_DAYS)}::date
         and ((c.store_told_at is null and coalesce(c.store_asked_at, c.opened_at) < ${addDays(today, -DAYS_TO_ANSWER)}::date)
           or (c.store_told_at is not null and greatest(c.store_paid_day, (c.store_told_at at time zone 'Europe/Helsinki')::date) < ${addDays(today, -DAYS_TO_ARRIVE)}::date))
         and exists (select 1 from order_cancellation_lines l
           where l.order_cancellation_id = c.id and l.payer_type = 'BIKE_STORE' and l.direction = 'TO_US' and l.state = 'OPEN')
       order by c.opened_at, c.id`.execute(services.database.primary)
    const ids = found.rows.map(({ id }) => id)
    const { done, refused } = await inTurn(services, ids, async (db, id) => {
      const record = await lockCase(db, scopeOfAll, id)
      if (!record || !canAsk(record)) return false
      await askAgain(db, services, record, systemActor)
      return true
    })
    return { asked: done, refused }
  },
}
