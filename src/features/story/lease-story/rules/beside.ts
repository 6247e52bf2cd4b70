/** What may stand beside what on one lease: one matrix for the guards of all processes and for what screens offer. Pure. */
import type { BuyOutFact, ClaimFact, EndReason, LeaseFacts, TransferFact } from '../facts.ts'
import type { ProcessKind } from './situation.ts'

/** What somebody may want to begin. */
export const beginnings = ['CANCELLATION', 'BUY_OUT', 'RETURN', 'TRANSFER', 'CLAIM', 'PLAN'] as const
export type Beginning = (typeof beginnings)[number]

/** What may already stand there, by what matters to others. */
export const openMatters = [
  'CANCELLATION',
  'BUY_OUT_UNPAID',
  'BUY_OUT_PAID',
  'OWNED',
  'RETURN_AGREED',
  'RETURN_RECEIVED',
  'ON_OFFER',
  'TRANSFER',
  'SALE',
  'LOSS_CLAIM',
  'DAMAGE_CLAIM',
  'REPLACEMENT',
  'EXIT',
  'MERGER',
  'PLAN',
  'WRITTEN_OFF',
  'OVER',
  'GONE',
] as const
export type OpenMatter = (typeof openMatters)[number]

export const refusals = [
  /** Another process is open that would end the lease. */
  'AGREEMENT_ENDING_EXISTS',
  /** The bicycle is claimed for, so nobody can sell, return or pass it on. */
  'CLAIM_OPEN',
  /** The bicycle is paid for: it becomes the buyer's, with whatever happens to it. */
  'REDEMPTION_UNDER_WAY',
  'LEASE_NOT_RUNNING',
] as const
export type Refusal = (typeof refusals)[number]

export type Verdict =
  | { readonly kind: 'TOGETHER' }
  | { readonly kind: 'REFUSED'; readonly code: Refusal }
  /** What begins puts an end to the other, which tells its people. */
  | { readonly kind: 'ENDS_OTHER' }

const together: Verdict = { kind: 'TOGETHER' }
const endsOther: Verdict = { kind: 'ENDS_OTHER' }
const refused = (code: Refusal): Verdict => ({ kind: 'REFUSED', code })
const another = refused('AGREEMENT_ENDING_EXISTS')
const claimed = refused('CLAIM_OPEN')
const paid = refused('REDEMPTION_UNDER_WAY')
const over = refused('LEASE_NOT_RUNNING')

