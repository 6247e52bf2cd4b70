import type { Selectable } from 'kysely'
import type { BikePolicy, PolicyFields } from '#features/people/companies/shapes.ts'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'

export type PolicyRow = Selectable<Tables['bike_policies']>

/** A company's policy in force: the version with the highest number. */
export async function findCompanyPolicy(db: Db, companyId: string): Promise<PolicyRow | undefined> {
  return db
    .selectFrom('bike_policies')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listPolicyVersions(db: Db, companyId: string): Promise<PolicyRow[]> {
  return db
    .selectFrom('bike_policies')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('number', 'desc')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
}

export const policyOf = (row: PolicyRow): BikePolicy => ({
  bikePolicyId: row.id,
  companyId: row.company_id,
  version: row.number,
  maxPrice: row.max_price_cents === null ? null : eurosFromCents(row.max_price_cents),
  excess: row.excess,
  claimPayer: row.claim_payer,
  orderCount: row.order_count,
  requiresTrialOver: row.requires_trial_over,
  allowsLeaveBeforeEnd: row.allows_leave_before_end,
  allowsReturn: row.allows_return,
  allowsBrokerage: row.allows_brokerage,
  endOfLeaseDefault: row.end_of_lease_default,
  benefitModel: row.benefit_model,
  homeDelivery: row.home_delivery,
  body: row.body,
  translations: row.translations as BikePolicy['translations'],
  createdAt: row.created_at.toISOString(),
})

const firstVersion = {
  number: 0,
  max_price_cents: null,
  excess: 'NO' as const,
  claim_payer: 'EMPLOYEE' as const,
  order_count: 1,
  requires_trial_over: false,
  allows_leave_before_end: false,
  allows_return: false,
  allows_brokerage: false,
  end_of_lease_default: 'STAFF_SETTLES' as const,
  benefit_model: 'FROM_SALARY' as const,
  home_delivery: true,
  body: '',
  translations: {},
}

type Translations = BikePolicy['translations']

/** Texts in other languages as the column keeps them: trimmed, the empty ones left out, always in one order. */
function translationsText({ fi, sv, en }: Translations): string {
  const texts = Object.entries({ en, fi, sv }).map(([language, text]) => [language, text?.trim()] as const)
  return JSON.stringify(Object.fromEntries(texts.filter(([, text]) => text)))
}

function columnsOf(change: PolicyFields, before: Omit<PolicyRow, 'id' | 'company_id' | 'created_by' | 'created_at'>) {
  return {
    max_price_cents:
      change.maxPrice === undefined
        ? before.max_price_cents
        : change.maxPrice === null
          ? null
          : centsFromEuros(change.maxPrice),
    excess: change.excess ?? before.excess,
    claim_payer: change.claimPayer ?? before.claim_payer,
    order_count: change.orderCount ?? before.order_count,
    requires_trial_over: change.requiresTrialOver ?? before.requires_trial_over,
    allows_leave_before_end: change.allowsLeaveBeforeEnd ?? before.allows_leave_before_end,
    allows_return: change.allowsReturn ?? before.allows_return,
    allows_brokerage: change.allowsBrokerage ?? before.allows_brokerage,
    end_of_lease_default: change.endOfLeaseDefault ?? before.end_of_lease_default,
    benefit_model: change.benefitModel ?? before.benefit_model,
    home_delivery: change.homeDelivery ?? before.home_delivery,
    body: change.body?.trim() ?? before.body,
    translations: translationsText(change.translations ?? (before.translations as Translations)),
  }
}

/** Whether a change says anything new. */
export function changesPolicy(change: PolicyFields, before: PolicyRow): boolean {
  const stored = { ...before, translations: translationsText(before.translations as Translations) }
  return Object.entries(columnsOf(change, before)).some(([name, value]) => stored[name as keyof PolicyRow] !== value)
}

/**
 * Puts a new version into force; the caller holds the lock of the company's row, which keeps the numbers in order.
 * @param before the version in force, or undefined for a company's first
 */
export async function addPolicyVersion(
  db: Db,
  env: Env,
  actor: Actor,
  of: { companyId: string; change: PolicyFields; before?: PolicyRow | undefined },
): Promise<PolicyRow> {
  const before = of.before ?? firstVersion
  const number = before.number + 1
  const row = await db
    .insertInto('bike_policies')
    .values({
      id: env.id(),
      company_id: of.companyId,
      number,
      created_by: actor.userId,
      created_at: env.now(),
      ...columnsOf(of.change, before),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await logEvent(db, env, actor, 'BIKE_POLICY_UPDATED', {
    subject: { type: 'company', id: of.companyId },
    companyId: of.companyId,
    data: { policyId: row.id, number },
  })
  return row
}
