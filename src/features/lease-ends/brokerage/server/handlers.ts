import { fail } from '#platform/contract/errors.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { brokerage } from '../contract.ts'
import { costOf } from './cost.ts'
import { draftOffer } from './draft.ts'
import { listCases, listOffers } from './lists.ts'
import { addPhoto, photoOf, removePhoto } from './photos.ts'
import { findCase } from './record.ts'
import { requestCode, signTransfer } from './sign.ts'
import { takeBrokerageStep } from './steps.ts'
import { caseView } from './view.ts'

export const brokerageHandlers: Handlers<typeof brokerage> = {
  list: ({ query }, context) => listOffers(context, query),
  async create({ body }, context) {
    return new Answer(201, await draftOffer(context, body))
  },
  update: ({ params, body }, context) => takeBrokerageStep(context, params.id, body),
  remove: ({ params, query }, context) =>
    takeBrokerageStep(context, params.id, { step: 'remove', ...(query.version ? { version: query.version } : {}) }),
  cases: ({ query }, context) => listCases(context, query),
  async get({ params }, { db, env, user }) {
    return caseView((await findCase(db, user, params.id)) ?? fail('NOT_FOUND'), user, env.now())
  },
  cost: ({ params }, context) => costOf(context, params.id),
  signingCode: ({ params, body }, context) => requestCode(context, params.id, body),
  sign: ({ params, body }, context) => signTransfer(context, params.id, body),
  async document({ params }, context) {
    const { db, user } = context
    const row = (await findCase(db, user, params.id)) ?? fail('NOT_FOUND')
    return (
      (row.document_file_id && (await fileAnswer(db, context, row.document_file_id, { inline: true }))) ||
      fail('NOT_FOUND')
    )
  },
  async addPhoto({ params, body }, context) {
    return new Answer(201, await addPhoto(context, params.id, Buffer.from(body)))
  },
  photo: ({ params }, context) => photoOf(context, params.id, params.photoId),
  removePhoto: ({ params }, context) => removePhoto(context, params.id, params.photoId),
}
