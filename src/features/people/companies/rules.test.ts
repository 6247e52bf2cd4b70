import { describe, expect, test } from 'vitest'
import { staffOnlyChanges } from './rules.ts'

describe('a change by the company’s own people', () => {
  test('may touch contact, policy, signing and payroll', () => {
    const change = {
      contact: { name: 'Uusi' },
      policy: { orderCount: 2 },
      signerUserIds: [],
      twoFactor: 'EVERYONE',
    } as const
    expect(staffOnlyChanges({ ...change, signerUserIds: [] }, {})).toEqual([])
  })

  test('names every field that is agreed with the service', () => {
    const current = { name: 'Yritys Oy', maxPrice: 4500, vatValue: null }
    expect(staffOnlyChanges({ name: 'Muu Oy', maxPrice: 9000, vatValue: 24 }, current)).toEqual([
      'name',
      'maxPrice',
      'vatValue',
    ])
  })

  test('may send such a field back unchanged', () => {
    expect(staffOnlyChanges({ name: 'Yritys Oy', maxPrice: 4500 }, { name: 'Yritys Oy', maxPrice: 4500 })).toEqual([])
  })
})
