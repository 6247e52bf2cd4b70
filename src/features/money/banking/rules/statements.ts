import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

export const bankFileKinds = ['CAMT052', 'CAMT053', 'CAMT054', 'PAIN002'] as const
export type BankFileKind = (typeof bankFileKinds)[number]

/** An entry above this is put aside: ten million euros are more than anybody here pays at once. */
export const MOST_CENTS = 1_000_000_000

/** What keeps an entry of a statement from being taken as it stands. */
export const entryDoubts = [
  'OTHER_CURRENCY',
  'AMOUNT_TOO_LARGE',
  'WRONG_AMOUNT',
  'WRONG_DAY',
  'INCOMPLETE',
  'SUM_DIFFERS',
  'KEY_CLASH',
  'TWO_READINGS',
  'NO_BOOKING_DAY',
] as const
export type EntryDoubt = (typeof entryDoubts)[number]

/** An entry of a statement, what the bank says of a payment, or a whole file of the bank's folder. */
export const doubtKinds = ['ENTRY', 'REPORT', 'FILE'] as const
export type DoubtKind = (typeof doubtKinds)[number]
/** UNKNOWN_FILE and UNKNOWN_PAYMENT were never given to the bank; NOT_WITH_BANK is refused and is not with it. */
export const doubtReasons = [
  ...entryDoubts,
  'UNKNOWN_FILE',
  'UNKNOWN_PAYMENT',
  'NOT_WITH_BANK',
  'FILE_REFUSED',
  'NO_ACCOUNT',
] as const
export type DoubtReason = (typeof doubtReasons)[number]
export const doubtStates = ['OPEN', 'TAKEN', 'DISMISSED'] as const
export type DoubtState = (typeof doubtStates)[number]

/** What is wrong with a statement: with its own sums, with what comes before it, or that days are told twice. */
export const statementProblems = ['SUM_DIFFERS', 'GAP', 'OVERLAP'] as const
export type StatementProblem = (typeof statementProblems)[number]

/** A statement with both balances, as its account's chain is made of them. */
export interface ChainLink {
  readonly id: string
  readonly fromDay: Day
  readonly toDay: Day
  readonly openingCents: Cents
  readonly closingCents: Cents
  readonly bookedCents: Cents
}

/** Statements of one day follow each other by their balances, whatever order they came in. */
function inOrder(links: readonly ChainLink[]): ChainLink[] {
  const waiting = [...links]
  const ordered: ChainLink[] = []
  while (waiting.length > 0) {
    const [{ toDay }] = waiting as [ChainLink]
    const last = ordered.at(-1)
    const next = waiting.findIndex((one) => one.toDay === toDay && one.openingCents === last?.closingCents)
    ordered.push(...waiting.splice(Math.max(next, 0), 1))
  }
  return ordered
}

/**
 * What is wrong with each statement of one account: opening and booked entries come to the closing, and the opening is
 * the last closing. Money is missing between two statements (GAP), or a later one tells of days that were told (OVERLAP).
 * @param links of one account, by their last day, then by their number
 */
export function judgeChain(links: readonly ChainLink[]): Map<string, StatementProblem[]> {
  let last: ChainLink | null = null
  return new Map(
    inOrder(links).map((one) => {
      const problems: StatementProblem[] = []
      if (one.openingCents + one.bookedCents !== one.closingCents) problems.push('SUM_DIFFERS')
      if (last && one.openingCents !== last.closingCents) problems.push(one.fromDay <= last.toDay ? 'OVERLAP' : 'GAP')
      last = one
      return [one.id, problems]
    }),
  )
}

/** PROVEN by balances that fit, UNPROVEN without balances, EXPLAINED by somebody who looked, DIFFERS until then. */
export const statementProofs = ['PROVEN', 'UNPROVEN', 'EXPLAINED', 'DIFFERS'] as const
export type StatementProof = (typeof statementProofs)[number]

export function proofOf({
  hasBalances,
  problems,
  explained,
}: {
  readonly hasBalances: boolean
  readonly problems: readonly string[]
  readonly explained: readonly string[]
}): StatementProof {
  if (!hasBalances) return 'UNPROVEN'
  if (problems.length === 0) return 'PROVEN'
  return problems.every((one) => explained.includes(one)) ? 'EXPLAINED' : 'DIFFERS'
}

/** The first day that a statement tells of: what it says, else its first entry, else its last day. */
export const firstDayOf = (told: Day | null, firstBooked: Day | null, toDay: Day): Day => {
  const from = told ?? firstBooked ?? toDay
  return from > toDay ? toDay : from
}
