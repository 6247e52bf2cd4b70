import type { Db } from '#platform/server/database/db.ts'
import { type Holder, scopeOf } from '#platform/server/database/scope.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import type { ProposalProblem } from '../rules.ts'
import { judgeFor, readFactsOfEach } from './facts.ts'
import { listProposals } from './queries.ts'
import { seenBy } from './view.ts'

/** A proposal that waits for somebody's yes or no. */
export interface WaitingProposal {
  readonly action: 'confirmProposal' | 'answerProposal'
  readonly id: string
  readonly since: Date
  readonly due: Day
  /** The company for which the yes is asked. */
  readonly companyId: string | null
  readonly companyName: string | null
  /** What it does, in the reader's language. */
  readonly about: string
}

/**
 * What the caller can do something about: refuse, where it can no longer be confirmed. Whether it is overtaken is therefore
 * not read here.
 */
const answerable: readonly ProposalProblem[] = ['OVERTAKEN', 'PROPOSER_GONE', 'FILE_MISSING']

/** At most so many are looked at; more never wait at a time. */
const MOST = 100

/** The open proposals that wait for the caller, whoever else may answer them. */
export async function proposalsWaitingFor(
  db: Db,
  context: Pick<BaseContext, 'env' | 'texts' | 'language'> & { readonly user: Holder },
): Promise<WaitingProposal[]> {
  const { user, texts, language } = context
  const seen = seenBy(user)
  const scope = scopeOf(user, 'proposal:confirm')
  if (!user.permissions.has('proposal:confirm') || !(scope.all || scope.companyIds.length > 0)) return []
  const { rows } = await listProposals(db, seen, { limit: MOST, state: 'OPEN' })
  const waiting: WaitingProposal[] = []
  const reads = await readFactsOfEach(db, rows, context.env.now())
  for (const [index, row] of rows.entries()) {
    const read = present(reads[index])
    const { companyIds, unmet } = judgeFor(context, row, read)
    if (!unmet.every((problem) => answerable.includes(problem))) continue
    const company = read.companies.find(({ company_id }) => companyIds.includes(company_id))
    waiting.push({
      action: company ? 'answerProposal' : 'confirmProposal',
      id: row.id,
      since: row.created_at,
      due: helsinkiDay(row.expires_at),
      companyId: company?.company_id ?? null,
      companyName: company?.name ?? null,
      about: texts.t(language, 'proposals:value', { value: row.effect }),
    })
  }
  return waiting
}
