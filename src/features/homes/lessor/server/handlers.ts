import { fail } from '#platform/contract/errors.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { subjectOf } from '#platform/server/http/link-tokens.ts'
import type { lessorHome } from '../contract.ts'
import { agreementsOf, awaitedOf, filesOf, lessorName, openBills, ownFile, ownInvoice } from './queries.ts'

/** What a lessor's lasting link opens: the lessor's own rows and no other's. */
export const lessorHomeHandlers: Handlers<typeof lessorHome> = {
  async get({ query }, { db, token }) {
    const lessorId = subjectOf(token)
    const { name } = (await lessorName(db, lessorId)) ?? fail('NOT_FOUND')
    const awaited = await awaitedOf(db, lessorId, query.awaited)
    const owes = await openBills(db, lessorId, { theyPay: true, page: query.owes })
    const isOwed = await openBills(db, lessorId, { theyPay: false, page: query.isOwed })
    const files = await filesOf(db, lessorId, query.files)
    const agreements = await agreementsOf(db, lessorId, query.agreements)
    return {
      lessorName: name,
      awaited: awaited.rows,
      owes: owes.rows,
      isOwed: isOwed.rows,
      files: files.rows,
      agreements: agreements.rows,
      totals: {
        awaited: awaited.total,
        owes: owes.total,
        isOwed: isOwed.total,
        files: files.total,
        agreements: agreements.total,
      },
    }
  },
  async file({ params }, context) {
    const { file_id: id } = (await ownFile(context.db, subjectOf(context.token), params.id)) ?? fail('NOT_FOUND')
    return (await fileAnswer(context.db, context, id)) ?? fail('NOT_FOUND')
  },
  async invoice({ params }, context) {
    const found = (await ownInvoice(context.db, subjectOf(context.token), params.id)) ?? fail('NOT_FOUND')
    return (found.file_id ? await fileAnswer(context.db, context, found.file_id) : null) ?? fail('NOT_FOUND')
  },
}
