import { effectiveMaxPriceCents } from '#features/pricing/leasing/rules/price-limit.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Cents } from '#platform/values/money.ts'
import { findCompanyPolicy } from './policies.ts'
import { findCompanyLimit } from './queries.ts'

const limitOf = (row: { max_price_cents: number | null } | undefined) =>
  row ? { maxPriceCents: row.max_price_cents } : null

/** The highest package price of a company, in cents. @throws NOT_FOUND outside the scope */
export async function companyMaxPriceCents(db: Db, companyId: string, scope: Scope): Promise<Cents> {
  return (await companyLimits(db, companyId, scope)).maxPriceCents
}

/** The same with the policy that it rests on, which is read once. @throws NOT_FOUND outside the scope */
export async function companyLimits(db: Db, companyId: string, scope: Scope) {
  const company = (await findCompanyLimit(db, scope, companyId)) ?? fail('NOT_FOUND')
  const policy = await findCompanyPolicy(db, companyId)
  const maxPriceCents = effectiveMaxPriceCents({ maxPriceCents: company.max_price_cents }, null, limitOf(policy))
  return { maxPriceCents, policy }
}

/** The highest package price of an employee, in cents. @throws NOT_FOUND outside the scope */
export async function employeeMaxPriceCents(db: Db, employeeId: string, scope: Scope): Promise<Cents> {
  const row = await db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['e.company_id', 'e.max_price_cents', 'c.max_price_cents as company_max_price_cents'])
    .where('e.id', '=', employeeId)
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .executeTakeFirst()
  if (!row) return fail('NOT_FOUND')
  const policy = await findCompanyPolicy(db, row.company_id)
  return effectiveMaxPriceCents({ maxPriceCents: row.company_max_price_cents }, limitOf(row), limitOf(policy))
}
