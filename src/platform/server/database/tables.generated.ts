// Written by "npm run db:types" from the migrated database; change the migrations instead.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Json = ColumnType<unknown, string, string>
type GeneratedJson = ColumnType<unknown, string | undefined, string>
type Timestamp = ColumnType<Date, Date | string, Date | string>
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>

export interface Tables {
  absence_plan_months: AbsencePlanMonthsTable
  absence_plans: AbsencePlansTable
  accepted_breaks: AcceptedBreaksTable
  agreement_endings: AgreementEndingsTable
  bank_doubts: BankDoubtsTable
  bank_entries: BankEntriesTable
  bank_files: BankFilesTable
  bank_statements: BankStatementsTable
  beneficiary_employees: BeneficiaryEmployeesTable
  bike_brokerage_photos: BikeBrokeragePhotosTable
  bike_brokerages: BikeBrokeragesTable
  bike_policies: BikePoliciesTable
  bike_return_damages: BikeReturnDamagesTable
  bike_return_photos: BikeReturnPhotosTable
  bike_returns: BikeReturnsTable
  bike_store_groups: BikeStoreGroupsTable
  bike_stores: BikeStoresTable
  billing_runs: BillingRunsTable
  billing_tables: BillingTablesTable
  bookkeeping_periods: BookkeepingPeriodsTable
  claim_proof_lists: ClaimProofListsTable
  companies: CompaniesTable
  company_exit_leases: CompanyExitLeasesTable
  company_exits: CompanyExitsTable
  company_people: CompanyPeopleTable
  company_units: CompanyUnitsTable
  contact_form_answers: ContactFormAnswersTable
  contact_forms: ContactFormsTable
  credit_losses: CreditLossesTable
  deputies: DeputiesTable
  document_wordings: DocumentWordingsTable
  documents_to_make: DocumentsToMakeTable
  e_invoice_messages: EInvoiceMessagesTable
  erasures: ErasuresTable
  event_chains: EventChainsTable
  event_closings: EventClosingsTable
  events: EventsTable
  events_without_root: EventsWithoutRootTable
  files: FilesTable
  former_addresses: FormerAddressesTable
  group_companies: GroupCompaniesTable
  group_payroll_recipients: GroupPayrollRecipientsTable
  idempotency_keys: IdempotencyKeysTable
  identity_changes: IdentityChangesTable
  insurance_claim_photos: InsuranceClaimPhotosTable
  insurance_claims: InsuranceClaimsTable
  intake_asides: IntakeAsidesTable
  intake_files: IntakeFilesTable
  invitations: InvitationsTable
  invoice_counters: InvoiceCountersTable
  invoice_lines: InvoiceLinesTable
  invoices: InvoicesTable
  job_runs: JobRunsTable
  late_charges: LateChargesTable
  lease_asset_entries: LeaseAssetEntriesTable
  lease_assets: LeaseAssetsTable
  lease_reminders: LeaseRemindersTable
  leasing_agreements: LeasingAgreementsTable
  leasing_companies: LeasingCompaniesTable
  ledger_rows: LedgerRowsTable
  lessor_differences: LessorDifferencesTable
  lessor_file_profiles: LessorFileProfilesTable
  lessor_files: LessorFilesTable
  lessor_news: LessorNewsTable
  link_openings: LinkOpeningsTable
  link_tokens: LinkTokensTable
  list_views: ListViewsTable
  notifications: NotificationsTable
  open_turns: OpenTurnsTable
  order_cancellation_lines: OrderCancellationLinesTable
  order_cancellation_requests: OrderCancellationRequestsTable
  order_cancellations: OrderCancellationsTable
  orders: OrdersTable
  outbox: OutboxTable
  payment_changes: PaymentChangesTable
  payment_files: PaymentFilesTable
  payment_orders: PaymentOrdersTable
  payment_settlements: PaymentSettlementsTable
  payments: PaymentsTable
  payroll_collections: PayrollCollectionsTable
  payroll_deduction_months: PayrollDeductionMonthsTable
  payroll_deductions: PayrollDeductionsTable
  payroll_lock_runs: PayrollLockRunsTable
  payroll_month_calls: PayrollMonthCallsTable
  payroll_months: PayrollMonthsTable
  payroll_payers: PayrollPayersTable
  payroll_recipients: PayrollRecipientsTable
  payroll_rows: PayrollRowsTable
  paytrail_attempts: PaytrailAttemptsTable
  paytrail_refunds: PaytrailRefundsTable
  permissions: PermissionsTable
  personal_copies: PersonalCopiesTable
  proposal_companies: ProposalCompaniesTable
  proposals: ProposalsTable
  province_tax_tables: ProvinceTaxTablesTable
  rate_limits: RateLimitsTable
  received_e_invoices: ReceivedEInvoicesTable
  record_alarms: RecordAlarmsTable
  record_leaves: RecordLeavesTable
  record_roots: RecordRootsTable
  record_stamps: RecordStampsTable
  recovery_codes: RecoveryCodesTable
  redemption_offers: RedemptionOffersTable
  redemption_payments: RedemptionPaymentsTable
  redemptions: RedemptionsTable
  reference_rates: ReferenceRatesTable
  refund_uploads: RefundUploadsTable
  retained_classes: RetainedClassesTable
  retention_looks: RetentionLooksTable
  rights_requests: RightsRequestsTable
  role_catalogue: RoleCatalogueTable
  role_permissions: RolePermissionsTable
  roles: RolesTable
  scheduled_jobs: ScheduledJobsTable
  service_vouchers: ServiceVouchersTable
  session_tokens: SessionTokensTable
  sessions: SessionsTable
  settings: SettingsTable
  sign_in_address_changes: SignInAddressChangesTable
  sign_in_tickets: SignInTicketsTable
  signatures: SignaturesTable
  signed_documents: SignedDocumentsTable
  state_income_tax_tables: StateIncomeTaxTablesTable
  task_care: TaskCareTable
  tax_confirmations: TaxConfirmationsTable
  tax_tables: TaxTablesTable
  taxpayer_deduction_tables: TaxpayerDeductionTablesTable
  terms_acceptances: TermsAcceptancesTable
  terms_documents: TermsDocumentsTable
  terms_waivers: TermsWaiversTable
  transfer_signatures: TransferSignaturesTable
  turn_escalations: TurnEscalationsTable
  turn_nudges: TurnNudgesTable
  turn_sources: TurnSourcesTable
  turn_tallies: TurnTalliesTable
  turns_to_refresh: TurnsToRefreshTable
  user_preferences: UserPreferencesTable
  user_roles: UserRolesTable
  users: UsersTable
  vat_rates: VatRatesTable
  verification_codes: VerificationCodesTable
  vouchers: VouchersTable
  young_addresses: YoungAddressesTable
}

