import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { lateMoney } from '../contract.ts'
import { billLate, waiveLate } from './decide.ts'
import { listLate } from './late-invoices.ts'
import { addRate, changeRate, listRates } from './rates.ts'

export const lateMoneyHandlers: Handlers<typeof lateMoney> = {
  async rates(_request, { db }) {
    const rates = await listRates(db)
    return wholeListOf(rates, rates.length)
  },
  addRate: async ({ body }, context) => new Answer(202, await addRate(context, body)),
  changeRate: async ({ params, body }, context) => new Answer(202, await changeRate(context, params.id, body)),
  list: ({ query: { page = 1, limit = 20, id, sort } }, { db, env }) =>
    listLate(db, { page, limit, id, sort }, helsinkiDay(env.now())),
  bill: async ({ params, body }, context) => new Answer(201, await billLate(context, params.id, body)),
  waive: async ({ params, body }, context) => new Answer(201, await waiveLate(context, params.id, body)),
}
