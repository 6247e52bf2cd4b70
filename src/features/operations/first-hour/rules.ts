/** What an installation needs before its first order, in the order in which it is seen to. */
export const firstHourChecks = [
  'BRAND',
  'PROCESSORS',
  'MAIL',
  'TEST_MAIL',
  'SMS',
  'SEAL',
  'BANK_FOLDER',
  'LESSOR',
  'LESSOR_AUTHORITY',
  'BILLING_TABLE',
  'TERMS',
  'TAX',
  'STORE',
  'COMPANY',
] as const
export type FirstHourCheck = (typeof firstHourChecks)[number]

/** What was written before the owner was named and names another company still. */
export const stillNaming = ['TERMS', 'LESSOR', 'SEAL'] as const
export type StillNaming = (typeof stillNaming)[number]

/** Done; done in a way that somebody should know of; or missing, which keeps the first hour open. */
export const checkStates = ['DONE', 'ADVICE', 'MISSING'] as const
export type CheckState = (typeof checkStates)[number]

/** How one thing stands, and the values of its sentence. */
export interface Judged {
  readonly state: CheckState
  /** A name: of whom or of what the sentence tells. */
  readonly about: string | null
  readonly day: string | null
  readonly count: number | null
  readonly still: StillNaming[]
  /** The company that the sentence tells of. */
  readonly companyId: string | null
}

const judged = (state: CheckState, more: Partial<Omit<Judged, 'state'>> = {}): Judged => ({
  state,
  about: null,
  day: null,
  count: null,
  still: [],
  companyId: null,
  ...more,
})
export const done = (more?: Partial<Omit<Judged, 'state'>>) => judged('DONE', more)
export const advice = (more?: Partial<Omit<Judged, 'state'>>) => judged('ADVICE', more)
export const missing = (more?: Partial<Omit<Judged, 'state'>>) => judged('MISSING', more)
