import { describe, expect, it } from 'vitest'
import { signedInLinks } from './signed-in-navigation.ts'

describe('header links of a signed-in person', () => {
  it.each([
    [['INTERNAL_ADMIN'], ['admin']],
    [['SUPER_ADMIN', 'BIKE_BENEFICIARY'], ['admin']],
    [['EMPLOYER_ADMIN'], ['employer', 'employerSettings', 'reporting', 'calculator', 'brokerage']],
    [['EMPLOYER_GROUP_ADMIN'], ['employer', 'employerSettings', 'reporting', 'calculator', 'brokerage']],
    [['EMPLOYER_EDITOR'], ['employer', 'calculator', 'brokerage']],
    [['EMPLOYER_REPORTING'], ['reporting', 'calculator', 'brokerage']],
    [['BIKE_BENEFICIARY'], ['mybike', 'calculator', 'brokerage']],
    [
      ['EMPLOYER_EDITOR', 'BIKE_BENEFICIARY'],
      ['mybike', 'employer', 'calculator', 'brokerage'],
    ],
    [[], ['mybike', 'calculator', 'brokerage']],
  ])('shows for %j the links %j', (roles, links) => {
    expect(signedInLinks(roles)).toEqual(links)
  })
})
