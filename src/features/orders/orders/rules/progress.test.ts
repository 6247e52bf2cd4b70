import { describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatuses } from '../rules.ts'
import { ringPercent } from './progress.ts'
import { type TurnFacts, waitingFor } from './turns.ts'
import type { WaitedFor } from './waited-for.ts'

const nothing: TurnFacts = {
  employeeSigned: false,
  employerSigned: false,
  isOnlineOrder: false,
  hasStore: true,
  hasInvoice: false,
  isReady: false,
  isHandedOver: false,
  owesExcess: false,
  hasOpenMoney: false,
  block: null,
  hasSigner: true,
  startsByItself: false,
  cancellationAsked: false,
}

describe('whose turn it is', () => {
  it.each<[OrderStatus, Partial<TurnFacts>, WaitedFor[]]>([
    ['NOT_STARTED', {}, ['EMPLOYEE']],
    ['NOT_STARTED', { block: 'TRIAL_PERIOD' }, []],
    ['NOT_STARTED', { block: 'LAST_WORKING_DAY' }, ['EMPLOYER']],
    ['NOT_STARTED', { block: 'ORDER_LIMIT' }, ['EMPLOYER']],
    ['PENDING', {}, ['EMPLOYEE']],
    ['PACKAGE_PROVIDED', {}, ['EMPLOYEE']],
    ['PACKAGE_PROVIDED', { block: 'LAST_WORKING_DAY' }, ['EMPLOYER']],
    ['PACKAGE_PROVIDED', { block: 'LEASE_TOO_LONG' }, ['EMPLOYEE', 'EMPLOYER']],
    ['ALL_INFO_PROVIDED', {}, ['EMPLOYEE', 'EMPLOYER']],
    ['ALL_INFO_PROVIDED', { employeeSigned: true }, ['EMPLOYER']],
    ['ALL_INFO_PROVIDED', { employerSigned: true }, ['EMPLOYEE']],
    ['ALL_INFO_PROVIDED', { employeeSigned: true, employerSigned: true }, ['EMPLOYEE']],
    ['ALL_INFO_PROVIDED', { employeeSigned: true, employerSigned: true, block: 'LEASE_TOO_LONG' }, ['EMPLOYER']],
    ['ALL_INFO_PROVIDED', { hasSigner: false }, ['EMPLOYEE', 'EMPLOYER', 'STAFF']],
    ['ALL_INFO_PROVIDED', { employeeSigned: true, hasSigner: false }, ['EMPLOYER', 'STAFF']],
    ['CONFIRMED', { isOnlineOrder: true }, ['STAFF']],
    ['CONFIRMED', { isOnlineOrder: false }, ['STORE', 'STAFF']],
    ['CONFIRMED', { isOnlineOrder: true, owesExcess: true }, ['EMPLOYEE']],
    ['CONFIRMED', { isOnlineOrder: false, owesExcess: true }, ['STORE', 'EMPLOYEE']],
    ['CONFIRMED', { block: 'LAST_WORKING_DAY' }, ['EMPLOYER']],
    ['PROCESSED', {}, ['STAFF']],
    ['WAITING_FOR_INVOICE_MATCH', {}, ['STORE']],
    ['WAITING_FOR_INVOICE_MATCH', { hasInvoice: true }, ['STAFF']],
    ['WAITING_FOR_DELIVERY_DATE', {}, ['STORE']],
    ['READY_FOR_BILLING', {}, ['STAFF']],
    ['READY_FOR_BILLING', { startsByItself: true }, []],
    ['GRENKE_INVOICE_SENT', {}, ['LESSOR']],
    ['ACTIVE_LEASING', {}, []],
    ['WAITING_FOR_CUSTOMER_COMMENT', {}, ['EMPLOYEE']],
    ['CANCELLED', {}, []],
    ['CANCELLED', { hasOpenMoney: true }, ['STAFF']],
    ['CASE_X', {}, ['STAFF']],
    ['WIX', {}, []],
    ['REFUNDED', {}, []],
  ])('in %s with %j: %j', (status, change, expected) => {
    expect(waitingFor(status, { ...nothing, ...change })).toEqual(expected)
  })
})

describe('how far an order has come', () => {
  it('grows step by step to a running lease', () => {
    expect(orderStatuses.slice(0, 11).map((status) => ringPercent(status))).toEqual([
      4, 12, 22, 32, 42, 52, 60, 70, 80, 90, 100,
    ])
  })

  it('stands still while the order is set aside', () => {
    expect(ringPercent('WAITING_FOR_CUSTOMER_COMMENT', 'READY_FOR_BILLING')).toBe(80)
    expect(ringPercent('CASE_X', 'PENDING')).toBe(12)
    expect(ringPercent('CASE_X')).toBe(50)
  })

  it('is nothing for a cancelled order, whatever it remembers', () => {
    expect(ringPercent('CANCELLED', 'ACTIVE_LEASING')).toBe(0)
  })
})
