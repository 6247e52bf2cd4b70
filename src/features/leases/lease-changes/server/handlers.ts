import { fail } from '#platform/contract/errors.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { leaseChanges } from '../contract.ts'
import { endByStaff, takeBackEnd } from './end.ts'
import { changePayment, previewPayment } from './payment.ts'
import { changesView, findLease } from './record.ts'
import { closeReview, listReviews } from './reviews.ts'

async function viewOf({ db, scope, env }: SignedInContext, id: string) {
  const row = (await findLease(db, scope, id)) ?? fail('NOT_FOUND')
  return changesView(db, row, helsinkiDay(env.now()))
}

export const leaseChangesHandlers: Handlers<typeof leaseChanges> = {
  changes: ({ params }, context) => viewOf(context, params.id),
  preview: ({ params, query }, context) => previewPayment(context, params.id, query),
  async changePayment({ params, body }, context) {
    await changePayment(context, params.id, body)
    return new Answer(201, await viewOf(context, params.id))
  },
  async end({ params, body }, context) {
    await endByStaff(context, params.id, body)
    return new Answer(201, await viewOf(context, params.id))
  },
  async takeBackEnd({ params, query }, context) {
    await takeBackEnd(context, params.id, query.version)
    return viewOf(context, params.id)
  },
  reviews: ({ query }, { db, scope }) => listReviews(db, scope, query),
  async review({ params, body }, context) {
    await closeReview(context, params.id, body)
    return viewOf(context, params.id)
  },
}
