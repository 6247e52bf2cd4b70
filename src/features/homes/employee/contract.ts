import { employeeStatuses } from '#features/ground/employment/rules.ts'
import { BikePolicy } from '#features/people/companies/shapes.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { DayShape, EurosFromZero, endpoint, Id, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { usualSteps } from './rules.ts'

const Employer = Shape({
  beneficiaryEmployeeId: Id,
  companyId: Id,
  companyName: T.String(),
  status: OneOf(employeeStatuses),
  /** The last day of the probation period, where the employer has named one. */
  trialEndsOn: Nullable(DayShape),
  /** The limit that counts for this person. */
  maxPrice: EurosFromZero,
  /** The person’s own model, else the policy’s. */
  benefitModel: OneOf(benefitModels),
  policy: BikePolicy,
})

const OwnBenefit = Shape({
  employers: T.Array(Employer),
  /** How long the steps of an order usually take; a step without enough orders is left out. */
  usual: T.Array(
    Shape({
      step: OneOf(usualSteps),
      /** Half of the orders took so many days or fewer. */
      days: T.Integer({ minimum: 0 }),
      orders: T.Integer({ minimum: 1 }),
    }),
  ),
})
export type OwnBenefit = T.Static<typeof OwnBenefit>

/** What somebody who chooses a bicycle wants to know before. */
export const ownBenefit = {
  get: endpoint({
    method: 'GET',
    path: '/api/own-benefit',
    access: 'mybike:access',
    summary: 'What the caller’s employers offer by their settings, and how many days the steps of recent orders took.',
    replies: { 200: OwnBenefit },
  }),
}
