import { fail } from '#platform/contract/errors.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import type { companyExits } from '../contract.ts'
import { proposeExit } from './exit-proposal.ts'
import { claimsFile, lessorFile, lettersFile } from './files.ts'
import { findExit, listExits, listLeases } from './queries.ts'
import { confirmDeductions, markCollected, withdrawExit, workOff } from './steps.ts'
import { detailOf } from './view.ts'

const exitOf = async ({ db, scope }: SignedInContext, id: string) =>
  (await findExit(db, scope, id)) ?? fail('NOT_FOUND')
const viewOf = async (context: SignedInContext, id: string) => detailOf(context.db, context, await exitOf(context, id))

export const companyExitHandlers: Handlers<typeof companyExits> = {
  list: ({ query }, { db, scope }) => listExits(db, scope, query),
  async create({ body }, context) {
    return new Answer(202, await proposeExit(context, body))
  },
  get: ({ params }, context) => viewOf(context, params.id),
  async leases({ params, query }, context) {
    return listLeases(context.db, await exitOf(context, params.id), query)
  },
  async confirmDeductions({ params, body }, context) {
    await confirmDeductions(context, params.id, body)
    return viewOf(context, params.id)
  },
  collected: ({ params, body }, context) => markCollected(context, params, body),
  async workOff({ params, body }, context) {
    await workOff(context, params.id, body.version)
    return viewOf(context, params.id)
  },
  async withdraw({ params, query }, context) {
    await withdrawExit(context, params.id, query)
    return viewOf(context, params.id)
  },
  lessorFile: async ({ params, query }, context) =>
    lessorFile(context, await exitOf(context, params.id), query.leasingCompanyId),
  claimsFile: async ({ params }, context) => claimsFile(context, await exitOf(context, params.id)),
  letters: async ({ params }, context) => lettersFile(context, await exitOf(context, params.id)),
}
