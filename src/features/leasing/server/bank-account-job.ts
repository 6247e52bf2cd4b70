import type { Job } from '#platform/server/database/jobs.ts'
import { settleAccounts } from '#platform/server/http/bank-accounts.ts'
import { lessorAccounts } from './bank-account.ts'

/** Accounts of lessors whose time to be stopped is over. */
export const settleLessorAccounts: Job = {
  name: 'settle-lessor-accounts',
  cron: '*/10 * * * *',
  async run(services) {
    const due = await services.database.primary
      .selectFrom('leasing_companies')
      .select('id')
      .where('pending_iban', 'is not', null)
      .where('pending_iban_from', '<=', services.env.now())
      .limit(500)
      .execute()
    return settleAccounts(
      lessorAccounts,
      services,
      due.map(({ id }) => id),
    )
  },
}
