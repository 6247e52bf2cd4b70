import { expect, test } from 'vitest'
import { packageBodyOf } from './package-body.ts'

test('accessories leave in the order of their rows, removed rows do not', () => {
  const form = {
    bikeStoreId: 'store',
    where: 'ONLINE',
    package: { brand: 'Halla' },
    accessory: {
      0: { name: 'Lukko', price: 110 },
      3: { name: 'Valot', price: 40 },
      5: { name: 'Poistettu', price: 1 },
    },
    version: 2,
  }
  expect(packageBodyOf(form, [3, 0])).toEqual({
    bikeStoreId: 'store',
    isOnlineOrder: true,
    package: {
      brand: 'Halla',
      accessories: [
        { name: 'Valot', price: 40 },
        { name: 'Lukko', price: 110 },
      ],
    },
    version: 2,
  })
})

test('a package without accessories carries an empty list', () => {
  expect(packageBodyOf({ where: 'STORE', package: { brand: 'Halla' } }, [])).toEqual({
    isOnlineOrder: false,
    package: { brand: 'Halla', accessories: [] },
  })
})
