/** Acts that one person proposes and another confirms: who is awaited, who may answer, and what stands in the way. Pure. */

/** What may be proposed; each feature brings the kind of its own acts. */
export const proposalKinds = [
  'ROLE_PERMISSION',
  'COMPANY_EXIT',
  'BANK_FILE',
  'INVOICE_ACCOUNT',
  'TAX_TABLE',
  'TAX_CONFIRMATION',
  'PERIOD_OPENING',
  'REFERENCE_RATE',
  'ERASURE',
] as const
/** Whether an answer is a proposal, which another person confirms before anything of it holds. */
export const isProposed = <R>(reply: R): reply is Extract<R, { readonly proposalId: unknown }> =>
  typeof reply === 'object' && reply !== null && 'proposalId' in reply

export type ProposalKindName = (typeof proposalKinds)[number]

export const proposalStates = ['OPEN', 'DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED'] as const
export type ProposalState = (typeof proposalStates)[number]

/** Whose yes is asked for: another member of the staff, every company that it touches, or either of both. */
export type Needed = 'SECOND_STAFF' | 'EACH_COMPANY' | 'COMPANY_OR_STAFF'

/** Why a yes is not taken. */
export const proposalProblems = [
  /** It has been decided. */
  'NOT_OPEN',
  'EXPIRED',
  /** What it rests on has changed since. */
  'OVERTAKEN',
  /** Whoever proposed it may no longer do so. */
  'PROPOSER_GONE',
  /** The caller has proposed it, or cannot be told from whoever has. */
  'OWN_PROPOSAL',
  /** It touches the caller, or stands above them. */
  'TOUCHES_YOU',
  /** Nobody else may confirm it, and its hours are not over. */
  'TOO_SOON',
  /** The staff stand for a company, and no extract says so. */
  'FILE_MISSING',
  /** The caller's yes is not asked for. */
  'NOT_AWAITED',
] as const
export type ProposalProblem = (typeof proposalProblems)[number]

/** Hours after which a single member of staff does alone what nobody else may confirm. */
const ALONE_HOURS = 24
const ALONE_MS = ALONE_HOURS * 3_600_000
/** Days in which a proposal is answered. */
export const DAYS_TO_ANSWER = 14

export interface CompanySide {
  readonly companyId: string
  readonly isConfirmed: boolean
  /** Its admins who stand for somebody other than whoever has proposed. */
  readonly admins: readonly string[]
}

export interface ProposalFacts {
  readonly state: ProposalState
  readonly expiresAt: Date
  readonly madeBy: string
  /** Whoever proposed it could propose it today. */
  readonly isProposerThere: boolean
  readonly needs: Needed
  readonly needsFile: boolean
  readonly hasFile: boolean
  readonly isStaffConfirmed: boolean
  /** The members of staff who are second people to the proposer and whom it does not touch. */
  readonly seconds: readonly string[]
  readonly aloneSince: Date | null
  readonly companies: readonly CompanySide[]
  /** What the kind has against it by now. */
  readonly problems: readonly ProposalProblem[]
}

export interface Asker {
  readonly userId: string
  /** They have the kind's permission over everything. */
  readonly isColleague: boolean
  readonly isBarred: boolean
}

const standsAlone = (company: CompanySide) => !company.isConfirmed && company.admins.length === 0

/** Whether every yes that is needed has been given. */
export function isComplete({ needs, isStaffConfirmed, companies }: ProposalFacts): boolean {
  if (needs === 'SECOND_STAFF') return isStaffConfirmed
  if (needs === 'COMPANY_OR_STAFF') return isStaffConfirmed || companies.some((company) => company.isConfirmed)
  return companies.every((company) => company.isConfirmed || (standsAlone(company) && isStaffConfirmed))
}

/** Whether a member of the staff is awaited: for itself, or for companies without an admin of their own. */
export function isStaffAwaited(facts: ProposalFacts): boolean {
  if (facts.isStaffConfirmed || isComplete(facts)) return false
  return facts.needs !== 'EACH_COMPANY' || facts.companies.some(standsAlone)
}

/** The companies whose admins are awaited. */
export function awaitedCompanies(facts: ProposalFacts): string[] {
  if (facts.needs === 'SECOND_STAFF' || isComplete(facts)) return []
  return facts.companies.filter((one) => !one.isConfirmed && one.admins.length > 0).map(({ companyId }) => companyId)
}

/** Whether an extract can still be put beside it: the staff are awaited, and need one. */
export const takesFile = (facts: ProposalFacts): boolean =>
  facts.state === 'OPEN' && facts.needsFile && !facts.hasFile && isStaffAwaited(facts)

/** From when on it is done without a second person; null while there is one, or none is needed. */
export function aloneFrom(facts: ProposalFacts): Date | null {
  if (!isStaffAwaited(facts) || facts.seconds.length > 0 || !facts.aloneSince) return null
  return new Date(facts.aloneSince.getTime() + ALONE_MS)
}

function problemsOfStaff(facts: ProposalFacts, asker: Asker, now: Date): ProposalProblem[] {
  const problems: ProposalProblem[] = []
  const isAlone = facts.seconds.length === 0
  const from = aloneFrom(facts)
  if (asker.isBarred) problems.push('TOUCHES_YOU')
  else if (!isAlone && !facts.seconds.includes(asker.userId)) problems.push('OWN_PROPOSAL')
  else if (isAlone && (from === null || now < from)) problems.push('TOO_SOON')
  if (facts.needsFile && !facts.hasFile) problems.push('FILE_MISSING')
  return problems
}

export interface Judgement {
  /** The companies for which the caller says yes; without one they say it for the staff. */
  readonly companyIds: readonly string[]
  /** Nobody else may confirm it, so a fresh code is asked. */
  readonly needsCode: boolean
  readonly unmet: readonly ProposalProblem[]
}

/** Whether a person may say yes to a proposal, for whom, and what stands in the way. */
export function judge(facts: ProposalFacts, asker: Asker, now: Date): Judgement {
  const unmet: ProposalProblem[] = []
  if (facts.state !== 'OPEN') unmet.push('NOT_OPEN')
  else if (facts.expiresAt <= now) unmet.push('EXPIRED')
  if (!facts.isProposerThere) unmet.push('PROPOSER_GONE')
  unmet.push(...facts.problems)
  const awaited = awaitedCompanies(facts)
  const companyIds = facts.companies
    .filter(({ companyId, admins }) => awaited.includes(companyId) && admins.includes(asker.userId))
    .map(({ companyId }) => companyId)
  if (companyIds.length > 0) return { companyIds, needsCode: false, unmet }
  if (!asker.isColleague || !isStaffAwaited(facts))
    return { companyIds, needsCode: false, unmet: [...unmet, 'NOT_AWAITED'] }
  return {
    companyIds,
    needsCode: facts.seconds.length === 0,
    unmet: [...unmet, ...problemsOfStaff(facts, asker, now)],
  }
}
