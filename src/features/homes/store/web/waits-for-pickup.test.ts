import { expect, it } from 'vitest'
import { waitsForPickup } from './waits-for-pickup.ts'

it('being ready is no phase of a bicycle that was handed over without a word of it', () => {
  const fetched = { isOnlineOrder: false, delivery: 'PICKUP', deliveryDay: null, pickupReadyAt: null } as const
  expect(waitsForPickup(fetched)).toBe(true)
  expect(waitsForPickup({ ...fetched, deliveryDay: '2026-11-22' })).toBe(false)
  expect(waitsForPickup({ ...fetched, deliveryDay: '2026-11-22', pickupReadyAt: '2026-11-21T09:00:00Z' })).toBe(true)
  expect(waitsForPickup({ ...fetched, delivery: 'HOME_DELIVERY' })).toBe(false)
})
