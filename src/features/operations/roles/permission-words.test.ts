import { expect, it } from 'vitest'
import { permissionNames } from '#platform/contract/permissions.ts'
import en from './texts/en.json' with { type: 'json' }
import fi from './texts/fi.json' with { type: 'json' }
import sv from './texts/sv.json' with { type: 'json' }

it.each([
  ['fi', fi],
  ['en', en],
  ['sv', sv],
])('every permission is told in people’s words in %s, and no word is left over', (_, { subjects, verbs }) => {
  const parts = permissionNames.map((name) => name.split(':'))
  const used = (at: number) => [...new Set(parts.map((part) => part[at]))].toSorted()
  expect(used(0).filter((subject) => !Object.keys(subjects).includes(String(subject)))).toEqual([])
  expect(Object.keys(verbs).toSorted()).toEqual(used(1))
})
