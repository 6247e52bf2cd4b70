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

const DAY_MS = 86_400_000

/** Until when nobody is reminded again, by how the last telling stands; null where a reminder may go out. */
export function restsUntil(toldAt: Date | null, now: Date): Date | null {
  if (toldAt === null) return null
  const until = new Date(toldAt.getTime() + DAY_MS)
  return until > now ? until : null
}