export interface AbsencePlanMonthsTable {
  id: string
  company_id: string
  plan_id: string
  agreement_id: string
  month: string
  payer: 'EMPLOYER' | 'EMPLOYEE'
  person_cents: Generated<number>
  invoice_id: string | null
  handed_back_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface AbsencePlansTable {
  id: string
  company_id: string
  beneficiary_employee_id: string
  agreement_id: string
  state: 'PROPOSED' | 'CONFIRMED' | 'CHANGED' | 'CANCELLED' | 'ENDED'
  absence_kind: 'SICK' | 'PARENTAL' | 'STUDY' | 'LAY_OFF' | 'OTHER' | null
  absence_text: string | null
  from_day: string
  to_day: string
  asked_to_day: string | null
  asked_by: 'EMPLOYEE' | 'EMPLOYER'
  employer_days: number
  employee_signed_at: Timestamp | null
  employer_signed_at: Timestamp | null
  employer_signed_by: string | null
  closed_reason: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface AcceptedBreaksTable {
  subject_type: string
  subject_id: string
  position: number
  fault: 'CHANGED' | 'MISSING' | 'LEAF'
  print: Buffer
  event_id: string
  accepted_at: Timestamp
}

export interface AgreementEndingsTable {
  id: string
  company_id: string
  agreement_id: string
  kind: 'CANCELLATION' | 'REDEMPTION' | 'RETURN' | 'TRANSFER' | 'CLAIM' | 'STAFF' | 'TAKEBACK'
  is_ready: Generated<boolean>
  closed_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  reason: string | null
}

export interface BankDoubtsTable {
  id: string
  bank_file_id: string | null
  bank_statement_id: string | null
  file_name: string
  kind: 'ENTRY' | 'REPORT' | 'FILE'
  doubt_key: string
  reason: string
  line: number
  iban: string | null
  direction: 'CREDIT' | 'DEBIT' | null
  amount_cents: number | null
  amount_text: string | null
  booked_day: string | null
  reference: string | null
  message: string | null
  counterparty_name: string | null
  raw: Json
  movements: Json | null
  state: Generated<'OPEN' | 'TAKEN' | 'DISMISSED'>
  note: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  readings: Json | null
}

export interface BankEntriesTable {
  id: string
  bank_file_id: string
  entry_key: string
  iban: string
  servicer_reference: string | null
  position: Generated<number>
  direction: 'CREDIT' | 'DEBIT'
  is_reversal: Generated<boolean>
  amount_cents: number
  booked_day: string
  reference: string | null
  end_to_end_id: string | null
  message: string | null
  counterparty_name: string | null
  counterparty_iban: string | null
  counterparty_hash: Buffer | null
  state: Generated<'OPEN' | 'MATCHED' | 'ASIDE' | 'TOTAL'>
  aside_reason: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  search_text: GeneratedAlways<string>
  bank_statement_id: string | null
  foreign_amount: string | null
}

export interface BankFilesTable {
  id: string
  kind: 'CAMT052' | 'CAMT053' | 'CAMT054' | 'PAIN002'
  name: string
  sha256: Buffer
  entry_count: Generated<number>
  matched_count: Generated<number>
  known_count: Generated<number>
  skipped_accounts: GeneratedJson
  created_by: string | null
  created_at: GeneratedTimestamp
  doubt_count: Generated<number>
  confirmed_by: string | null
}

export interface BankStatementsTable {
  id: string
  bank_file_id: string
  iban: string
  statement_id: string
  sequence: number | null
  position: number
  from_day: string
  to_day: string
  opening_cents: number | null
  closing_cents: number | null
  booked_cents: number
  problems: Generated<('SUM_DIFFERS' | 'GAP' | 'OVERLAP')[]>
  explained: Generated<string[]>
  explanation: string | null
  explained_by: string | null
  explained_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface BeneficiaryEmployeesTable {
  id: string
  company_id: string
  user_id: string
  unit_id: string | null
  employee_number: string | null
  cost_unit: string | null
  pay_roll_other: string | null
  last_working_day: Generated<string>
  job_trial_period_end: string | null
  status: Generated<'INVITED' | 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'ENDED'>
  reject_reason: string | null
  employer_note: string | null
  max_price_cents: number | null
  benefit_model: 'FROM_SALARY' | 'ON_TOP' | 'EMPLOYEE_PAYS' | null
  added_by_employer: Generated<boolean>
  decided_by: string | null
  decided_at: Timestamp | null
  absence_from: string | null
  absence_to: string | null
  absence_reason: 'SICK_LEAVE' | 'PARENTAL_LEAVE' | 'OTHER' | null
  search_text: Generated<string>
  current_order_id: string | null
  order_status: string | null
  payment_status: string | null
  order_processed_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  absence_other: string | null
  decision_undo: Json | null
}

export interface BikeBrokeragePhotosTable {
  id: string
  company_id: string
  brokerage_id: string
  file_id: string
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface BikeBrokeragesTable {
  id: string
  company_id: string
  beneficiary_employee_id: string
  agreement_id: string
  step: 'DRAFT' | 'REVIEW' | 'LISTED' | 'RESERVED' | 'OFFERED' | 'TRANSFER' | 'BUYOUT' | 'BILLED' | 'DONE' | 'WITHDRAWN' | 'EXPIRED'
  status: GeneratedAlways<string>
  description: string
  municipality: string
  bike: string
  bike_kind: 'CITY' | 'ELECTRIC' | 'ROAD' | 'GRAVEL' | 'MOUNTAIN' | 'CARGO' | 'OTHER' | null
  frame_size: string | null
  monthly_cents: number
  residual_cents: number
  lease_end_day: string
  tax_regime: 'EXEMPT_GRANDFATHERED' | 'EXEMPT_2025' | 'TAXABLE' | null
  listed_at: Timestamp | null
  expires_on: string | null
  taker_company_id: string | null
  taker_employee_id: string | null
  reserved_until: string | null
  closed_reason: string | null
  step_changed_at: GeneratedTimestamp
  search_text: Generated<string>
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  giver_agreed_at: Timestamp | null
  taker_agreed_at: Timestamp | null
  lessor_reference: string | null
  lessor_day: string | null
  transfer_by: string | null
  starts_on: string | null
  ending_id: string | null
  new_agreement_id: string | null
  document_file_id: string | null
  document_sha256: Buffer | null
  named_email: string | null
  buyer_name: string | null
  buyer_business_id: string | null
  buyer_address: string | null
  buyer_email: string | null
  buyer_agreed_by: string | null
  price_cents: number | null
  invoice_id: string | null
  end_tax_cents: number | null
}

export interface BikePoliciesTable {
  id: string
  company_id: string
  number: number
  max_price_cents: number | null
  order_count: Generated<number>
  requires_trial_over: Generated<boolean>
  allows_leave_before_end: Generated<boolean>
  benefit_model: Generated<'FROM_SALARY' | 'ON_TOP' | 'EMPLOYEE_PAYS'>
  home_delivery: Generated<boolean>
  body: Generated<string>
  created_by: string | null
  created_at: GeneratedTimestamp
  translations: GeneratedJson
  excess: Generated<'NO' | 'EMPLOYEE'>
  allows_return: Generated<boolean>
  end_of_lease_default: Generated<'STAFF_SETTLES' | 'EMPLOYER_BUYS'>
  claim_payer: Generated<'EMPLOYEE' | 'EMPLOYER'>
  allows_brokerage: Generated<boolean>
}

export interface BikeReturnDamagesTable {
  id: string
  company_id: string
  return_id: string
  position: number
  description: string
  amount_cents: number
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface BikeReturnPhotosTable {
  id: string
  company_id: string
  return_id: string
  file_id: string
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface BikeReturnsTable {
  id: string
  company_id: string
  beneficiary_employee_id: string
  agreement_id: string
  step: 'REQUESTED' | 'APPROVED' | 'RECEIVED' | 'INSPECTED' | 'DONE' | 'CANCELLED'
  reason: 'RESIGNED' | 'DISMISSED' | 'LAID_OFF' | 'OTHER' | 'TERM_OVER'
  asked_by: 'EMPLOYEE' | 'EMPLOYER' | 'STAFF'
  end_month: string
  payer: 'EMPLOYEE' | 'EMPLOYER' | 'SHARED' | null
  fee_cents: number
  transport_cents: number
  bike_store_id: string | null
  received_day: string | null
  received_note: string | null
  bike_at: 'STORE' | 'LESSOR' | null
  objection_until: string | null
  objection: string | null
  objection_answer: string | null
  person_invoice_id: string | null
  employer_invoice_id: string | null
  receipt_file_id: string | null
  done_day: string | null
  closed_reason: string | null
  step_changed_at: GeneratedTimestamp
  search_text: Generated<string>
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  asked_month: string | null
  from_employer: Generated<boolean>
}

export interface BikeStoreGroupsTable {
  id: string
  name: string
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface BikeStoresTable {
  id: string
  group_id: string | null
  name: string
  business_id: string | null
  email: string
  phone: string | null
  website: string | null
  street_address: string | null
  postal_code: string | null
  city: string | null
  iban: string | null
  payment_terms_days: Generated<number>
  is_online: Generated<boolean>
  active: Generated<boolean>
  deleted_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  pending_iban: string | null
  pending_iban_by: string | null
  pending_iban_from: Timestamp | null
  opening_hours: string | null
  former_email: string | null
  former_email_until: Timestamp | null
  iban_named_by: string | null
  iban_confirmed_by: string | null
  iban_since: Timestamp | null
  language: Generated<'fi' | 'en' | 'sv'>
}

export interface BillingRunsTable {
  id: string
  month: string
  status: 'DRAFTING' | 'READY' | 'SENDING' | 'DONE'
  approved_by: string | null
  approved_at: Timestamp | null
  version: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  invoice_count: number | null
  line_count: number | null
  total_cents: number | null
  others_lease_count: number | null
  planned_credits: Json | null
}

export interface BillingTablesTable {
  id: string
  leasing_company_id: string
  company_id: string | null
  name: string
  instalment_cents: number
  insurance_cents: Generated<number>
  service_cents: Generated<number>
  yearly_interest_basis_points: number
  residual_basis_points: Generated<number>
  admin_fee_cents: Generated<number>
  min_months: Generated<number>
  max_months: Generated<number>
  min_price_cents: Generated<number>
  max_price_cents: Generated<number>
  campaign_discount_basis_points: number | null
  campaign_min_months: number | null
  campaign_from: string | null
  campaign_to: string | null
  valid_from: string
  valid_to: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  deleted_at: Timestamp | null
  redemption_fee_cents: Generated<number>
  transfer_fee_cents: Generated<number>
  return_fee_cents: Generated<number | null>
  return_transport_cents: Generated<number>
  end_notice_day: Generated<number>
  vat_change: Generated<'GROSS_STAYS' | 'NET_STAYS'>
  service_release: 'WHOLE' | 'YEARLY' | null
  service_days_after: number | null
}

export interface BookkeepingPeriodsTable {
  id: string
  month: string
  state: 'OPEN' | 'CLOSED' | 'FILED'
  checks: GeneratedJson
  print: Json | null
  closed_by: string | null
  closed_at: Timestamp | null
  filed_by: string | null
  filed_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  vat_return: Json | null
}

export interface ClaimProofListsTable {
  type: 'THEFT' | 'DAMAGE' | 'VANDALISM' | 'LOSS'
  pieces: ('DAY' | 'PLACE' | 'DESCRIPTION' | 'POLICE_REPORT' | 'LOCK' | 'THIRD_PARTY' | 'PHOTO')[]
  version: Generated<number>
}

export interface CompaniesTable {
  id: string
  name: string
  business_id: string
  vat_number: string | null
  country: Generated<string>
  language: Generated<'fi' | 'en' | 'sv'>
  e_invoice_address: string | null
  e_invoice_operator: string | null
  street_address: string | null
  postal_code: string | null
  city: string | null
  contact_name: string | null
  contact_email: string | null
  contact_phone: string | null
  group_company_id: string | null
  leasing_company_id: string | null
  max_price_cents: Generated<number>
  vat_basis_points: number | null
  two_factor: Generated<'NONE' | 'EMPLOYER_ROLES' | 'EVERYONE'>
  exempt_allocation: Generated<'MONTHLY' | 'YEARLY'>
  extra_operating_cents: Generated<number>
  pay_type_codes: GeneratedJson
  signer_user_ids: Generated<string[]>
  active: Generated<boolean>
  deleted_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  export_profile: GeneratedJson
  payment_terms_days: Generated<number>
  invoice_by_unit: Generated<boolean>
  payroll_day: Generated<number>
}

export interface CompanyExitLeasesTable {
  id: string
  company_id: string
  exit_id: string
  agreement_id: string
  position: number
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  choose_until: string | null
  ending_id: string | null
  new_agreement_id: string | null
}

export interface CompanyExitsTable {
  id: string
  company_id: string
  kind: 'LEAVES' | 'BANKRUPT' | 'MERGED'
  from_day: string
  choose_until: string
  reason: string
  last_deduction_month: string | null
  confirmed_by: 'EMPLOYER' | 'ESTATE' | null
  worked_off_at: Timestamp | null
  withdrawn_at: Timestamp | null
  withdrawn_reason: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  into_company_id: string | null
  moves_on: string | null
}

export interface CompanyPeopleTable {
  company_id: string
  user_id: string
  last_name: string
  first_name: string
  search_text: string
}

export interface CompanyUnitsTable {
  id: string
  company_id: string
  name: string
  deleted_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface ContactFormAnswersTable {
  id: string
  contact_form_id: string
  kind: 'SENT' | 'CAME'
  body: string
  written_by: string
  outbox_id: string | null
  created_at: GeneratedTimestamp
}

export interface ContactFormsTable {
  id: string
  sender_role: 'EMPLOYER' | 'EMPLOYEE' | 'STORE' | 'OTHER'
  name: string
  email: string
  phone: string | null
  company: string | null
  message: string
  language: Generated<'fi' | 'en' | 'sv'>
  checked: Generated<boolean>
  checked_by: string | null
  checked_at: Timestamp | null
  note: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  search_text: GeneratedAlways<string>
  answer_by: string | null
}

export interface CreditLossesTable {
  id: string
  company_id: string
  invoice_id: string
  ground: 'BANKRUPTCY' | 'ENFORCEMENT' | 'DEBT_ARRANGEMENT' | 'TIME_BARRED' | 'SMALL'
  evidence: string
  day: string
  gross_cents: number
  vat: Json
  decided_by: string
  created_at: GeneratedTimestamp
}

export interface DeputiesTable {
  id: string
  company_id: string
  user_id: string
  deputy_user_id: string
  from_day: string
  to_day: string
  is_active: boolean
  named_by: string
  ended_at: Timestamp | null
  version: Generated<number>
  created_at: Timestamp
}

export interface DocumentWordingsTable {
  sha256: Buffer
  language: 'fi' | 'sv' | 'en'
  words: string
  created_at: Timestamp
}

export interface DocumentsToMakeTable {
  file_id: string
  kind: string
  facts: Json
  attempts: Generated<number>
  next_attempt_at: Timestamp
  leased_until: Timestamp | null
  last_error: string | null
  version: Generated<number>
  created_at: Timestamp
}

export interface EInvoiceMessagesTable {
  id: string
  company_id: string
  invoice_id: string
  state: 'LOCAL' | 'WAITING' | 'SENT' | 'ACKNOWLEDGED' | 'REJECTED'
  file_id: string
  to_address: string
  attempts: Generated<number>
  next_attempt_at: GeneratedTimestamp
  reason: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface ErasuresTable {
  request_id: string
  user_id: string | null
  address_hashes: string[]
  erased_at: Timestamp
}

export interface EventChainsTable {
  subject_type: string
  subject_id: string
  length: number
  head: Buffer
  seal: Buffer | null
}

export interface EventClosingsTable {
  subject_type: string
  subject_id: string
  length: number
  head: Buffer
  digest: Buffer
  seal: Buffer
  closed_at: Timestamp
}

export interface EventsTable {
  id: string
  subject_type: string
  subject_id: string
  position: number
  type: string
  company_id: string | null
  order_id: string | null
  beneficiary_employee_id: string | null
  actor_kind: 'EMPLOYEE' | 'EMPLOYER' | 'STAFF' | 'STORE' | 'SYSTEM' | 'VISITOR'
  actor_user_id: string | null
  shared: Generated<boolean>
  data: GeneratedJson
  occurred_at: Timestamp
  previous_hash: Buffer
  hash: Buffer
  data_hash: Buffer | null
  data_salt: Buffer | null
  written_in: Generated<string | null>
}

export interface EventsWithoutRootTable {
  event_id: string
}

export interface FilesTable {
  id: string
  company_id: string | null
  parent_type: string
  parent_id: string
  storage_key: string | null
  sha256: Buffer | null
  bytes: number | null
  content_type: string
  label: string
  created_by: string | null
  created_at: GeneratedTimestamp
}

export interface FormerAddressesTable {
  register: 'bike-store' | 'leasing-company'
  register_id: string
  email: string
  until: Timestamp
}

export interface GroupCompaniesTable {
  id: string
  name: string
  business_id: string | null
  deleted_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface GroupPayrollRecipientsTable {
  group_company_id: string
  user_id: string
  created_at: GeneratedTimestamp
}

export interface IdempotencyKeysTable {
  owner: string
  key: string
  request_hash: Buffer
  status: number | null
  body: string | null
  content_type: string | null
  created_at: GeneratedTimestamp
}

export interface IdentityChangesTable {
  id: string
  user_id: string
  kind: 'CONTACT' | 'SECOND_FACTOR'
  new_email: string | null
  new_phone: string | null
  removes_phone: Generated<boolean>
  proposed_by: string
  by_staff: boolean
  needs_second_staff: Generated<boolean>
  confirmed_by: string | null
  new_confirmed_at: Timestamp | null
  old_confirmed_at: Timestamp | null
  takes_effect_at: Timestamp | null
  status: Generated<'OPEN' | 'DONE' | 'REFUSED' | 'SUPERSEDED'>
  done_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface InsuranceClaimPhotosTable {
  id: string
  company_id: string
  claim_id: string
  file_id: string
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface InsuranceClaimsTable {
  id: string
  company_id: string
  beneficiary_employee_id: string
  agreement_id: string
  type: 'THEFT' | 'DAMAGE' | 'VANDALISM' | 'LOSS'
  step: 'OPEN' | 'PROOF_COMPLETE' | 'SENT_TO_INSURER' | 'INSURER_DECIDED' | 'AT_REPAIR' | 'NEW_BIKE' | 'REPAIRED' | 'REPLACED' | 'LEASE_ENDED' | 'DENIED' | 'CANCELLED'
  status: GeneratedAlways<string>
  happened_day: string | null
  place: string | null
  description: string | null
  police_report_number: string | null
  lock_used: string | null
  third_party: string | null
  waived_pieces: Generated<string[]>
  insurer_reference: string | null
  denial_reason: string | null
  denied_day: string | null
  objection: string | null
  step_changed_at: GeneratedTimestamp
  search_text: Generated<string>
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  decided_day: string | null
  compensation_cents: number | null
  is_total_loss: Generated<boolean>
  buy_out_cents: number | null
  closing_invoice_id: string | null
  repair_store_id: string | null
  repair_limit_cents: number | null
  repair_invoice_id: string | null
  repair_cost_cents: number | null
  deductible_cents: number | null
  deductible_invoice_id: string | null
  replacement_order_id: string | null
  tell_insurer: Generated<boolean>
  emptied_at: Timestamp | null
  receipt_file_id: string | null
  asked_pieces: ('DAY' | 'PLACE' | 'DESCRIPTION' | 'POLICE_REPORT' | 'LOCK' | 'THIRD_PARTY' | 'PHOTO')[] | null
}

export interface IntakeAsidesTable {
  id: string
  intake_file_id: string
  source: 'E_INVOICE' | 'STORES' | 'LEGACY_ORDERS' | 'LESSOR' | 'STORED_TEXTS'
  aside_key: string
  reason: string
  line: number
  about: string | null
  raw: Json
  problems: GeneratedJson
  readings: Json | null
  content: Json | null
  file_id: string | null
  state: Generated<'OPEN' | 'TAKEN' | 'DISMISSED'>
  note: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface IntakeFilesTable {
  id: string
  source: 'E_INVOICE' | 'STORES' | 'MUNICIPALITIES' | 'LEGACY_ORDERS' | 'LESSOR' | 'STORED_TEXTS'
  name: string
  brought_by: string | null
  taken_count: Generated<number>
  known_count: Generated<number>
  refused_for: string | null
  refused_line: number | null
  created_at: GeneratedTimestamp
}

export interface InvitationsTable {
  id: string
  user_id: string | null
  company_id: string | null
  kind: 'EMPLOYEE' | 'EMPLOYER' | 'ACCOUNT'
  email: string
  status: Generated<'OPEN' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'EXPIRED'>
  invited_by: string | null
  expires_at: Timestamp
  answered_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface InvoiceCountersTable {
  series: string
  year: number
  last_number: number
}

export interface InvoiceLinesTable {
  id: string
  company_id: string
  invoice_id: string
  position: number
  description: string
  quantity: Generated<number>
  net_cents: number
  vat_basis_points: number
  purpose: Generated<'LESSOR' | 'INSTALMENT' | 'FEE' | 'REDEMPTION' | 'DEDUCTIBLE' | 'EXCESS' | 'ABSENCE' | 'RETURN_FEE' | 'OTHER' | 'LATE'>
  gross_cents: Generated<number>
  credits_line_id: string | null
  source_key: string | null
  agreement_id: string | null
  corrects_month: string | null
  unit_name: string | null
  cost_unit: string | null
  supply_day: string | null
}

export interface InvoicesTable {
  id: string
  company_id: string
  order_id: string | null
  agreement_id: string | null
  direction: 'PURCHASE' | 'SALES'
  status: 'UNFINISHED' | 'NOT_SENT' | 'SENT' | 'RECEIVED' | 'PAID' | 'PAYMENT_DENIED' | 'VERIFIED' | 'APPROVED' | 'INVALIDATED' | 'PAYMENT_QUEUED' | 'PARTLY_PAID' | 'PAYMENT_SENT_TO_BANK' | 'MARKED_PAID' | 'STARTED' | 'INVOICED' | 'OVERRIDDEN' | 'DELETED' | 'UNSAVED' | 'PAYMENT_TRANSACTION_REMOVED'
  bike_store_id: string | null
  leasing_company_id: string | null
  number: string | null
  reference_number: string | null
  iban: string | null
  issue_day: string
  due_day: string
  net_cents: number
  vat_cents: number
  total_cents: number
  credited_invoice_id: string | null
  file_id: string | null
  matched_at: Timestamp | null
  matched_by: string | null
  difference_cents: number | null
  difference_reason: string | null
  paid_day: string | null
  sent_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  purpose: Generated<'LESSOR' | 'INSTALMENT' | 'FEE' | 'REDEMPTION' | 'DEDUCTIBLE' | 'EXCESS' | 'ABSENCE' | 'RETURN_FEE' | 'OTHER' | 'LATE'>
  party: Generated<'STORE' | 'LESSOR' | 'EMPLOYER' | 'PERSON' | 'OUTSIDE'>
  beneficiary_employee_id: string | null
  unit_id: string | null
  buyer: Json | null
  stage: Generated<'UNSAVED' | 'UNFINISHED' | 'NOT_SENT' | 'SENT' | 'OVERRIDDEN' | 'INVALIDATED' | 'DELETED' | 'RECEIVED' | 'VERIFIED' | 'APPROVED' | 'PAYMENT_DENIED' | 'PAYMENT_QUEUED' | 'PAYMENT_SENT_TO_BANK' | 'PAYMENT_TRANSACTION_REMOVED' | 'STARTED' | 'INVOICED'>
  credited_cents: Generated<number>
  paid_cents: Generated<number>
  supply_day: string | null
  billing_month: string | null
  reason: string | null
  disputed_at: Timestamp | null
  approved_by: string | null
  approved_at: Timestamp | null
  first_reminder_at: Timestamp | null
  second_reminder_at: Timestamp | null
  search_text: Generated<string>
  billing_run_id: string | null
  written_off_cents: Generated<number>
  open_cents: GeneratedAlways<number | null>
  e_invoice_wanted: Generated<boolean>
  e_invoice_try_at: Timestamp | null
  seller_name: string | null
  early_payment_reason: string | null
  early_payment_by: string | null
  early_payment_at: Timestamp | null
  paid_beside: Generated<boolean>
  rounding_cents: number | null
  next_supply_day: string | null
}

export interface JobRunsTable {
  job: string
  period: string
  scope: Generated<string>
  done_at: Timestamp | null
  result: Json | null
  started_at: GeneratedTimestamp
}

export interface LateChargesTable {
  id: string
  company_id: string
  invoice_id: string
  part: 'INTEREST' | 'COMPENSATION'
  outcome: 'BILLED' | 'WAIVED'
  until_day: string
  amount_cents: number
  reason: string | null
  bill_id: string | null
  decided_by: string
  created_at: GeneratedTimestamp
}

export interface LeaseAssetEntriesTable {
  id: string
  company_id: string
  asset_id: string
  kind: 'ACQUIRED' | 'DEPRECIATED' | 'DISPOSED'
  day: string
  amount_cents: number
  voucher: string
  created_at: GeneratedTimestamp
}

export interface LeaseAssetsTable {
  id: string
  company_id: string
  agreement_id: string
  chain_id: string
  order_id: string | null
  acquired_day: string
  cost_cents: number
  residual_cents: number
  months: number
  disposed_day: string | null
  disposed_as: 'SOLD' | 'RETURNED' | 'LOST' | 'CANCELLED' | null
  proceeds_cents: number | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface LeaseRemindersTable {
  id: string
  company_id: string
  agreement_id: string
  days_left: number
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface LeasingAgreementsTable {
  id: string
  company_id: string
  beneficiary_employee_id: string
  order_id: string | null
  leasing_company_id: string
  agreement_number: string
  status: 'PENDING' | 'SIGNED' | 'REJECTED' | null
  lease_state: Generated<'NOT_STARTED' | 'ACTIVE' | 'ENDED'>
  end_reason: 'TERM' | 'REDEEMED' | 'TRANSFERRED' | 'INSURANCE' | 'CANCELLED' | 'RETURNED' | null
  price_cents: number
  instalment_cents: number
  last_instalment_cents: number
  instalment_from: string | null
  redemption_taxable_cents: Generated<number>
  service_share_cents: number
  admin_fee_cents: number
  residual_cents: number
  lease_months: number
  buy_out_cents: number[]
  billing_table_id: string
  billing_table_version: number
  vat_basis_points: number
  benefit_model: 'FROM_SALARY' | 'ON_TOP' | 'EMPLOYEE_PAYS'
  tax_regime: 'EXEMPT_GRANDFATHERED' | 'EXEMPT_2025' | 'TAXABLE' | null
  tax_regime_review: string | null
  commitment_day: string | null
  start_day: string | null
  end_day: string | null
  ended_day: string | null
  document_sha256: Buffer | null
  document_file_id: string | null
  void_at: Timestamp | null
  reject_reason: string | null
  signed_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  original_end_day: string | null
  terms_id: string | null
  wording_sha256: Buffer | null
  document_facts: Json | null
  excess_cents: Generated<number>
  ends_on: string | null
  ends_as: 'REDEEMED' | 'TRANSFERRED' | 'INSURANCE' | 'CANCELLED' | 'RETURNED' | null
  ends_by: string | null
  bike_at: 'STORE' | 'EMPLOYEE' | 'EMPLOYER' | 'LESSOR' | 'SOLD' | 'LOST' | null
  chain_id: Generated<string>
  previous_agreement_id: string | null
  end_prices: Json | null
  kept_from: string | null
  exempt_until: string | null
  lost_closed_at: Timestamp | null
  tax_regime_review_at: Timestamp | null
  service_terms: Json | null
}

export interface LeasingCompaniesTable {
  id: string
  name: string
  kind: 'OPERATOR' | 'GRENKE' | 'LEASE_PLUS' | 'OTHER'
  business_id: string | null
  vat_number: string | null
  country: Generated<string>
  e_invoice_address: string | null
  e_invoice_operator: string | null
  invoice_email: string | null
  street_address: string | null
  postal_code: string | null
  city: string | null
  payment_terms_days: Generated<number>
  active: Generated<boolean>
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  authority_reference: string | null
  authority_day: string | null
  iban: string | null
  pending_iban: string | null
  pending_iban_by: string | null
  pending_iban_from: Timestamp | null
  former_email: string | null
  former_email_until: Timestamp | null
  iban_named_by: string | null
  iban_confirmed_by: string | null
  iban_since: Timestamp | null
}

export interface LedgerRowsTable {
  id: string
  company_id: string | null
  voucher: string
  position: number
  day: string
  account: string
  amount_cents: number
  vat_basis_points: number | null
  invoice_id: string | null
  payment_id: string | null
  created_at: GeneratedTimestamp
  own_day: string | null
}

export interface LessorDifferencesTable {
  id: string
  leasing_company_id: string
  lessor_file_id: string
  company_id: string | null
  agreement_id: string | null
  agreement_number: string
  kind: 'NOT_ON_LIST' | 'NOT_RUNNING' | 'UNKNOWN' | 'INSTALMENT' | 'END_DAY' | 'REJECTED' | 'END_NOTICE'
  our_cents: number | null
  their_cents: number | null
  our_day: string | null
  their_day: string | null
  their_words: string | null
  state: Generated<'OPEN' | 'TO_TELL' | 'TOLD' | 'SETTLED' | 'GONE'>
  reason: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  seen_day: string | null
  answered_at: Timestamp | null
  told_at: Timestamp | null
}

export interface LessorFileProfilesTable {
  id: string
  leasing_company_id: string
  profile: Json
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface LessorFilesTable {
  id: string
  leasing_company_id: string
  kind: 'NEWS' | 'LIST' | 'ANSWERS'
  name: string
  file_id: string
  row_count: number
  found_count: Generated<number>
  gone_count: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  answers_day: string | null
}

export interface LessorNewsTable {
  id: string
  company_id: string
  agreement_id: string
  lessor_file_id: string
  kind: 'ACTIVATED' | 'CHANGED' | 'REDEEMED' | 'ENDED'
  subject_id: string
  answer: 'ACCEPTED' | 'REJECTED' | null
  answered_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  answer_day: string | null
}

export interface LinkOpeningsTable {
  link_id: string
  day: string
  openings: number
}

export interface LinkTokensTable {
  id: string
  purpose: 'lessor' | 'service-bill' | 'store' | 'counter' | 'store-refund' | 'join' | 'reset' | 'delivery' | 'store-order' | 'preferences' | 'first-admin' | 'report' | 'sign-in-address' | 'invitation' | 'identity-change' | 'pay' | 'repayment' | 'return' | 'repair'
  hash: Buffer
  sealed: string | null
  company_id: string | null
  group_company_id: string | null
  user_id: string | null
  subject_id: string | null
  expires_at: Timestamp
  used_at: Timestamp | null
  revoked_at: Timestamp | null
  created_by: string | null
  created_at: GeneratedTimestamp
  party_id: string | null
  key_id: string | null
}

export interface ListViewsTable {
  id: string
  user_id: string
  list: string
  name: string
  search: string
  is_shared: Generated<boolean>
  version: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
}

export interface NotificationsTable {
  id: string
  user_id: string
  company_id: string | null
  type: 'EMPLOYEE_ORDER' | 'EMPLOYEE_REGISTRATION' | 'SYSTEM_UPDATE' | 'PAYMENT_REMINDER' | 'ORDER_STATUS_CHANGE' | 'GENERAL'
  priority: Generated<'LOW' | 'NORMAL' | 'HIGH'>
  template: string
  template_values: GeneratedJson
  link: string | null
  read_at: Timestamp | null
  created_at: GeneratedTimestamp
  subject_id: string | null
  turn: string | null
  done_at: Timestamp | null
}

export interface OpenTurnsTable {
  id: string
  process: string
  subject_id: string
  detail: string | null
  action: string
  awaited: string
  company_id: string | null
  user_id: string | null
  concerned: Generated<string[]>
  position: number
  since: Timestamp
  due_day: string | null
  told_at: Timestamp | null
  nudged_at: Timestamp | null
  nudges: Generated<number>
}

export interface OrderCancellationLinesTable {
  id: string
  company_id: string
  order_cancellation_id: string
  position: number
  payer_type: 'BIKE_STORE' | 'OPERATOR' | 'GRENKE' | 'LEASE_PLUS' | 'SVEA' | 'EMPLOYEE' | 'OTHER'
  party: 'STORE' | 'LESSOR' | 'EMPLOYER' | 'PERSON' | null
  direction: 'TO_US' | 'FROM_US'
  expected_cents: number
  settled_cents: Generated<number>
  settled_day: string | null
  reference: string | null
  note: string | null
  state: Generated<'OPEN' | 'SETTLED' | 'WAIVED'>
  invoice_id: string | null
  payment_id: string | null
  refund_upload_id: string | null
  is_proposed: Generated<boolean>
  shortfall_of: string | null
  version: Generated<number>
}

export interface OrderCancellationRequestsTable {
  id: string
  company_id: string
  order_id: string
  asked_by: string
  asked_as: 'EMPLOYEE' | 'EMPLOYER'
  reason: string
  state: Generated<'OPEN' | 'ACCEPTED' | 'DECLINED'>
  answer: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface OrderCancellationsTable {
  id: string
  company_id: string
  order_id: string
  beneficiary_employee_id: string
  status: Generated<'PENDING' | 'COMPLETED' | 'CANCELLED'>
  reason_code: 'STORE_CANNOT_DELIVER' | 'EMPLOYEE_WITHDREW' | 'EMPLOYER_WITHDREW' | 'DEFECT' | 'WRONG_ORDER' | 'OTHER'
  reason: string
  note: string | null
  bike_at: 'STORE' | 'EMPLOYEE' | 'EMPLOYER' | 'LESSOR' | 'SOLD' | 'LOST' | null
  lessor_consent_reference: string | null
  lessor_consent_day: string | null
  kept_order_status: string
  has_lease_run: Generated<boolean>
  settlement_file_id: string | null
  employee_file_id: string | null
  employer_file_id: string | null
  opened_by: string | null
  opened_at: Timestamp
  closed_by: string | null
  closed_at: Timestamp | null
  search_text: Generated<string>
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  store_told_at: Timestamp | null
  store_paid_day: string | null
  store_reference: string | null
  store_credit_number: string | null
  store_asked_at: Timestamp | null
}

export interface OrdersTable {
  id: string
  company_id: string
  beneficiary_employee_id: string
  order_number: string
  status: Generated<'NOT_STARTED' | 'PENDING' | 'PACKAGE_PROVIDED' | 'ALL_INFO_PROVIDED' | 'CONFIRMED' | 'PROCESSED' | 'WAITING_FOR_INVOICE_MATCH' | 'WAITING_FOR_DELIVERY_DATE' | 'READY_FOR_BILLING' | 'GRENKE_INVOICE_SENT' | 'ACTIVE_LEASING' | 'WAITING_FOR_CUSTOMER_COMMENT' | 'CANCELLED' | 'CASE_X' | 'WIX' | 'REFUNDED'>
  resume_status: string | null
  hold_resume_status: string | null
  hold_question: string | null
  hold_answer: string | null
  case_reason: string | null
  last_edge: string | null
  status_changed_at: GeneratedTimestamp
  is_online_order: Generated<boolean>
  is_order_confirmed: Generated<boolean>
  bike_store_id: string | null
  bike_store_order_number: string | null
  bike_brand: string | null
  bike_model: string | null
  bike_kind: 'CITY' | 'ELECTRIC' | 'ROAD' | 'GRAVEL' | 'MOUNTAIN' | 'CARGO' | 'OTHER' | null
  frame_size: string | null
  bike_colour: string | null
  product_link: string | null
  bike_price_cents: number | null
  accessories: GeneratedJson
  total_price_cents: number | null
  snapshot: Json | null
  delivery_method: 'PICKUP' | 'HOME_DELIVERY' | null
  delivery_address: string | null
  insurance_accepted_at: Timestamp | null
  policy_id: string | null
  policy_accepted_at: Timestamp | null
  agreement_id: string | null
  purchase_invoice_id: string | null
  confirmed_at: Timestamp | null
  commitment_day: string | null
  processed_at: Timestamp | null
  order_paid_day: string | null
  frame_number: string | null
  delivery_day: string | null
  delivery_reported_by: 'EMPLOYEE' | 'STORE' | 'STAFF' | null
  delivery_known_at: Timestamp | null
  certificate_file_id: string | null
  security_code_sealed: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  frame_key: string | null
  policy_sha256: Buffer | null
  insurance_terms_id: string | null
  insurance_terms_sha256: Buffer | null
  kind: Generated<'LEASE' | 'REPLACEMENT'>
  released_cents: number | null
  pickup_day: string | null
  pickup_ready_at: Timestamp | null
  code_checked_at: Timestamp | null
  code_failures: Generated<number>
  question_by: 'STAFF' | 'STORE' | null
  online_shop_name: string | null
}

export interface OutboxTable {
  id: string
  channel: 'EMAIL' | 'SMS'
  recipient: string
  template: string
  language: 'fi' | 'en' | 'sv'
  subject: string
  body_text: string
  body_html: string | null
  links: Generated<string[]>
  company_id: string | null
  user_id: string | null
  status: Generated<'PENDING' | 'SENT' | 'DEAD'>
  attempts: Generated<number>
  next_attempt_at: GeneratedTimestamp
  leased_until: Timestamp | null
  last_error: string | null
  provider_id: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  sent_at: Timestamp | null
  urgent: Generated<boolean>
  sealed: string | null
  waits_for_file_id: string | null
  attachment_file_id: string | null
  search_text: GeneratedAlways<string>
  written_in: Generated<string | null>
  reply_to: string | null
}

export interface PaymentChangesTable {
  id: string
  company_id: string
  agreement_id: string
  number: number
  from_day: string
  service_share_cents: number
  instalment_cents: number
  last_instalment_cents: number
  earlier_service_share_cents: number
  earlier_instalment_cents: number
  earlier_last_instalment_cents: number
  reason: string
  signed_document_id: string | null
  applied_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  vat_basis_points: number | null
  earlier_vat_basis_points: number | null
  agreed: Json | null
  withdrawn_at: Timestamp | null
}

export interface PaymentFilesTable {
  id: string
  message_id: string
  execution_day: string
  state: Generated<'MADE' | 'RELEASED' | 'WITHDRAWN' | 'REJECTED'>
  payment_count: number
  total_cents: number
  file_id: string | null
  made_by: string
  released_by: string | null
  released_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface PaymentOrdersTable {
  id: string
  company_id: string
  invoice_id: string
  payment_file_id: string | null
  payee_name: string
  payee_iban: string | null
  payee_city: string | null
  amount_cents: number
  reference: string | null
  message: string | null
  state: Generated<'ASKED' | 'TO_CONFIRM' | 'QUEUED' | 'SENT' | 'PAID' | 'REMOVED' | 'REJECTED'>
  reason: string | null
  made_by: string
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  kind: Generated<'INVOICE' | 'REPAYMENT'>
  account_from: Generated<'INVOICE' | 'PAYING_ACCOUNT' | 'REGISTER' | 'STAFF' | 'PAYER'>
  confirmed_by: string | null
  confirmed_at: Timestamp | null
  confirmed_alone: Generated<boolean>
  returned_from: string | null
  needs_approval: Generated<boolean>
  approved_by: string | null
  approved_at: Timestamp | null
}

export interface PaymentSettlementsTable {
  id: string
  settlement_reference: string
  bank_entry_id: string
  payment_count: number
  gross_cents: number
  withheld_cents: number
  fee_cents: number
  settled_day: string
  reversed_at: Timestamp | null
  created_at: GeneratedTimestamp
}

export interface PaymentsTable {
  id: string
  company_id: string | null
  invoice_id: string | null
  payer_kind: 'STORE' | 'LESSOR' | 'EMPLOYER' | 'PERSON' | 'INSURER' | 'OUTSIDE' | 'UNKNOWN'
  payer_id: string | null
  direction: 'IN' | 'OUT'
  amount_cents: number
  paid_day: string
  method: 'BANK' | 'PAYTRAIL' | 'SVEA' | 'PAYROLL' | 'NETTING' | 'MANUAL'
  entry_id: string | null
  source: string
  settlement_reference: string | null
  reverses_payment_id: string | null
  reason: string | null
  created_by: string | null
  created_at: GeneratedTimestamp
}

export interface PayrollCollectionsTable {
  id: string
  company_id: string
  agreement_id: string
  month: string
  is_collected: boolean
  created_by: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface PayrollDeductionMonthsTable {
  id: string
  invoice_id: string
  company_id: string
  month: string
  asked_cents: number
  kept_cents: number | null
  confirmed_by: string | null
  confirmed_at: Timestamp | null
  version: Generated<number>
  updated_at: GeneratedTimestamp
}

export interface PayrollDeductionsTable {
  id: string
  invoice_id: string
  company_id: string
  beneficiary_employee_id: string
  created_by: string | null
  created_at: GeneratedTimestamp
  ended_at: Timestamp | null
  version: Generated<number>
  is_employers: Generated<boolean>
}

export interface PayrollLockRunsTable {
  id: string
  company_id: string
  month: string
  preview_hash: string
  row_count: number
  acknowledged: Generated<string[]>
  requested_by: string
  by_staff: boolean
  state: Generated<'WAITING' | 'FILES' | 'ROWS' | 'DONE' | 'REFUSED'>
  done_rows: Generated<number>
  refusal: string | null
  created_at: GeneratedTimestamp
  done_at: Timestamp | null
  version: Generated<number>
}

export interface PayrollMonthCallsTable {
  company_id: string
  month: string
  kind: 'AHEAD' | 'DAY'
  called_at: Timestamp
}

export interface PayrollMonthsTable {
  id: string
  company_id: string
  month: string
  locked_at: Timestamp
  locked_by: string
  row_count: number
  csv_file_id: string | null
  xlsx_file_id: string | null
  csv_sha256: Buffer
  xlsx_sha256: Buffer
  version: Generated<number>
  created_at: GeneratedTimestamp
  salary_file_id: string | null
  salary_sha256: Buffer | null
  names_absence_reasons: Generated<boolean>
}

export interface PayrollPayersTable {
  id: string
  company_id: string
  agreement_id: string
  from_month: string
  to_month: string | null
  payer: 'EMPLOYER' | 'EMPLOYEE' | 'RETURNED'
  paid_cents: number | null
  created_by: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  exit_id: string | null
}

export interface PayrollRecipientsTable {
  company_id: string
  user_id: string
  created_at: GeneratedTimestamp
}

export interface PayrollRowsTable {
  id: string
  company_id: string
  payroll_month_id: string
  agreement_id: string
  month: string
  corrects_month: string | null
  position: number
  event: 'NEW' | 'RUNNING' | 'CHANGED' | 'ENDING' | 'ENDED' | 'REDEEMED' | 'LEFT'
  facts: Json
}

export interface PaytrailAttemptsTable {
  id: string
  company_id: string
  invoice_id: string
  transaction_id: string | null
  amount_cents: number
  status: Generated<'NEW' | 'OK' | 'PENDING' | 'DELAYED' | 'FAIL'>
  provider: string | null
  settlement_reference: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface PaytrailRefundsTable {
  id: string
  company_id: string
  attempt_id: string
  invoice_id: string
  transaction_id: string | null
  amount_cents: number
  state: 'NEW' | 'SENT' | 'UNKNOWN' | 'CONTESTED' | 'PENDING' | 'OK' | 'FAIL' | 'BY_BANK'
  reason: string
  requested_by: string
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  asked_at: Timestamp | null
  answered_status: number | null
  decided_by: string | null
  decided_at: Timestamp | null
}

export interface PermissionsTable {
  id: string
  name: string
}

export interface PersonalCopiesTable {
  id: string
  user_id: string | null
  email: string | null
  made_by: string | null
  reason: string | null
  language: 'fi' | 'en' | 'sv'
  file_id: string | null
  expires_at: Timestamp
  version: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
}

export interface ProposalCompaniesTable {
  proposal_id: string
  company_id: string
  made_by: string
  confirmed_by: string | null
  confirmed_at: Timestamp | null
  version: Generated<number>
}

export interface ProposalsTable {
  id: string
  kind: string
  subject_type: string
  subject_id: string
  key: string
  company_id: string | null
  body: Json
  effect: Json
  changes: GeneratedJson
  why: string | null
  file_id: string | null
  state: Generated<'OPEN' | 'DONE' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED'>
  made_by: string
  alone_since: Timestamp | null
  confirmed_by: string | null
  confirmed_at: Timestamp | null
  confirmed_alone: Generated<boolean>
  closed_by: string | null
  closed_at: Timestamp | null
  closed_reason: string | null
  expires_at: Timestamp
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface ProvinceTaxTablesTable {
  id: string
  year: number
  municipality: string
  is_aland: Generated<boolean>
  municipal_basis_points: number
  church_lutheran_basis_points: number
  church_orthodox_basis_points: number
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface RateLimitsTable {
  action: string
  key_hash: Buffer
  window_start: Timestamp
  hits: number
}

export interface ReceivedEInvoicesTable {
  id: string
  state: Generated<'WAITING' | 'ENTERED' | 'REFUSED'>
  seller_name: string
  seller_business_id: string | null
  number: string
  issue_day: string
  due_day: string | null
  total_cents: number
  is_credit_note: boolean
  original_number: string | null
  content: Json
  file_id: string
  sha256: Buffer
  bike_store_id: string | null
  proposed_order_id: string | null
  proposed_by: 'CREDITED_INVOICE' | 'ORDER_NUMBER' | 'SECURITY_CODE' | 'STORE_AND_SUM' | null
  invoice_id: string | null
  reason: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  remarks: Generated<string[]>
}

export interface RecordAlarmsTable {
  id: string
  faults: number
  found_at: Timestamp
  closed_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface RecordLeavesTable {
  event_id: string
  root_number: number
  place: number
  leaf: Buffer
}

export interface RecordRootsTable {
  number: number
  statement: string
  statement_sha256: Buffer
  seal: string
  signature: Buffer
  certificate: Buffer
  created_at: Timestamp
}

export interface RecordStampsTable {
  root_number: number
  token: Buffer
  stamped_at: Timestamp
  authority: string
  created_at: Timestamp
}

export interface RecoveryCodesTable {
  id: string
  user_id: string
  code_hash: Buffer
  used_at: Timestamp | null
  created_at: GeneratedTimestamp
}

export interface RedemptionOffersTable {
  id: string
  company_id: string
  redemption_id: string
  file_id: string
  file_name: string
  created_by: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface RedemptionPaymentsTable {
  id: string
  company_id: string
  status: Generated<'PENDING' | 'NOT_PAID' | 'PAID' | 'COMPLETED' | 'CANCELLED'>
  payment_method: 'INVOICE' | 'SVEA' | 'PAYROLL' | 'BATCH'
  due_day: string
  amount_cents: number
  invoice_id: string | null
  search_text: Generated<string>
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  rest_invoice_id: string | null
}

export interface RedemptionsTable {
  id: string
  company_id: string
  beneficiary_employee_id: string
  agreement_id: string
  step: 'STARTED' | 'OFFERED' | 'ACCEPTED' | 'USER_PAYMENT_SENT' | 'USER_PAYMENT_PAID' | 'LESSOR_INVOICE_SENT' | 'DONE' | 'CANCELLED' | 'WITHDRAWN'
  reason: 'END_OF_LEASE' | 'LEAVING' | 'OWN_WISH' | 'ABSENCE'
  buyer: Generated<'EMPLOYEE' | 'EMPLOYER'>
  end_month: string
  payment_method: 'INVOICE' | 'SVEA' | 'PAYROLL' | 'BATCH' | null
  price_cents: number | null
  fee_cents: Generated<number>
  fair_value_cents: number | null
  own_price_reason: string | null
  taxable_cents: Generated<number>
  offer_valid_until: string | null
  accepted_at: Timestamp | null
  redemption_payment_id: string | null
  notice_sent_at: Timestamp | null
  lessor_invoice_id: string | null
  transfer_file_id: string | null
  done_day: string | null
  closed_reason: string | null
  step_changed_at: GeneratedTimestamp
  search_text: Generated<string>
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  payroll_months: number | null
}

export interface ReferenceRatesTable {
  id: string
  from_day: string
  basis_points: number
  source: string
  entered_by: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface RefundUploadsTable {
  id: string
  company_id: string
  order_cancellation_id: string
  file_id: string
  file_name: string
  bytes: number
  sha256: Buffer
  uploaded_by: string | null
  uploaded_at: Timestamp
  deleted_by: string | null
  deleted_at: Timestamp | null
  delete_reason: string | null
  version: Generated<number>
}

export interface RetainedClassesTable {
  user_id: string
  class: string
  kept_until: string
  done_at: Timestamp
}

export interface RetentionLooksTable {
  user_id: string
  due_day: string | null
  looked_at: Timestamp
}

export interface RightsRequestsTable {
  id: string
  kind: 'ERASURE' | 'CORRECTION' | 'OBJECTION' | 'RESTRICTION'
  state: Generated<'OPEN' | 'ERASING' | 'DONE' | 'REFUSED' | 'WITHDRAWN'>
  user_id: string | null
  email: string | null
  wish: string | null
  made_by: string | null
  checked_how: string | null
  language: 'fi' | 'en' | 'sv'
  due_day: string
  extended_reason: string | null
  answer: string | null
  closed_by: string | null
  closed_at: Timestamp | null
  erase_at: Timestamp | null
  erased_at: Timestamp | null
  next_day: string | null
  report: Json | null
  version: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
  file_search: Json | null
}

export interface RoleCatalogueTable {
  id: number
  version: number
}

export interface RolePermissionsTable {
  role_id: string
  permission_id: string
  created_at: GeneratedTimestamp
  created_by: string | null
}

export interface RolesTable {
  id: string
  name: string
  scope_kind: 'ALL' | 'GROUP' | 'COMPANY' | 'SELF'
  tier: number
  built_in: Generated<boolean>
  version: Generated<number>
  created_at: GeneratedTimestamp
  cut_from: string | null
}

export interface ScheduledJobsTable {
  name: string
  succeeded_at: Timestamp | null
  failed_at: Timestamp | null
  last_error: string | null
  version: Generated<number>
}

export interface ServiceVouchersTable {
  id: string
  company_id: string
  agreement_id: string
  beneficiary_employee_id: string
  code: string
  state: Generated<'OPEN' | 'TAKEN' | 'BILLED' | 'CANCELLED' | 'EXPIRED'>
  valid_until: string
  bike_store_id: string | null
  taken_at: Timestamp | null
  work: string | null
  billed_cents: number | null
  billed_at: Timestamp | null
  invoice_id: string | null
  closed_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface SessionTokensTable {
  hash: Buffer
  session_id: string
  kind: 'ACCESS' | 'REFRESH'
  expires_at: Timestamp
  replaced_at: Timestamp | null
  successor_sealed: string | null
  created_at: GeneratedTimestamp
}

export interface SessionsTable {
  id: string
  user_id: string
  csrf_token: string
  absolute_end_at: Timestamp
  revoked_at: Timestamp | null
  revoked_reason: 'SIGNED_OUT' | 'REUSE' | 'PASSWORD_CHANGED' | 'DEACTIVATED' | 'BY_ADMIN' | null
  signed_in_with: 'PASSWORD' | 'SMS' | 'TOTP' | 'LINK'
  authenticated_at: GeneratedTimestamp
  created_at: GeneratedTimestamp
  stepped_up_at: Timestamp | null
}

export interface SettingsTable {
  key: string
  value: Json
  version: Generated<number>
  updated_at: GeneratedTimestamp
}

export interface SignInAddressChangesTable {
  link_token_id: string
  email: string
  created_at: GeneratedTimestamp
}

export interface SignInTicketsTable {
  id: string
  hash: Buffer
  user_id: string
  needs_phone: Generated<boolean>
  expires_at: Timestamp
  used_at: Timestamp | null
  created_at: GeneratedTimestamp
}

export interface SignaturesTable {
  id: string
  company_id: string
  leasing_agreement_id: string
  party: 'EMPLOYEE' | 'EMPLOYER'
  user_id: string
  typed_name: string
  document_sha256: Buffer
  ip_address: string
  signed_at: Timestamp
  position: string | null
  proof: 'PASSWORD' | 'SMS' | 'EMAIL' | 'TOTP' | null
  proof_since: Timestamp | null
}

export interface SignedDocumentsTable {
  id: string
  company_id: string
  beneficiary_employee_id: string
  leasing_agreement_id: string | null
  kind: Generated<'AGREEMENT' | 'CERTIFICATE' | 'OTHER'>
  title: string
  file_id: string | null
  sealed: Generated<boolean>
  payment_status: Generated<'COMPLETED' | 'PENDING' | 'PAID' | 'NOT_PAID' | 'CANCELLED'>
  leasing_sign_day: string | null
  deleted_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  search_text: Generated<string>
}

export interface StateIncomeTaxTablesTable {
  id: string
  year: number
  steps: Json
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface TaskCareTable {
  turn_id: string
  owner_user_id: string | null
  snoozed_until: string | null
  snooze_reason: string | null
  snoozed_by: string | null
  version: number
}

export interface TaxConfirmationsTable {
  register: 'province-tax-table' | 'tax-table' | 'state-income-tax-table' | 'taxpayer-deductions-table'
  year: number
  source: string
  confirmed_by: string
  confirmed_at: GeneratedTimestamp
}

export interface TaxTablesTable {
  id: string
  year: number
  parameters: Json
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface TaxpayerDeductionTablesTable {
  id: string
  year: number
  parameters: Json
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface TermsAcceptancesTable {
  id: string
  company_id: string
  terms_id: string
  kind: 'SERVICE' | 'DATA_PROCESSING'
  number: number
  sha256: Buffer
  accepted_by: string
  typed_name: string
  position: string | null
  file_id: string | null
  accepted_at: Timestamp
}

export interface TermsDocumentsTable {
  id: string
  kind: 'AGREEMENT' | 'INSURANCE' | 'SERVICE' | 'DATA_PROCESSING'
  number: number
  language: 'fi' | 'sv' | 'en'
  title: string
  content: string
  sha256: Buffer
  insurance: Json | null
  created_by: string | null
  created_at: Timestamp
  accept_by: string | null
}

export interface TermsWaiversTable {
  company_id: string
  created_at: GeneratedTimestamp
}

export interface TransferSignaturesTable {
  id: string
  company_id: string
  brokerage_id: string
  new_agreement_id: string
  party: 'SELLER' | 'SELLER_EMPLOYER' | 'TAKER' | 'TAKER_EMPLOYER'
  user_id: string
  typed_name: string
  position: string | null
  document_sha256: Buffer
  ip_address: string
  proof: 'PASSWORD' | 'SMS' | 'EMAIL'
  proof_since: Timestamp | null
  signed_at: Timestamp
  version: Generated<number>
}

export interface TurnEscalationsTable {
  turn_id: string
  escalated_by: string
  escalated_at: Timestamp
  to_user_id: string | null
  to_role: string | null
  reason: string
}

export interface TurnNudgesTable {
  order_id: string
  company_id: string
  awaited: 'EMPLOYEE' | 'EMPLOYER' | 'STORE' | 'STAFF' | 'LESSOR'
  action: string
  since: Timestamp
  days: number
  sent_at: Timestamp
}

export interface TurnSourcesTable {
  process: string
  counted_day: string | null
  counting_day: string | null
  counted_to: string | null
}

export interface TurnTalliesTable {
  id: Generated<string>
  process: string
  action: string
  awaited: string
  due_day: string | null
  turns: number
}

export interface TurnsToRefreshTable {
  id: Generated<string>
  process: string
  subject_id: string
  told: Json | null
  transaction: Generated<number>
}

export interface UserPreferencesTable {
  user_id: string
  preferences: GeneratedJson
  version: Generated<number>
  updated_at: GeneratedTimestamp
}

export interface UserRolesTable {
  id: string
  user_id: string
  role_id: string
  company_id: string | null
  group_company_id: string | null
  created_by: string | null
  created_at: GeneratedTimestamp
}

export interface UsersTable {
  id: string
  email: string
  password_hash: string | null
  first_name: string
  last_name: string
  work_email: string
  personal_email: string | null
  phone_number: string | null
  phone_verified_at: Timestamp | null
  sms_factor: Generated<boolean>
  language: Generated<'fi' | 'en' | 'sv'>
  totp_secret_sealed: string | null
  totp_confirmed_at: Timestamp | null
  totp_pending_sealed: string | null
  totp_last_step: number | null
  deactivated_at: Timestamp | null
  deactivation_reason: 'BY_ADMIN' | 'INACTIVITY' | null
  second_factor_locked_until: Timestamp | null
  last_signed_in_at: Timestamp | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  home_company_id: string | null
  inactivity_warned_at: Timestamp | null
  invited: Generated<boolean>
  bonds_told_at: GeneratedTimestamp | null
  identity_changed_at: Timestamp | null
  recovered_at: Timestamp | null
  personal_email_verified_at: Timestamp | null
  phone_proof_from: Timestamp | null
  personal_email_proof_from: Timestamp | null
  search_text: GeneratedAlways<string>
  restricted_at: Timestamp | null
}

export interface VatRatesTable {
  id: string
  country: string
  basis_points: number
  valid_from: string
  valid_to: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
}

export interface VerificationCodesTable {
  id: string
  purpose: 'SIGN_IN' | 'PHONE' | 'JOIN' | 'EMAIL' | 'SIGNING'
  user_id: string | null
  ticket_id: string | null
  subject: string
  code_hash: Buffer
  tries: Generated<number>
  payload: GeneratedJson
  expires_at: Timestamp
  used_at: Timestamp | null
  superseded_at: Timestamp | null
  created_at: GeneratedTimestamp
}

export interface VouchersTable {
  id: string
  voucher: string
  series: 'ML' | 'OL' | 'TI' | 'MU'
  year: number
  number: number | null
  day: string
  own_day: string | null
  sum_cents: number
  party: string | null
  document: string | null
  created_at: GeneratedTimestamp
}

export interface YoungAddressesTable {
  register: 'bike-store' | 'leasing-company'
  register_id: string
  email: string
  set_by: string
  set_at: Timestamp
}
