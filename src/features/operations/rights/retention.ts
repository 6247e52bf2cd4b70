import type { ColumnClass } from './rules.ts'

/** Why no job ends a class of a table. */
export const keptFor = ['PROOF', 'LOCKED', 'VOUCHER', 'REGISTER', 'RECORD', 'UNREAD'] as const
export type KeptFor = (typeof keptFor)[number]

/** What ends a class of a table: a job by its name, or why none does. */
type Ending = { readonly job: string } | { readonly kept: KeptFor }

const by = (job: string, ...tables: string[]) => tables.map((table) => [table, { job }] as const)
const kept = (why: KeptFor, ...tables: string[]) => tables.map((table) => [table, { kept: why }] as const)
const end = (...entries: readonly (readonly (readonly [string, Ending])[])[]): Readonly<Record<string, Ending>> =>
  Object.fromEntries(entries.flat())

const RETAIN = 'retain-by-class'

/**
 * Every class of every table with a personal column, and what ends it. Signatures and sealed agreements prove what was
 * agreed and are compared with the record; the database lets nobody change a locked payroll row; a voucher says what its
 * number stands for; a register's contact changes with the register; events hold ids alone; what banks and invoices brought
 * and nobody linked is nobody's yet; what is the account's goes when its owner asks, or with what it was needed for.
 */
export const endings: Readonly<Record<ColumnClass, Readonly<Record<string, Ending>>>> = {
  account: end(
    by(RETAIN, 'users', 'company_people', 'identity_changes', 'recovery_codes', 'user_preferences', 'list_views'),
    by('remove-old-invitations', 'invitations'),
  ),
  employment: end(by(RETAIN, 'beneficiary_employees', 'absence_plans')),
  expiry: end(
    by(
      'housekeeping',
      'former_addresses',
      'idempotency_keys',
      'sign_in_address_changes',
      'verification_codes',
      'young_addresses',
    ),
  ),
  'contact-form': end(
    by('housekeeping', 'contact_forms', 'contact_form_answers'),
    by('remove-old-copies', 'personal_copies'),
    by('erase-confirmed', 'rights_requests'),
  ),
  message: end(by('housekeeping', 'notifications', 'outbox')),
  contract: end(
    by('empty-old-claims', 'insurance_claims'),
    by(
      RETAIN,
      'agreement_endings',
      'bike_brokerages',
      'bike_returns',
      'order_cancellation_requests',
      'order_cancellations',
      'orders',
      'payment_changes',
      'redemption_payments',
      'redemptions',
      'signed_documents',
    ),
    kept(
      'PROOF',
      'documents_to_make',
      'files',
      'leasing_agreements',
      'signatures',
      'terms_acceptances',
      'transfer_signatures',
    ),
  ),
  bookkeeping: end(
    by(RETAIN, 'bank_entries', 'invoices', 'order_cancellation_lines', 'payment_orders', 'paytrail_refunds'),
    kept('PROOF', 'leasing_agreements'),
    kept('LOCKED', 'payroll_rows'),
    kept('VOUCHER', 'vouchers'),
    kept('UNREAD', 'bank_doubts', 'intake_asides', 'received_e_invoices', 'refund_uploads'),
  ),
  register: end(kept('REGISTER', 'bike_stores', 'companies', 'leasing_companies')),
  event: end(kept('RECORD', 'events')),
}

/** Whether a job of classes empties a table; one that is kept for a reason is left alone. */
export const isEmptied = (of: ColumnClass, table: string): boolean => 'job' in (endings[of][table] ?? { kept: true })
