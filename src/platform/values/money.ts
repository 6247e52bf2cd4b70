import type { LanguageCode } from '#platform/contract/contract.ts'
/**
 * Money is a whole number of cents everywhere inside the product. Euros with
 * at most two decimals exist only on the wire and on the screen, and every
 * multiplication goes through BigInt, so no sum ever meets a float.
 */

/** A whole number of cents; negative for credits. */
export type Cents = number

export type MoneyLanguage = LanguageCode

const EURO_PATTERN = /^(-?)(\d+)(?:\.(\d{1,2}))?$/
/** Up to fifteen digits a number of euros keeps its cents exactly when it travels as JSON. */
const MAX_CENTS = 999_999_999_999_999

function checkedCents(cents: number): Cents {
  if (!Number.isSafeInteger(cents) || Math.abs(cents) > MAX_CENTS) {
    throw new RangeError(`Not an amount of whole cents within bounds: ${cents}`)
  }
  return cents
}

function safeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`Result is beyond safe integers: ${value}`)
  return number
}

/**
 * Euros of the wire as cents. Takes a number or a string with a decimal point.
 * @throws RangeError for a third decimal, for anything that is not a plain decimal number and beyond fifteen digits.
 */
export function centsFromEuros(euros: number | string): Cents {
  const parts = EURO_PATTERN.exec(String(euros))
  if (!parts) throw new RangeError(`Not an amount of euros with at most two decimals: ${euros}`)
  const cents = Number(`${parts[2]}${(parts[3] ?? '').padEnd(2, '0')}`)
  return checkedCents(parts[1] && cents !== 0 ? -cents : cents)
}

/** Cents as the decimal text of euros with two decimals, `-12.05`. */
function decimalText(cents: Cents): string {
  const digits = String(Math.abs(checkedCents(cents))).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Cents as the number of euros that travels on the wire. @throws RangeError when the amount is not whole cents. */
export function eurosFromCents(cents: Cents): number {
  return Number(decimalText(cents))
}

const GROUPED_BY_SPACE = /^(-?)(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,2}))?$/
const GROUPED_BY_COMMA = /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/

/**
 * What a person typed into a money field, as cents, or null when it is not an
 * amount. Reads the Finnish and Swedish way (`1 234,50 €`, any kind of space),
 * the plain way (`1234.5`) and the English way when it is unambiguous
 * (`€1,234.50`). A third decimal is refused and never rounded away.
 */
export function parseEuroInput(text: string): Cents | null {
  const plain = text
    .replace(/\s+/gu, ' ')
    .replace(/[\u2212\u2013]/gu, '-')
    .trim()
    .replace(/^(-?) ?€ ?/u, '$1')
    .replace(/ ?(?:€|e|eur|euroa|euro)$/iu, '')
    .replace(/^- /u, '-')
  const parts = GROUPED_BY_SPACE.exec(plain) ?? GROUPED_BY_COMMA.exec(plain)
  if (!parts) return null
  const whole = (parts[2] ?? '').replace(/[ ,]/gu, '')
  try {
    return centsFromEuros(`${parts[1]}${whole}.${parts[3] ?? '0'}`)
  } catch {
    return null
  }
}

/**
 * `amount × numerator / denominator`, rounded half away from zero, exactly.
 * @throws RangeError for a fraction as an argument, a denominator of zero or a result beyond safe integers.
 */
export function mulDivHalfUp(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(amount) * BigInt(numerator)
  const divisor = BigInt(denominator)
  if (divisor === 0n) throw new RangeError('Division by zero')
  const negative = product < 0n !== divisor < 0n
  const top = product < 0n ? -product : product
  const bottom = divisor < 0n ? -divisor : divisor
  const rounded = (2n * top + bottom) / (2n * bottom)
  return safeNumber(negative ? -rounded : rounded)
}

/** The share of an amount in basis points (2550 = 25.5 %), in cents, half away from zero. */
export function percentOf(cents: Cents, basisPoints: number): Cents {
  return mulDivHalfUp(cents, basisPoints, 10_000)
}

