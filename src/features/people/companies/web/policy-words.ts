import type { BikePolicy } from '#features/people/companies/shapes.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** What of a policy is said in sentences. */
export type PolicyRules = Pick<
  BikePolicy,
  | 'benefitModel'
  | 'excess'
  | 'claimPayer'
  | 'requiresTrialOver'
  | 'allowsLeaveBeforeEnd'
  | 'allowsReturn'
  | 'allowsBrokerage'
  | 'endOfLeaseDefault'
  | 'homeDelivery'
>

/** A policy as sentences to an employee, by what they ask about it; each says what one setting carries and no more. */
export function usePolicyWords() {
  const t = useTexts('companies')
  return (policy: PolicyRules) => ({
    pays: [
      t(`preview.benefitModel.${policy.benefitModel}`),
      t(`preview.excess.${policy.excess}`),
      t(`preview.claimPayer.${policy.claimPayer}`),
    ],
    gets: [
      t(policy.requiresTrialOver ? 'preview.trial' : 'preview.noTrial'),
      t(policy.homeDelivery ? 'preview.delivery' : 'preview.noDelivery'),
    ],
    leaves: [
      t(policy.allowsLeaveBeforeEnd ? 'preview.leave' : 'preview.noLeave'),
      t(policy.allowsReturn ? 'preview.return' : 'preview.noReturn'),
      t(policy.allowsBrokerage ? 'preview.brokerage' : 'preview.noBrokerage'),
    ],
    ends: [t(`preview.endOfLeaseDefault.${policy.endOfLeaseDefault}`)],
  })
}
