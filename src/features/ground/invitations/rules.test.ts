import { expect, test } from 'vitest'
import { invitationBudget } from './rules.ts'

test('a company’s invitations of a day grow with its age', () => {
  const days = [0, 13.9, 14, 89, 90, 364, 365, 4_000]
  expect(days.map(invitationBudget)).toEqual([50, 50, 100, 100, 300, 300, 1_000, 1_000])
})
