import { describe, expect, it } from 'vitest'
import { isOpenOrderStatus, isOrderStatus, mayReportDelivery, orderStatuses, orderStatusFilters } from './rules.ts'

describe('order statuses', () => {
  it('are the sixteen of the specification', () => {
    expect(orderStatuses).toHaveLength(16)
    expect(new Set(orderStatuses).size).toBe(16)
    expect(isOrderStatus('CASE_X')).toBe(true)
    expect(isOrderStatus('case_x')).toBe(false)
  })

  it('have a general filter of fourteen, without the earlier site and the refunded', () => {
    expect(orderStatusFilters.GENERAL).toEqual([
      'NOT_STARTED',
      'PENDING',
      'PACKAGE_PROVIDED',
      'ALL_INFO_PROVIDED',
      'CONFIRMED',
      'PROCESSED',
      'WAITING_FOR_INVOICE_MATCH',
      'WAITING_FOR_DELIVERY_DATE',
      'READY_FOR_BILLING',
      'GRENKE_INVOICE_SENT',
      'ACTIVE_LEASING',
      'WAITING_FOR_CUSTOMER_COMMENT',
      'CANCELLED',
      'CASE_X',
    ])
  })

  it('have a post-processing filter of ten and one of eleven from PROCESSED', () => {
    const ten = [
      'WAITING_FOR_INVOICE_MATCH',
      'WAITING_FOR_DELIVERY_DATE',
      'READY_FOR_BILLING',
      'GRENKE_INVOICE_SENT',
      'ACTIVE_LEASING',
      'WAITING_FOR_CUSTOMER_COMMENT',
      'CANCELLED',
      'CASE_X',
      'WIX',
      'REFUNDED',
    ]
    expect(orderStatusFilters.POST_PROCESSING).toEqual(ten)
    expect(orderStatusFilters.FROM_PROCESSED).toEqual(['PROCESSED', ...ten])
  })

  it('count as open unless cancelled or refunded', () => {
    expect(orderStatuses.filter((status) => !isOpenOrderStatus(status))).toEqual(['CANCELLED', 'REFUNDED'])
  })

  it('let delivery be reported from PROCESSED to READY_FOR_BILLING, and on a hold of these', () => {
    const reportable = ['PROCESSED', 'WAITING_FOR_INVOICE_MATCH', 'WAITING_FOR_DELIVERY_DATE', 'READY_FOR_BILLING']
    expect(orderStatuses.filter((status) => mayReportDelivery(status, null))).toEqual(reportable)
    expect(orderStatuses.filter((status) => mayReportDelivery('WAITING_FOR_CUSTOMER_COMMENT', status))).toEqual(
      reportable,
    )
    expect(mayReportDelivery('ACTIVE_LEASING', 'PROCESSED')).toBe(false)
  })
})
