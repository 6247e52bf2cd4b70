/** What a company has before its people can order, in the order in which it is seen to. */
export const readinessChecks = [
  'ADMIN',
  'SIGNER',
  'LESSOR',
  'LESSOR_AUTHORITY',
  'BILLING_TABLE',
  'TERMS',
  'POLICY',
  'PAYROLL_RECIPIENT',
  'EMPLOYER_TERMS',
  'JOIN_LINK',
] as const
export type ReadinessCheck = (typeof readinessChecks)[number]
