import { type ProposalView, proposals } from '#features/ground/proposals/contract.ts'
import type { Caller, World } from './world.ts'

/** What an act answers that is done at once, or proposed for a second person. */
type Answered<Reply> = Reply | ProposalView

/** What was done at once. @throws Error for a proposal */
export function doneAtOnce<Reply extends object>(reply: Answered<Reply>): Exclude<Reply, ProposalView> {
  if ('proposalId' in reply) throw new Error('it was proposed')
  return reply as Exclude<Reply, ProposalView>
}

/** Says the yes of another person to what was proposed. @throws Error for what was done at once */
export async function confirmProposed(world: World, second: Caller, reply: object): Promise<ProposalView> {
  if (!('proposalId' in reply)) throw new Error('it was done at once')
  const { proposalId, version } = reply as ProposalView
  return world.ok(proposals.confirm, { as: second, params: { id: proposalId }, body: { version } })
}
