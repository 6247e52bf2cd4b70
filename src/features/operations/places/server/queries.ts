import { sql } from 'kysely'
import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import { hasHand } from '#features/people/companies/server/hands.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Day } from '#platform/values/days.ts'
import type { ReadinessCheck } from '../readiness.ts'

interface EmploymentRow {
  readonly id: string
  readonly companyId: string
  readonly companyName: string
  readonly unit: string | null
  readonly employeeNumber: string | null
  readonly costUnit: string | null
  readonly status: EmployeeStatus
  readonly lastWorkingDay: Day
  readonly maxPriceCents: number | null
  readonly createdAt: Date
}

/** Where a person works or has worked, the newest first. */
export async function employmentsOf(db: Db, scope: Scope, userId: string): Promise<EmploymentRow[]> {
  const { rows } = await sql<EmploymentRow>`
    select e.id, e.company_id as "companyId", c.name as "companyName", n.name as unit, e.employee_number as "employeeNumber",
           e.cost_unit as "costUnit", e.status, e.last_working_day as "lastWorkingDay", e.max_price_cents as "maxPriceCents", e.created_at as "createdAt"
      from beneficiary_employees e join companies c on c.id = e.company_id left join company_units n on n.id = e.unit_id
     where e.user_id = ${userId} and ${within(scope, { company: 'e.company_id' })} order by e.created_at desc, e.id limit 50`.execute(
    db,
  )
  return rows
}

interface CompanyRow {
  readonly companyName: string
  readonly businessId: string
  readonly city: string | null
  readonly groupName: string | null
  readonly lessorName: string | null
  readonly contactName: string | null
  readonly contactEmail: string | null
  readonly contactPhone: string | null
  readonly people: number
  readonly createdAt: Date
  readonly lessorId: string | null
  readonly lessor_kind: 'OPERATOR' | 'GRENKE' | 'LEASE_PLUS' | 'OTHER' | null
  readonly lessor_authority_reference: string | null
  readonly lessor_authority_day: Day | null
  /** What the company's own rows tell. */
  readonly ready: Readonly<Record<Exclude<ReadinessCheck, 'LESSOR_AUTHORITY' | 'BILLING_TABLE'>, boolean>>
}

/** Each thing that a company `c`, with its lessor `l`, needs before an order, as a condition. */
const conditions = (now: Date) => sql`json_build_object(
  'ADMIN', ${hasHand('DECIDE')},
  'SIGNER', ${hasHand('SIGN')},
  'LESSOR', l.id is not null and l.active,
  'TERMS', exists (select 1 from terms_documents d where d.kind = 'AGREEMENT'),
  'POLICY', coalesce((select p.body <> '' from bike_policies p where p.company_id = c.id order by p.number desc limit 1), false),
  'PAYROLL_RECIPIENT', exists (select 1 from payroll_recipients r where r.company_id = c.id)
     or exists (select 1 from group_payroll_recipients r where r.group_company_id = c.group_company_id),
  'JOIN_LINK', exists (select 1 from link_tokens t where t.purpose = 'join' and (t.company_id = c.id or t.group_company_id = c.group_company_id)
     and t.revoked_at is null and t.expires_at > ${now}::timestamptz))`

/** A company inside the scope with what it has before its first order. */
export async function findPlace(db: Db, scope: Scope, companyId: string, now: Date): Promise<CompanyRow | undefined> {
  const { rows } = await sql<CompanyRow>`
    select c.name as "companyName", c.business_id as "businessId", c.city, g.name as "groupName", l.name as "lessorName",
           c.contact_name as "contactName", c.contact_email as "contactEmail", c.contact_phone as "contactPhone", c.created_at as "createdAt",
           l.id as "lessorId", l.kind as lessor_kind, l.authority_reference as lessor_authority_reference, l.authority_day as lessor_authority_day,
           (select count(*)::int from beneficiary_employees e where e.company_id = c.id and e.status = 'ACCEPTED') as people,
           ${conditions(now)} as ready
      from companies c left join group_companies g on g.id = c.group_company_id left join leasing_companies l on l.id = c.leasing_company_id
     where c.id = ${companyId} and c.deleted_at is null and ${within(scope, { company: 'c.id' })}`.execute(db)
  return rows[0]
}
