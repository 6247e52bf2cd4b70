import { pageUrl } from '#platform/contract/pages.ts'
import type { AccountRegister } from '#platform/server/http/bank-accounts.ts'
import { type LessorRow, lockLessor } from './queries.ts'

/** The lessors as a register with bank accounts. */
export const lessorAccounts: AccountRegister<LessorRow> = {
  name: 'leasing-company',
  permission: 'leasing-company:write',
  link: pageUrl('adminLessors'),
  mails: {
    proposed: 'leasing:mail.bankAccount',
    changed: 'leasing:mail.bankAccountDone',
    staff: 'leasing:mail.accountStaff',
  },
  emailOf: ({ invoice_email: email }) => email,
  languageOf: () => 'fi',
  emailField: 'invoiceEmail',
  lock: lockLessor,
  async write(db, { env }, row, columns) {
    const set = { ...columns, version: row.version + 1, updated_at: env.now() }
    await db.updateTable('leasing_companies').set(set).where('id', '=', row.id).execute()
  },
}
