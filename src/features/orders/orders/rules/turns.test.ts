import { expect, it } from 'vitest'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { orderStatuses } from '../rules.ts'
import { orderSteps } from './transition-table.ts'
import { orderProcess } from './transitions.ts'
import { orderTurns, type TurnFacts, waitingFor } from './turns.ts'

it('leaves nobody awaited without a message or a place on the desk', () => {
  expect(turnsWithoutNotice(orderProcess)).toEqual([])
})

it('gives everybody who is awaited a day by which to act', () => {
  const open = orderStatuses.flatMap((status) =>
    orderTurns[status].filter(({ dueDays }) => dueDays === null).map(({ action }) => `${status} ${action}`),
  )
  expect(open).toEqual([])
})

it('names for each message by an effect one that every step forward into the status has', () => {
  const missing = orderStatuses.flatMap((status) =>
    orderTurns[status].flatMap(({ notice }) => {
      if (notice === null || notice === 'DESK' || !notice.by) return []
      const { by } = notice
      return orderSteps
        .filter((step) => step.to === status && step.way === 'forward' && step.number !== 'O24')
        .filter((step) => !step.effects.includes(by))
        .map((step) => `${step.number} ${step.name} ${by}`)
    }),
  )
  expect(missing).toEqual([])
})

const facts: TurnFacts = {
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

it.each([
  ['NOT_STARTED', {}, ['EMPLOYEE']],
  ['NOT_STARTED', { block: 'TRIAL_PERIOD' }, []],
  ['NOT_STARTED', { block: 'LAST_WORKING_DAY' }, ['EMPLOYER']],
  ['NOT_STARTED', { block: 'ORDER_LIMIT' }, ['EMPLOYER']],
  ['PACKAGE_PROVIDED', {}, ['EMPLOYEE']],
  ['PACKAGE_PROVIDED', { block: 'LEASE_TOO_LONG' }, ['EMPLOYEE', 'EMPLOYER']],
  ['PACKAGE_PROVIDED', { block: 'LAST_WORKING_DAY' }, ['EMPLOYER']],
  ['ALL_INFO_PROVIDED', {}, ['EMPLOYEE', 'EMPLOYER']],
  ['ALL_INFO_PROVIDED', { employeeSigned: true }, ['EMPLOYER']],
  ['ALL_INFO_PROVIDED', { employerSigned: true }, ['EMPLOYEE']],
  ['ALL_INFO_PROVIDED', { employeeSigned: true, hasSigner: false }, ['EMPLOYER', 'STAFF']],
  ['ALL_INFO_PROVIDED', { employeeSigned: true, block: 'LEASE_TOO_LONG' }, ['EMPLOYER']],
  ['ALL_INFO_PROVIDED', { employeeSigned: true, employerSigned: true }, ['EMPLOYEE']],
  ['ALL_INFO_PROVIDED', { employeeSigned: true, employerSigned: true, block: 'LEASE_TOO_LONG' }, ['EMPLOYER']],
  ['CONFIRMED', {}, ['STORE', 'STAFF']],
  ['CONFIRMED', { isOnlineOrder: true }, ['STAFF']],
  ['CONFIRMED', { isOnlineOrder: true, owesExcess: true }, ['EMPLOYEE']],
  ['WAITING_FOR_INVOICE_MATCH', {}, ['STORE']],
  ['WAITING_FOR_INVOICE_MATCH', { hasInvoice: true }, ['STAFF']],
  ['CONFIRMED', { isOnlineOrder: true, hasStore: false }, ['STAFF']],
  ['WAITING_FOR_INVOICE_MATCH', { isOnlineOrder: true, hasStore: false }, ['STAFF']],
  ['WAITING_FOR_DELIVERY_DATE', { isOnlineOrder: true, hasStore: false }, ['EMPLOYEE']],
  ['PROCESSED', { isReady: true }, ['EMPLOYEE', 'STAFF']],
  ['WAITING_FOR_INVOICE_MATCH', { isReady: true }, ['EMPLOYEE', 'STORE']],
  ['WAITING_FOR_DELIVERY_DATE', {}, ['STORE']],
  ['CONFIRMED', { isReady: true }, ['EMPLOYEE', 'STAFF']],
  ['CONFIRMED', { isHandedOver: true }, ['STAFF']],
  ['WAITING_FOR_DELIVERY_DATE', { isReady: true }, ['EMPLOYEE']],
  ['READY_FOR_BILLING', {}, ['STAFF']],
  ['READY_FOR_BILLING', { startsByItself: true }, []],
  ['CONFIRMED', { cancellationAsked: true }, ['STAFF']],
  ['CONFIRMED', { cancellationAsked: true, owesExcess: true }, ['STAFF']],
  ['PROCESSED', { cancellationAsked: true, isReady: true }, ['STAFF']],
  ['WAITING_FOR_INVOICE_MATCH', { cancellationAsked: true }, ['STAFF']],
  ['WAITING_FOR_DELIVERY_DATE', { cancellationAsked: true }, ['STAFF']],
  ['READY_FOR_BILLING', { cancellationAsked: true, startsByItself: true }, ['STAFF']],
  ['GRENKE_INVOICE_SENT', { cancellationAsked: true }, ['STAFF']],
  ['ACTIVE_LEASING', {}, []],
  ['ACTIVE_LEASING', { cancellationAsked: true }, ['STAFF']],
  ['WAITING_FOR_CUSTOMER_COMMENT', { cancellationAsked: true }, ['STAFF']],
  ['CANCELLED', {}, []],
  ['CANCELLED', { hasOpenMoney: true }, ['STAFF']],
] as const)('%s with %j waits for %j', (status, changed, awaited) => {
  expect(waitingFor(status, { ...facts, ...changed })).toEqual(awaited)
})
