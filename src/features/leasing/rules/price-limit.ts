import type { Cents } from '#platform/values/money.ts'

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
