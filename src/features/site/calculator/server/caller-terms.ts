import { companyLimits } from '#features/people/companies/server/max-price.ts'
import type { FairValueTable } from '#features/pricing/leasing/rules/fair-value.ts'
import { type ExcessPolicy, effectiveMaxPriceCents } from '#features/pricing/leasing/rules/price-limit.ts'
import type { BillingTerms } from '#features/pricing/leasing/rules.ts'
import { fairValuesInForce } from '#features/pricing/leasing/server/fair-values.ts'
import { billingTermsFor, failLeasing, operatorTerms } from '#features/pricing/leasing/server/terms.ts'
import { type EmployerVat, STANDARD_VAT } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import { companyVatOn } from '#features/pricing/vat/server/company-vat.ts'
import { findVatOn } from '#features/pricing/vat/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type SignedIn, scopeOfAll } from '#platform/server/database/scope.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/** By what terms a caller's bicycle is priced. */
export interface CallerTerms {
  readonly terms: BillingTerms
  /** The limit of the caller's company, or their own where it is lower; null for a visitor. */
  readonly maxPriceCents: Cents | null
  /** Who pays what a bicycle costs over the limit. */
  readonly excess: ExcessPolicy | null
  readonly vat: EmployerVat
  /** Changes whenever the terms do. */
  readonly mark: string
}

interface InForce {
  readonly fairValues: FairValueTable
}

/** The company whose benefit somebody would take: the own one first, else one that they administer. */
function companyIdOf(user: SignedIn | null): string | null {
  if (!user || user.deactivated) return null
  const bound = user.assignments.filter(({ companyId }) => companyId !== null)
  const own = bound.find(({ role }) => role.scopeKind === 'SELF') ?? bound[0]
  return own?.companyId ?? null
}

/** What the employer has set as the highest price for this person alone. */
async function ownLimit(db: Db, userId: string, companyId: string): Promise<Cents | null> {
  const row = await db
    .selectFrom('beneficiary_employees')
    .select('max_price_cents')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'REJECTED')
    .executeTakeFirst()
  return row?.max_price_cents ?? null
}

async function companyTerms(db: Db, userId: string, companyId: string, day: Day): Promise<CallerTerms | null> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'leasing_company_id'])
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!company) return null
  const table = await billingTermsFor(db, { companyId, leasingCompanyId: company.leasing_company_id }, day)
  if (!table.ok) return null
  const { maxPriceCents: companyLimit, policy } = await companyLimits(db, companyId, scopeOfAll)
  const own = { maxPriceCents: await ownLimit(db, userId, companyId) }
  const maxPriceCents = effectiveMaxPriceCents({ maxPriceCents: companyLimit }, own, null)
  const excess = policy?.excess ?? 'NO'
  const vat = { ...STANDARD_VAT, basisPoints: (await companyVatOn(db, companyId, day, scopeOfAll)).basisPoints }
  return {
    terms: table.terms,
    maxPriceCents,
    excess,
    vat,
    mark: `${table.billingTableId} ${table.billingTableVersion} ${maxPriceCents} ${excess} ${vat.basisPoints}`,
  }
}

/**
 * The terms of the caller's company with its price limit, else the operator's general ones.
 * @throws LEASING_CONFIGURATION_INVALID when no table is valid on the day
 */
export async function callerTerms(db: Db, user: SignedIn | null, day: Day): Promise<CallerTerms & InForce> {
  const { table, version } = await fairValuesInForce(db)
  const terms = await leaseTermsOf(db, user, day)
  return { ...terms, fairValues: table, mark: `${terms.mark} ${version}` }
}

async function leaseTermsOf(db: Db, user: SignedIn | null, day: Day): Promise<CallerTerms> {
  const companyId = companyIdOf(user)
  const own = user && companyId ? await companyTerms(db, user.userId, companyId, day) : null
  if (own) return own
  const table = await operatorTerms(db, day)
  if (!table.ok) return failLeasing(table)
  const rate = await findVatOn(db, 'FI', day)
  const vat = rate ? { ...STANDARD_VAT, basisPoints: rate.basis_points } : STANDARD_VAT
  const mark = `${table.billingTableId} ${table.billingTableVersion} ${vat.basisPoints}`
  return { terms: table.terms, maxPriceCents: null, excess: null, vat, mark }
}
