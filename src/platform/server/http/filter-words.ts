import { failField } from '#platform/contract/errors.ts'

/** The words of a list's filter, separated by commas; null means all. @throws VALIDATION for a word that is none of them */
export function wordsOf<Word extends string>(
  text: string | undefined,
  path: string,
  isKnown: (word: string) => word is Word,
): Word[] | null {
  const words = (text ?? '').split(',').map((word) => word.trim())
  const named = words.filter((word) => word !== '')
  if (named.length === 0 || named.includes('ALL')) return null
  return named.every(isKnown) ? named : failField(path, 'NOT_IN_LIST', 'is not known')
}
