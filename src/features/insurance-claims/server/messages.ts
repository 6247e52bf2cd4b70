import { pages } from '#platform/contract/pages.ts'
import type { ClaimRecord } from './record.ts'

/** Chain and ids of a claim's events: those of its agreement. */
export const claimEvent = (row: ClaimRecord) => ({
  subject: { type: 'agreement' as const, id: row.agreement_id },
  companyId: row.company_id,
  orderId: row.order_id,
  employeeId: row.beneficiary_employee_id,
})

/** Messages name the bicycle alone: what happened to it stands on the claim's own page. */
export const messageValues = (row: ClaimRecord) => ({
  bike: [row.bike_brand, row.bike_model].filter(Boolean).join(' ') || row.agreement_number,
})

export const ownPage = (row: ClaimRecord) => pages.ownClaim.replace('$claimId', row.id)
