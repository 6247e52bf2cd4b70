import { isToSettle, settleAccounts } from '#platform/server/http/bank-accounts.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { storeAccounts } from './bank-account.ts'

/** Accounts of stores whose time to be stopped is over, and those that nobody can confirm any more. */
export const settleBankAccounts: Job = {
  name: 'settle-bank-accounts',
  cron: '*/10 * * * *',
  async run(services) {
    const due = await services.database.primary
      .selectFrom('bike_stores')
      .select('id')
      .where(isToSettle(services.env.now()))
      .limit(500)
      .execute()
    return settleAccounts(
      storeAccounts,
      services,
      due.map(({ id }) => id),
    )
  },
}
