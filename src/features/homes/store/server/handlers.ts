import { storeStageOfOrder } from '#features/orders/orders/server/store/store-page.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { situationOf } from '#features/story/lease-story/rules/situation.ts'
import { readLeaseFacts } from '#features/story/lease-story/server/facts.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { subjectOf } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { storeHome } from '../contract.ts'
import { storeHeadOf } from '../rules.ts'
import { aboutOf, partsOf } from './queries.ts'

/** What a store's lasting link opens. Each part is read and written by the calls of its own subject. */
export const storeHomeHandlers: Handlers<typeof storeHome> = {
  async get(_request, { db, env, token }) {
    const about = (await aboutOf(db, subjectOf(token), token.partyId!)) ?? fail('NOT_FOUND')
    const today = helsinkiDay(env.now())
    const parts = await partsOf(db, token.keyId!, env.now())
    const facts = about.agreement_id ? await readLeaseFacts(db, about.agreement_id, today) : null
    const orderId = parts[0]?.kind === 'ORDER' ? about.order_id : null
    const stage = orderId ? await storeStageOfOrder(db, { env }, orderId) : null
    return {
      storeName: about.name,
      orderNumber: about.order_number,
      bike: nameOfBike(about),
      head: storeHeadOf({ parts, situation: facts && situationOf(facts, today), stage }),
      parts: parts.map(({ since: _, ...part }) => part),
    }
  },
}
