import { sql } from 'kysely'
import { employmentOf } from '#features/ground/employment/rules.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { Db } from '#platform/server/database/db.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { OwnEmployment } from '../shapes.ts'
import { employeesWithOrders } from './people-with-orders.ts'
import { absenceOf, limitOf } from './views.ts'

interface PolicyRow {
  id: string
  company_id: string
  number: number
  order_count: number
  requires_trial_over: boolean
  allows_leave_before_end: boolean
  benefit_model: BenefitModel
  home_delivery: boolean
}

async function policiesOf(db: Db, companyIds: readonly string[]): Promise<PolicyRow[]> {
  const result = await sql<PolicyRow>`
    select distinct on (company_id) id, company_id, number, order_count, requires_trial_over, allows_leave_before_end, benefit_model, home_delivery
      from bike_policies where company_id = any(${[...companyIds]}::uuid[]) order by company_id, number desc`.execute(
    db,
  )
  return result.rows
}

function policyOf(row: PolicyRow | undefined): OwnEmployment['policy'] {
  if (!row) return null
  return {
    bikePolicyId: row.id,
    version: row.number,
    orderCount: row.order_count,
    requiresTrialOver: row.requires_trial_over,
    allowsLeaveBeforeEnd: row.allows_leave_before_end,
    benefitModel: row.benefit_model,
    homeDelivery: row.home_delivery,
  }
}

/** The rows of one person at their employers, newest first. */
export async function ownEmployments(db: Db, userId: string, now: Date): Promise<OwnEmployment[]> {
  const found = await db
    .selectFrom('beneficiary_employees')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const ids = found.map(({ id }) => id)
  const today = helsinkiDay(now)
  const people = await employeesWithOrders(db, ids)
  const policies = await policiesOf(db, [...new Set(people.map(({ row }) => row.company_id))])
  return people.map(({ row, orders }) => ({
    beneficiaryEmployeeId: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    unitName: row.unit_name,
    employeeNumber: row.employee_number,
    status: row.status,
    rejectReason: row.reject_reason,
    employment: employmentOf(row, today),
    lastWorkingDayDate: row.last_working_day,
    jobTrialPeriodEndDate: row.job_trial_period_end,
    absence: absenceOf(row, true),
    maxPrice: eurosFromCents(limitOf(row)),
    policy: policyOf(policies.find((policy) => policy.company_id === row.company_id)),
    orderIds: orders.map((order) => order.order_id),
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }))
}
