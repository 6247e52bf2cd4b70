import { systemActor } from '#platform/server/database/events.ts'
import { inTurn, type Job } from '#platform/server/database/jobs.ts'
import { takeAccount } from './bank-account.ts'
import { lockStore } from './queries.ts'

/** Accounts that nobody else could confirm, once their time has passed with the store told. */
export const settleBankAccounts: Job = {
  name: 'settle-bank-accounts',
  cron: '*/10 * * * *',
  async run(services) {
    const due = await services.database.primary
      .selectFrom('bike_stores')
      .select('id')
      .where('pending_iban', 'is not', null)
      .where('pending_iban_from', '<=', services.env.now())
      .limit(500)
      .execute()
    return inTurn(
      services,
      due.map(({ id }) => id),
      async (db, id) => {
        const row = await lockStore(db, id)
        if (!row?.pending_iban || !row.pending_iban_from) return false
        await takeAccount(db, services, row, systemActor)
        return true
      },
    )
  },
}
