/** Why a table is not emptied by itself although it holds personal data. */
export const neverReasons = ['PROOF', 'LOCKED', 'VOUCHER', 'REGISTER', 'RECORD', 'UNREAD'] as const
export type NeverReason = (typeof neverReasons)[number]

/**
 * Tables whose personal columns no job empties, and why: the record compares signatures and sealed agreements with itself;
 * the database lets nobody change a locked payroll row; a voucher says what its number stands for; a register's contact
 * changes with the register; events hold ids alone; what banks and invoices brought and nobody linked is nobody's yet.
 */
export const neverErased: Readonly<Record<string, NeverReason>> = {
  signatures: 'PROOF',
  transfer_signatures: 'PROOF',
  leasing_agreements: 'PROOF',
  documents_to_make: 'PROOF',
  files: 'PROOF',
  payroll_rows: 'LOCKED',
  vouchers: 'VOUCHER',
  companies: 'REGISTER',
  bike_stores: 'REGISTER',
  leasing_companies: 'REGISTER',
  events: 'RECORD',
  bank_doubts: 'UNREAD',
  intake_asides: 'UNREAD',
  received_e_invoices: 'UNREAD',
  refund_uploads: 'UNREAD',
}
