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

/** The same for a text that a file says, where a line may end between the words of a value. */
export function wholeValueInText(value: string): RegExp {
  const literal = value
    .trim()
    .replaceAll(/[\\^$.|?*+()[\]{}/-]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+')
  const isAddress = value.includes('@')
  const before = isAddress ? '(?<![\\p{L}\\p{N}._%+\\-])' : '(?<![\\p{L}\\p{N}])'
  const after = isAddress ? '(?![\\p{L}\\p{N}\\-]|\\.[\\p{L}\\p{N}])' : '(?![\\p{L}\\p{N}])'
  return new RegExp(before + literal + after, 'iu')
}
