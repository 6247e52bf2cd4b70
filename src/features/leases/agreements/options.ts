import type { ReplyOf } from '#platform/contract/contract.ts'
import type { agreements } from './contract.ts'

type Rows = ReplyOf<typeof agreements.list>

/** The leases of a list as choices of a field that names one of them, by the person who has the bicycle. */
export const leaseOptions = ({ items }: Rows) =>
  items.map(({ leasingAgreementId, employeeName, companyName, agreementNumber }) => ({
    value: leasingAgreementId,
    label: `${employeeName}, ${companyName}, ${agreementNumber}`,
  }))

/** What a list of agreements is asked for by a field that begins the end of one. */
export const freeLeases = { leaseState: 'ACTIVE', isFree: true } as const
/** What it is asked for by a field that begins a redemption, and by one that opens a claim. */
export const redeemableLeases = { leaseState: 'ACTIVE', freeFor: 'REDEMPTION' } as const
export const claimableLeases = { leaseState: 'ACTIVE', freeFor: 'CLAIM' } as const
/** What it is asked for by a field that begins a return. */
export const returnableLeases = { leaseState: 'ACTIVE', freeFor: 'RETURN' } as const
/** What it is asked for by a field that takes any lease that runs. */
export const runningLeases = { leaseState: 'ACTIVE' } as const
