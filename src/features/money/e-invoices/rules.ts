/** An order number as it is written in our messages, `P-26-7KQ2MX`, in any capitals, with or without its hyphens. */
const ORDER_NUMBER = /\bP[- ]?(\d{2})[- ]?([0-9A-Z]{6,8})\b/gi

/** Everything in the texts of an invoice that has the form of one of our order numbers, in the stored form, once each. */
export function orderNumbersIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    [...text.matchAll(ORDER_NUMBER)].map(([, year, signs]) => `P-${year}-${signs!.toUpperCase()}`),
  )
  return [...new Set(found)]
}

/** Words of a text that may be a security code of an order: six to ten capitals and digits with at least one digit. */
export function possibleCodesIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.split(/[^0-9A-Za-z]+/))
  return [...new Set(words.filter((word) => /^(?=.*\d)[0-9A-Z]{6,10}$/.test(word)))]
}
