import { checkOwnCode } from '#features/ground/sessions/server/own-code.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { countAttempt } from '#platform/server/http/limits.ts'
import { present } from '#platform/values/present.ts'
import type { ProposalView } from '../contract.ts'
import { isComplete, type Judgement, type ProposalProblem } from '../rules.ts'
import { closeProposal } from './close.ts'
import { judgeFor, type Read, readFacts } from './facts.ts'
import { kindOf, type ProposalOf } from './kinds.ts'
import { findProposal, lockProposal, type ShownProposal } from './queries.ts'
import { mayRefuse, seenBy, viewOf } from './view.ts'
import { writeYes } from './yes.ts'

/** A proposal that the caller sees, held until it is answered. @throws NOT_FOUND, VERSION_CONFLICT */
async function lockSeen(
  context: SignedInContext,
  id: string,
  version: number,
): Promise<{ row: ShownProposal; read: Read }> {
  const { db, env, user } = context
  const row = (await lockProposal(db, seenBy(user), id)) ?? fail('NOT_FOUND')
  const read = await readFacts(db, row, { env, lock: true })
  if (row.version !== version) requireVersion(version, row.version, await viewOf(context, row, read))
  return { row, read }
}

const personal: readonly ProposalProblem[] = ['OWN_PROPOSAL', 'TOUCHES_YOU']

/** @throws NOT_FOR_ONESELF for whoever proposed it or whom it touches, PROPOSAL_NOT_ALLOWED with all else that is unmet */
function requireNothingUnmet({ unmet }: Judgement): void {
  if (unmet.length === 0) return
  const details = { unmet }
  const isPersonal = unmet.every((problem) => personal.includes(problem))
  throw new AppError(isPersonal ? 'NOT_FOR_ONESELF' : 'PROPOSAL_NOT_ALLOWED', { details })
}

const readAgain = async (db: Db, { user }: SignedInContext, id: string) =>
  present(await findProposal(db, seenBy(user), id))

/**
 * Says yes to what another person has proposed. With the last yes it is done, judged anew by what stands now.
 * @throws NOT_FOUND, VERSION_CONFLICT, NOT_FOR_ONESELF, PROPOSAL_NOT_ALLOWED, CODE_WRONG
 */
export async function confirmProposal(
  context: SignedInContext,
  id: string,
  { version, code }: { readonly version: number; readonly code?: string },
): Promise<ProposalView> {
  const { database, db, env, user } = context
  const who = { identifier: user.userId, address: context.clientAddress }
  if (code !== undefined) await countAttempt(database.primary, 'password-check', who, env.now())
  const { row, read } = await lockSeen(context, id, version)
  const judgement = judgeFor(context, row, read)
  requireNothingUnmet(judgement)
  if (judgement.needsCode) await checkOwnCode(db, context, { userId: user.userId, code: code ?? '' })
  await writeYes(db, context, row, judgement)
  const updated = await readAgain(db, context, id)
  const after = await readFacts(db, updated, { env })
  if (!isComplete(after.facts)) return viewOf(context, updated, after)
  const by = { actor: actorOf(user), userId: user.userId }
  await kindOf(row.kind).apply(db, context, updated as ProposalOf<unknown>, by)
  await closeProposal(db, context, updated, { to: 'DONE', by, read: after })
  return viewOf(context, await readAgain(db, context, id))
}

/** Refuses a proposal, or takes one's own back. @throws NOT_FOUND, VERSION_CONFLICT, PROPOSAL_NOT_ALLOWED */
export async function refuseProposal(
  context: SignedInContext,
  id: string,
  { version, reason }: { readonly version: number; readonly reason: string },
): Promise<ProposalView> {
  const { db, user } = context
  const { row, read } = await lockSeen(context, id, version)
  if (row.state !== 'OPEN') throw new AppError('PROPOSAL_NOT_ALLOWED', { details: { unmet: ['NOT_OPEN'] } })
  if (!mayRefuse(user, row, read)) fail('FORBIDDEN')
  const by = { actor: actorOf(user), userId: user.userId }
  const to = row.made_by === user.userId ? 'WITHDRAWN' : 'REFUSED'
  await closeProposal(db, context, row, { to, by, reason: reason.trim(), read })
  return viewOf(context, await readAgain(db, context, id))
}
