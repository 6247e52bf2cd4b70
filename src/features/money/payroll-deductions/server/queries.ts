import { sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Month } from '#platform/values/days.ts'

const rows = (db: Db, scope: Scope, companyId: string, month: Month) =>
  db
    .selectFrom('payroll_deduction_months as m')
    .innerJoin('payroll_deductions as d', 'd.invoice_id', 'm.invoice_id')
    .innerJoin('invoices as i', 'i.id', 'm.invoice_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'd.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .where(within(scope, { company: 'm.company_id' }))
    .where('m.company_id', '=', companyId)
    .where('m.month', '=', month)
    .select([
      'm.invoice_id',
      'm.month',
      'm.asked_cents',
      'm.kept_cents',
      'm.version',
      'd.beneficiary_employee_id',
      'd.ended_at',
      'd.is_employers',
      'i.number',
      'i.open_cents',
      'e.employee_number',
      'e.user_id',
      'e.last_working_day',
      'u.first_name',
      'u.last_name',
    ])
    .select(
      sql<string>`(select l.description from invoice_lines l where l.invoice_id = i.id order by l.position limit 1)`.as(
        'description',
      ),
    )

export type DeductionRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** Whether a company is inside the scope. */
export async function hasCompany(db: Db, scope: Scope, companyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('companies as c')
    .select('c.id')
    .where('c.id', '=', companyId)
    .where(within(scope, { company: 'c.id' }))
    .executeTakeFirst()
  return found !== undefined
}

/** The deductions of a month that still count: those confirmed, and those of plans that go on. */
export function listDeductions(db: Db, scope: Scope, companyId: string, month: Month): Promise<DeductionRow[]> {
  return rows(db, scope, companyId, month)
    .where((eb) => eb.or([eb('m.kept_cents', 'is not', null), eb('d.ended_at', 'is', null)]))
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('m.invoice_id')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
}

/** One month of a plan; `lock` holds plan and month until the transaction ends. */
export async function findDeduction(
  db: Db,
  scope: Scope,
  of: { companyId: string; month: Month; invoiceId: string },
  { lock = false }: { lock?: boolean } = {},
): Promise<DeductionRow | undefined> {
  const query = rows(db, scope, of.companyId, of.month).where('m.invoice_id', '=', of.invoiceId)
  return (lock ? query.forUpdate(['d', 'm']) : query).executeTakeFirst()
}
