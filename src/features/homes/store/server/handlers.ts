import { fail } from '#platform/contract/errors.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { storeHome } from '../contract.ts'
import { aboutOf, partsOf } from './queries.ts'

/** What a store's lasting link opens. Each part is read and written by the calls of its own subject. */
export const storeHomeHandlers: Handlers<typeof storeHome> = {
  async get(_request, { db, env, token }) {
    const about = (await aboutOf(db, token.subjectId!, token.partyId!)) ?? fail('NOT_FOUND')
    return {
      storeName: about.name,
      orderNumber: about.order_number,
      bike: [about.bike_brand, about.bike_model].filter(Boolean).join(' '),
      parts: await partsOf(db, token.keyId!, env.now()),
    }
  },
}
