import { expect, it } from 'vitest'
import en from '../texts/en.json' with { type: 'json' }
import fi from '../texts/fi.json' with { type: 'json' }
import sv from '../texts/sv.json' with { type: 'json' }

it.each([
  ['fi', fi],
  ['en', en],
  ['sv', sv],
] as const)('the filter of those who were accepted names what their rows say, in %s', (_language, { standing }) => {
  const { ACCEPTED, ACTIVE, ON_ABSENCE, LEAVING } = standing
  const words = [ACTIVE, ON_ABSENCE, LEAVING].filter((word) => ACCEPTED.toLowerCase().includes(word.toLowerCase()))
  expect(words).toEqual([ACTIVE, ON_ABSENCE, LEAVING])
})
