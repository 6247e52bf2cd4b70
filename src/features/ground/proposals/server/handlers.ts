import { fail } from '#platform/contract/errors.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { ProposalView, proposals } from '../contract.ts'
import { confirmProposal, refuseProposal } from './answer.ts'
import { attachFile, fileOf } from './file.ts'
import { findProposal, listProposals } from './queries.ts'
import { seenBy, viewOf } from './view.ts'

export const proposalHandlers: Handlers<typeof proposals> = {
  async list({ query }, context) {
    const { rows, ...page } = await listProposals(context.db, seenBy(context.user), query)
    const items: ProposalView[] = []
    for (const row of rows) items.push(await viewOf(context, row))
    return pageOf(items, page)
  },
  async get({ params }, context) {
    return viewOf(context, (await findProposal(context.db, seenBy(context.user), params.id)) ?? fail('NOT_FOUND'))
  },
  confirm: ({ params, body }, context) => confirmProposal(context, params.id, body),
  attachFile: ({ params, query, body }, context) =>
    attachFile(context, params.id, { ...query, uploaded: Buffer.from(body) }),
  file: ({ params }, context) => fileOf(context, params.id),
  refuse: ({ params, body }, context) => refuseProposal(context, params.id, body),
}
