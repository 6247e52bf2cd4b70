/**
 * A pattern of PostgreSQL that finds a person's value where it stands by itself: anna@oma.example is no part of
 * johanna@oma.example, and Anna Ek none of Anna Ekman. A line's end that JSON writes as two signs is no letter before it.
 */
export function wholeValue(value: string): string {
  const literal = value.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')
  const isAddress = value.includes('@')
  const before = isAddress ? '(?<![[:alnum:]._%+-])' : '(?<![[:alnum:]])'
  const after = isAddress ? '(?![[:alnum:]-]|[.][[:alnum:]])' : '(?![[:alnum:]])'
  return `(?:${before}|(?<=\\\\[nrt]))${literal}${after}`
}
