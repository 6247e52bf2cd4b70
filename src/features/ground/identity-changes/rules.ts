import { SLOW_MS } from '#platform/values/slow-hours.ts'

/** What is known about a proposal when it is asked whether it takes effect. */
export interface ProposalFacts {
  /** A new sign-in address has to be proven by whoever reads it. */
  readonly changesAddress: boolean
  readonly newConfirmed: boolean
  /** The old mailbox or the person's password. */
  readonly oldConfirmed: boolean
  readonly byStaff: boolean
  readonly needsSecondStaff: boolean
  readonly secondStaffConfirmed: boolean
  readonly takesEffectAt: Date | null
}

/**
 * Whether a proposal takes effect now: its person has confirmed it, a second staff member has, or its time has passed with
 * every address told. A change by staff never rests on one of them alone while there is another.
 */
export function takesEffect(facts: ProposalFacts, now: Date): boolean {
  const isProven = !facts.changesAddress || facts.newConfirmed
  if (facts.oldConfirmed && isProven) return true
  if (facts.needsSecondStaff) return facts.secondStaffConfirmed
  return facts.takesEffectAt !== null && facts.takesEffectAt <= now
}

export interface IdentityPast {
  /** When somebody else's change last took effect. */
  readonly changedAt: Date | null
  /** When a password was last recovered by a mail alone. */
  readonly recoveredAt: Date | null
  /** From when something counts that the work mailbox does not give: a verified number, private address or app. */
  readonly proofsFrom: readonly Date[]
}

/**
 * Until when signing is closed; null when it is open. It closes after somebody else's change of the identity, and after a
 * recovery by a mailbox alone, unless the person holds a proof that is older than the recovery.
 */
export function signingClosedUntil({ changedAt, recoveredAt, proofsFrom }: IdentityPast, now: Date): Date | null {
  const isConfirmed = recoveredAt !== null && proofsFrom.some((from) => from < recoveredAt)
  const events = [changedAt, isConfirmed ? null : recoveredAt].filter((event) => event !== null)
  const until = new Date(Math.max(0, ...events.map((event) => event.getTime() + SLOW_MS)))
  return until > now ? until : null
}

/** How long whoever proposed or confirmed a change of somebody's identity cannot sign opposite them. */
export const OPPOSITE_DAYS = 30

/** Something that only the person holds, and that a code can be sent to. */
export interface Proof {
  readonly via: 'SMS' | 'EMAIL'
  readonly since: Date
  /** Later than `since` when it was added after a change by somebody else or a recovery; the table's trigger says it. */
  readonly countsFrom: Date
}

/** The proof that confirms a signature now: the number before the private address; null while none counts. */
export function countingProof<P extends Proof>(proofs: readonly P[], now: Date): P | null {
  const counting = proofs.filter(({ countsFrom }) => countsFrom <= now)
  return counting.find(({ via }) => via === 'SMS') ?? counting[0] ?? null
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Whether an address is private: not of the house that hosts one of the others, whose mail the employer may read. */
export function isPrivateAddress(address: string, hosted: readonly string[]): boolean {
  return !hosted.some((other) => domainOf(other) === domainOf(address))
}
