import { expect, it } from 'vitest'
import { labelInside } from './missing-text.ts'

it.each([
  ['Liike', 'liike'],
  ['Pyörän hinta', 'pyörän hinta'],
  ['IBAN', 'IBAN'],
  ['Y-tunnus', 'y-tunnus'],
])('%s stands inside a sentence as %s', (label, inside) => {
  expect(labelInside(label)).toBe(inside)
})
