/**
 * Exact amounts between the rounding steps. The order of calculation rounds only at named steps; what lies between
 * them (a pension contribution of 7.3 % of an odd sum) keeps its fraction as a whole number of ten-thousandths of a
 * cent, so no float ever decides a cent.
 */
export type Exact = bigint

const PER_CENT = 10_000n

/** Whole cents as an exact amount. */
export function exactCents(cents: number): Exact {
  return BigInt(cents) * PER_CENT
}

/** A share of whole cents in basis points, without rounding. */
export function exactShare(cents: number, basisPoints: number): Exact {
  return BigInt(cents) * BigInt(basisPoints)
}

/** The larger of the amount and zero. */
export function notNegative(amount: Exact): Exact {
  return amount > 0n ? amount : 0n
}

/** The smaller of two amounts. */
export function smaller(left: Exact, right: Exact): Exact {
  return left < right ? left : right
}

function dividedHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** A non-negative amount in whole cents, half up. */
export function centsHalfUp(amount: Exact): number {
  return dividedHalfUp(notNegative(amount), PER_CENT)
}

/** `cents + basisPoints × amount` in whole cents, half up, never below zero; the basis points may be negative. */
export function centsPlusShare(cents: number, basisPoints: number, amount: Exact): number {
  return dividedHalfUp(notNegative(exactCents(cents) * PER_CENT + BigInt(basisPoints) * amount), PER_CENT * PER_CENT)
}
