import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { buyerOfCompany, issueInvoice, type NewInvoiceLine } from '#features/money/invoices/ledger/server/issue.ts'
import { vatOfPurpose } from '#features/money/invoices/server/billing-settings.ts'
import { billPerson } from '#features/money/payments/server/bill-person.ts'
import { deductionPlan, firstDeductionMonth } from '#features/money/payroll-deductions/rules.ts'
import { savePlan, tellOfPlan } from '#features/money/payroll-deductions/server/start.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { AppError } from '#platform/contract/errors.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { foldText } from '#platform/server/database/search.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { sumCents } from '#platform/values/money.ts'
import { dueDayOf } from '../rules/price.ts'
import type { RedemptionMethod } from '../rules.ts'
import { supplyDayOf } from './messages.ts'
import { stepRedemption } from './process.ts'
import { leaseOf, type RedemptionRecord, redemptionRows } from './record.ts'

const totalOf = (row: RedemptionRecord) => (row.price_cents ?? 0) + row.fee_cents

/** The day on which the first of some redemptions has to be paid. */
export const dueDayOfAll = (rows: readonly RedemptionRecord[], today: Day): Day =>
  rows.map((row) => dueDayOf(row.end_month, { isOver: leaseOf(row).isOver, today })).toSorted()[0]!

