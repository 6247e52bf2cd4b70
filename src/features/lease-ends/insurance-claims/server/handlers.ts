import { fail } from '#platform/contract/errors.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { subjectOf } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { insuranceClaims } from '../contract.ts'
import { matchMovement, movementsFor } from './from-bank.ts'
import { listClaims } from './list.ts'
import { openClaim } from './open.ts'
import { proofLists, setProofList } from './proof-lists.ts'
import { addReceipt, receiptOf } from './receipt.ts'
import { findClaim } from './record.ts'
import { repairPage } from './repair.ts'
import { repairedByShop } from './repaired.ts'
import { addPhoto, photoOf, removePhoto, reportClaim } from './report.ts'
import { takeClaimStep } from './steps.ts'
import { claimView } from './view.ts'

export const insuranceClaimHandlers: Handlers<typeof insuranceClaims> = {
  list: ({ query }, context) => listClaims(context, query),
  async create({ body }, context) {
    return new Answer(201, await openClaim(context, body))
  },
  async get({ params }, { db, env, scope, user }) {
    const row = (await findClaim(db, scope, params.id)) ?? fail('NOT_FOUND')
    return claimView(db, row, user, env.now())
  },
  report: ({ params, body }, context) => reportClaim(context, params.id, body),
  async repairPage(_request, { db, token, env }) {
    const row = (await findClaim(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')
    return repairPage(row, helsinkiDay(env.now()))
  },
  repaired: ({ body }, context) => repairedByShop(context, body),
  step: ({ params, body }, context) => takeClaimStep(context, params.id, body),
  remove: ({ params, query }, context) =>
    takeClaimStep(context, params.id, { step: 'remove', ...(query.version ? { version: query.version } : {}) }),
  async addPhoto({ params, body }, context) {
    return new Answer(201, await addPhoto(context, params.id, Buffer.from(body)))
  },
  photo: ({ params }, context) => photoOf(context, params.id, params.photoId),
  proofLists: (_request, { db }) => proofLists(db),
  setProofList: ({ body }, context) => setProofList(context, body),
  movements: ({ params }, context) => movementsFor(context, params.id),
  match: ({ params, body }, context) => matchMovement(context, params.id, body),
  async addReceipt({ params, query, body }, context) {
    const upload = { content: Buffer.from(body), fileName: query.fileName }
    return new Answer(201, await addReceipt(context, params.id, upload))
  },
  receipt: ({ params }, context) => receiptOf(context, params.id),
  removePhoto: ({ params }, context) => removePhoto(context, params.id, params.photoId),
}