/** Each pair has one word. A row is what begins, a column what stands there already. */
const matrix: Readonly<Record<Beginning, Readonly<Record<OpenMatter, Verdict>>>> = {
  CANCELLATION: {
    CANCELLATION: another,
    BUY_OUT_UNPAID: another,
    BUY_OUT_PAID: another,
    OWNED: over,
    RETURN_AGREED: another,
    RETURN_RECEIVED: another,
    ON_OFFER: together,
    TRANSFER: another,
    SALE: another,
    LOSS_CLAIM: together,
    DAMAGE_CLAIM: together,
    REPLACEMENT: together,
    EXIT: together,
    MERGER: together,
    PLAN: together,
    WRITTEN_OFF: claimed,
    OVER: over,
    GONE: over,
  },
  BUY_OUT: {
    CANCELLATION: another,
    BUY_OUT_UNPAID: another,
    BUY_OUT_PAID: another,
    OWNED: over,
    RETURN_AGREED: another,
    RETURN_RECEIVED: another,
    ON_OFFER: together,
    TRANSFER: another,
    SALE: another,
    LOSS_CLAIM: claimed,
    DAMAGE_CLAIM: claimed,
    REPLACEMENT: claimed,
    EXIT: together,
    MERGER: together,
    PLAN: together,
    WRITTEN_OFF: claimed,
    // What is over with its term is still bought by who has it.
    OVER: together,
    GONE: over,
  },
  RETURN: {
    CANCELLATION: another,
    BUY_OUT_UNPAID: another,
    BUY_OUT_PAID: another,
    OWNED: over,
    RETURN_AGREED: another,
    RETURN_RECEIVED: another,
    ON_OFFER: together,
    TRANSFER: another,
    SALE: another,
    LOSS_CLAIM: claimed,
    DAMAGE_CLAIM: together,
    REPLACEMENT: claimed,
    EXIT: together,
    MERGER: together,
    PLAN: together,
    WRITTEN_OFF: claimed,
    OVER: over,
    GONE: over,
  },
  TRANSFER: {
    CANCELLATION: another,
    BUY_OUT_UNPAID: another,
    BUY_OUT_PAID: another,
    OWNED: over,
    RETURN_AGREED: another,
    RETURN_RECEIVED: another,
    ON_OFFER: another,
    TRANSFER: another,
    SALE: another,
    LOSS_CLAIM: claimed,
    DAMAGE_CLAIM: claimed,
    REPLACEMENT: claimed,
    EXIT: together,
    MERGER: together,
    PLAN: together,
    WRITTEN_OFF: claimed,
    OVER: over,
    GONE: over,
  },
  CLAIM: {
    CANCELLATION: together,
    // Its end, when it comes, calls an unpaid buy-out off and tells its person.
    BUY_OUT_UNPAID: endsOther,
    BUY_OUT_PAID: paid,
    OWNED: over,
    RETURN_AGREED: together,
    RETURN_RECEIVED: together,
    ON_OFFER: endsOther,
    TRANSFER: together,
    SALE: together,
    LOSS_CLAIM: together,
    DAMAGE_CLAIM: together,
    REPLACEMENT: together,
    EXIT: together,
    MERGER: together,
    PLAN: together,
    WRITTEN_OFF: claimed,
    OVER: together,
    GONE: together,
  },
  PLAN: {
    CANCELLATION: together,
    BUY_OUT_UNPAID: together,
    BUY_OUT_PAID: together,
    OWNED: over,
    RETURN_AGREED: together,
    RETURN_RECEIVED: together,
    ON_OFFER: together,
    TRANSFER: together,
    SALE: together,
    LOSS_CLAIM: together,
    DAMAGE_CLAIM: together,
    REPLACEMENT: together,
    EXIT: together,
    MERGER: together,
    PLAN: together,
    WRITTEN_OFF: claimed,
    OVER: over,
    GONE: over,
  },
}

/** What stands beside, with the process to which a refusal leads. */
export interface Beside {
  readonly matter: OpenMatter
  readonly process: { readonly kind: ProcessKind; readonly id: string } | null
}

const openClaims: ReadonlySet<ClaimFact['step']> = new Set([
  'OPEN',
  'PROOF_COMPLETE',
  'SENT_TO_INSURER',
  'INSURER_DECIDED',
  'AT_REPAIR',
])

function ofClaim({ id, type, step }: ClaimFact): Beside[] {
  const process = { kind: 'CLAIM', id } as const
  if (step === 'NEW_BIKE') return [{ matter: 'REPLACEMENT', process }]
  // The insurer has paid for the bicycle: it is nobody's to buy, return, pass on or damage.
  if (step === 'LEASE_ENDED') return [{ matter: 'WRITTEN_OFF', process }]
  if (!openClaims.has(step)) return []
  return [{ matter: type === 'THEFT' || type === 'LOSS' ? 'LOSS_CLAIM' : 'DAMAGE_CLAIM', process }]
}

const paidSteps: ReadonlySet<BuyOutFact['step']> = new Set(['USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT'])

function ofBuyOut({ id, step }: BuyOutFact): Beside {
  // Who takes the purchase back brings the bicycle back.
  if (step === 'WITHDRAWN') return { matter: 'RETURN_AGREED', process: { kind: 'BUY_OUT', id } }
  const matter = step === 'DONE' ? 'OWNED' : paidSteps.has(step) ? 'BUY_OUT_PAID' : 'BUY_OUT_UNPAID'
  return { matter, process: { kind: 'BUY_OUT', id } }
}

