/** What spreadsheet programs and people who open CSV files in them run as a formula. */

/** Signs that begin a formula, with the twins that some programs read as them; blanks and invisible marks do not help. */
const START = /^[\s\p{Cc}\p{Cf}]*(?:[=＝﹦⁼₌@＠﹫]|[+＋﹢⁺₊﬩\-－﹣](?<rest>.*))/su

/** A number: `+358 40 123 4567`, `-1234,50`. */
const NUMBER = /^[\d\s().,/-]*$/u

/** Words without a digit, a bracket or another sign of calculation: `-Malli`, `- lisätiedot`. */
const WORDS = /^[\p{L}\p{M}\s.,'’-]*$/u

/**
 * Whether a program might run a text as a formula. A phone number with its plus and a name with a hyphen before it are
 * none: they hold nothing that could be called or read.
 */
export function looksLikeFormula(text: string): boolean {
  const found = START.exec(text)
  if (!found) return false
  const rest = found.groups?.rest
  return rest === undefined || !(NUMBER.test(rest) || WORDS.test(rest))
}

/** The text without the signs that make it a formula. */
export function withoutFormula(text: string): string {
  return looksLikeFormula(text) ? text.replace(/^[\s\p{Cc}\p{Cf}=＝﹦⁼₌@＠﹫+＋﹢⁺₊﬩\-－﹣]+/u, '') : text
}
