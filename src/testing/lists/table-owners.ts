import type { TableOwner } from '#testing/sources/source-sql.ts'

const owned = (owner: string, ...tables: string[]) => Object.fromEntries(tables.map((table) => [table, { owner }]))

const firstRows = 'writes the rows that a new database begins with'
const expiry = 'removes what has expired, table by table, every night'
const bondMoves = 'moves what hangs on an invited person to their account, and ends a bond with all that hangs on it'
const invitationOver = 'removes what an invitation that is over leaves behind'
const legacy = 'brings orders of the earlier site over as they were'

const writers: Readonly<Record<string, TableOwner>> = {
  ...owned('agreements', 'document_wordings', 'signatures', 'agreement_endings'),
  signed_documents: {
    owner: 'agreements',
    others: { orders: legacy, 'lease-changes': "adds the annex of a changed payment to the agreement's documents" },
  },
  leasing_agreements: {
    owner: 'agreements',
    others: { orders: `starts, ends and voids leases as effects of the order's moves, and ${legacy}` },
  },
  ...owned('app', 'permissions'),
  ...owned(
    'banking',
    'bank_files',
    'bank_statements',
    'bank_doubts',
    'bank_entries',
    'payment_files',
    'payment_orders',
    'payment_settlements',
  ),
  ...owned('bike-stores', 'bike_stores', 'bike_store_groups'),
  ...owned('billing', 'billing_runs'),
  ...owned(
    'bookkeeping',
    'bookkeeping_periods',
    'credit_losses',
    'late_charges',
    'lease_asset_entries',
    'lease_assets',
    'reference_rates',
    'vouchers',
  ),
  ...owned(
    'companies',
    'bike_policies',
    'company_people',
    'company_units',
    'terms_acceptances',
    'terms_waivers',
    'group_companies',
    'group_payroll_recipients',
  ),
  companies: { owner: 'companies', others: { memberships: bondMoves } },
  payroll_recipients: {
    owner: 'companies',
    others: { memberships: bondMoves, invitations: invitationOver },
  },
  contact_forms: { owner: 'contact-forms', others: { platform: expiry } },
  ...owned('e-invoices', 'e_invoice_messages', 'received_e_invoices'),
  ...owned('put-aside', 'intake_files', 'intake_asides'),
  beneficiary_employees: {
    owner: 'employees',
    others: {
      memberships: bondMoves,
      invitations: invitationOver,
      accounts: 'removes applications that led to nothing',
    },
  },
  ...owned('identity-changes', 'identity_changes'),
  invitations: { owner: 'invitations', others: { memberships: 'answers an invitation' } },
  ...owned('invoices', 'invoice_counters', 'invoice_lines', 'ledger_rows', 'payments'),
  invoices: {
    owner: 'invoices',
    others: {
      'bike-services': 'keeps the paper of a service, and that its person says it was not had',
      billing: 'names the billing run of the invoices that it made',
      'e-invoices': "enters the store's invoice that came as an e-invoice",
      orders: "unties the store's invoice as an effect of a move",
      payments: 'notes the days of the reminders of a bill',
    },
  },
  ...owned('lease-changes', 'payment_changes'),
  leasing_companies: { owner: 'leasing', others: { app: firstRows } },
  billing_tables: { owner: 'leasing', others: { app: firstRows } },
  notifications: { owner: 'notifications', others: { invitations: invitationOver } },
  orders: { owner: 'orders', others: { invoices: 'notes the day on which the bike was paid in full' } },
  ...owned(
    'order-cancellations',
    'order_cancellations',
    'order_cancellation_lines',
    'order_cancellation_requests',
    'refund_uploads',
  ),
  ...owned('orders', 'turn_nudges'),
  ...owned('payments', 'paytrail_attempts', 'paytrail_refunds'),
  ...owned('accounts', 'user_preferences'),
  users: {
    owner: 'accounts',
    others: {
      memberships: bondMoves,
      'identity-changes': 'takes a changed name, address or number over once it is confirmed',
      invitations: `makes the row of an invited person, and ${invitationOver}`,
      registration: 'makes the account of a person who registers',
      sessions: 'keeps how a person signs in: password, second factor, language, last time',
    },
  },
  ...owned(
    'platform',
    'event_chains',
    'event_closings',
    'events',
    'idempotency_keys',
    'job_runs',
    'rate_limits',
    'events_without_root',
    'record_alarms',
    'record_leaves',
    'record_roots',
    'record_stamps',
    'scheduled_jobs',
    'open_turns',
    'turns_to_refresh',
    'turn_sources',
  ),
  documents_to_make: { owner: 'platform', others: { app: 'tries a failed document again at an operator’s command' } },
  ...owned('tasks', 'task_care'),
  ...owned('personal-data', 'personal_copies'),
  ...owned('rights', 'rights_requests', 'erasures', 'retained_classes'),
  ...owned('platform', 'schema_lock', 'schema_migrations'),
  files: { owner: 'platform', others: { orders: legacy } },
  link_tokens: {
    owner: 'platform',
    others: {
      companies: 'ends links with their company or group, and counts and revokes registration links',
      sessions: 'ends a password link that a newer one replaces',
    },
  },
  ...owned('platform', 'former_addresses', 'young_addresses'),
  outbox: { owner: 'platform', others: { outbox: 'sends a message again that was given up' } },
  settings: {
    owner: 'platform',
    others: {
      bookkeeping: 'keeps the codes of accounts',
      demo: "keeps the demo's clock",
      maintenance: 'keeps the switch that closes the service',
      rights: 'keeps what the last run of retention has ended',
      tax: 'keeps what tax years share',
    },
  },
  user_roles: {
    owner: 'platform',
    others: {
      memberships: bondMoves,
      invitations: invitationOver,
      accounts: 'takes the role of an application that led to nothing',
    },
  },
  ...owned('absence-plans', 'absence_plan_months', 'absence_plans'),
  ...owned('company-exits', 'company_exit_leases', 'company_exits'),
  ...owned('brokerage', 'bike_brokerage_photos', 'bike_brokerages', 'transfer_signatures'),
  ...owned('payroll-deductions', 'payroll_deduction_months', 'payroll_deductions'),
  ...owned('insurance-claims', 'claim_proof_lists', 'insurance_claim_photos', 'insurance_claims'),
  ...owned('lessor-files', 'lessor_differences', 'lessor_file_profiles', 'lessor_files', 'lessor_news'),
  ...owned('redemptions', 'lease_reminders', 'redemption_offers', 'redemption_payments', 'redemptions'),
  ...owned(
    'reporting',
    'payroll_collections',
    'payroll_lock_runs',
    'payroll_month_calls',
    'payroll_months',
    'payroll_payers',
    'payroll_rows',
  ),
  ...owned('bike-services', 'service_vouchers'),
  ...owned('returns', 'bike_return_damages', 'bike_return_photos', 'bike_returns'),
  ...owned('roles', 'role_catalogue'),
  ...owned('proposals', 'proposals', 'proposal_companies'),
  ...owned('reminders', 'turn_escalations'),
  roles: { owner: 'roles', others: { app: firstRows } },
  role_permissions: { owner: 'roles', others: { app: firstRows } },
  ...owned('sessions', 'recovery_codes', 'session_tokens', 'sign_in_address_changes'),
  sessions: { owner: 'sessions', others: { platform: `ends all sessions of an account, and ${expiry}` } },
  sign_in_tickets: {
    owner: 'sessions',
    others: {
      accounts: 'ends open sign-ins of a deactivated account',
      platform: `ends all open sign-ins of an account, and ${expiry}`,
    },
  },
  verification_codes: {
    owner: 'sessions',
    others: { registration: 'proves the address of a registration', platform: expiry },
  },
  ...owned('tax', 'province_tax_tables', 'state_income_tax_tables', 'tax_confirmations', 'tax_tables'),
  ...owned('tax', 'taxpayer_deduction_tables'),
  ...owned('terms', 'terms_documents'),
  vat_rates: { owner: 'vat', others: { app: firstRows } },
}

/** Where a person's own rows go with them. */
const erased = `bike_brokerage_photos bike_return_photos contact_forms former_addresses idempotency_keys
  insurance_claim_photos invitations notifications outbox personal_copies proposals sign_in_address_changes user_roles users
  verification_codes young_addresses`.split(/\s+/)

const withErasure = (table: string, owner: TableOwner): TableOwner =>
  erased.includes(table)
    ? {
        ...owner,
        others: {
          ...owner.others,
          rights: 'erases whom two members of staff have confirmed, and restricts the use of data',
        },
      }
    : owner

/** Each table with the feature that writes it; everybody else is named with the reason. */
export const tableOwners: Readonly<Record<string, TableOwner>> = Object.fromEntries(
  Object.entries(writers).map(([table, owner]) => [table, withErasure(table, owner)]),
)
