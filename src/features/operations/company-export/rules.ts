/** Why rows that name a company do not go along when it leaves. */
export type LeftOutReason = 'SECRET' | 'OPERATOR' | 'PERSON' | 'DERIVED' | 'OTHERS'

export const leftOutReasons: readonly LeftOutReason[] = ['SECRET', 'OPERATOR', 'PERSON', 'DERIVED', 'OTHERS']

/**
 * Every table that names a company and whose rows do not go along: secrets, the operator's own books and work, what is
 * between a person and the service, what is made from other rows, what belongs to several companies.
 */
export const leftOutTables: Readonly<Record<string, LeftOutReason>> = {
  link_tokens: 'SECRET',
  billing_tables: 'OPERATOR',
  credit_losses: 'OPERATOR',
  terms_waivers: 'OPERATOR',
  lease_asset_entries: 'OPERATOR',
  lease_assets: 'OPERATOR',
  ledger_rows: 'OPERATOR',
  lessor_differences: 'OPERATOR',
  lessor_file_profiles: 'OPERATOR',
  lessor_files: 'OPERATOR',
  lessor_news: 'OPERATOR',
  payment_orders: 'OPERATOR',
  order_cancellation_lines: 'OPERATOR',
  refund_uploads: 'OPERATOR',
  proposal_companies: 'OPERATOR',
  proposals: 'OPERATOR',
  bike_brokerage_photos: 'PERSON',
  bike_return_damages: 'PERSON',
  bike_return_photos: 'PERSON',
  insurance_claim_photos: 'PERSON',
  notifications: 'PERSON',
  paytrail_attempts: 'PERSON',
  paytrail_refunds: 'PERSON',
  redemption_offers: 'PERSON',
  redemption_payments: 'PERSON',
  service_vouchers: 'PERSON',
  company_people: 'DERIVED',
  open_turns: 'DERIVED',
  payroll_lock_runs: 'DERIVED',
  payroll_month_calls: 'DERIVED',
  turn_nudges: 'DERIVED',
  group_payroll_recipients: 'OTHERS',
  transfer_signatures: 'OTHERS',
}

/** Columns of secrets and of what is made for searching, by their names, in whatever table they stand. */
export const neverExported =
  /hash|sealed|secret|token|password|totp|salt|storage_key|frame_key|search_text|ip_address|code_failures/
