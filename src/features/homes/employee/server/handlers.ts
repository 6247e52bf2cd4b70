import { findCompanyPolicy, policyOf } from '#features/people/companies/server/policies.ts'
import { ownEmployments } from '#features/people/employees/server/own.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { OwnBenefit, ownBenefit } from '../contract.ts'
import { ownModels, usualTimes } from './queries.ts'

export const ownBenefitHandlers: Handlers<typeof ownBenefit> = {
  async get(_request, { db, env, user }) {
    const models = await ownModels(db, user.userId)
    const employers: OwnBenefit['employers'] = []
    for (const one of await ownEmployments(db, user.userId, env.now())) {
      const row =
        one.status === 'REJECTED' || one.employment === 'ENDED' ? null : await findCompanyPolicy(db, one.companyId)
      if (!row) continue
      const policy = policyOf(row)
      employers.push({
        beneficiaryEmployeeId: one.beneficiaryEmployeeId,
        companyId: one.companyId,
        companyName: one.companyName,
        status: one.status,
        trialEndsOn: one.jobTrialPeriodEndDate,
        maxPrice: one.maxPrice,
        benefitModel: models.get(one.beneficiaryEmployeeId) ?? policy.benefitModel,
        policy,
      })
    }
    return { employers, usual: await usualTimes(db, helsinkiDay(env.now())) }
  },
}
