import type { Day } from '#platform/values/days.ts'

/** Whom the staff wait for. */
export const otherParties = [
  'EMPLOYEE',
  'EMPLOYER',
  'STORE',
  'LESSOR',
  'INSURER',
  'BUYER',
  'SELLER',
  'SELLER_EMPLOYER',
  'TAKER',
  'TAKER_EMPLOYER',
] as const
export type OtherParty = (typeof otherParties)[number]

/** The roles of the staff that a turn can be brought to, beside a colleague by name. */
export const escalationRoles = ['SUPER_ADMIN', 'INTERNAL_ADMIN'] as const
export type EscalationRole = (typeof escalationRoles)[number]

/** After as many reminders that nothing came of somebody else is asked to take it on. */
export const NUDGES_BEFORE_ESCALATION = 2

/** Whether a turn may be brought to somebody else: we are late ourselves, or the party has left two reminders unanswered. */
export const mayEscalate = (
  { awaited, due, nudges }: { readonly awaited: string; readonly due: Day | null; readonly nudges: number },
  today: Day,
): boolean => (awaited === 'STAFF' ? due !== null && due < today : nudges >= NUDGES_BEFORE_ESCALATION)

const DAY_MS = 86_400_000

/** Until when nobody is reminded again, by how the last telling stands; null where a reminder may go out. */
export function restsUntil(toldAt: Date | null, now: Date): Date | null {
  if (toldAt === null) return null
  const until = new Date(toldAt.getTime() + DAY_MS)
  return until > now ? until : null
}
