import { sql } from 'kysely'
import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Day } from '#platform/values/days.ts'
import { type ReadinessRow, readinessColumns } from './readiness.ts'

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

interface CompanyRow extends ReadinessRow {
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
  readonly language: LanguageCode
}

/** A company inside the scope with what it has before its first order. */
export async function findPlace(db: Db, scope: Scope, companyId: string, now: Date): Promise<CompanyRow | undefined> {
  const { rows } = await sql<CompanyRow>`
    select c.name as "companyName", c.business_id as "businessId", c.city, g.name as "groupName", l.name as "lessorName",
           c.contact_name as "contactName", c.contact_email as "contactEmail", c.contact_phone as "contactPhone", c.created_at as "createdAt", c.language,
           (select count(*)::int from beneficiary_employees e where e.company_id = c.id and e.status = 'ACCEPTED') as people,
           ${readinessColumns(now)}
      from companies c left join group_companies g on g.id = c.group_company_id left join leasing_companies l on l.id = c.leasing_company_id
     where c.id = ${companyId} and c.deleted_at is null and ${within(scope, { company: 'c.id' })}`.execute(db)
  return rows[0]
}

interface FirstCompanyRow extends ReadinessRow {
  readonly companyName: string
  readonly hasPeople: boolean
}

/** The companies that a service began with, the earliest first, with what they have before their first order. */
export async function firstCompanies(db: Db, now: Date): Promise<FirstCompanyRow[]> {
  const { rows } = await sql<FirstCompanyRow>`
    select c.name as "companyName",
           exists (select 1 from beneficiary_employees e where e.company_id = c.id and e.status = 'ACCEPTED') as "hasPeople",
           ${readinessColumns(now)}
      from companies c left join leasing_companies l on l.id = c.leasing_company_id
     where c.deleted_at is null and c.active order by c.created_at, c.id limit 20`.execute(db)
  return rows
}
