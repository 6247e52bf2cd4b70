import { type RawBuilder, sql } from 'kysely'
import { toldStatus } from '#features/ground/outbox/server/told-status.ts'
import type { Subject } from './subject.ts'

/** The parts of a copy, in the order of its page. */
export const copyParts = ['ACCOUNT', 'EMPLOYMENT', 'ORDERS', 'AGREEMENTS', 'ENDS', 'MONEY', 'MESSAGES', 'LOG'] as const
export type CopyPart = (typeof copyParts)[number]

interface CopiedTable {
  readonly part: CopyPart
  /** Which rows `t` of the table are the person's. */
  readonly whose: (of: Subject) => RawBuilder<boolean>
  /** Columns that are left out: secrets, what is made for searching, and what tells of others. */
  readonly without?: readonly string[]
  /** Columns about health, which no copy holds that passes through the hands of staff: they may not read them. */
  readonly health?: readonly string[]
  /** The only columns that are copied. */
  readonly only?: readonly string[]
  /** Columns that are told otherwise than they are stored, of rows `t`. */
  readonly told?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The table's name where another entry bears it already. */
  readonly table?: string
}

type Key = { [K in keyof Subject]: Subject[K] extends readonly string[] ? K : never }[keyof Subject]

const by = (column: string, key: Key) => (of: Subject) =>
  sql<boolean>`t.${sql.ref(column)} = any(${[...of[key]]}::uuid[])`
const byUser =
  (column = 'user_id') =>
  (of: Subject) =>
    sql<boolean>`t.${sql.ref(column)} = ${of.userId}::uuid`
const byEmail = (column: string) => (of: Subject) =>
  sql<boolean>`lower(t.${sql.ref(column)}) = any(${[...of.emails]}::text[])`
const search = ['search_text'] as const

