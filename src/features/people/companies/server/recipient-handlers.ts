import { recipientHandlersOf } from '#features/people/companies/recipients/server/handlers.ts'
import { failField } from '#platform/contract/errors.ts'
import { requireCompany, requireLockedCompany } from './queries.ts'

/** Who gets the payroll reports of one company. */
export const recipientHandlers = recipientHandlersOf({
  async find({ db, scope }, companyId, how) {
    const { name } = await (how === 'read'
      ? requireCompany(db, scope, companyId)
      : requireLockedCompany(db, scope, companyId))
    return { companyId, name }
  },
  idsOf({ userIds = [], userId }: { userIds?: string[]; userId?: string }) {
    const ids = [...userIds, ...(userId ? [userId] : [])]
    return ids.length > 0 ? ids : failField('userIds', 'REQUIRED', 'is required')
  },
  reply: (recipients) => ({ recipients }),
})
