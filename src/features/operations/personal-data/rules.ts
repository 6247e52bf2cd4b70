/** So many days a copy can be downloaded from its order on. */
export const COPY_DAYS = 7
/** So long it stays known that a copy was given. */
export const COPY_KNOWN_DAYS = 365

export const copyStates = ['MAKING', 'READY', 'EXPIRED'] as const
export type CopyState = (typeof copyStates)[number]

/** What a copy is now. */
export function copyStateOf(
  copy: { readonly isMade: boolean; readonly hasFile: boolean; readonly expiresAt: Date },
  now: Date,
): CopyState {
  if (!copy.hasFile || copy.expiresAt <= now) return 'EXPIRED'
  return copy.isMade ? 'READY' : 'MAKING'
}

/** What of a person is read one by one, and told to them. */
export const readFields = ['ABSENCE_REASON', 'SECURITY_CODE', 'COPY'] as const
/** For what it was read; for copies there is none. */
export const readPurposes = ['OWN', 'ABSENCE', 'PAYROLL', 'HANDOVER', 'CHECK'] as const
/** Who has read it. */
export const readers = ['EMPLOYER', 'STAFF', 'STORE'] as const

/** Why something is left out of a copy. */
export const leftOutReasons = ['SECRET', 'OTHERS', 'PASSING', 'UNREAD', 'ACTS', 'COPIED', 'HEALTH'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** What a copy does not hold although it may name the person, by table, and why. */
export const leftOut: Readonly<Record<string, LeftOutReason>> = {
  recovery_codes: 'SECRET',
  verification_codes: 'SECRET',
  sign_in_tickets: 'SECRET',
  session_tokens: 'SECRET',
  link_tokens: 'SECRET',
  idempotency_keys: 'PASSING',
  rate_limits: 'PASSING',
  documents_to_make: 'PASSING',
  former_addresses: 'PASSING',
  young_addresses: 'PASSING',
  sign_in_address_changes: 'PASSING',
  bank_doubts: 'UNREAD',
  intake_asides: 'UNREAD',
  intake_files: 'UNREAD',
  received_e_invoices: 'UNREAD',
  companies: 'OTHERS',
  bike_stores: 'OTHERS',
  leasing_companies: 'OTHERS',
  lessor_files: 'OTHERS',
  refund_uploads: 'OTHERS',
  outbox: 'OTHERS',
  notifications: 'OTHERS',
  signatures: 'OTHERS',
  transfer_signatures: 'OTHERS',
  bike_brokerages: 'OTHERS',
  insurance_claims: 'OTHERS',
  proposals: 'ACTS',
  events: 'ACTS',
  files: 'ACTS',
  open_turns: 'COPIED',
  payroll_lock_runs: 'COPIED',
  event_chains: 'COPIED',
}

/** Of which tables a copy that staff make lacks what is about health; whoever has recorded it gives that to the person. */
export const leftOutByStaff: Readonly<Record<string, LeftOutReason>> = {
  beneficiary_employees: 'HEALTH',
  absence_plans: 'HEALTH',
}

/** Columns by which rows find each other, and what seals them: they say nothing to whoever reads, and stand in the data. */
export const isKey = (column: string): boolean =>
  /(?:^|_)(?:id|key|hash|sha256|version)$|^(?:sealed|turn|edge)$/.test(column)

/** The key of a column's label: what ends in "_other" would read as a plural. */
export const labelKeyOf = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
