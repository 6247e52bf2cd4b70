import { fail } from '#platform/contract/errors.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { returns } from '../contract.ts'
import { keepBike, releaseBike } from './keep.ts'
import { listReturns } from './list.ts'
import { findPhotoFile, findReturn } from './record.ts'
import { quoteOf, requestReturn, takeBack } from './start.ts'
import { updateReturnStep } from './steps.ts'
import { storeHandlers } from './store.ts'
import { returnView } from './view.ts'

export const returnHandlers: Handlers<typeof returns> = {
  ...storeHandlers,
  list: ({ query }, { db, scope, env }) => listReturns(db, scope, env.now(), query),
  quote: ({ query }, context) => quoteOf(context, query.leasingAgreementId),
  async create({ body }, context) {
    return new Answer(201, await requestReturn(context, body))
  },
  async takeBack({ body }, context) {
    return new Answer(201, await takeBack(context, body.leasingAgreementId))
  },
  async get({ params }, { db, scope, user, env }) {
    const row = (await findReturn(db, scope, params.id)) ?? fail('NOT_FOUND')
    return returnView(db, row, user, env.now())
  },
  update: ({ params, body }, context) => updateReturnStep(context, params.id, body),
  async photo({ params }, context) {
    const { db, scope } = context
    const row = (await findReturn(db, scope, params.id)) ?? fail('NOT_FOUND')
    const fileId = await findPhotoFile(db, row, params.returnPhotoId)
    return (fileId && (await fileAnswer(db, context, fileId))) || fail('NOT_FOUND')
  },
  async receipt({ params }, context) {
    const { db, scope } = context
    const row = (await findReturn(db, scope, params.id)) ?? fail('NOT_FOUND')
    return (row.receipt_file_id && (await fileAnswer(db, context, row.receipt_file_id))) || fail('NOT_FOUND')
  },
  keep: ({ body }, context) => keepBike(context, body),
  release: ({ body }, context) => releaseBike(context, body),
}
