import { pageUrl } from '#platform/contract/pages.ts'
import type { BrokerageRecord } from './record.ts'

/** Chain and ids of an offer's events: those of its agreement. An employer reads nothing of an offer before the transfer. */
export const brokerageEvent = (
  row: Pick<BrokerageRecord, 'agreement_id' | 'company_id' | 'order_id' | 'beneficiary_employee_id' | 'step'>,
) => ({
  subject: { type: 'agreement' as const, id: row.agreement_id },
  companyId: row.company_id,
  orderId: row.order_id,
  employeeId: row.beneficiary_employee_id,
  // An employer reads nothing of an offer before the transfer.
  shared: row.step === 'TRANSFER' || row.step === 'BUYOUT' || row.step === 'BILLED',
})

export const messageValues = (row: BrokerageRecord, reason?: string | null) => ({
  bike: row.bike,
  reason: reason ?? '',
})

export const employerLink = (row?: BrokerageRecord) => pageUrl('employerTransfers', {}, row ? { open: row.id } : {})

export const linkOf = (row: BrokerageRecord) => pageUrl('brokerageCase', { brokerageId: row.id })
