import { expect, it } from 'vitest'
import { storeStageOf, waitsForPickup } from './store-stage.ts'

const none = { prepare: false, ready: false, ask: false, checkCode: false, report: false, invoice: false }
const blank = {
  orderStatus: 'CONFIRMED',
  actions: none,
  deliveryDay: null,
  codeCheckedAt: null,
  paidDay: null,
} as const
const at = (more: object, actions: object = {}) => storeStageOf({ ...blank, ...more, actions: { ...none, ...actions } })

it('the heading of a store’s order says what the store does next', () => {
  expect(at({}, { prepare: true })).toBe('estimate')
  expect(at({}, { prepare: true, ready: true, checkCode: true, invoice: true })).toBe('prepare')
  expect(at({}, { checkCode: true, invoice: true })).toBe('ready')
  expect(at({}, { report: true, invoice: true })).toBe('handOver')
  expect(at({ codeCheckedAt: '2026-05-04T08:30:00.000Z' }, { invoice: true })).toBe('handOver')
  expect(at({ deliveryDay: '2026-05-04' }, { invoice: true })).toBe('invoice')
})

it('the heading of a store’s order with nothing to do says how far it has come', () => {
  expect(at({})).toBe('waits')
  expect(at({ orderStatus: 'WAITING_FOR_CUSTOMER_COMMENT' }, { invoice: true })).toBe('asked')
  expect(at({ deliveryDay: '2026-05-04' })).toBe('delivered')
  expect(at({ deliveryDay: '2026-05-04', paidDay: '2026-06-04' })).toBe('paid')
  expect(at({ orderStatus: 'CANCELLED', deliveryDay: '2026-05-04' })).toBe('cancelled')
})

it('being ready is no phase of a bicycle that was handed over without a word of it', () => {
  const fetched = { isOnlineOrder: false, delivery: 'PICKUP', deliveryDay: null, pickupReadyAt: null } as const
  expect(waitsForPickup(fetched)).toBe(true)
  expect(waitsForPickup({ ...fetched, deliveryDay: '2026-11-22' })).toBe(false)
  expect(waitsForPickup({ ...fetched, deliveryDay: '2026-11-22', pickupReadyAt: '2026-11-21T09:00:00Z' })).toBe(true)
  expect(waitsForPickup({ ...fetched, delivery: 'HOME_DELIVERY' })).toBe(false)
})
