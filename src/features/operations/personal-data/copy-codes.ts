/** What the codes of a copy are called: the texts that the service shows for them, by the column that holds them. */

const party = 'copy-labels:codes.party'
const benefitModel = 'reporting:model'
const bikeAt = 'order-cancellations:bikeAt'
const proof = 'event-facts:values'
const paymentStatus = 'agreements:payments'
const taxRegime = 'reporting:regime'

/** Columns whose codes mean the same wherever they stand. */
const ofEveryTable: Readonly<Record<string, string>> = {
  language: 'contact-forms:languages',
  benefit_model: benefitModel,
  tax_regime: taxRegime,
  bike_kind: 'orders:kind',
  bike_at: bikeAt,
  party,
  asked_by: party,
  asked_as: party,
  reported_by: party,
  actor_kind: party,
  proof,
  purpose: 'invoices:purposes',
  ends_as: 'agreements:endReasons',
  end_reason: 'agreements:endReasons',
  // Of what an order, an event or a payroll row tells in parts.
  regime: taxRegime,
  exempt_allocation: 'companies:exemptAllocation',
  vat_change: 'leasing:table.vatChanges',
}

/** Columns of one table, as `table.column`. */
const ofOneTable: Readonly<Record<string, string>> = {
  'users.deactivation_reason': 'copy-labels:codes.deactivation',
  'leasing_companies.kind': 'leasing:kind',
  'companies.two_factor': 'companies:twoFactor',
  'sessions.revoked_reason': 'copy-labels:codes.signOut',
  'sessions.signed_in_with': 'accounts:security.with',
  'events.type': 'event-log:types',
  'events.subject_type': 'event-log:subjects',
  'actions.type': 'event-log:types',
  'actions.subject_type': 'event-log:subjects',
  'outbox.channel': 'outbox:channels',
  'outbox.status': 'outbox:statuses',
  'notifications.priority': 'copy-labels:codes.priority',
  'notifications.type': 'accounts:notificationTypes',
  'contact_forms.sender_role': 'contact-forms:roles',
  'contact_form_answers.kind': 'copy-labels:codes.answer',
  'beneficiary_employees.absence_reason': 'employees:absence',
  'beneficiary_employees.status': 'places:people',
  'beneficiary_employees.order_status': 'desk:status',
  'beneficiary_employees.payment_status': paymentStatus,
  'orders.question_by': party,
  'orders.status': 'desk:status',
  'orders.resume_status': 'desk:status',
  'orders.delivery_method': 'agreements:pdf.deliveryMethods',
  'orders.delivery_reported_by': 'documents:certificate.reporters',
  'orders.kind': 'copy-labels:codes.order',
  'leasing_agreements.status': 'agreements:statuses',
  'leasing_agreements.lease_state': 'agreements:leaseStates',
  'signed_documents.payment_status': paymentStatus,
  'signed_documents.kind': 'agreements:documents.kinds',
  'invoices.direction': 'invoices:directions',
  'invoices.status': 'invoices:statuses',
  'invoices.stage': 'invoices:statuses',
  'payroll_rows.event': 'reporting:event',
  'payroll_rows.code': 'reporting:note',
  'payroll_payers.payer': 'reporting:settle',
  'absence_plan_months.payer': party,
  'absence_plans.absence_kind': 'absence-plans:kind',
  'absence_plans.state': 'absence-plans:state',
  'invitations.status': 'copy-labels:codes.invitation',
  'invitations.kind': 'copy-labels:codes.invited',
  'identity_changes.status': 'copy-labels:codes.change',
  'identity_changes.kind': 'copy-labels:codes.changed',
  'payments.method': 'payments:methods',
  'payments.direction': 'event-facts:values',
  'payments.payer_kind': party,
  'paytrail_attempts.status': 'copy-labels:codes.attempt',
  'paytrail_refunds.state': 'payments:refund.states',
  'bank_entries.state': 'banking:states',
  'bank_entries.direction': 'banking:directions',
  'payment_orders.account_from': 'banking:order.accounts',
  'payment_orders.kind': 'banking:order.kinds',
  'payment_orders.state': 'banking:orderStates',
  'order_cancellations.reason_code': 'order-cancellations:reasonCode',
  'order_cancellations.status': 'order-cancellations:status',
  'order_cancellation_lines.payer_type': 'order-cancellations:payer',
  'order_cancellation_lines.direction': 'order-cancellations:directionName',
  'order_cancellation_lines.state': 'order-cancellations:lineState',
  'order_cancellation_requests.state': 'copy-labels:codes.request',
  'agreement_endings.kind': 'copy-labels:codes.ending',
  'redemption_payments.status': 'redemptions:paymentStatuses',
  'redemption_payments.payment_method': 'redemptions:methods',
  'redemptions.reason': 'redemptions:reasons',
  'redemptions.payment_method': 'redemptions:methods',
  'redemptions.buyer': party,
  'redemptions.step': 'redemptions:states',
  'bike_returns.reason': 'returns:reasons',
  'bike_returns.payer': 'returns:payers',
  'bike_returns.step': 'returns:states',
  'insurance_claims.asked_pieces': 'insurance-claims:pieces',
  'insurance_claims.type': 'insurance-claims:types',
  'insurance_claims.step': 'insurance-claims:states',
  'bike_brokerages.step': 'brokerage:states',
  'bike_brokerages.status': 'insurance-claims:statuses',
  'transfer_signatures.party': 'brokerage:parties',
  'vouchers.series': 'bookkeeping:vouchers.series',
  'service_vouchers.state': 'bike-services:state',
  'rights_requests.kind': 'rights:kinds',
  'rights_requests.state': 'rights:states',
  'terms_acceptances.kind': 'terms:kinds',
}

/** What names a value that may be a code: capitals, figures and lines under, or a process by its name. */
const isCode = (value: string): boolean => /^[A-Z][A-Z0-9_]*$|^[a-z]+(?:-[a-z]+)*$/.test(value)

/**
 * The keys of texts that may say what a value of a column means, the most telling first.
 * @returns none for a value that is no code
 */
export function codeKeys(table: string, column: string, value: string): readonly string[] {
  if (!isCode(value)) return []
  const name = column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const own = ofOneTable[`${table}.${name}`] ?? ofEveryTable[name]
  const isFact = table === 'events' || table === 'actions'
  return [
    ...(own ? [`${own}.${value}`] : []),
    ...(isFact ? [`event-facts:values.${value}`, `desk:status.${value}`] : []),
  ]
}
