import type { Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { intake } from '../contract.ts'
import { dismissAside, takeAside } from './mend.ts'
import { listAsides, listFiles, summaryOf } from './queries.ts'

const paged = (query: { page?: number; limit?: number }) => ({ page: query.page ?? 1, limit: query.limit ?? 20 })

export const intakeHandlers: Handlers<typeof intake> = {
  summary: (_, { db, env }) => summaryOf(db, helsinkiDay(env.now())),
  files: ({ query }, { db }) => listFiles(db, { ...query, ...paged(query) }),
  asides: ({ query }, { db }) => listAsides(db, { ...query, ...paged(query) }),
  take: ({ params, body }, context) => takeAside(context, params.id, body),
  dismiss: ({ params, body }, context) => dismissAside(context, params.id, body),
}
