import { present } from '#platform/values/present.ts'
import { businessIdOf, companyNameKey } from '#platform/values/typed/party-ids.ts'

/**
 * What is odd about a seller's invoice that is taken: its sums do not come to each other, a credit note's stood above zero,
 * an invoice's stood below, or what is to be paid is another sum.
 */
export const invoiceRemarks = ['SUM_DIFFERS', 'SIGN_TURNED', 'BELOW_ZERO', 'PAYS_OTHER'] as const
export type InvoiceRemark = (typeof invoiceRemarks)[number]

/** What of an invoice names its buyer. */
interface NamedBuyer {
  readonly ids: readonly string[]
  readonly address: string | null
  readonly name: string | null
}

/**
 * Whether an invoice is for us: by the ids of its buyer, else by the e-invoice address that it was sent to, else by the
 * buyer's name. Ids that name two companies, or nothing that names any, are unclear.
 */
export function judgeBuyer(
  { ids, address, name }: NamedBuyer,
  own: { readonly businessId: string; readonly legalName: string; readonly name: string },
): 'OURS' | 'OTHER_BUYER' | 'BUYER_UNCLEAR' {
  const ownId = businessIdOf(own.businessId)
  const told = ids.flatMap((id) => businessIdOf(id) ?? [])
  if (told.length > 0) {
    if (told.every((id) => id === ownId)) return 'OURS'
    return told.includes(present(ownId)) ? 'BUYER_UNCLEAR' : 'OTHER_BUYER'
  }
  if (businessIdOf(address) === ownId) return 'OURS'
  if (!name) return 'BUYER_UNCLEAR'
  const ours = [own.legalName, own.name].map(companyNameKey)
  const theirs = companyNameKey(name)
  if (ours.includes(theirs)) return 'OURS'
  // With more in it than our name it may be a part of us, or somebody else.
  return ours.some((one) => theirs.includes(one)) ? 'BUYER_UNCLEAR' : 'OTHER_BUYER'
}

/** An order number as it is written in our messages, `P-26-7KQ2MX`, in any capitals, with or without its hyphens. */
const ORDER_NUMBER = /\bP[- ]?(\d{2})[- ]?([0-9A-Z]{6,8})\b/gi

/** Everything in the texts of an invoice that has the form of one of our order numbers, in the stored form, once each. */
export function orderNumbersIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    [...text.matchAll(ORDER_NUMBER)].map(([, year, signs]) => `P-${year}-${present(signs).toUpperCase()}`),
  )
  return [...new Set(found)]
}

/** Words of a text that may be a security code of an order: six to ten capitals and digits with at least one digit. */
export function possibleCodesIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.split(/[^0-9A-Za-z]+/))
  return [...new Set(words.filter((word) => /^(?=.*\d)[0-9A-Z]{6,10}$/.test(word)))]
}
