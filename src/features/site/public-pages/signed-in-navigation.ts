/** Which links the header of a public page shows to somebody who is signed in. */

import type { PagePath } from '#platform/contract/pages.ts'

export type SignedInLink =
  | 'admin'
  | 'bookkeeping'
  | 'mybike'
  | 'employer'
  | 'employerSettings'
  | 'reporting'
  | 'calculator'
  | 'brokerage'

export const signedInAddresses: Record<SignedInLink, PagePath | '/laskuri' | '/bikeBrokerageService'> = {
  admin: '/admin',
  bookkeeping: '/admin/kirjanpito',
  mybike: '/mybike',
  employer: '/tyonantaja',
  employerSettings: '/yritys-asetukset',
  reporting: '/raportointi',
  calculator: '/laskuri',
  brokerage: '/bikeBrokerageService',
}

const adminRoles = ['INTERNAL_ADMIN', 'SUPER_ADMIN']
const employerLinks: Record<string, readonly SignedInLink[]> = {
  EMPLOYER_ADMIN: ['employer', 'employerSettings', 'reporting'],
  EMPLOYER_GROUP_ADMIN: ['employer', 'employerSettings', 'reporting'],
  EMPLOYER_EDITOR: ['employer'],
  EMPLOYER_REPORTING: ['reporting'],
  BOOKKEEPING_READER: ['bookkeeping'],
}

/**
 * The links for a set of role names, in the header's order. Admins see the helpdesk alone, readers of the books the books; everyone else also sees
 * the calculator and the bike exchange; a beneficiary, and whoever has no other role, starts at their own bike.
 */
export function signedInLinks(roleNames: readonly string[]): SignedInLink[] {
  if (roleNames.some((role) => adminRoles.includes(role))) return ['admin']
  if (roleNames.length > 0 && roleNames.every((role) => role === 'BOOKKEEPING_READER')) return ['bookkeeping']
  const fromRoles = roleNames.flatMap((role) => employerLinks[role] ?? [])
  const hasOwnBike = roleNames.includes('BIKE_BENEFICIARY') || fromRoles.length === 0
  const wanted = new Set<SignedInLink>([...fromRoles, 'calculator', 'brokerage'])
  if (hasOwnBike) wanted.add('mybike')
  return (Object.keys(signedInAddresses) as SignedInLink[]).filter((link) => wanted.has(link))
}
