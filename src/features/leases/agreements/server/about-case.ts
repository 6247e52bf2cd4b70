import { type RawBuilder, sql } from 'kysely'

/** What a list of turns says of cases of leases: whose they are, and of which order the bicycle came. */
export const aboutCases =
  (table: 'redemptions' | 'bike_returns' | 'insurance_claims' | 'absence_plans') => (ids: RawBuilder<unknown>) =>
    sql`
  select r.id, r.id as opens, u.first_name || ' ' || u.last_name as about, c.name as "companyName", a.order_id as "orderId", o.order_number as "orderNumber"
    from ${sql.table(table)} r join leasing_agreements a on a.id = r.agreement_id join beneficiary_employees e on e.id = r.beneficiary_employee_id
    join users u on u.id = e.user_id join companies c on c.id = r.company_id left join orders o on o.id = a.order_id
   where r.id = any(${ids})`
