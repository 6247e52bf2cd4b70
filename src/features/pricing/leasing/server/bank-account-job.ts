import { isToSettle, settleAccounts } from '#platform/server/http/bank-accounts.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { lessorAccounts } from './bank-account.ts'

/** Accounts of lessors whose time to be stopped is over, and those that nobody can confirm any more. */
export const settleLessorAccounts: Job = {
  name: 'settle-lessor-accounts',
  cron: '*/10 * * * *',
  async run(services) {
    const due = await services.database.primary
      .selectFrom('leasing_companies')
      .select('id')
      .where(isToSettle(services.env.now()))
      .limit(500)
      .execute()
    return settleAccounts(
      lessorAccounts,
      services,
      due.map(({ id }) => id),
    )
  },
}
