import type { companies } from '#features/companies/contract.ts'
import { failField } from '#platform/errors.ts'
import type { Handlers } from '#platform/server/context.ts'
import { requireCompany, requireLockedCompany } from './queries.ts'
import { addRecipients, listRecipients, removeRecipient, replaceRecipient } from './recipients.ts'

type RecipientCalls = Pick<typeof companies, 'recipients' | 'addRecipients' | 'replaceRecipient' | 'removeRecipient'>

export const recipientHandlers: Handlers<RecipientCalls> = {
  async recipients({ params }, { db, scope }) {
    await requireCompany(db, scope, params.id)
    return { recipients: await listRecipients(db, { companyId: params.id }) }
  },
  async addRecipients({ params, body }, { db, scope }) {
    await requireLockedCompany(db, scope, params.id)
    const userIds = [...(body.userIds ?? []), ...(body.userId ? [body.userId] : [])]
    if (userIds.length === 0) failField('userIds', 'REQUIRED', 'is required')
    await addRecipients(db, { companyId: params.id }, userIds)
    return { recipients: await listRecipients(db, { companyId: params.id }) }
  },
  async replaceRecipient({ params, body }, { db, scope }) {
    await requireLockedCompany(db, scope, params.id)
    await replaceRecipient(db, { companyId: params.id }, params.userId, body?.userId)
    return { recipients: await listRecipients(db, { companyId: params.id }) }
  },
  async removeRecipient({ params }, { db, scope }) {
    await requireLockedCompany(db, scope, params.id)
    await removeRecipient(db, { companyId: params.id }, params.userId)
    return { recipients: await listRecipients(db, { companyId: params.id }) }
  },
}
