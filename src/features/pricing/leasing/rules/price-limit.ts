import type { Cents } from '#platform/values/money.ts'

/** What happens to a package over the limit: refused, or the employee pays the rest beside the lease. */
/** What becomes of a bicycle that nobody has chosen for after the term. */
export const endOfLeaseDefaults = ['STAFF_SETTLES', 'EMPLOYER_BUYS'] as const

export const excessPolicies = ['NO', 'EMPLOYEE'] as const
export type ExcessPolicy = (typeof excessPolicies)[number]

/** What the employee pays beside the lease so that the leased rest stays within the limit; null where the policy refuses. */
export function excessCents(totalCents: Cents, maxCents: Cents, policy: ExcessPolicy): Cents | null {
  if (totalCents <= maxCents) return 0
  return policy === 'EMPLOYEE' ? totalCents - maxCents : null
}

/** The highest package price: the lowest of the limits that are set. All in cents. */
export function effectiveMaxPriceCents(
  company: { readonly maxPriceCents: Cents },
  employee: { readonly maxPriceCents: Cents | null } | null,
  policy: { readonly maxPriceCents: Cents | null } | null,
): Cents {
  return Math.min(
    company.maxPriceCents,
    employee?.maxPriceCents ?? company.maxPriceCents,
    policy?.maxPriceCents ?? company.maxPriceCents,
  )
}
