import { type Holder, type SignedIn, scopeOf } from '#platform/server/database/scope.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { present } from '#platform/values/present.ts'
import type { ProposalView } from '../contract.ts'
import { aloneFrom, awaitedCompanies, isStaffAwaited, type ProposalKindName, takesFile } from '../rules.ts'
import { isColleague, judgeFor, type Read, readFacts } from './facts.ts'
import { providedKinds } from './kinds.ts'
import type { Seen, ShownProposal } from './queries.ts'

/** The proposals that somebody may see. */
export const seenBy = (user: Holder): Seen => ({
  kinds: providedKinds()
    .map(({ name }) => name)
    .filter((name) => isColleague(user, name)),
  scope: scopeOf(user, 'proposal:read'),
})

/** Whether the caller may refuse: a member of staff, the proposer, or an admin of a company that is asked. */
export const mayRefuse = (user: SignedIn, row: ShownProposal, { companies }: Read): boolean => {
  const scope = scopeOf(user, 'proposal:confirm')
  return (
    row.made_by === user.userId ||
    isColleague(user, row.kind) ||
    companies.some(({ company_id }) => scope.companyIds.includes(company_id))
  )
}

type Words = Pick<SignedInContext, 'texts' | 'language'>
type Change = { readonly name: unknown; readonly before: unknown; readonly after: unknown }

/** A value in the reader's language; the text writes amounts, rates and other texts. */
const word = ({ texts, language }: Words, value: unknown): string | null =>
  value === null || value === undefined ? null : texts.t(language, 'proposals:value', { value })

/** A proposal as its reader sees it. */
export async function viewOf(context: SignedInContext, row: ShownProposal, known?: Read): Promise<ProposalView> {
  const { db, user } = context
  const read = known ?? (await readFacts(db, row, context))
  const { facts } = read
  const { unmet, needsCode, companyIds } = judgeFor(context, row, read)
  const isOpen = row.state === 'OPEN'
  const isEmployerAwaited = awaitedCompanies(facts).length > 0
  return {
    proposalId: row.id,
    version: row.version,
    kind: row.kind as ProposalKindName,
    state: row.state,
    effect: present(word(context, row.effect)),
    changes: (row.changes as Change[]).map(({ name, before, after }) => ({
      name: present(word(context, name)),
      before: word(context, before),
      after: word(context, after),
    })),
    why: row.why,
    madeBy: row.maker,
    madeByCaller: row.made_by === user.userId,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    companies: read.companies.map((one) => ({
      companyId: one.company_id,
      companyName: one.name,
      confirmedAt: one.confirmed_at?.toISOString() ?? null,
      hasAdmin: present(read.admins.get(one.company_id)).length > 0,
    })),
    waitingFor: isOpen
      ? [...(isStaffAwaited(facts) ? (['STAFF'] as const) : []), ...(isEmployerAwaited ? (['EMPLOYER'] as const) : [])]
      : [],
    confirmedBy: row.confirmer,
    aloneFrom: isOpen ? (aloneFrom(facts)?.toISOString() ?? null) : null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedReason: row.closed_reason,
    hasFile: row.file_id !== null,
    takesFile: takesFile(facts) && isColleague(user, row.kind),
    answersFor: !isOpen || unmet.includes('NOT_AWAITED') ? null : companyIds.length > 0 ? 'EMPLOYER' : 'STAFF',
    mayConfirm: isOpen && unmet.length === 0,
    mayRefuse: isOpen && mayRefuse(user, row, read),
    needsCode,
    unmet: [...unmet],
  }
}
