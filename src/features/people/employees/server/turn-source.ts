import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'
import { DECIDE_DAYS } from '../rules.ts'

/** Applications for the benefit; nobody decides about their own. */
export const applicationTurnSource = plainSource({
  process: 'application',
  reads: [{ table: 'beneficiary_employees', columns: ['status', 'user_id', 'company_id'], subject: 'id' }],
  subjects: sql`select e.id from beneficiary_employees e where e.status = 'PENDING'`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`e.id`,
      action: 'decide',
      awaited: 'EMPLOYER',
      company: sql`e.company_id`,
      concerned: sql`e.user_id`,
      since: sql`e.created_at`,
      due: sql`(e.created_at at time zone 'Europe/Helsinki')::date + ${sql.lit(DECIDE_DAYS)}`,
    })} from beneficiary_employees e where e.id = any(${ids}) and e.status = 'PENDING'`,
  about: (ids) => sql`
    select e.id, e.id as opens, u.first_name || ' ' || u.last_name as about, c.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from beneficiary_employees e join users u on u.id = e.user_id join companies c on c.id = e.company_id where e.id = any(${ids})`,
})
