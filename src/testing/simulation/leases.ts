import { type RawBuilder, sql } from 'kysely'
import type { Simulation } from './simulation.ts'

/** A running lease with its person and company. */
export interface Lease {
  agreementId: string
  agreementNumber: string
  orderId: string
  employeeId: string
  userId: string
  companyId: string
  version: number
  employeeVersion: number
  adminId: string
}

/** A lease of which nothing else is under way. */
const isFree = sql<boolean>`a.lease_state = 'ACTIVE' and a.bike_at = 'EMPLOYEE' and a.ends_on is null and a.kept_from is null
  and e.last_working_day > '2900-01-01' and e.status = 'ACCEPTED'
  and not exists (select 1 from agreement_endings n where n.agreement_id = a.id and n.closed_at is null)
  and not exists (select 1 from insurance_claims c where c.agreement_id = a.id and c.status = 'PENDING')
  and not exists (select 1 from redemptions r where r.agreement_id = a.id and r.step not in ('DONE', 'CANCELLED', 'WITHDRAWN'))
  and not exists (select 1 from bike_returns r where r.agreement_id = a.id and r.step not in ('DONE', 'CANCELLED'))
  and not exists (select 1 from absence_plans p where p.agreement_id = a.id and p.state in ('PROPOSED', 'CONFIRMED', 'CHANGED'))
  and not exists (select 1 from company_exits x where x.company_id = a.company_id and x.withdrawn_at is null)`

/** Of so many leases, or of all, those that a condition finds, in an order that the seed decides. */
async function search(
  { world, town }: Simulation,
  by: { condition: RawBuilder<unknown>; limit: number; salt: string; among: RawBuilder<unknown> },
): Promise<Lease[]> {
  const { rows } = await sql<Omit<Lease, 'adminId'>>`
    select a.id as "agreementId", a.agreement_number as "agreementNumber", a.order_id as "orderId", e.id as "employeeId",
           e.user_id as "userId", a.company_id as "companyId", a.version, e.version as "employeeVersion"
      from ${by.among} a join beneficiary_employees e on e.id = a.beneficiary_employee_id
     where ${by.condition} order by md5(a.id::text || ${by.salt}) limit ${by.limit}`.execute(
    world.services.database.primary,
  )
  const adminOf = new Map(town.companies.map(({ companyId, adminId }) => [companyId, adminId]))
  return rows.map((row) => ({ ...row, adminId: adminOf.get(row.companyId)! }))
}

/** Leases that a condition finds, in an order that the seed decides. */
export const leasesWhere = (simulation: Simulation, condition: RawBuilder<unknown>, limit: number) =>
  search(simulation, { condition, limit, salt: String(simulation.random()), among: sql`leasing_agreements` })

/** How many leases are looked at before all are. */
const FIRST_LOOK = 60

/** One lease of which nothing else is under way; null when there is none. */
export async function freeLease(simulation: Simulation, and: RawBuilder<unknown> = sql`true`): Promise<Lease | null> {
  const salt = String(simulation.random())
  const few = sql`(select * from leasing_agreements where lease_state = 'ACTIVE' and ends_on is null
    order by md5(id::text || ${salt}) limit ${FIRST_LOOK})`
  const by = { condition: sql`${isFree} and ${and}`, limit: 1, salt }
  const [found] = await search(simulation, { ...by, among: few })
  return found ?? (await search(simulation, { ...by, among: sql`leasing_agreements` }))[0] ?? null
}
