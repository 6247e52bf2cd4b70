import { sql } from 'kysely'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { billPerson } from '#features/money/payments/server/bill-person.ts'
import { writeCollection } from '#features/payroll/reporting/server/collections.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { addDays, addMonths, firstOfMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { instalmentIn } from '../rules/months.ts'
import { changeMonth, keepPaid } from './keep-months.ts'
import { planEvent, stepPlan, tellPlan } from './process.ts'
import { leaseOf, lockPlan } from './record.ts'

/** Days after the due day on which a bill that is not paid goes back to the employer. */
const DAYS_OVERDUE = 14
/** Why somebody was absent is forgotten so long after the last day. */
const KEPT_MONTHS = 12

/** Bills people their months, hands unpaid ones back to the employer, ends plans, and forgets why somebody was absent. */
export const followAbsencePlans: Job = {
  name: 'follow-absence-plans',
  cron: '30 5 * * *',
  async run(services) {
    const { database, env } = services
    const today = helsinkiDay(env.now())
    const ids = async (query: ReturnType<typeof sql<{ id: string }>>) =>
      (await query.execute(database.primary)).rows.map(({ id }) => id)
    const toBill = await ids(sql<{ id: string }>`
      select m.id from absence_plan_months m join leasing_agreements a on a.id = m.agreement_id join leasing_companies l on l.id = a.leasing_company_id
       where m.payer = 'EMPLOYEE' and m.invoice_id is null and m.handed_back_at is null and m.month <= ${monthOf(today)} and l.kind = 'OPERATOR'
         and to_char(coalesce(a.ended_day, a.ends_on, a.end_day), 'YYYY-MM') >= m.month order by m.month, m.id`)
    const billed = await inTurn(services, toBill, (db, id) => billMonth(db, services, id))
    const unpaid = await ids(sql<{ id: string }>`
      select m.id from absence_plan_months m join invoices i on i.id = m.invoice_id
       where m.handed_back_at is null and i.stage = 'SENT' and i.open_cents > 0 and i.disputed_at is null and i.due_day < ${addDays(today, -DAYS_OVERDUE)}
       order by i.due_day, m.id`)
    const back = await inTurn(services, unpaid, (db, id) => handBack(db, services, id))
    const over = await ids(sql<{ id: string }>`
      select id from absence_plans where state in ('CONFIRMED', 'CHANGED') and to_day < ${today} order by to_day, id`)
    const ended = await inTurn(services, over, (db, id) => endPlan(db, services, id))
    return { billed: billed.done, handedBack: back.done, ended: ended.done, forgotten: await forget(services) }
  },
}

async function lockMonth(db: Db, id: string) {
  const month = await db
    .selectFrom('absence_plan_months')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const plan = month && (await lockPlan(db, scopeOfAll, month.plan_id))
  return month && plan ? { month, plan } : null
}

/** The person's bill of a month, which replaces the employer's line. */
async function billMonth(db: Db, services: Services, id: string): Promise<boolean> {
  const found = await lockMonth(db, id)
  if (!found || found.month.invoice_id !== null) return false
  const { month, plan } = found
  const cents = instalmentIn(leaseOf(plan), month.month)
  const description = services.texts.t(plan.person_language, 'absence-plans:line', {
    month: month.month.split('-').toReversed().join('/'),
    agreement: plan.agreement_number,
  })
  const invoiceId = await billPerson(db, services, {
    employeeId: plan.beneficiary_employee_id,
    purpose: 'ABSENCE',
    lines: [{ description, grossCents: cents }],
    supplyDay: firstOfMonth(month.month),
    orderId: plan.order_id,
    agreementId: plan.agreement_id,
    actor: systemActor,
  })
  await changeMonth(db, services, month, { invoice_id: invoiceId, person_cents: cents })
  await keepPaid(db, services, month, cents)
  return true
}

/** What is open of a bill two weeks past due is credited; the employer's next run bills it. */
async function handBack(db: Db, services: Services, id: string): Promise<boolean> {
  const found = await lockMonth(db, id)
  if (!found || found.month.invoice_id === null || found.month.handed_back_at !== null) return false
  const { month, plan } = found
  const invoice = await db
    .selectFrom('invoices as i')
    .innerJoin('invoice_lines as l', 'l.invoice_id', 'i.id')
    .select(['i.id', 'i.open_cents', 'i.total_cents', 'l.id as line_id'])
    .where('i.id', '=', month.invoice_id)
    .where('i.company_id', '=', month.company_id)
    .forUpdate('i')
    .executeTakeFirst()
  const open = invoice?.open_cents ?? 0
  if (!invoice || open <= 0) return false
  const note = await creditInvoice(db, services, {
    invoiceId: invoice.id,
    reason: month.month,
    actor: systemActor,
    lines: [{ lineId: invoice.line_id, grossCents: open }],
  })
  await deliverInvoice(db, services, note.id)
  const paid = Math.max(0, month.person_cents - open)
  await changeMonth(db, services, month, { handed_back_at: services.env.now(), person_cents: paid })
  await keepPaid(db, services, month, paid)
  // What came in for the bill was collected: the bank has said so.
  if (paid > 0)
    await writeCollection(db, services, {
      agreementId: month.agreement_id,
      companyId: month.company_id,
      month: month.month,
      isCollected: true,
      by: null,
    })
  await logEvent(db, services.env, systemActor, 'PROCESS_STEP', {
    ...planEvent(plan),
    data: { process: 'absence-plan', step: 'handBack', month: month.month, openCents: open },
  })
  await tellPlan(db, services, plan, { who: 'EMPLOYEE', template: 'absence-plans:notice.handedBack', but: null })
  await tellPlan(db, services, plan, {
    who: 'EMPLOYER',
    template: 'absence-plans:employerNotice.handedBack',
    but: null,
  })
  return true
}

async function endPlan(db: Db, services: Services, id: string): Promise<boolean> {
  const row = await lockPlan(db, scopeOfAll, id)
  if (!row || (row.state !== 'CONFIRMED' && row.state !== 'CHANGED')) return false
  await stepPlan(db, services, row, { step: 'end', mover: systemMover, actor: systemActor })
  return true
}

async function forget({ database, env }: Services): Promise<number> {
  const gone = await database.primary
    .updateTable('absence_plans')
    .set((eb) => ({ absence_kind: null, absence_text: null, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('absence_kind', 'is not', null)
    .where('to_day', '<', addMonths(helsinkiDay(env.now()), -KEPT_MONTHS))
    .executeTakeFirst()
  return Number(gone.numUpdatedRows)
}
