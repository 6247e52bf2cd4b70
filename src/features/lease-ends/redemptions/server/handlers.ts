import { fail } from '#platform/contract/errors.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import type { redemptions } from '../contract.ts'
import { listRedemptions } from './list.ts'
import { markLost, settleLost } from './lost.ts'
import { keepOffer } from './offers.ts'
import { stepRedemption } from './process.ts'
import { findOfferFile, findRedemption, lockRedemption } from './record.ts'
import { chargeEmployer, quoteOf, startRedemption } from './start.ts'
import { updateRedemptionStep } from './steps.ts'
import { redemptionView } from './view.ts'

export const redemptionHandlers: Handlers<typeof redemptions> = {
  list: ({ query }, { db, scope, user, env }) => listRedemptions(db, scope, user, env.now(), query),
  quote: ({ query }, context) => quoteOf(context, query),
  async create({ body }, context) {
    return new Answer(201, await startRedemption(context, body))
  },
  async chargeEmployer({ body }, context) {
    return new Answer(201, await chargeEmployer(context, body.leasingAgreementId))
  },
  markLost: ({ body }, context) => markLost(context, body),
  settleLost: ({ body }, context) => settleLost(context, body),
  async get({ params }, context) {
    const row = (await findRedemption(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    return redemptionView(context.db, context, row, context.user)
  },
  update: ({ params, body }, context) => updateRedemptionStep(context, params.id, body),
  async remove({ params, query }, context) {
    const { db, scope, user } = context
    const row = (await lockRedemption(db, scope, params.id)) ?? fail('NOT_FOUND')
    requireVersion(query.version, row.version, await redemptionView(db, context, row, user))
    const gone = await stepRedemption(db, context, row, {
      step: 'cancel',
      mover: moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id }),
      actor: actorOf(user),
      reason: query.reason ?? null,
    })
    return redemptionView(db, context, gone, user)
  },
  async upload({ query, body }, context) {
    return new Answer(201, await keepOffer(context, { ...query, body: Buffer.from(body) }))
  },
  async offerFile({ params }, context) {
    const { db, scope } = context
    const row = (await findRedemption(db, scope, params.id)) ?? fail('NOT_FOUND')
    const fileId = await findOfferFile(db, row, params.offerId)
    return (fileId && (await fileAnswer(db, context, fileId))) || fail('NOT_FOUND')
  },
  async transferDocument({ params }, context) {
    const { db, scope } = context
    const row = (await findRedemption(db, scope, params.id)) ?? fail('NOT_FOUND')
    return (row.transfer_file_id && (await fileAnswer(db, context, row.transfer_file_id))) || fail('NOT_FOUND')
  },
}
