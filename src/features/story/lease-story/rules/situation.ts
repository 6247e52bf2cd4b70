/** What is going on with a lease, in one sentence for everybody. Pure. */
import { addDays, type Day, firstOfMonth, lastOfMonth } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import {
  type BuyOutFact,
  type ClaimFact,
  DAYS_TO_CHOOSE_AFTER_END,
  type LeaseFacts,
  lastDayOf,
  type ReturnFact,
  type TransferFact,
} from '../facts.ts'

/** Days before its end from which a lease says that the person chooses. */
const DAYS_TO_CHOOSE_BEFORE_END = 90
/** Days within which a consumer may take a purchase at a distance back. */
const WITHDRAWAL_DAYS = 14

/** Every sentence that a head may say. What stands first goes before what stands later. */
export const situationKeys = [
  'soon',
  'theftReport',
  'theftSend',
  'theftInsurer',
  'theftDecided',
  'theftNewBike',
  'theftEnding',
  'claimReport',
  'claimSend',
  'claimInsurer',
  'claimDecided',
  'claimRepair',
  'cancelling',
  'returnAsked',
  'returnBring',
  'returnBringByEmployer',
  'returnInspect',
  'returnObject',
  'returnAnswer',
  'returnEnding',
  'buyOutAsk',
  'buyOutAnswer',
  'buyOutEmployerAnswers',
  'buyOutBilling',
  'buyOutPay',
  'buyOutFromPay',
  'buyOutEmployerPays',
  'buyOutPaid',
  'buyOutTakenBack',
  'transferReserved',
  'transferOffered',
  'transferApprove',
  'transferSign',
  'transferSale',
  'transferSalePay',
  'exitChoose',
  'exitMoves',
  'absenceAsked',
  'absencePlanned',
  'absenceOn',
  'billDue',
  'billLate',
  'endSet',
  'endChoose',
  'running',
  'overChoose',
  'overEmployer',
  'owned',
  'ownedWithdrawable',
  'soldToEmployer',
  'returned',
  'passedOn',
  'insured',
  'cancelled',
  'ended',
] as const
export type SituationKey = (typeof situationKeys)[number]

export const awaitedParties = ['EMPLOYEE', 'EMPLOYER', 'STAFF', 'STORE', 'INSURER', 'TAKER', 'BUYER'] as const
export type AwaitedParty = (typeof awaitedParties)[number]

export const processKinds = [
  'CLAIM',
  'CANCELLATION',
  'RETURN',
  'BUY_OUT',
  'TRANSFER',
  'EXIT',
  'ABSENCE',
  'BILL',
] as const
export type ProcessKind = (typeof processKinds)[number]

/** The one act that a head offers to whoever is awaited. */
export const situationActs = [
  'COMPLETE_CLAIM',
  'APPROVE_RETURN',
  'BRING_BIKE',
  'ANSWER_DAMAGE',
  'ASK_OFFER',
  'ANSWER_OFFER',
  'PAY',
  'CONFIRM_DEDUCTION',
  'ANSWER_TAKER',
  'APPROVE_TRANSFER',
  'SIGN_TRANSFER',
  'CHOOSE',
  'CONFIRM_PLAN',
  'SETTLE',
] as const
export type SituationAct = (typeof situationActs)[number]

export interface Situation {
  readonly key: SituationKey
  /** Null: nobody has to do anything. */
  readonly awaited: AwaitedParty | null
  readonly act: SituationAct | null
  /** By when the act is to be taken, or the day that the sentence names. */
  readonly day: Day | null
  readonly cents: Cents | null
  /** The process that the sentence is about; null while the lease just runs or is over. */
  readonly process: { readonly kind: ProcessKind; readonly id: string } | null
}

const plain = { awaited: null, act: null, day: null, cents: null, process: null } as const
const say = (key: SituationKey, more: Partial<Situation> = {}): Situation => ({ ...plain, ...more, key })

const isLoss = ({ type }: ClaimFact) => type === 'THEFT' || type === 'LOSS'

const claimPhases: Partial<Record<ClaimFact['step'], readonly [string, AwaitedParty, SituationAct | null]>> = {
  OPEN: ['Report', 'EMPLOYEE', 'COMPLETE_CLAIM'],
  PROOF_COMPLETE: ['Send', 'STAFF', 'SETTLE'],
  SENT_TO_INSURER: ['Insurer', 'INSURER', null],
  INSURER_DECIDED: ['Decided', 'STAFF', 'SETTLE'],
}

function ofClaim(claim: ClaimFact): Situation {
  const process = { kind: 'CLAIM', id: claim.id } as const
  if (claim.step === 'AT_REPAIR') return say('claimRepair', { process, awaited: 'STORE' })
  if (claim.step === 'NEW_BIKE') return say('theftNewBike', { process, awaited: 'STORE' })
  const [phase, awaited, act] = claimPhases[claim.step]!
  return say(`${isLoss(claim) ? 'theft' : 'claim'}${phase}` as SituationKey, { process, awaited, act })
}

