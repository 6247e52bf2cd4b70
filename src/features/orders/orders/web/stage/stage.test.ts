import { describe, expect, it, test } from 'vitest'
import { type OrderState, stageOf } from '#features/orders/orders/rules/stage.ts'
import { orderStatuses } from '#features/orders/orders/rules.ts'
import { awaitedOf, closedKey, mayMove, obstaclesTo, stepOf } from './stage.ts'

const order = (orderStatus: OrderState['orderStatus'], more: Partial<OrderState> = {}): OrderState => ({
  orderStatus,
  resumeStatus: null,
  isOnlineOrder: false,
  pickupReadyAt: null,
  deliveryDay: null,
  agreement: null,
  ...more,
})
const signed = (
  employee: boolean,
  employer: boolean,
  leaseState: 'NOT_STARTED' | 'ACTIVE' | 'ENDED' = 'NOT_STARTED',
) => ({
  agreement: {
    employeeSignedAt: employee ? '2026-03-01T10:00:00Z' : null,
    employerSignedAt: employer ? '2026-03-02T10:00:00Z' : null,
    leaseState,
  },
})

describe('the stage', () => {
  it.each([
    [false, false, 'sign', 'sign'],
    [true, false, 'otherSigns', 'sign'],
    [false, true, 'sign', 'otherSigns'],
    [true, true, 'confirm', 'confirm'],
  ] as const)('with employee signed %s and employer signed %s is %s and %s', (employee, employer, own, others) => {
    const one = order('ALL_INFO_PROVIDED', signed(employee, employer))
    expect(stageOf(one, 'EMPLOYEE')).toBe(own)
    expect(stageOf(one, 'EMPLOYER')).toBe(others)
  })

  it('tells a running lease from one that has ended', () => {
    expect(stageOf(order('ACTIVE_LEASING', signed(true, true, 'ACTIVE')), 'EMPLOYEE')).toBe('riding')
    expect(stageOf(order('ACTIVE_LEASING', signed(true, true, 'ENDED')), 'EMPLOYEE')).toBe('leaseOver')
  })

  it('tells an online order from one of a store', () => {
    expect(stageOf(order('CONFIRMED'), 'EMPLOYEE')).toBe('ordered')
    expect(stageOf(order('CONFIRMED', { isOnlineOrder: true }), 'EMPLOYEE')).toBe('orderedOnline')
  })

  it('is the pick-up as soon as the store has said that the bicycle is ready', () => {
    const ready = { pickupReadyAt: '2026-03-05T10:00:00Z' }
    expect(stageOf(order('PROCESSED'), 'EMPLOYEE')).toBe('underWay')
    expect(stageOf(order('PROCESSED', ready), 'EMPLOYEE')).toBe('pickup')
    expect(stageOf(order('WAITING_FOR_INVOICE_MATCH', ready), 'EMPLOYER')).toBe('pickup')
    expect(stageOf(order('READY_FOR_BILLING', ready), 'EMPLOYEE')).toBe('leaseSoon')
  })

  it('of a special case is named for that status alone', () => {
    const cases = orderStatuses.filter((status) => stageOf(order(status), 'EMPLOYEE') === 'case')
    expect(cases).toEqual(['CASE_X'])
  })
})

test('an order that was taken aside stands at the step that it left', () => {
  expect(stepOf(order('WAITING_FOR_CUSTOMER_COMMENT', { resumeStatus: 'PROCESSED' }))).toBe(5)
  expect(stepOf(order('CASE_X', { resumeStatus: 'PENDING' }))).toBe(2)
})

test('oneself is named before others who are awaited too', () => {
  expect(awaitedOf(['STORE', 'EMPLOYEE'], 'EMPLOYEE')).toBe('EMPLOYEE')
  expect(awaitedOf(['STORE', 'STAFF'], 'EMPLOYEE')).toBe('STORE')
  expect(awaitedOf([], 'EMPLOYER')).toBeNull()
})

test('what the forms bring is no obstacle, and a move of somebody else is none of mine', () => {
  const moves = {
    allowedTransitions: [
      { to: 'PENDING' as const, allowed: false, unmet: ['PACKAGE_INCOMPLETE', 'TRIAL_PERIOD_NOT_OVER'] },
    ],
  }
  expect(obstaclesTo(moves, 'PENDING')).toEqual(['TRIAL_PERIOD_NOT_OVER'])
  expect(obstaclesTo(moves, 'CONFIRMED')).toBeNull()
  expect(mayMove(moves, 'PENDING')).toBe(false)
  const free = { allowedTransitions: [{ to: 'PENDING' as const, allowed: true, unmet: [] }] }
  expect(mayMove(free, 'PENDING')).toBe(true)
  expect(mayMove(free, 'CONFIRMED')).toBe(false)
})

it.each([
  ['NOT_STARTED', 'WAITS'],
  ['READY_FOR_BILLING', 'STARTS'],
  ['ACTIVE_LEASING', 'ACTIVE_LEASING'],
  ['CASE_X', 'CASE_X'],
  ['REFUNDED', 'REFUNDED'],
] as const)('an order that waits for nobody is called by its status: %s', (status, key) => {
  expect(closedKey(order(status))).toBe(key)
})

it('a lease that is over is called ended', () => {
  expect(closedKey(order('ACTIVE_LEASING', signed(true, true, 'ENDED')))).toBe('ENDED')
})
