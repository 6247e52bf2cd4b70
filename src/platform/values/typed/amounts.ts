import { type Cents, centsFromEuros } from '#platform/values/money.ts'

/** What an amount that a program or a person wrote may mean. */
export type ReadAmount =
  | { readonly kind: 'ONE'; readonly cents: Cents }
  /** As thousands and as decimals; nobody but the sender knows which. */
  | { readonly kind: 'TWO'; readonly readings: readonly [Cents, Cents] }
  | { readonly kind: 'NONE' }

const NONE: ReadAmount = { kind: 'NONE' }
const GROUPS = /^\d{1,3}(?:[ '’]\d{3})+$/u

/** The signs of a number without what stands around it: its currency, odd minus signs, blanks of every kind. */
function bare(text: string): { sign: 1 | -1; digits: string } | null {
  const plain = text
    .replace(/[\s\u200B-\u200F\u2060\uFEFF]+/gu, ' ')
    .replace(/[\u2212\u2012\u2013]/gu, '-')
    .replace(/EUR(?:OA?)?|€/giu, ' ')
    .trim()
  const parts = /^([-+]?) ?(\d[\d .,'’]*?) ?(-?)$/u.exec(plain)
  if (!parts || (parts[1] && parts[3])) return null
  return { sign: parts[1] === '-' || parts[3] ? -1 : 1, digits: parts[2]!.trim() }
}

function amountOf(whole: string, decimals: string): Cents | null {
  if (!/^\d*$/.test(decimals) || !/^\d{0,2}0*$/.test(decimals)) return null
  try {
    return centsFromEuros(`${whole}.${decimals.slice(0, 2) || '0'}`)
  } catch {
    return null
  }
}

const one = (cents: Cents | null, sign: 1 | -1): ReadAmount =>
  cents === null ? NONE : { kind: 'ONE', cents: cents === 0 ? 0 : sign * cents }

/** `1.234.567,50`: the sign that comes last is the decimal one, the others part thousands. */
function mixed(digits: string, sign: 1 | -1): ReadAmount {
  const decimal = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  const at = digits.lastIndexOf(decimal)
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)]
  if (!/^\d{1,3}(?:[.,]\d{3})+$/.test(whole) || whole.includes(decimal)) return NONE
  return one(amountOf(whole.replace(/\D/g, ''), decimals), sign)
}

/** The cents that a search may mean, where it looks like an amount: none, one, or both of two readings. */
export function searchedCents(search: string | undefined): readonly Cents[] {
  if (!search || search.replace(/\D/g, '').length > 9) return []
  const found = readAmount(search)
  return found.kind === 'ONE' ? [found.cents] : found.kind === 'TWO' ? found.readings : []
}

/**
 * Reads an amount of euros as programs, tables and people write it: decimal point or comma, thousands parted by blanks,
 * points, commas or apostrophes, any minus sign, the currency beside it. Where two readings exist, as in `1,234`, both are
 * given and none is chosen; a fraction of a cent is no amount.
 * @param decimal the sign that the format of the file prescribes: with it, zeros behind the cents are decimals
 */
export function readAmount(text: string, decimal?: '.' | ','): ReadAmount {
  const found = bare(text)
  if (!found) return NONE
  const { sign } = found
  let { digits } = found
  const grouped = /[ '’]/u.test(digits)
  if (grouped) {
    const whole = digits.split(/[.,]/)[0]!
    if (!GROUPS.test(whole)) return NONE
    digits = digits.replace(/[ '’]/gu, '')
  }
  const signs = digits.match(/[.,]/g) ?? []
  if (signs.length === 0) return one(amountOf(digits, ''), sign)
  if (new Set(signs).size === 2) return grouped ? NONE : mixed(digits, sign)
  if (signs.length > 1) {
    const isThousands = !grouped && /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
    return isThousands ? one(amountOf(digits.replace(/\D/g, ''), ''), sign) : NONE
  }
  const [whole = '', decimals = ''] = digits.split(/[.,]/)
  const isEither = decimals.length === 3 && !grouped && /^[1-9]\d{0,2}$/.test(whole)
  if (!isEither || (signs[0] === decimal && decimals.endsWith('0'))) return one(amountOf(whole, decimals), sign)
  const asThousands = amountOf(`${whole}${decimals}`, '')!
  const asDecimals = Math.round(Number(`${whole}${decimals}`) / 10)
  return { kind: 'TWO', readings: [sign * asThousands, sign * asDecimals] }
}