/** The sum of amounts. @throws RangeError when it leaves safe integers. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return safeNumber(amounts.reduce((sum, cents) => sum + BigInt(cents), 0n))
}

export type NetLine = { netCents: Cents; vatBasisPoints: number }
export type GrossLine = { grossCents: Cents; vatBasisPoints: number }
export type VatGroup = { vatBasisPoints: number; netCents: Cents; vatCents: Cents; grossCents: Cents }
export type VatTotals = { groups: VatGroup[]; netCents: Cents; vatCents: Cents; grossCents: Cents }

function vatGroup(vatBasisPoints: number, cents: Cents, given: 'net' | 'gross'): VatGroup {
  if (given === 'net') {
    const vatCents = percentOf(cents, vatBasisPoints)
    return { vatBasisPoints, netCents: cents, vatCents, grossCents: sumCents([cents, vatCents]) }
  }
  const vatCents = mulDivHalfUp(cents, vatBasisPoints, 10_000 + vatBasisPoints)
  return { vatBasisPoints, netCents: cents - vatCents, vatCents, grossCents: cents }
}

function checkedRate(vatBasisPoints: number): number {
  if (!Number.isSafeInteger(vatBasisPoints) || vatBasisPoints < 0) {
    throw new RangeError(`Not a VAT rate in basis points: ${vatBasisPoints}`)
  }
  return vatBasisPoints
}

/**
 * VAT of an invoice by EN 16931: lines are added up per rate, the tax of each
 * group is rounded once (BR-CO-17) and the total tax is the sum of the groups
 * (BR-CO-14). With gross lines the tax is taken out of the group's gross sum,
 * so net + VAT always equals what the lines say. Groups come lowest rate first.
 * @throws RangeError for a negative or fractional rate, TypeError when net and gross lines are mixed.
 */
export function vatTotals(lines: readonly NetLine[] | readonly GrossLine[]): VatTotals {
  const given = lines.some((line) => 'grossCents' in line) ? 'gross' : 'net'
  const perRate = new Map<number, Cents[]>()
  for (const line of lines) {
    const cents = given === 'gross' ? (line as GrossLine).grossCents : (line as NetLine).netCents
    if (cents === undefined) throw new TypeError('Net and gross lines cannot stand on one invoice')
    const rate = checkedRate(line.vatBasisPoints)
    const amounts = perRate.get(rate)
    if (amounts) amounts.push(checkedCents(cents))
    else perRate.set(rate, [checkedCents(cents)])
  }
  const groups = [...perRate]
    .toSorted(([left], [right]) => left - right)
    .map(([rate, amounts]) => vatGroup(rate, sumCents(amounts), given))
  return {
    groups,
    netCents: sumCents(groups.map((group) => group.netCents)),
    vatCents: sumCents(groups.map((group) => group.vatCents)),
    grossCents: sumCents(groups.map((group) => group.grossCents)),
  }
}

/**
 * Splits an amount by whole-number weights with the largest-remainder method:
 * the parts add up to the amount exactly, each is within a cent of its fair
 * share, and equal remainders go to the earlier part.
 * @throws RangeError when there is no positive weight or a weight is negative.
 */
export function splitEvenly(cents: Cents, weights: readonly number[]): Cents[] {
  const shares = weights.map((weight) => BigInt(weight))
  const total = shares.reduce((sum, share) => sum + share, 0n)
  if (total <= 0n || shares.some((share) => share < 0n)) {
    throw new RangeError('Weights must be whole, not negative and not all zero')
  }
  const amount = BigInt(Math.abs(checkedCents(cents)))
  const parts = shares.map((share) => (amount * share) / total)
  const missing = Number(amount - parts.reduce((sum, part) => sum + part, 0n))
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: (amount * share) % total }))
    .toSorted((left, right) => Number(right.remainder - left.remainder) || left.index - right.index)
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0n) + 1n
  return parts.map((part) => (cents < 0 && part > 0n ? -Number(part) : Number(part)))
}

const LOCALES: Record<MoneyLanguage, string> = { fi: 'fi-FI', sv: 'sv-FI', en: 'en-IE' }
const formatters = new Map<MoneyLanguage, Intl.NumberFormat>()

function euroFormatter(language: MoneyLanguage): Intl.NumberFormat {
  const known = formatters.get(language)
  if (known) return known
  const made = new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'EUR' })
  formatters.set(language, made)
  return made
}

/** An amount for people: `1 234,50 €` in Finnish and Swedish, `€1,234.50` in English; spaces never break a line. */
export function formatEuros(cents: Cents, language: MoneyLanguage = 'fi'): string {
  // A decimal text goes in, not a float: Intl then prints exactly these cents.
  const text = euroFormatter(language).format(decimalText(cents) as Intl.StringNumericLiteral)
  return text.replace(/\s/gu, '\u00a0')
}
