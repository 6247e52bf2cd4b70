import type { RailGroup } from '#platform/web/shell/AdminLayout.tsx'
import type { MayOpen } from './navigation.ts'

/** The administration's rail: the specification's tabs in its order, then the other registers by what they are about. */
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
    title: 'work',
    stays: true,
    items: [
      { to: '/admin/tehtavat', text: 'tasks' },
      { to: '/admin/tilaukset', text: 'orders' },
      { to: '/admin/saapuneet', text: 'intake' },
      { to: '/admin/vahvistukset', text: 'proposals' },
      { to: '/admin/luvut', text: 'figures' },
    ],
  },
  {
    title: 'bikes',
    items: [
      { to: '/admin/sopimukset', text: 'agreements' },
      { to: '/admin/asiakirjat', text: 'signedDocuments' },
      { to: '/admin/lunastukset', text: 'redemptions' },
      { to: '/admin/palautukset', text: 'returns' },
      { to: '/admin/vakuutustapaukset', text: 'insuranceClaims' },
      { to: '/admin/poissaolot', text: 'absences' },
      { to: '/admin/pyoravalitys', text: 'brokerage' },
      { to: '/admin/peruutukset', text: 'cancellations' },
      { to: '/admin/lahtevat-yritykset', text: 'companyExits' },
    ],
  },
  {
    title: 'money',
    items: [
      { to: '/admin/laskut', text: 'invoices' },
      { to: '/admin/pankki', text: 'bank' },
      { to: '/admin/verkkolaskut', text: 'eInvoices' },
      { to: '/admin/laskutus', text: 'billing' },
      { to: '/admin/kayttajamaksut', text: 'userPayments' },
      { to: '/admin/lunastusmaksut', text: 'redemptionPayments' },
      { to: '/admin/kirjanpito', text: 'bookkeeping' },
    ],
  },
  {
    title: 'partners',
    items: [
      { to: '/admin/liikkeet', text: 'stores' },
      { to: '/admin/liikeryhmat', text: 'storeGroups' },
      { to: '/admin/konsernit', text: 'groups' },
      { to: '/admin/laskutustaulukot', text: 'billingTables' },
      { to: '/admin/rahoitustiedostot', text: 'lessorFiles' },
    ],
  },
  {
    title: 'upkeep',
    items: [
      { to: '/admin/roolit', text: 'roles' },
      { to: '/admin/ehdot', text: 'terms' },
      { to: '/admin/verotaulukot', text: 'taxTables' },
      { to: '/admin/verokohtelut', text: 'taxReviews' },
      { to: '/admin/alv', text: 'vat' },
      { to: '/admin/tapahtumat', text: 'events' },
      { to: '/admin/lahetykset', text: 'outbox' },
      { to: '/admin/tietopyynnot', text: 'rights' },
      { to: '/admin/tietojen-kopiot', text: 'personalData' },
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
