/** The lines of an employer's yearly cost, by their texts. */
export const employerLines = [
  ['instalments', 'instalmentsCents'],
  ['adminFees', 'adminFeesCents'],
  ['contributions', 'contributionsCents'],
  ['lowerPay', 'lowerPayCents'],
  ['collected', 'collectedCents'],
  ['vat', 'vatCents'],
] as const
