import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoBrand } from './brand.ts'

test('the example of a brand file names all that an owner replaces, and nothing else', () => {
  const example: object = JSON.parse(readFileSync('ops/brand.example.json', 'utf8'))
  expect(Object.keys(example).sort()).toEqual([...Object.keys(demoBrand), 'logoColour', 'processors'].sort())
  expect(Object.values(example)).not.toContain(demoBrand.businessId)
})
