/**
 * Finnish personal identity codes have no place in this product: people are
 * matched by employee number. This finds one that slipped into free text, so
 * that it can be refused or masked before it is stored or logged.
 */

// Date, century sign, individual number, check character. Since 2023 Y X W V U stand beside the
// hyphen and B C D E F beside A; the hyphen may have become a typographic one on the way.
const CODE_FORM =
  /(?<![\p{L}\p{N}])(\d{2})(\d{2})(\d{2})([-\u2010-\u2013\u2212+UVWXYABCDEF])(\d{3})([\dA-FHJ-NPR-Y])(?![\p{L}\p{N}])/giu
const CHECK_CHARACTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY'
const MASK = '[***]'

function centuryOf(sign: string): number {
  if (sign === '+') return 1800
  return 'ABCDEF'.includes(sign.toUpperCase()) ? 2000 : 1900
}

function isCode(code: string): boolean {
  const [day, month, year, sign] = [code.slice(0, 2), code.slice(2, 4), code.slice(4, 6), code.slice(6, 7)]
  const born = new Date(Date.UTC(centuryOf(sign) + Number(year), Number(month) - 1, Number(day)))
  if (born.getUTCDate() !== Number(day) || born.getUTCMonth() !== Number(month) - 1) return false
  const number = Number(`${day}${month}${year}${code.slice(7, 10)}`)
  return CHECK_CHARACTERS[number % 31] === code.slice(10).toUpperCase()
}

/** Whether free text contains a personal identity code: an existing date and a right check character. */
export function containsPersonalIdentityCode(text: string): boolean {
  return Array.from(text.matchAll(CODE_FORM)).some(([code]) => isCode(code))
}

/** The text with every personal identity code in it replaced by a mask. */
export function maskPersonalIdentityCodes(text: string): string {
  return text.replace(CODE_FORM, (code) => (isCode(code) ? MASK : code))
}
