import { sql } from 'kysely'
import { openColumns, plainSource, startOfDay } from '#platform/server/turns/plain-source.ts'
import { firstOfMonth, monthOf } from '#platform/values/days.ts'
import { openMonths } from './open-months.ts'

/** Months that are over and not locked, each a turn of its own, until the company's payroll day. */
export const payrollMonthTurnSource = plainSource({
  process: 'payroll-month',
  reads: [
    { table: 'companies', columns: ['deleted_at', 'payroll_day'], subject: 'id' },
    { table: 'payroll_months', subject: 'company_id' },
    {
      table: 'leasing_agreements',
      columns: ['start_day', 'end_day', 'lease_state', 'ended_day', 'ends_on', 'void_at'],
      subject: 'company_id',
    },
  ],
  subjects: sql`select c.id from companies c where c.deleted_at is null`,
  open: (ids, today) => sql`
    select ${openColumns({
      subject: sql`c.id`,
      action: 'lock',
      awaited: 'EMPLOYER',
      company: sql`c.id`,
      detail: sql`o.month`,
      since: startOfDay(sql`o.since`),
      due: sql`o.due`,
    })} from companies c cross join ${openMonths(today)} where c.id = any(${ids}) and c.deleted_at is null
     order by c.id, o.month`,
  about: (ids) => sql`
    select c.id, c.id as opens, null::text as about, c.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from companies c where c.id = any(${ids})`,
})

/** People of whom somebody knows a last working day: few, and found by an index of their own. */
const leaving = sql`e.last_working_day < '2999-01-01'`

/** Running leases of people whose last month of pay is over and whose bicycle nobody has settled. */
export const leaverTurnSource = plainSource({
  process: 'leaver',
  reads: [
    {
      table: 'beneficiary_employees',
      columns: ['last_working_day'],
      subject: 'select a.id from leasing_agreements a where a.beneficiary_employee_id = $row.id',
    },
    {
      table: 'leasing_agreements',
      columns: ['lease_state', 'beneficiary_employee_id'],
      subject: `select $row.id from beneficiary_employees e where e.id = $row.beneficiary_employee_id and e.last_working_day < '2999-01-01'`,
    },
    { table: 'payroll_payers', subject: 'agreement_id' },
  ],
  subjects: sql`select a.id from beneficiary_employees e join leasing_agreements a on a.beneficiary_employee_id = e.id
    where ${leaving} and a.lease_state = 'ACTIVE'`,
  open: (ids, today) => {
    const month = monthOf(today)
    return sql`
    select ${openColumns({
      subject: sql`a.id`,
      action: 'settle',
      awaited: 'EMPLOYER',
      company: sql`a.company_id`,
      since: startOfDay(sql`e.last_working_day`),
    })} from leasing_agreements a join beneficiary_employees e on e.id = a.beneficiary_employee_id
     where a.id = any(${ids}) and ${leaving} and e.last_working_day < ${firstOfMonth(month)}::date and a.lease_state = 'ACTIVE'
       and not exists (select 1 from payroll_payers p where p.agreement_id = a.id and p.from_month <= ${month}
             and coalesce(p.to_month, ${month}) >= ${month})`
  },
  about: (ids) => sql`
    select a.id, a.id as opens, u.first_name || ' ' || u.last_name as about, c.name as "companyName", a.order_id as "orderId", o.order_number as "orderNumber"
      from leasing_agreements a left join orders o on o.id = a.order_id join beneficiary_employees e on e.id = a.beneficiary_employee_id
      join users u on u.id = e.user_id join companies c on c.id = a.company_id where a.id = any(${ids})`,
})
