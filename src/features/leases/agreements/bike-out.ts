/** Ends of a lease after which its bicycle comes back; after the others it stays with its buyer, or there is none. */
export const endsWithBikeOut = ['TERM', 'RETURNED', 'CANCELLED'] as const

/** The employer keeps the bicycle and has it; one that it has bought is not kept any more. */
export const isKeptAtEmployer = (lease: {
  readonly bikeAt: string | null
  readonly keptFrom: string | null
}): boolean => lease.bikeAt === 'EMPLOYER' && lease.keptFrom !== null

/** Whether a lease is over while its bicycle is still with the person, or with the employer that keeps it. */
export const isOverWithBikeOut = (lease: {
  readonly leaseState: string | null
  readonly endReason: string | null
  readonly bikeAt: string | null
  readonly keptFrom: string | null
}): boolean =>
  lease.leaseState === 'ENDED' &&
  endsWithBikeOut.some((reason) => reason === lease.endReason) &&
  (lease.bikeAt === 'EMPLOYEE' || isKeptAtEmployer(lease))
