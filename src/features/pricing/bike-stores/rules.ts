/** Days that a store gives for paying its invoice, when it has said nothing. */
export const DEFAULT_TERMS_DAYS = 14
const MAX_TERMS_DAYS = 90

/** The days of payment that a cell of a file names; undefined for anything else, the default for an empty one. */
export function termsDaysFrom(text: string): number | undefined {
  if (text === '') return DEFAULT_TERMS_DAYS
  return /^\d{1,2}$/.test(text) && Number(text) <= MAX_TERMS_DAYS ? Number(text) : undefined
}

/** By what two lines, or a line and a stored store, are one store: name and e-mail, in any case of letters. */
export const storeKey = (store: { readonly name?: string; readonly email?: string }): string =>
  `${store.name?.toLowerCase() ?? ''} ${store.email?.toLowerCase() ?? ''}`
