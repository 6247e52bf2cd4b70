import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'
import { monthOf } from '#platform/values/days.ts'

/** Companies and months in which something is to be kept from the pay and nobody has said what was. */
export const deductionTurnSource = plainSource({
  process: 'deduction',
  reads: [
    { table: 'payroll_deductions', columns: ['ended_at', 'company_id'], subject: 'company_id' },
    { table: 'payroll_deduction_months', subject: 'company_id' },
  ],
  subjects: sql`select d.company_id from payroll_deductions d where d.ended_at is null`,
  open: (ids, today) => sql`
    select ${openColumns({
      subject: sql`d.company_id`,
      action: 'confirm',
      awaited: 'EMPLOYER',
      company: sql`d.company_id`,
      detail: sql`m.month`,
      since: sql`min(m.updated_at)`,
    })} from payroll_deductions d join payroll_deduction_months m on m.invoice_id = d.invoice_id
     where d.company_id = any(${ids}) and d.ended_at is null and m.kept_cents is null and m.month <= ${monthOf(today)}
     group by d.company_id, m.month order by d.company_id, m.month`,
  about: (ids) => sql`
    select c.id, c.id as opens, null::text as about, c.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from companies c where c.id = any(${ids})`,
})
