import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { creditLosses } from '../contract.ts'
import { finishLoss, listLosses, lossesFile } from './losses.ts'

export const creditLossesHandlers: Handlers<typeof creditLosses> = {
  list: ({ query: { page = 1, limit = 20, ...filter } }, { db }) => listLosses(db, { page, limit, ...filter }),
  file: ({ query }, context) => lossesFile(context, query),
  finish: async ({ params, body }, context) => new Answer(201, await finishLoss(context, params.id, body)),
}
