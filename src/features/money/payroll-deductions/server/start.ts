import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { moveDueDay } from '#features/money/invoices/ledger/server/due-day.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Context, Services } from '#platform/server/http/context.ts'
import { firstOfMonth, formatMonth, helsinkiDay, lastOfMonth } from '#platform/values/days.ts'
import { sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { payrollDeductions } from '../contract.ts'
import { type DeductionMonth, deductionPlan, firstDeductionMonth, hasPayIn } from '../rules.ts'

/** A person's own open bill, or for the staff anybody's, held until the plan is written. */
async function lockBill(db: Db, scope: Scope, invoiceId: string) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('beneficiary_employees as e', 'e.id', 'i.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select([
      'i.id',
      'i.company_id',
      'i.open_cents',
      'i.stage',
      'i.purpose',
      'i.number',
      'e.id as employee_id',
      'e.last_working_day',
    ])
    .select(['u.first_name', 'u.last_name', 'i.agreement_id'])
    .where('i.id', '=', invoiceId)
    .where('i.party', '=', 'PERSON')
    .where('i.direction', '=', 'SALES')
    .where('i.credited_invoice_id', 'is', null)
    .where(within({ ...scope, companyIds: [] }, { company: 'i.company_id', employee: 'i.beneficiary_employee_id' }))
    .forUpdate('i')
    .executeTakeFirst()
}

type Bill = NonNullable<Awaited<ReturnType<typeof lockBill>>>

/** The months of a plan that the bill and the employment allow. @throws DEDUCTION_NOT_ALLOWED */
function planOf(bill: Bill, months: number, today: string): DeductionMonth[] {
  // A redemption that is kept from the pay is agreed so beforehand: its due day ends the lease, and cannot move.
  const isOpen = bill.stage === 'SENT' && bill.purpose !== 'REDEMPTION'
  const open = isOpen ? (bill.open_cents ?? 0) : 0
  if (open < months) throw new AppError('DEDUCTION_NOT_ALLOWED')
  const plan = deductionPlan(open, months, firstDeductionMonth(today))
  if (!hasPayIn(present(plan.at(-1)).month, bill.last_working_day)) throw new AppError('DEDUCTION_NOT_ALLOWED')
  return plan
}

interface NewPlan {
  readonly bill: Pick<Bill, 'id' | 'company_id' | 'employee_id'>
  readonly plan: readonly DeductionMonth[]
  /** The bill is the employer's own, which it pays itself. */
  readonly isEmployers: boolean
  readonly createdBy: string | null
}

/** Writes the plan of a bill, once. @throws DEDUCTION_NOT_ALLOWED for a bill that has one */
export async function savePlan(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { bill, plan, isEmployers, createdBy }: NewPlan,
): Promise<void> {
  const own = { invoice_id: bill.id, company_id: bill.company_id }
  const createdAt = env.now()
  await db
    .insertInto('payroll_deductions')
    .values({
      id: env.id(),
      ...own,
      beneficiary_employee_id: bill.employee_id,
      is_employers: isEmployers,
      created_by: createdBy,
      created_at: createdAt,
    })
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'payroll_deductions_invoice_id_key')
        ? new AppError('DEDUCTION_NOT_ALLOWED')
        : error
    })
  const months = plan.map(({ month, askedCents }) => ({
    id: env.id(),
    ...own,
    month,
    asked_cents: askedCents,
    updated_at: createdAt,
  }))
  await db.insertInto('payroll_deduction_months').values(months).execute()
}

/** The employer hears that something is to be kept from a pay. */
export async function tellOfPlan(
  db: Db,
  services: Services,
  of: {
    companyId: string
    agreementId: string | null
    name: string
    number: string
    plan: readonly DeductionMonth[]
    /** Words of whoever plans it, with what they fill in besides. */
    told?: { template: string; values: Record<string, unknown> }
  },
): Promise<void> {
  const [first, last] = [of.plan[0], of.plan.at(-1)].map((one) => formatMonth(present(one).month))
  await notify(db, services, await employerReceivers(db, of.companyId, 'payroll-report:read'), {
    type: 'GENERAL',
    template: of.told?.template ?? 'payroll-deductions:notice.asked',
    link: pageUrl('reporting', {}, { companyId: of.companyId, month: present(of.plan[0]).month }),
    companyId: of.companyId,
    mail: true,
    head: of.agreementId
      ? await headBeside(db, services, { agreementId: of.agreementId, isOwn: false, kind: 'BUY_OUT' })
      : null,
    values: {
      name: of.name,
      count: of.plan.length,
      number: of.number,
      sum: { cents: sumCents(of.plan.map(({ askedCents }) => askedCents)) },
      part: { cents: present(of.plan[0]).askedCents },
      first,
      last,
      pays: first === last ? first : `${first}–${last}`,
      ...of.told?.values,
    },
  })
}

/** Plans the months in which a bill is kept from the pay, puts its due day behind them and tells the employer. */
export async function startDeduction(
  context: Context<typeof payrollDeductions.start>,
  invoiceId: string,
  months: number,
) {
  const { db, env, user, scope } = context
  const bill = (await lockBill(db, scope, invoiceId)) ?? fail('NOT_FOUND')
  const plan = planOf(bill, months, helsinkiDay(env.now()))
  await savePlan(db, context, { bill, plan, isEmployers: false, createdBy: user.userId })
  const last = present(plan.at(-1)).month
  await moveDueDay(db, env, { invoiceId: bill.id, dueDay: lastOfMonth(firstOfMonth(last)) })
  await logEvent(db, env, actorOf(user), 'PAYROLL_DEDUCTION_STARTED', {
    subject: { type: 'invoice', id: bill.id },
    companyId: bill.company_id,
    employeeId: bill.employee_id,
    shared: false,
    data: { months, from: present(plan[0]).month },
  })
  await tellOfPlan(db, context, {
    companyId: bill.company_id,
    agreementId: bill.agreement_id,
    name: `${bill.first_name} ${bill.last_name}`,
    number: bill.number ?? '',
    plan,
  })
  return plan
}
