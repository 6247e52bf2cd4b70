import { isReferenceNumber } from '#platform/values/identifiers.ts'
import { present } from '#platform/values/present.ts'
import { canonicalReference, isCreditorReference } from '#platform/values/typed/references.ts'

/** So many words may make one reference, and so many references are looked for. */
const WORDS_MAX = 6
const FOUND_MAX = 30
/** A national reference has no fewer digits, its check digit with them. */
const DIGITS_MIN = 4

/**
 * What in a free text may be a payment reference, in the one form that is compared: RF references and national ones with
 * right check digits, in groups or in one, once each.
 */
export function referencesIn(text: string | null): string[] {
  const words = (text ?? '')
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter(Boolean)
    .slice(0, 200)
  const found = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (!/^(?:RF\d*|\d+)$/.test(word)) continue
    for (let count = 1; count <= WORDS_MAX && found.size < FOUND_MAX; count += 1) {
      const joined = words.slice(at, at + count).join('')
      if (!/^(?:RF)?\d{0,25}$/.test(joined)) break
      const isReference = joined.startsWith('RF') ? isCreditorReference(joined) : isReferenceNumber(joined)
      const reference = isReference ? present(canonicalReference(joined)) : ''
      if (reference.length >= DIGITS_MIN) found.add(reference)
    }
  }
  return [...found]
}

/** The ways in which a reference stands in registers: national, and RF. */
export const spellingsOf = (reference: string): string[] => {
  if (!/^\d{4,20}$/.test(reference)) return [reference]
  const check = 98n - (BigInt(`${reference}271500`) % 97n)
  return [reference, `RF${String(check).padStart(2, '0')}${reference}`]
}
