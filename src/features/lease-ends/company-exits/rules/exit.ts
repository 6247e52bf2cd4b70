/** A company that leaves: until when its people choose, and what has become of each of its leases. Pure; Helsinki days. */
import type { BikePlace, EarlyEnd } from '#features/leases/agreements/contract.ts'
import { addDays, type Day, firstOfMonth, firstOfNextMonth, laterDay, monthOf } from '#platform/values/days.ts'

export const exitKinds = ['LEAVES', 'BANKRUPT', 'MERGED'] as const
export type ExitKind = (typeof exitKinds)[number]
export const exitStates = ['OPEN', 'WORKED_OFF', 'WITHDRAWN'] as const
export type ExitState = (typeof exitStates)[number]
export const confirmers = ['EMPLOYER', 'ESTATE'] as const
export const leaseChoices = ['REDEEM', 'TRANSFER', 'RETURN', 'TAKEN_BACK', 'OTHER'] as const
export type LeaseChoice = (typeof leaseChoices)[number]
export const leaseStages = ['OPEN', 'CHOSEN', 'ENDED', 'SETTLED'] as const
export type LeaseStage = (typeof leaseStages)[number]

/** Days in which the people of the company choose. */
export const DAYS_TO_CHOOSE = 30

/** The last day to choose: thirty days from the day of the exit, or from today when that day is past. */
export const chooseUntil = (fromDay: Day, today: Day): Day => addDays(laterDay(fromDay, today), DAYS_TO_CHOOSE)

/** The first day on which the leases of a merging company run in the other: a month's first, and none that has begun. */
export function mergeStart(fromDay: Day, today: Day): Day {
  const first = fromDay === firstOfMonth(monthOf(fromDay)) ? fromDay : firstOfNextMonth(fromDay)
  return laterDay(first, firstOfNextMonth(today))
}

type Kind = 'CANCELLATION' | 'REDEMPTION' | 'RETURN' | 'TRANSFER' | 'CLAIM' | 'STAFF' | 'TAKEBACK'

export interface ExitLease {
  readonly leaseState: 'NOT_STARTED' | 'ACTIVE' | 'ENDED'
  readonly endReason: EarlyEnd | 'TERM' | null
  readonly endsAs: EarlyEnd | null
  readonly bikeAt: BikePlace | null
  /** The process that ends the lease or is open to do so; of an ended lease the one that has ended it. */
  readonly ending: Kind | null
  /** A merger has ended it and it does not yet go on in the other company. */
  readonly isOnItsWay: boolean
}

const byEnd: Partial<Record<EarlyEnd | 'TERM', LeaseChoice>> = {
  REDEEMED: 'REDEEM',
  TRANSFERRED: 'TRANSFER',
  RETURNED: 'RETURN',
}
const byKind: Partial<Record<Kind, LeaseChoice>> = {
  REDEMPTION: 'REDEEM',
  TRANSFER: 'TRANSFER',
  RETURN: 'RETURN',
  TAKEBACK: 'TAKEN_BACK',
}

/** What has been chosen for a lease, by its person or for it; null while nobody has. */
export function choiceOf({ leaseState, endReason, endsAs, ending }: ExitLease): LeaseChoice | null {
  if (ending === 'TAKEBACK') return 'TAKEN_BACK'
  if (leaseState === 'ENDED') return byEnd[endReason ?? 'TERM'] ?? 'OTHER'
  if (ending === null) return null
  // An offer that nobody has accepted sets no end: the person has not chosen yet.
  if (ending === 'REDEMPTION' && endsAs === null) return null
  return byKind[ending] ?? (endsAs ? byEnd[endsAs] : undefined) ?? 'OTHER'
}

/** How far a lease has come: nobody has chosen, somebody has, it has ended, and the bicycle is where it belongs. */
export function stageOf(lease: ExitLease): LeaseStage {
  // A lease that has gone to somebody else goes on there, with its bicycle.
  if (lease.leaseState === 'ENDED' && lease.endReason === 'TRANSFERRED') return lease.isOnItsWay ? 'CHOSEN' : 'SETTLED'
  // A bicycle that the employer has bought is where it belongs.
  if (lease.leaseState === 'ENDED' && lease.endReason === 'REDEEMED') return lease.bikeAt === null ? 'ENDED' : 'SETTLED'
  if (lease.leaseState === 'ENDED')
    return lease.bikeAt === 'EMPLOYEE' || lease.bikeAt === 'EMPLOYER' || lease.bikeAt === null ? 'ENDED' : 'SETTLED'
  return choiceOf(lease) === null ? 'OPEN' : 'CHOSEN'
}
