import {
  type SignedInLink,
  signedInAddresses,
  signedInLinks,
} from '#features/site/public-pages/signed-in-navigation.ts'
import { rolesOf, type Visitor } from '#platform/web/api/user.ts'
import type { HeaderLink } from '#platform/web/shell/Header.tsx'

const textOfLink: Record<SignedInLink, string> = {
  admin: 'helpdesk',
  bookkeeping: 'bookkeeping',
  mybike: 'mybike',
  employer: 'employees',
  employerSettings: 'companySettings',
  reporting: 'reporting',
  calculator: 'calculator',
  brokerage: 'brokerage',
}

const anonymousLinks: readonly HeaderLink[] = [
  { to: '/tyonantajalle', text: 'forEmployers' },
  { to: '/tyontekijalle', text: 'forEmployees' },
  { to: '/pyoraliikkeelle', text: 'forStores' },
  { to: '/laskuri', text: 'calculator' },
  {
    text: 'customerService',
    items: [
      { to: '/yritystiedot', text: 'companyFacts' },
      { to: '/usein-kysytyt-kysymykset', text: 'questions' },
      { to: '/ota-yhteytta', text: 'contact' },
    ],
  },
]

/** Pages of the public front end that signed-in people are led to as well. */
const PUBLIC = new Set(['/laskuri'])

/** Whether an address has a page and it opens for the person. */
export type MayOpen = (address: string) => boolean

/** The header's links for somebody; a page that does not exist has no link. */
export function headerLinks(visitor: Visitor, mayOpen: MayOpen): HeaderLink[] {
  if (visitor.kind === 'deactivated') return []
  if (visitor.kind === 'anonymous') return [...anonymousLinks]
  return signedInLinks([...rolesOf(visitor.user)])
    .map((link) => ({ to: signedInAddresses[link], text: textOfLink[link] }))
    .filter(({ to }) => PUBLIC.has(to) || mayOpen(to))
}
