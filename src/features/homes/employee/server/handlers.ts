import { policyOf } from '#features/people/companies/server/policies.ts'
import { effectiveMaxPriceCents } from '#features/pricing/leasing/rules/price-limit.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { ownBenefit } from '../contract.ts'
import { ownEmployers, usualTimes } from './queries.ts'

const limitOf = (row: { max_price_cents: number | null }) => ({ maxPriceCents: row.max_price_cents })

export const ownBenefitHandlers: Handlers<typeof ownBenefit> = {
  async get(_request, { db, env, user }) {
    const today = helsinkiDay(env.now())
    const found = await ownEmployers(db, user.userId, today)
    const employers = found.map(({ row, policy }) => ({
      beneficiaryEmployeeId: row.id,
      companyId: row.company_id,
      companyName: row.company_name,
      status: row.status,
      trialEndsOn: row.job_trial_period_end,
      maxPrice: eurosFromCents(
        effectiveMaxPriceCents({ maxPriceCents: row.company_max_price_cents }, limitOf(row), limitOf(policy)),
      ),
      benefitModel: row.benefit_model ?? policy.benefit_model,
      policy: policyOf(policy),
    }))
    return { employers, usual: await usualTimes(db, today) }
  },
}