/** Every table whose rows are copied, and which of its rows are a person's. */
export const copiedTables: Readonly<Record<string, CopiedTable>> = {
  users: {
    part: 'ACCOUNT',
    whose: byUser('id'),
    without: ['password_hash', 'totp_secret_sealed', 'totp_pending_sealed', 'totp_last_step', ...search],
  },
  list_views: { part: 'ACCOUNT', whose: byUser() },
  user_preferences: { part: 'ACCOUNT', whose: byUser() },
  user_roles: { part: 'ACCOUNT', whose: byUser() },
  company_people: { part: 'ACCOUNT', whose: byUser(), without: search },
  sessions: { part: 'ACCOUNT', whose: byUser(), without: ['csrf_token'] },
  identity_changes: { part: 'ACCOUNT', whose: byUser() },
  invitations: { part: 'ACCOUNT', whose: (of) => sql`(${byUser()(of)} or ${byEmail('email')(of)})` },
  payroll_recipients: { part: 'ACCOUNT', whose: byUser() },
  group_payroll_recipients: { part: 'ACCOUNT', whose: byUser() },
  personal_copies: { part: 'ACCOUNT', whose: (of) => sql`(${byUser()(of)} or ${byEmail('email')(of)})` },
  companies: {
    part: 'ACCOUNT',
    whose: byEmail('contact_email'),
    only: ['id', 'name', 'contact_name', 'contact_email', 'contact_phone'],
  },
  bike_stores: { part: 'ACCOUNT', whose: byEmail('email'), only: ['id', 'name', 'email', 'phone'] },
  leasing_companies: { part: 'ACCOUNT', whose: byEmail('invoice_email'), only: ['id', 'name', 'invoice_email'] },
  beneficiary_employees: {
    part: 'EMPLOYMENT',
    whose: by('id', 'employees'),
    without: search,
    health: ['absence_reason', 'absence_other'],
  },
  absence_plans: {
    part: 'EMPLOYMENT',
    whose: by('beneficiary_employee_id', 'employees'),
    health: ['absence_kind', 'absence_text'],
  },
  absence_plan_months: { part: 'EMPLOYMENT', whose: by('agreement_id', 'agreements') },
  orders: { part: 'ORDERS', whose: by('id', 'orders'), without: ['security_code_sealed'] },
  order_cancellations: { part: 'ORDERS', whose: by('id', 'cancellations'), without: search },
  order_cancellation_lines: {
    part: 'ORDERS',
    whose: (of) => sql`(${by('order_cancellation_id', 'cancellations')(of)} and t.payer_type = 'EMPLOYEE')`,
  },
  order_cancellation_requests: { part: 'ORDERS', whose: by('order_id', 'orders') },
  leasing_agreements: { part: 'AGREEMENTS', whose: by('id', 'agreements') },
  signatures: { part: 'AGREEMENTS', whose: byUser() },
  terms_acceptances: { part: 'AGREEMENTS', whose: byUser('accepted_by') },
  transfer_signatures: { part: 'AGREEMENTS', whose: byUser() },
  signed_documents: { part: 'AGREEMENTS', whose: by('beneficiary_employee_id', 'employees'), without: search },
  payment_changes: { part: 'AGREEMENTS', whose: by('agreement_id', 'agreements') },
  agreement_endings: { part: 'AGREEMENTS', whose: by('agreement_id', 'agreements') },
  company_exit_leases: { part: 'AGREEMENTS', whose: by('agreement_id', 'agreements') },
  lease_reminders: { part: 'AGREEMENTS', whose: by('agreement_id', 'agreements') },
  service_vouchers: { part: 'AGREEMENTS', whose: by('agreement_id', 'agreements') },
  redemptions: { part: 'ENDS', whose: by('id', 'redemptions'), without: search },
  redemption_payments: {
    part: 'ENDS',
    whose: (of) =>
      sql`t.id in (select r.redemption_payment_id from redemptions r where r.id = any(${[...of.redemptions]}::uuid[]))`,
    without: search,
  },
  redemption_offers: { part: 'ENDS', whose: by('redemption_id', 'redemptions') },
  bike_returns: { part: 'ENDS', whose: by('id', 'returns'), without: search },
  bike_return_damages: { part: 'ENDS', whose: by('return_id', 'returns') },
  bike_return_photos: { part: 'ENDS', whose: by('return_id', 'returns') },
  insurance_claims: { part: 'ENDS', whose: by('id', 'claims'), without: search },
  insurance_claim_photos: { part: 'ENDS', whose: by('claim_id', 'claims') },
  bike_brokerages: {
    part: 'ENDS',
    whose: (of) =>
      sql`(${by('beneficiary_employee_id', 'employees')(of)} or ${by('taker_employee_id', 'employees')(of)})`,
    without: [
      'named_email',
      'buyer_name',
      'buyer_business_id',
      'buyer_address',
      'buyer_email',
      'buyer_agreed_by',
      ...search,
    ],
  },
  bike_brokerage_photos: { part: 'ENDS', whose: by('brokerage_id', 'brokerages') },
  invoices: { part: 'MONEY', whose: by('id', 'invoices'), without: search },
  invoice_lines: { part: 'MONEY', whose: by('invoice_id', 'invoices') },
  payroll_deductions: { part: 'MONEY', whose: by('beneficiary_employee_id', 'employees') },
  payroll_deduction_months: { part: 'MONEY', whose: by('invoice_id', 'invoices') },
  payroll_rows: { part: 'MONEY', whose: by('agreement_id', 'agreements') },
  payroll_payers: { part: 'MONEY', whose: by('agreement_id', 'agreements') },
  payroll_collections: { part: 'MONEY', whose: by('agreement_id', 'agreements') },
  payments: { part: 'MONEY', whose: by('id', 'payments') },
  paytrail_attempts: { part: 'MONEY', whose: by('invoice_id', 'invoices') },
  paytrail_refunds: { part: 'MONEY', whose: by('invoice_id', 'invoices') },
  payment_orders: { part: 'MONEY', whose: by('invoice_id', 'invoices') },
  bank_entries: {
    part: 'MONEY',
    whose: (of) => sql`t.id in (select p.entry_id from payments p where p.id = any(${[...of.payments]}::uuid[]))`,
    without: search,
  },
  vouchers: {
    part: 'MONEY',
    whose: (of) => sql`t.voucher in (select l.voucher from ledger_rows l
      where l.invoice_id = any(${[...of.invoices]}::uuid[]) or l.payment_id = any(${[...of.payments]}::uuid[]))`,
  },
  outbox: {
    part: 'MESSAGES',
    whose: (of) => sql`(${byUser()(of)} or lower(t.recipient) = any(${[...of.emails, ...of.phones]}::text[]))`,
    without: ['sealed', 'links', 'body_html', ...search],
    told: { status: toldStatus('t') },
  },
  notifications: { part: 'MESSAGES', whose: byUser() },
  contact_form_answers: {
    part: 'MESSAGES',
    whose: (of) =>
      sql`t.contact_form_id in (select f.id from contact_forms f where lower(f.email) = any(${[...of.emails]}::text[]))`,
  },
  contact_forms: { part: 'MESSAGES', whose: byEmail('email'), without: search },
  rights_requests: {
    part: 'MESSAGES',
    whose: (of) => sql`(${byUser()(of)} or ${byEmail('email')(of)})`,
    without: ['file_search'],
  },
  events: {
    part: 'LOG',
    whose: (of) =>
      sql`(t.subject_type = 'person' and ${byUser('subject_id')(of)} or ${by('beneficiary_employee_id', 'employees')(of)})`,
    without: ['previous_hash', 'hash', 'data_hash', 'data_salt'],
  },
  actions: {
    table: 'events',
    part: 'LOG',
    whose: byUser('actor_user_id'),
    only: ['id', 'type', 'occurred_at', 'subject_type', 'actor_kind'],
  },
}
