import {
  type SignedInLink,
  signedInAddresses,
  signedInLinks,
} from '#features/site/public-pages/signed-in-navigation.ts'
import { rolesOf, type Visitor } from '#platform/web/api/user.ts'
import type { RailGroup } from '#platform/web/shell/AdminLayout.tsx'
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
type MayOpen = (address: string) => boolean

/** The header's links for somebody; a page that does not exist has no link. */
export function headerLinks(visitor: Visitor, mayOpen: MayOpen): HeaderLink[] {
  if (visitor.kind === 'deactivated') return []
  if (visitor.kind === 'anonymous') return [...anonymousLinks]
  return signedInLinks([...rolesOf(visitor.user)])
    .map((link) => ({ to: signedInAddresses[link], text: textOfLink[link] }))
    .filter(({ to }) => PUBLIC.has(to) || mayOpen(to))
}

/** The administration's rail: the specification's tabs in its order, then the other registers. */
const adminGroups: readonly RailGroup[] = [
  {
    items: [
      { to: '/admin/yritykset', text: 'companies' },
      { to: '/admin/kayttajat', text: 'users' },
      { to: '/admin/raportointi', text: 'reporting' },
      { to: '/admin', text: 'applications' },
      { to: '/admin/rahoitusyhtiot', text: 'leasingCompanies' },
      { to: '/admin/lisaa-yritys', text: 'addCompany' },
      { to: '/admin/contact-forms', text: 'contactForms' },
    ],
  },
  {
    title: 'registers',
    items: [
      { to: '/admin/tehtavat', text: 'tasks' },
      { to: '/admin/saapuneet', text: 'intake' },
      { to: '/admin/tilaukset', text: 'orders' },
      { to: '/admin/vahvistukset', text: 'proposals' },
      { to: '/admin/konsernit', text: 'groups' },
      { to: '/admin/liikkeet', text: 'stores' },
      { to: '/admin/liikeryhmat', text: 'storeGroups' },
      { to: '/admin/laskutustaulukot', text: 'billingTables' },
      { to: '/admin/sopimukset', text: 'agreements' },
      { to: '/admin/asiakirjat', text: 'signedDocuments' },
      { to: '/admin/peruutukset', text: 'cancellations' },
      { to: '/admin/palautukset', text: 'returns' },
      { to: '/admin/poissaolot', text: 'absences' },
      { to: '/admin/lahtevat-yritykset', text: 'companyExits' },
      { to: '/admin/rahoitustiedostot', text: 'lessorFiles' },
      { to: '/admin/lunastukset', text: 'redemptions' },
      { to: '/admin/lunastusmaksut', text: 'redemptionPayments' },
      { to: '/admin/kayttajamaksut', text: 'userPayments' },
      { to: '/admin/vakuutustapaukset', text: 'insuranceClaims' },
      { to: '/admin/pyoravalitys', text: 'brokerage' },
      { to: '/admin/laskut', text: 'invoices' },
      { to: '/admin/laskutus', text: 'billing' },
      { to: '/admin/kirjanpito', text: 'bookkeeping' },
      { to: '/admin/verkkolaskut', text: 'eInvoices' },
      { to: '/admin/pankki', text: 'bank' },
      { to: '/admin/roolit', text: 'roles' },
      { to: '/admin/verotaulukot', text: 'taxTables' },
      { to: '/admin/ehdot', text: 'terms' },
      { to: '/admin/alv', text: 'vat' },
      { to: '/admin/tapahtumat', text: 'events' },
      { to: '/admin/lahetykset', text: 'outbox' },
      { to: '/admin/asetukset', text: 'settings' },
    ],
  },
]

/** The rail's groups with the pages that exist for the person. */
export function railGroups(mayOpen: MayOpen): RailGroup[] {
  return adminGroups
    .map((group) => ({ ...group, items: group.items.filter(({ to }) => mayOpen(to)) }))
    .filter(({ items }) => items.length > 0)
}
