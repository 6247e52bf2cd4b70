import { pageUrl } from '#platform/contract/pages.ts'
import type { AccountRegister } from '#platform/server/http/bank-accounts.ts'
import { lockStore, type StoreRow } from './queries.ts'

/** The stores as a register with bank accounts. */
export const storeAccounts: AccountRegister<StoreRow> = {
  name: 'bike-store',
  permission: 'bike-store:write',
  link: pageUrl('adminStores'),
  mails: {
    proposed: 'bike-stores:mail.bankAccount',
    changed: 'bike-stores:mail.bankAccountDone',
    staff: 'bike-stores:mail.accountStaff',
  },
  emailOf: ({ email }) => email,
  languageOf: ({ language }) => language,
  emailField: 'email',
  lock: lockStore,
  async write(db, { env }, row, columns) {
    const set = { ...columns, version: row.version + 1, updated_at: env.now() }
    await db.updateTable('bike_stores').set(set).where('id', '=', row.id).execute()
  },
}
