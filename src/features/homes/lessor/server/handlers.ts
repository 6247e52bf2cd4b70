import { fail } from '#platform/contract/errors.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { lessorHome } from '../contract.ts'
import { agreementsOf, awaitedOf, filesOf, lessorName, openBills, ownFile, ownInvoice } from './queries.ts'

/** What a lessor's lasting link opens: the lessor's own rows and no other's. */
export const lessorHomeHandlers: Handlers<typeof lessorHome> = {
  async get(_request, { db, token }) {
    const lessorId = token.subjectId!
    const { name } = (await lessorName(db, lessorId)) ?? fail('NOT_FOUND')
    return {
      lessorName: name,
      awaited: await awaitedOf(db, lessorId),
      ...(await openBills(db, lessorId)),
      files: await filesOf(db, lessorId),
      ...(await agreementsOf(db, lessorId)),
    }
  },
  async file({ params }, context) {
    const { file_id: id } = (await ownFile(context.db, context.token.subjectId!, params.id)) ?? fail('NOT_FOUND')
    return (await fileAnswer(context.db, context, id)) ?? fail('NOT_FOUND')
  },
  async invoice({ params }, context) {
    const found = (await ownInvoice(context.db, context.token.subjectId!, params.id)) ?? fail('NOT_FOUND')
    return (found.file_id ? await fileAnswer(context.db, context, found.file_id) : null) ?? fail('NOT_FOUND')
  },
}
