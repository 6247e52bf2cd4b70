import { pageUrl } from '#platform/contract/pages.ts'
import type { Found } from './contract.ts'
import type { FoundKind } from './kinds.ts'

/** The page of each kind, with what was found open. */
const pageOf: Readonly<Record<FoundKind, (found: Pick<Found, 'id' | 'title'>) => string>> = {
  PERSON: ({ id }) => pageUrl('adminPerson', { userId: id }),
  ORDER: ({ id }) => pageUrl('adminOrder', { orderId: id }),
  AGREEMENT: ({ id }) => pageUrl('adminAgreements', {}, { open: id }),
  INVOICE: ({ id }) => pageUrl('adminInvoices', {}, { open: id }),
  BANK_ENTRY: ({ id }) => pageUrl('adminBank', {}, { tab: 'entries', open: id }),
  COMPANY: ({ id }) => pageUrl('adminCompany', { companyId: id }),
  STORE: ({ id }) => pageUrl('adminStores', {}, { open: id }),
  MESSAGE: ({ id }) => pageUrl('adminContactForms', {}, { open: id }),
  // The list of messages opens none by its id: those of its recipient are listed.
  MAIL: ({ title }) => pageUrl('adminOutbox', {}, { q: title }),
}

/** Where what was found is opened. */
export const linkOfFound = (found: Pick<Found, 'kind' | 'id' | 'title'>): string => pageOf[found.kind](found)