/** The claim that the head speaks of: the loss of the bicycle before anything broken on it. */
function openClaimOf(claims: readonly ClaimFact[]): ClaimFact | undefined {
  const open = claims.filter(({ step }) => step === 'AT_REPAIR' || step === 'NEW_BIKE' || claimPhases[step])
  return open.find(isLoss) ?? open[0]
}

function ofReturn(back: ReturnFact, lastDay: Day | null): Situation {
  const process = { kind: 'RETURN', id: back.id } as const
  if (back.step === 'REQUESTED') return say('returnAsked', { process, awaited: 'EMPLOYER', act: 'APPROVE_RETURN' })
  if (back.step === 'APPROVED') {
    const day = lastOfMonth(firstOfMonth(back.endMonth))
    return back.isFromEmployer
      ? say('returnBringByEmployer', { process, awaited: 'EMPLOYER', act: 'BRING_BIKE', day })
      : say('returnBring', { process, awaited: 'EMPLOYEE', act: 'BRING_BIKE', day })
  }
  if (back.step === 'RECEIVED') return say('returnInspect', { process, awaited: 'STAFF', act: 'SETTLE' })
  if (back.isObjected && !back.isAnswered) return say('returnAnswer', { process, awaited: 'STAFF', act: 'SETTLE' })
  if (back.hasMatter && !back.isObjected && !back.isFromEmployer)
    return say('returnObject', { process, awaited: 'EMPLOYEE', act: 'ANSWER_DAMAGE', day: back.objectionUntil })
  return say('returnEnding', { process, day: lastDay })
}

/** Who pays a buy-out whose bill is out. */
function payingOf(buyOut: BuyOutFact): readonly [SituationKey, AwaitedParty, SituationAct | null] {
  if (buyOut.buyer === 'EMPLOYER' || buyOut.method === 'BATCH') return ['buyOutEmployerPays', 'EMPLOYER', 'PAY']
  if (buyOut.method === 'PAYROLL') return ['buyOutFromPay', 'EMPLOYER', 'CONFIRM_DEDUCTION']
  return ['buyOutPay', 'EMPLOYEE', 'PAY']
}

function ofBuyOut(buyOut: BuyOutFact, lastDay: Day | null): Situation {
  const process = { kind: 'BUY_OUT', id: buyOut.id } as const
  const cents = buyOut.totalCents
  const month = lastOfMonth(firstOfMonth(buyOut.endMonth))
  switch (buyOut.step) {
    case 'STARTED':
      return say('buyOutAsk', { process, awaited: 'EMPLOYEE', act: 'ASK_OFFER', day: buyOut.offerValidUntil })
    case 'OFFERED':
      return buyOut.buyer === 'EMPLOYER'
        ? say('buyOutEmployerAnswers', {
            process,
            awaited: 'EMPLOYER',
            act: 'ANSWER_OFFER',
            day: buyOut.offerValidUntil,
            cents,
          })
        : say('buyOutAnswer', { process, awaited: 'EMPLOYEE', act: 'ANSWER_OFFER', day: buyOut.offerValidUntil, cents })
    case 'ACCEPTED':
      return say('buyOutBilling', { process, day: month, cents })
    case 'USER_PAYMENT_SENT': {
      const [key, awaited, act] = payingOf(buyOut)
      return say(key, { process, awaited, act, day: buyOut.dueDay, cents })
    }
    case 'WITHDRAWN':
      return say('buyOutTakenBack', { process, awaited: 'EMPLOYEE', act: 'BRING_BIKE' })
    default:
      return say('buyOutPaid', { process, day: lastDay ?? month, cents })
  }
}

function ofTransfer(transfer: TransferFact): Situation | null {
  const process = { kind: 'TRANSFER', id: transfer.id } as const
  switch (transfer.step) {
    case 'RESERVED':
      return say('transferReserved', { process, awaited: 'EMPLOYEE', act: 'ANSWER_TAKER', day: transfer.reservedUntil })
    case 'OFFERED':
      return say('transferOffered', { process, awaited: 'TAKER', day: transfer.reservedUntil })
    case 'TRANSFER':
      return transfer.isPrepared
        ? say('transferSign', { process, awaited: 'EMPLOYEE', act: 'SIGN_TRANSFER', day: transfer.transferBy })
        : say('transferApprove', { process, awaited: 'EMPLOYER', act: 'APPROVE_TRANSFER', day: transfer.transferBy })
    case 'BUYOUT':
      return say('transferSale', { process, awaited: 'BUYER' })
    case 'BILLED':
      return say('transferSalePay', { process, awaited: 'BUYER' })
    default:
      // On offer to everybody: the lease just runs meanwhile.
      return null
  }
}

function ofPlan(lease: LeaseFacts, today: Day): Situation | null {
  const { plan } = lease
  if (!plan) return null
  const process = { kind: 'ABSENCE', id: plan.id } as const
  if (plan.state !== 'CONFIRMED') {
    const awaited = plan.askedBy === 'EMPLOYEE' ? 'EMPLOYER' : 'EMPLOYEE'
    return say('absenceAsked', { process, awaited, act: 'CONFIRM_PLAN', day: plan.fromDay })
  }
  if (today > plan.toDay) return null
  return today < plan.fromDay
    ? say('absencePlanned', { process, day: plan.fromDay })
    : say('absenceOn', { process, day: plan.toDay })
}

