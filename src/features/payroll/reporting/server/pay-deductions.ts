import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Month } from '#platform/values/days.ts'
import type { PayDeduction } from '../rules/salary-rows.ts'

interface DeductionRow {
  companyId: string
  employeeId: string
  employeeNumber: string | null
  lastName: string
  firstName: string
  unit: string | null
  costUnit: string | null
  invoiceNumber: string
  cents: number
}

/**
 * The bills of people that companies keep from the pay of a month: what is asked, or what was kept where the company has
 * told it. Plans that have ended and months after the last working day ask nothing.
 */
export async function payDeductionsOf(
  db: Db,
  companyIds: readonly string[],
  month: Month,
): Promise<Map<string, PayDeduction[]>> {
  const found = await sql<DeductionRow>`
    select m.company_id as "companyId", e.id as "employeeId", e.employee_number as "employeeNumber", u.last_name as "lastName",
           u.first_name as "firstName", n.name as unit, e.cost_unit as "costUnit", i.number as "invoiceNumber",
           coalesce(m.kept_cents, case when d.is_employers then m.asked_cents else least(m.asked_cents, greatest(i.open_cents, 0)) end) as cents
      from payroll_deduction_months m join payroll_deductions d on d.invoice_id = m.invoice_id
      join invoices i on i.id = m.invoice_id join beneficiary_employees e on e.id = d.beneficiary_employee_id
      join users u on u.id = e.user_id left join company_units n on n.id = e.unit_id
     where m.company_id = any(${companyIds}::uuid[]) and m.month = ${month}
       and (m.kept_cents > 0 or (m.kept_cents is null and d.ended_at is null and (d.is_employers or i.open_cents > 0)
            and (e.last_working_day is null or to_char(e.last_working_day, 'YYYY-MM') >= m.month)))
     order by m.company_id, u.last_name, u.first_name, i.number`.execute(db)
  const deductions = found.rows.map(({ companyId, invoiceNumber, cents, ...person }) => ({
    companyId,
    deduction: { person, invoiceNumber, cents },
  }))
  return new Map(
    [...Map.groupBy(deductions, (one) => one.companyId)].map(([companyId, own]) => [
      companyId,
      own.map(({ deduction }) => deduction),
    ]),
  )
}