function ofTransfer({ id, step }: TransferFact): Beside[] {
  if (step === 'DONE') return []
  const matter = step === 'TRANSFER' ? 'TRANSFER' : step === 'BUYOUT' || step === 'BILLED' ? 'SALE' : 'ON_OFFER'
  return [{ matter, process: { kind: 'TRANSFER', id } }]
}

/** What has ended a lease so that its person no longer has the bicycle. */
const goneBy: ReadonlySet<EndReason> = new Set(['RETURNED', 'TRANSFERRED', 'INSURANCE', 'CANCELLED'])

const ofEnd = ({ endReason }: LeaseFacts): Beside => ({
  matter: endReason && goneBy.has(endReason) ? 'GONE' : 'OVER',
  process: null,
})

/** Everything that stands on a lease now. */
export function openMattersOf(lease: LeaseFacts): readonly Beside[] {
  const { cancellation, return: back, exit, plan } = lease
  return [
    ...lease.claims.flatMap(ofClaim),
    ...(cancellation
      ? [{ matter: 'CANCELLATION' as const, process: { kind: 'CANCELLATION' as const, id: cancellation.id } }]
      : []),
    ...(back && back.step !== 'DONE'
      ? [
          {
            matter:
              back.step === 'REQUESTED' || back.step === 'APPROVED'
                ? ('RETURN_AGREED' as const)
                : ('RETURN_RECEIVED' as const),
            process: { kind: 'RETURN' as const, id: back.id },
          },
        ]
      : []),
    ...(lease.buyOut ? [ofBuyOut(lease.buyOut)] : []),
    ...(lease.transfer ? ofTransfer(lease.transfer) : []),
    ...(exit
      ? [
          {
            matter: exit.kind === 'MERGED' ? ('MERGER' as const) : ('EXIT' as const),
            process: { kind: 'EXIT' as const, id: exit.id },
          },
        ]
      : []),
    ...(plan ? [{ matter: 'PLAN' as const, process: { kind: 'ABSENCE' as const, id: plan.id } }] : []),
    ...(lease.leaseState === 'ENDED' ? [ofEnd(lease)] : []),
  ]
}

/** The processes that a page shows of a lease: what is open, and what has ended it, whatever else goes on meanwhile. */
export function processesOf(lease: LeaseFacts): readonly NonNullable<Beside['process']>[] {
  return [
    ...openMattersOf(lease).flatMap(({ process }) => (process ? [process] : [])),
    ...(lease.return?.step === 'DONE' ? [{ kind: 'RETURN' as const, id: lease.return.id }] : []),
  ]
}

const outOf: ReadonlySet<OpenMatter> = new Set(['OWNED', 'WRITTEN_OFF', 'GONE'])

/** The bicycle is bought, given back, passed on or paid for by the insurer: nothing can end the lease another way. */
export const isOut = (lease: LeaseFacts): boolean => openMattersOf(lease).some(({ matter }) => outOf.has(matter))

/** Whether the price at the end may still be paid: of what is paid for already it is not asked. */
export const isBuyable = (lease: LeaseFacts): boolean =>
  !isOut(lease) && !openMattersOf(lease).some(({ matter }) => matter === 'BUY_OUT_PAID')

/** The word of the matrix for one pair. */
export const verdictOf = (begins: Beginning, stands: OpenMatter): Verdict => matrix[begins][stands]

/**
 * Why something may not begin on a lease, with the process that stands in its way.
 * @param own the id of what begins, which stands in nobody's way
 * @returns null when nothing that stands refuses it
 */
export function refusalOf(
  lease: LeaseFacts,
  begins: Beginning,
  own?: string,
): { readonly code: Refusal; readonly process: Beside['process'] } | null {
  for (const { matter, process } of openMattersOf(lease)) {
    if (own !== undefined && process?.id === own) continue
    const verdict = verdictOf(begins, matter)
    if (verdict.kind === 'REFUSED') return { code: verdict.code, process }
  }
  return null
}
