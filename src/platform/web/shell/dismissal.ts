const DAY_MS = 86_400_000

/** Whether the announcement was closed less than 24 hours ago (specification §9). */
export function isDismissed(closedAt: string | null, now: number): boolean {
  return closedAt !== null && now - Number(closedAt) < DAY_MS
}
