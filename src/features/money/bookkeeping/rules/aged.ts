import { type Day, daysBetween } from '#platform/values/days.ts'

/** How long what is open has been due; TO_REPAY is what was paid too much, whatever its day. */
export const ages = ['NOT_DUE', 'DAYS_14', 'DAYS_30', 'DAYS_60', 'DAYS_90', 'OLDER', 'TO_REPAY'] as const
export type Age = (typeof ages)[number]

const limits: readonly (readonly [number, Age])[] = [
  [0, 'NOT_DUE'],
  [14, 'DAYS_14'],
  [30, 'DAYS_30'],
  [60, 'DAYS_60'],
  [90, 'DAYS_90'],
]

/** The age of an open sum on a day. */
export function ageOf(invoice: { openCents: number; dueDay: Day }, today: Day): Age {
  if (invoice.openCents < 0) return 'TO_REPAY'
  const late = daysBetween(invoice.dueDay, today)
  return limits.find(([days]) => late <= days)?.[1] ?? 'OLDER'
}
