import { sql } from 'kysely'
import type { Task } from '#features/operations/tasks/contract.ts'
import type { TaskAction } from '#features/operations/tasks/rules.ts'
import type { World } from '#testing/world.ts'

const ofOrder = 'select status_changed_at from orders where id = $order'
const step = (table: string) => `select step_changed_at from ${table} where id = $id`
const made = (table: string) => `select created_at from ${table} where id = $id`
const changed = (table: string) => `select updated_at from ${table} where id = $id`
const startOf = (day: string) => `((${day})::timestamp at time zone 'Europe/Helsinki')`

/** Since when the state stands that each kind of task asks somebody to end: the state's own day, by the row that has it. */
const sinceOf: Record<TaskAction, string> = {
  choosePackage: ofOrder,
  giveAnswers: ofOrder,
  signAsEmployee: ofOrder,
  confirmOrder: `select coalesce(max(g.signed_at), o.status_changed_at) from orders o
    left join signatures g on g.leasing_agreement_id = o.agreement_id where o.id = $order group by o.id`,
  answerQuestion: ofOrder,
  pickUpBike: 'select pickup_ready_at from orders where id = $order',
  reportDelivery: ofOrder,
  signAsEmployer: ofOrder,
  nameSigner: ofOrder,
  changeEmployment: ofOrder,
  processOrder: ofOrder,
  awaitInvoice: ofOrder,
  matchInvoice: ofOrder,
  billOrder: ofOrder,
  solveCase: ofOrder,
  payBill: 'select sent_at from invoices where id = $id',
  decideApplication: made('beneficiary_employees'),
  settleLeaver: `select ${startOf('e.last_working_day')} from leasing_agreements a
    join beneficiary_employees e on e.id = a.beneficiary_employee_id where a.id = $id`,
  lockPayrollMonth: `select ${startOf("($about::text || '-01')::date + interval '1 month'")}`,
  confirmDeduction: `select min(m.updated_at) from payroll_deductions d
    join payroll_deduction_months m on m.invoice_id = d.invoice_id
    where d.company_id = $id and m.month = $about and m.kept_cents is null and d.ended_at is null`,
  payInvoice: made('invoices'),
  checkInvoice: made('invoices'),
  nameAuthority: ofOrder,
  nameHands: `select coalesce(greatest(
      (select max(h.deactivated_at) from user_roles ur join users h on h.id = ur.user_id where ur.company_id = $id),
      (select max(occurred_at) from events where company_id = $id and type = 'ROLE_UNASSIGNED')), created_at) from companies where id = $id`,
  remindPayer: "select (due_day + 1)::timestamp at time zone 'Europe/Helsinki' from invoices where id = $id",
  collectInvoice: 'select second_reminder_at from invoices where id = $id',
  repayPayer: `select max(at) from (select sent_at as at from invoices where id = $id union all select created_at from payments where invoice_id = $id and direction = 'IN'
    union all select created_at from invoices where credited_invoice_id = $id) m`,
  awaitRefund: `select max(at) from (select created_at as at from invoices where id = $id or credited_invoice_id = $id
    union all select created_at from payments where invoice_id = $id and direction = 'OUT'
    union all select f.released_at from payment_orders p join payment_files f on f.id = p.payment_file_id where p.invoice_id = $id) m`,
  settleRepayment: changed('payment_orders'),
  acceptTerms:
    "select max(created_at) from terms_documents where kind in ('SERVICE', 'DATA_PROCESSING') and accept_by is not null and $id::uuid is not null",
  approveAccount: 'select updated_at from payment_orders where invoice_id = $id and needs_approval',
  remakePaymentFile: changed('payment_files'),
  settleBankDoubt: made('bank_doubts'),
  settleIntake: made('intake_asides'),
  explainStatement: changed('bank_statements'),
  explainRecord: 'select found_at from record_alarms where id = $id',
  decideRefund:
    "select min(updated_at) from paytrail_refunds where invoice_id = $id and state in ('UNKNOWN', 'CONTESTED')",
  checkContactForm: made('contact_forms'),
  answerRights: made('rights_requests'),
  resendMessage: made('outbox'),
  decideCancellation: made('order_cancellation_requests'),
  settleCancellation: 'select opened_at from order_cancellations where id = $id',
  returnBike: 'select opened_at from order_cancellations where id = $id',
  settleRedemption: step('redemptions'),
  reportClaim: step('insurance_claims'),
  settleClaim: step('insurance_claims'),
  tellInsurer: step('insurance_claims'),
  settleEndedLease: `select ${startOf('ended_day')} from leasing_agreements where id = $id`,
  reviewTaxation: 'select tax_regime_review_at from leasing_agreements where id = $id',
  settleLessorDifference: made('lessor_differences'),
  approveReturn: step('bike_returns'),
  bringBike: step('bike_returns'),
  bringKeptBike: step('bike_returns'),
  settleReturn: step('bike_returns'),
  settleExit: made('company_exits'),
  confirmLastDeduction: made('company_exits'),
  reviewOffer: step('bike_brokerages'),
  answerOffer: step('bike_brokerages'),
  signTransfer: step('bike_brokerages'),
  approveTransfer: step('bike_brokerages'),
  signTransferAsEmployer: step('bike_brokerages'),
  askBuyOutPrice: step('redemptions'),
  acceptBuyOut: step('redemptions'),
  buyLeasedBike: step('redemptions'),
  payBuyOut: step('redemptions'),
  confirmAbsence:
    "select case state when 'PROPOSED' then created_at else updated_at end from absence_plans where id = $id",
  confirmAbsenceAsEmployer:
    "select case state when 'PROPOSED' then created_at else updated_at end from absence_plans where id = $id",
  chooseEnd: made('company_exits'),
  checkDamage: step('bike_returns'),
  checkDamageAsEmployer: step('bike_returns'),
  finishOffer: step('bike_brokerages'),
  changePolicy: ofOrder,
  matchEntry: made('bank_entries'),
  enterEInvoice: made('received_e_invoices'),
  mendEInvoice: "select max(updated_at) from e_invoice_messages where invoice_id = $id and state = 'REJECTED'",
  releasePaymentFile: made('payment_files'),
  confirmTaxYear: 'select created_at from tax_tables where year = $about::int',
  enterReferenceRate: "select ($about::date - 14)::timestamp at time zone 'Europe/Helsinki'",
  mendJob: 'select failed_at from scheduled_jobs where name = $about',
  confirmProposal: made('proposals'),
  answerProposal: made('proposals'),
}

/** The tasks of a caller whose `since` is not the day of the state that they are about. */
export async function wronglyDated(world: World, found: readonly Task[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { action, id, orderId, about, since } of found) {
    const values: Record<string, string | null> = {
      id: id.slice(action.length + 1).replace(/:\d{4}(-\d{2})?$/, ''),
      order: orderId,
      about,
    }
    const parts = sinceOf[action].split(/(\$\w+)/)
    const query = sql.join(
      parts.map((part) => (part.startsWith('$') ? sql`${values[part.slice(1)]}` : sql.raw(part))),
      sql``,
    )
    const { rows } = await sql<{ at: Date | null }>`select (${query}) as at`.execute(world.services.database.primary)
    if (rows[0]?.at?.toISOString() !== since) wrong.push(`${action} ${id}: ${since}, not ${rows[0]?.at?.toISOString()}`)
  }
  return wrong
}
