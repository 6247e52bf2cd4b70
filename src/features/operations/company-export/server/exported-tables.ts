import { type RawBuilder, sql } from 'kysely'

export interface ExportedTable {
  /** Which rows `t` of the table are the company's. */
  readonly whose: (companyId: string) => RawBuilder<boolean>
  /** Columns that stay: what is a person's own, what tells of another company, what only the operator works with. */
  readonly without?: readonly string[]
  /** The only columns that go along. */
  readonly only?: readonly string[]
}

const ofCompany = (companyId: string) => sql<boolean>`t.company_id = ${companyId}::uuid`
const own: ExportedTable = { whose: ofCompany }
const but = (...without: string[]): ExportedTable => ({ whose: ofCompany, without })

/** The company's own bills; what stores, lessors and persons bill or are billed is theirs. */
const isOwnBill = (companyId: string) =>
  sql<boolean>`(t.company_id = ${companyId}::uuid and t.direction = 'SALES' and t.party = 'EMPLOYER')`
const ofOwnBill = (companyId: string) =>
  sql<boolean>`(t.company_id = ${companyId}::uuid and t.invoice_id in (select b.id from invoices b
     where b.company_id = ${companyId}::uuid and b.direction = 'SALES' and b.party = 'EMPLOYER'))`

/** Whoever has a role in the company. */
const peopleOf = (companyId: string) => sql`select r.user_id from user_roles r where r.company_id = ${companyId}::uuid`
/** Whoever looks after the service there: not those who only lease. */
const keepersOf = (companyId: string) => sql`select r.user_id from user_roles r join roles o on o.id = r.role_id
  where r.company_id = ${companyId}::uuid and o.scope_kind = 'COMPANY'`

/** The tables whose rows a company is handed, and which of their rows and columns. */
export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  companies: {
    whose: (companyId) => sql`t.id = ${companyId}::uuid`,
    without: ['group_company_id', 'leasing_company_id', 'two_factor'],
  },
  company_units: own,
  company_exits: but('into_company_id', 'moves_on'),
  company_exit_leases: own,
  bike_policies: own,
  terms_acceptances: own,
  deputies: own,
  user_roles: { whose: ofCompany, without: ['group_company_id'] },
  users: {
    whose: (companyId) =>
      sql`t.id in (${peopleOf(companyId)} union select e.user_id from beneficiary_employees e where e.company_id = ${companyId}::uuid)`,
    only: ['id', 'first_name', 'last_name', 'work_email', 'language', 'deactivated_at'],
  },
  roles: {
    whose: (companyId) => sql`t.id in (select r.role_id from user_roles r where r.company_id = ${companyId}::uuid)`,
    only: ['id', 'name'],
  },
  bike_stores: {
    whose: (companyId) => sql`t.id in (select o.bike_store_id from orders o where o.company_id = ${companyId}::uuid)`,
    only: ['id', 'name'],
  },
  leasing_companies: {
    whose: (companyId) =>
      sql`t.id in (select a.leasing_company_id from leasing_agreements a where a.company_id = ${companyId}::uuid)`,
    only: ['id', 'name'],
  },
  invitations: own,
  payroll_recipients: own,
  beneficiary_employees: but('absence_reason', 'absence_other', 'decision_undo'),
  absence_plans: but('absence_kind', 'absence_text'),
  absence_plan_months: own,
  orders: but('case_reason', 'delivery_address', 'purchase_invoice_id', 'last_edge'),
  order_cancellations: but('note', 'employee_file_id', 'settlement_file_id', 'store_reference', 'store_credit_number'),
  order_cancellation_requests: own,
  leasing_agreements: but('billing_table_id', 'billing_table_version', 'document_facts'),
  signatures: own,
  signed_documents: own,
  payment_changes: own,
  agreement_endings: own,
  lease_reminders: own,
  redemptions: but('redemption_payment_id', 'lessor_invoice_id', 'fair_value_cents', 'own_price_reason'),
  bike_returns: but('person_invoice_id', 'objection', 'objection_answer', 'receipt_file_id'),
  bike_brokerages: {
    whose: ofCompany,
    only: ['id', 'company_id', 'beneficiary_employee_id', 'agreement_id', 'step', 'bike', 'listed_at', 'starts_on'],
  },
  insurance_claims: {
    whose: ofCompany,
    only: [
      'id',
      'company_id',
      'beneficiary_employee_id',
      'agreement_id',
      'type',
      'step',
      'happened_day',
      'decided_day',
    ],
  },
  invoices: { whose: isOwnBill, without: ['leasing_company_id', 'bike_store_id', 'billing_run_id'] },
  invoice_lines: { whose: ofOwnBill },
  late_charges: { whose: ofOwnBill, without: ['decided_by'] },
  payments: { whose: ofOwnBill, without: ['entry_id', 'source', 'payer_id', 'settlement_reference', 'created_by'] },
  e_invoice_messages: { whose: ofOwnBill },
  payroll_months: own,
  payroll_rows: own,
  payroll_payers: own,
  payroll_collections: own,
  payroll_deductions: own,
  payroll_deduction_months: own,
  events: {
    whose: (companyId) => sql`(t.company_id = ${companyId}::uuid and t.shared)`,
    without: ['written_in'],
  },
  files: {
    whose: (companyId) => sql`t.id in (${papersOf(companyId)})`,
    without: ['created_by'],
  },
  outbox: {
    // What was written to an employee, a store or a lessor is theirs.
    whose: (companyId) =>
      sql`(t.company_id = ${companyId}::uuid and (t.user_id in (${keepersOf(companyId)})
        or lower(t.recipient) = (select lower(c.contact_email) from companies c where c.id = ${companyId}::uuid)))`,
    only: [
      'id',
      'company_id',
      'user_id',
      'channel',
      'recipient',
      'language',
      'subject',
      'body_text',
      'status',
      'created_at',
      'sent_at',
      'attachment_file_id',
    ],
  },
}

/** The files that the company's own rows name. */
const papersOf = (companyId: string) => sql`
  select a.document_file_id from leasing_agreements a where a.company_id = ${companyId}::uuid
  union select d.file_id from signed_documents d where d.company_id = ${companyId}::uuid and d.deleted_at is null
  union select i.file_id from invoices i where i.company_id = ${companyId}::uuid and i.direction = 'SALES' and i.party = 'EMPLOYER'
  union select c.employer_file_id from order_cancellations c where c.company_id = ${companyId}::uuid
  union select r.transfer_file_id from redemptions r where r.company_id = ${companyId}::uuid and r.buyer = 'EMPLOYER'
  union select t.file_id from terms_acceptances t where t.company_id = ${companyId}::uuid
  union select unnest(array[m.csv_file_id, m.xlsx_file_id, m.salary_file_id]) from payroll_months m where m.company_id = ${companyId}::uuid`
