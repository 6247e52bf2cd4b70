import type { Day } from '#platform/values/days.ts'

/** What an employer accepts: how the service works, and how it processes the employer's people's data. */
export const employerTermsKinds = ['SERVICE', 'DATA_PROCESSING'] as const
export type EmployerTermsKind = (typeof employerTermsKinds)[number]

/** How a company stands with one kind of terms. */
export const acceptanceStates = ['NONE_IN_FORCE', 'ACCEPTED', 'TO_RENEW', 'OVERDUE', 'MISSING'] as const
export type AcceptanceState = (typeof acceptanceStates)[number]

export interface InForce {
  readonly number: number
  /** Until when who has accepted an earlier version accepts this one; null: the earlier one holds on. */
  readonly acceptBy: Day | null
}

/** How a company stands with one kind: what is in force, the newest version that it has accepted, and the day. */
export function acceptanceState(inForce: InForce | null, accepted: number | null, today: Day): AcceptanceState {
  if (!inForce) return 'NONE_IN_FORCE'
  if (accepted === null) return 'MISSING'
  if (accepted >= inForce.number || inForce.acceptBy === null) return 'ACCEPTED'
  return today <= inForce.acceptBy ? 'TO_RENEW' : 'OVERDUE'
}

/** Whether a company may hand out links: every kind is accepted, or asked anew with days left. */
export const mayOpen = (states: readonly AcceptanceState[]): boolean =>
  states.every((state) => state !== 'MISSING' && state !== 'OVERDUE')

/** Whether somebody of the company is asked to accept. */
export const isAsked = (state: AcceptanceState): boolean => state !== 'ACCEPTED' && state !== 'NONE_IN_FORCE'
