import type { PlaceLine } from '#features/operations/places/contract.ts'
import type { PlaceKind, PlacePart } from '#features/operations/places/parts.ts'
import { pageUrl } from '#platform/contract/pages.ts'

/** What a place is called in the filters of the registers. */
export type PlaceName =
  | { readonly name: string }
  | { readonly companyId: string }
  | { readonly bikeStoreId: string }
  | { readonly leasingCompanyId: string }

/** The place as its own lines are asked for. */
export interface PlaceAt {
  readonly kind: PlaceKind
  readonly id: string
}

type LinkOf = (line: PlaceLine, of: PlaceName) => string | null

const orderOf: LinkOf = ({ orderId }) => orderId && pageUrl('adminOrder', { orderId })

const lineLinks: Readonly<Record<PlacePart, LinkOf>> = {
  LEASES: (line, of) => orderOf(line, of) ?? pageUrl('adminAgreements', {}, { open: line.id }),
  ORDERS: orderOf,
  PEOPLE: ({ id }) => pageUrl('adminPerson', { userId: id }),
  MONTHS: ({ title }, of) =>
    'companyId' in of ? pageUrl('adminReporting', {}, { companyId: of.companyId, month: title }) : null,
  BILLS: ({ id }) => pageUrl('adminInvoices', {}, { open: id }),
  ANSWERS: (line, of) => orderOf(line, of) ?? pageUrl('adminLessorFiles'),
  PAYABLES: ({ id }) => pageUrl('adminInvoices', {}, { open: id }),
  RECEIVABLES: ({ id }) => pageUrl('adminInvoices', {}, { open: id }),
  FILES: () => pageUrl('adminLessorFiles'),
  CLAIMS: ({ id }) => pageUrl('adminClaims', {}, { open: id }),
  RETURNS: ({ id }) => pageUrl('adminReturns', {}, { open: id }),
  BUY_OUTS: ({ id }) => pageUrl('adminRedemptions', {}, { open: id }),
  NOTES: orderOf,
  MAILS: ({ detail }) => pageUrl('adminOutbox', {}, { q: detail ?? '' }),
}

/** Where a line is opened; null where it has no page of its own. */
export const linkOfLine = (part: PlacePart, line: PlaceLine, of: PlaceName) => lineLinks[part](line, of)

/** The register of a part, narrowed to the place; null for what no register lists so. */
export function registerOf(part: PlacePart, of: PlaceName): string | null {
  if (part === 'FILES' || part === 'ANSWERS') return pageUrl('adminLessorFiles')
  // No register is narrowed to a store or a lessor.
  if (!('companyId' in of || 'name' in of)) return null
  const narrowed = 'companyId' in of ? { companyId: of.companyId } : { q: of.name }
  const pages = {
    LEASES: 'adminAgreements',
    ORDERS: 'adminOrders',
    PEOPLE: 'adminUsers',
    BILLS: 'adminInvoices',
    CLAIMS: 'adminClaims',
    RETURNS: 'adminReturns',
    BUY_OUTS: 'adminRedemptions',
  } as const
  // The log has every note, page by page; an order's own page has those of a person.
  if (part === 'NOTES')
    return 'companyId' in of ? pageUrl('adminEvents', {}, { ...narrowed, type: 'ORDER_NOTE_ADDED' }) : null
  if (part === 'MAILS') return 'companyId' in of ? pageUrl('adminOutbox', {}, narrowed) : null
  if (part === 'MONTHS') return 'companyId' in of ? pageUrl('adminReporting', {}, narrowed) : null
  return part in pages ? pageUrl(pages[part as keyof typeof pages], {}, narrowed) : null
}
