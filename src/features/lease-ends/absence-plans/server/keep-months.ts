import { replacePayers } from '#features/payroll/reporting/server/payers.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, monthOf } from '#platform/values/days.ts'
import { planMonths } from '../rules/months.ts'
import { leaseOf, type PlanMonthRow, type PlanRecord } from './record.ts'

const agreementOf = (row: PlanRecord) => ({ agreementId: row.agreement_id, companyId: row.company_id })

/**
 * Writes the months of a confirmed plan for billing and payroll. Months that stand already stay, since they may have
 * been billed; those after the last day go.
 */
export async function keepMonths(db: Db, services: Services, row: PlanRecord, to: Day): Promise<void> {
  const { env } = services
  // An earlier plan of the same lease may bear the month in which this one begins.
  const standing = await db
    .selectFrom('absence_plan_months')
    .select('month')
    .where('agreement_id', '=', row.agreement_id)
    .where('company_id', '=', row.company_id)
    .execute()
  const days = { from: row.from_day, to, employerDays: row.employer_days }
  const months = planMonths(leaseOf(row), days)
  await removeMonths(db, services, row, monthOf(to))
  const known = new Set(standing.map(({ month }) => month))
  const added = months.filter(({ month }) => !known.has(month))
  if (added.length === 0) return
  const now = env.now()
  await db
    .insertInto('absence_plan_months')
    .values(
      added.map(({ month, payer, cents }) => ({
        id: env.id(),
        company_id: row.company_id,
        plan_id: row.id,
        agreement_id: row.agreement_id,
        month,
        payer,
        person_cents: payer === 'EMPLOYEE' ? cents : 0,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await replacePayers(db, services, {
    ...agreementOf(row),
    months: added.map(({ month, payer, cents }) => ({ month, payer, paidCents: payer === 'EMPLOYEE' ? cents : null })),
  })
}

/** Takes the months of a plan away, all of them or those after one; none of them has been billed. */
export async function removeMonths(db: Db, services: Services, row: PlanRecord, after = ''): Promise<void> {
  const gone = await db
    .deleteFrom('absence_plan_months')
    .where('plan_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .where('month', '>', after)
    .where('invoice_id', 'is', null)
    .returning('month')
    .execute()
  const months = gone.map(({ month }) => ({ month, payer: null, paidCents: null }))
  await replacePayers(db, services, { ...agreementOf(row), months })
}

/** Writes columns of a month of a plan that its caller has locked. */
export const changeMonth = (db: Db, { env }: Services, month: PlanMonthRow, columns: Partial<PlanMonthRow>) =>
  db
    .updateTable('absence_plan_months')
    .set((eb) => ({ ...columns, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', month.id)
    .where('company_id', '=', month.company_id)
    .execute()

/** Payroll reports what the person bears; the rest is the employer's. */
export const keepPaid = (db: Db, services: Services, month: PlanMonthRow, cents: number) =>
  replacePayers(db, services, {
    agreementId: month.agreement_id,
    companyId: month.company_id,
    months: [
      cents > 0
        ? { month: month.month, payer: 'EMPLOYEE', paidCents: cents }
        : { month: month.month, payer: 'EMPLOYER', paidCents: null },
    ],
  })