/** Makes the one payment of accepted redemptions of a company (PENDING). @returns its id */
export async function makePayment(
  db: Db,
  { env }: Services,
  rows: readonly RedemptionRecord[],
  { method, dueDay }: { method: RedemptionMethod; dueDay?: Day | undefined },
): Promise<string> {
  const today = helsinkiDay(env.now())
  const id = env.id()
  await db
    .insertInto('redemption_payments')
    .values({
      id,
      company_id: rows[0]!.company_id,
      payment_method: method,
      due_day: dueDay ?? dueDayOfAll(rows, today),
      amount_cents: sumCents(rows.map(totalOf)),
      search_text: ` ${foldText(rows.map((row) => `${row.first_name} ${row.last_name} ${row.agreement_number}`).join(' ')).slice(0, 4000)}`,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  await db
    .updateTable('redemptions')
    .set((eb) => ({
      redemption_payment_id: id,
      payment_method: method,
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .where('company_id', '=', rows[0]!.company_id)
    .execute()
  return id
}

/**
 * R4: sends the invoice of a payment, to the person, or of a batch and of PAYROLL to the employer.
 * @throws REDEMPTION_STEP_NOT_ALLOWED when one of its redemptions is not accepted, or is due too soon
 */
export async function sendPayment(
  db: Db,
  services: Services,
  { paymentId, actor }: { paymentId: string; actor: Actor },
): Promise<void> {
  const rows = await redemptionRows(db, scopeOfAll)
    .where('r.redemption_payment_id', '=', paymentId)
    .where('r.step', 'not in', ['CANCELLED', 'WITHDRAWN'])
    .orderBy('r.id')
    .forUpdate('r')
    .execute()
  const [first] = rows
  if (!first) throw new AppError('REDEMPTION_STEP_NOT_ALLOWED', { details: { unmet: [] } })
  const isPersonal =
    first.buyer === 'EMPLOYEE' && (first.payment_method === 'INVOICE' || first.payment_method === 'SVEA')
  const invoiceId = await (isPersonal ? billOwner(db, services, first, actor) : billEmployer(db, services, rows, actor))
  if (first.payment_method === 'PAYROLL') await planPay(db, services, first, { invoiceId, actor })
  await db
    .updateTable('redemption_payments')
    .set((eb) => ({
      status: 'NOT_PAID' as const,
      invoice_id: invoiceId,
      updated_at: services.env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', paymentId)
    .where('company_id', '=', first.company_id)
    .execute()
  for (const row of rows)
    await stepRedemption(
      db,
      services,
      { ...row, invoice_id: invoiceId },
      { step: 'sendPayment', mover: systemMover, actor },
    )
}

/** The months in whose pay the employer keeps what it is billed, equal parts from the first pay that is left. */
async function planPay(
  db: Db,
  services: Services,
  row: RedemptionRecord,
  { invoiceId, actor }: { invoiceId: string; actor: Actor },
): Promise<void> {
  const months = row.payroll_months ?? 1
  if (totalOf(row) < months) return
  const plan = deductionPlan(totalOf(row), months, firstDeductionMonth(helsinkiDay(services.env.now())))
  const bill = { id: invoiceId, company_id: row.company_id, employee_id: row.beneficiary_employee_id }
  await savePlan(db, services, { bill, plan, isEmployers: true, createdBy: actor.userId })
  const name = `${row.first_name} ${row.last_name}`
  const { number } = await db
    .selectFrom('invoices')
    .select('number')
    .where('id', '=', invoiceId)
    .where('company_id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  await tellOfPlan(db, services, {
    companyId: row.company_id,
    agreementId: row.agreement_id,
    name,
    number: number ?? row.agreement_number,
    plan,
    told: {
      template: 'redemptions:employerNotice.fromPay',
      values: { bike: nameOfBike(row) || row.agreement_number, due: formatDay(row.payment_due_day!) },
    },
  })
}

function linesOf(services: Services, row: RedemptionRecord, language: 'fi' | 'sv' | 'en') {
  const t = (key: string) =>
    services.texts.t(language, `redemptions:line.${key}`, { agreement: row.agreement_number, bike: nameOfBike(row) })
  return [
    { description: t('price'), grossCents: row.price_cents ?? 0 },
    ...(row.fee_cents > 0 ? [{ description: t('fee'), grossCents: row.fee_cents }] : []),
  ]
}

async function billOwner(db: Db, services: Services, row: RedemptionRecord, actor: Actor): Promise<string> {
  const today = helsinkiDay(services.env.now())
  return billPerson(db, services, {
    employeeId: row.beneficiary_employee_id,
    purpose: 'REDEMPTION',
    lines: linesOf(services, row, row.person_language),
    dueDay: row.payment_due_day!,
    supplyDay: supplyDayOf(row, today),
    orderId: row.order_id,
    agreementId: row.agreement_id,
    actor,
  })
}

async function linesOfBatch(
  db: Db,
  services: Services,
  rows: readonly RedemptionRecord[],
  language: 'fi' | 'sv' | 'en',
): Promise<NewInvoiceLine[]> {
  const today = helsinkiDay(services.env.now())
  const lines: NewInvoiceLine[] = []
  for (const row of rows) {
    const vatBasisPoints = await vatOfPurpose(db, 'REDEMPTION', supplyDayOf(row, today))
    for (const line of linesOf(services, row, language))
      lines.push({ ...line, purpose: 'REDEMPTION', vatBasisPoints, agreementId: row.agreement_id })
  }
  return lines
}

/** One invoice to the employer, a line or two for each redemption, each at the rate of the day its title passes. */
async function billEmployer(
  db: Db,
  services: Services,
  rows: readonly RedemptionRecord[],
  actor: Actor,
): Promise<string> {
  const [first] = rows as [RedemptionRecord, ...RedemptionRecord[]]
  const today = helsinkiDay(services.env.now())
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', first.company_id)
    .executeTakeFirstOrThrow()
  const lines = await linesOfBatch(db, services, rows, company.language)
  const { id } = await issueInvoice(db, services, {
    actor,
    invoice: {
      companyId: first.company_id,
      purpose: 'REDEMPTION',
      party: 'EMPLOYER',
      orderId: rows.length === 1 ? first.order_id : null,
      agreementId: rows.length === 1 ? first.agreement_id : null,
      dueDay: first.payment_due_day!,
      supplyDay: supplyDayOf(first, today),
      buyer: buyerOfCompany(company),
      lines,
    },
  })
  await deliverInvoice(db, services, id)
  return id
}
