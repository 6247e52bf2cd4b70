/** What is accepted: by people with their agreement and order, and by employers before their first link. */
export const termsKinds = ['AGREEMENT', 'INSURANCE', 'SERVICE', 'DATA_PROCESSING'] as const
/** Those that an employer accepts. */
export const employerKinds = ['SERVICE', 'DATA_PROCESSING'] as const

/** What an insurance may cover. The words are one list too: `covers` in the texts. */
export const insuredRisks = ['THEFT', 'DAMAGE', 'VANDALISM', 'LOSS'] as const
export type InsuredRisk = (typeof insuredRisks)[number]

/** The facts of insurance terms that other documents name. */
export interface InsuranceFacts {
  readonly insurer: string
  readonly businessId: string
  readonly covers: readonly InsuredRisk[]
  /** What the insured pays of each damage. */
  readonly deductibleCents: number
  /** The most that is paid for one damage; null for the bicycle's price. */
  readonly limitCents: number | null
  /** By how much of the price the cover falls each month of the lease; one percent where terms do not say it. */
  readonly coverFallBasisPoints?: number
}