function ofBill({ bill }: LeaseFacts, today: Day): Situation | null {
  if (!bill) return null
  return say(bill.dueDay < today ? 'billLate' : 'billDue', {
    process: { kind: 'BILL', id: bill.id },
    awaited: 'EMPLOYEE',
    act: 'PAY',
    day: bill.dueDay,
    cents: bill.openCents,
  })
}

function ofExit({ exit }: LeaseFacts): Situation | null {
  if (!exit) return null
  const process = { kind: 'EXIT', id: exit.id } as const
  if (exit.kind === 'MERGED') return say('exitMoves', { process, day: exit.chooseUntil })
  return say('exitChoose', { process, awaited: 'EMPLOYEE', act: 'CHOOSE', day: exit.chooseUntil })
}

const isBuyOutOpen = ({ buyOut }: LeaseFacts) => buyOut !== null && buyOut.step !== 'DONE'
const isReturnOpen = ({ return: back }: LeaseFacts) => back !== null && back.step !== 'DONE'

/** What a process has under way, by the precedence of what matters most. */
function underWay(lease: LeaseFacts, today: Day): Situation | null {
  const claim = openClaimOf(lease.claims)
  if (claim) return ofClaim(claim)
  const settled = lease.leaseState === 'ACTIVE' && lease.claims.find(({ step }) => step === 'LEASE_ENDED')
  if (settled) return say('theftEnding', { process: { kind: 'CLAIM', id: settled.id }, day: lastDayOf(lease) })
  if (lease.cancellation)
    return say('cancelling', { process: { kind: 'CANCELLATION', id: lease.cancellation.id }, awaited: 'STAFF' })
  if (lease.return && isReturnOpen(lease)) return ofReturn(lease.return, lastDayOf(lease))
  if (lease.buyOut && isBuyOutOpen(lease)) return ofBuyOut(lease.buyOut, lastDayOf(lease))
  const transfer = lease.transfer && ofTransfer(lease.transfer)
  if (transfer) return transfer
  return lease.leaseState === 'ACTIVE' ? (ofExit(lease) ?? ofPlan(lease, today)) : null
}

const isOwned = ({ endReason, buyOut }: LeaseFacts) => endReason === 'REDEEMED' || buyOut?.step === 'DONE'

function owned({ buyOut }: LeaseFacts, today: Day): Situation {
  if (buyOut?.buyer === 'EMPLOYER') return say('soldToEmployer', { day: buyOut.doneDay })
  const until = buyOut?.doneDay ? addDays(buyOut.doneDay, WITHDRAWAL_DAYS) : null
  return until && until >= today
    ? say('ownedWithdrawable', { day: until })
    : say('owned', { day: buyOut?.doneDay ?? null })
}

/** What became of a lease that is over. */
function afterEnd(lease: LeaseFacts, today: Day): Situation {
  const day = lease.endedDay
  if (isOwned(lease)) return owned(lease, today)
  switch (lease.endReason) {
    case 'RETURNED':
      return say('returned', { day })
    case 'TRANSFERRED':
      return say('passedOn', { day })
    case 'INSURANCE':
      return say('insured', { day })
    case 'CANCELLED':
      return say('cancelled', { day })
    default:
  }
  if (lease.bikeAt === 'EMPLOYEE' && day)
    return say('overChoose', { awaited: 'EMPLOYEE', act: 'CHOOSE', day: addDays(day, DAYS_TO_CHOOSE_AFTER_END) })
  if (lease.bikeAt === 'EMPLOYER') return say('overEmployer', { awaited: 'EMPLOYER', act: 'CHOOSE', day })
  return say('ended', { day })
}

/**
 * The one sentence about a lease: what goes on, who is awaited, by when, with which act. Theft goes before a claim, a
 * claim before a return, then a buy-out, a transfer, the company's exit, an absence, an unpaid bill, the near end.
 * @param today the day in Helsinki
 */
export function situationOf(lease: LeaseFacts, today: Day): Situation {
  const process = underWay(lease, today)
  if (process) return process
  const bill = ofBill(lease, today)
  // Who owns the bicycle reads so: what is still to pay stands in its own card above.
  if (lease.leaseState === 'ENDED') return isOwned(lease) ? owned(lease, today) : (bill ?? afterEnd(lease, today))
  if (lease.leaseState === 'NOT_STARTED') return bill ?? say('soon', { day: lease.startDay })
  if (bill) return bill
  const last = lastDayOf(lease)
  if (lease.endsOn) return say('endSet', { day: lease.endsOn })
  if (last && last <= addDays(today, DAYS_TO_CHOOSE_BEFORE_END))
    return say('endChoose', { awaited: 'EMPLOYEE', act: 'CHOOSE', day: last })
  return say('running', { day: last })
}
