import { type RawBuilder, sql } from 'kysely'
import type { PermissionName } from '#platform/contract/permissions.ts'
import { type Scope, type SignedIn, scopeOf } from './scope.ts'

/*
 * One way to search in every list: the words of a search are found in any order, all of them, whatever their case and
 * accents; hyphens, and the spaces of a phone number, do not matter.
 */

const accented = 'ÅÄÁÀÂÃÆåäáàâãæÖØÓÒÔÕöøóòôõÉÈÊËéèêëÍÌÎÏíìîïÜÚÙÛüúùûÝýÿÑñÇçŠšŽž'
const plain = 'aaaaaaaaaaaaaaooooooooooooeeeeeeeeiiiiiiiiuuuuuuuuyyynnccsszz'
const plainOf = new Map([...accented].map((letter, at) => [letter, plain[at]!]))

/** A text as a search compares it; the database's `search_fold` does the same. */
export const foldText = (text: string): string =>
  [...text.replace(/[-+¦]/g, '')].map((letter) => plainOf.get(letter) ?? letter.toLowerCase()).join('')

/** A text of the database, as a search compares it; written as an index over it has it. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`search_fold(${text})`

/** The words of a search. A phone number may be typed with spaces: from 0 or + on, digits belong together. */
function wordsOf(search: string): string[] {
  const joined = search.trim().replace(/(?<!\S)(?:\+|0)\d*(?: \d+)+/g, (number) => number.replaceAll(' ', ''))
  return joined
    .split(/\s+/)
    .map(foldText)
    .filter((word) => word !== '')
}

/** Shorter than the three letters by which a trigram index tells texts apart wherever they stand. */
const TOO_SHORT = /^[\p{L}\p{N}]{1,2}$/u

/** The wildcards of the user's own text are taken literally. */
const literal = (word: string) => word.replace(/[\\%_]/g, (c) => `\\${c}`)

/**
 * The rows whose text holds every word of a search, answered by a trigram index over the text. One or two letters are
 * looked for where a word begins, because an index cannot find them elsewhere.
 * @param text the folded text, which begins with a space
 */
export function searchedIn(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const found = wordsOf(search).map((word) => {
    const pattern = TOO_SHORT.test(word) ? `% ${literal(word)}%` : `%${literal(word)}%`
    return sql<boolean>`${text} like ${pattern}`
  })
  return found.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** The parts of a person's carried text in their order, and what a caller needs to see what stands in them. */
const partsOfPeople: readonly (PermissionName | null)[] = [
  null,
  'signed-document:read',
  'employee:read-private',
  'invoice:read',
]

/** Whether everything inside one scope is inside the other. */
function covers(outer: Scope, inner: Scope): boolean {
  if (outer.all) return true
  const ids = new Set(outer.companyIds)
  const isOwn = inner.ownerId === null || inner.ownerId === outer.ownerId
  return !inner.all && isOwn && inner.companyIds.every((id) => ids.has(id))
}

/**
 * The people whose carried text holds every word of a search, in the parts that the caller may see: a search must not
 * find out what a view leaves out. The text is `search_text` of `e`, a row of beneficiary_employees.
 */
export function searchedPeople(
  { scope, user, isWalk }: { scope: Scope; user: SignedIn; isWalk: boolean },
  search: string,
): RawBuilder<boolean> {
  const seen = partsOfPeople.flatMap((permission, at) =>
    permission === null || covers(scopeOf(user, permission), scope) ? [at + 1] : [],
  )
  // A walk looks rows through as they come, and not by the index over everybody's texts: those of one company, where
  // what people look for, like the company's own address, stands in most rows; and those of which very many are found.
  const whole = isWalk ? sql`(e.search_text || '')` : sql`e.search_text`
  const narrowed = searchedIn(whole, search)
  if (seen.length === partsOfPeople.length) return narrowed
  const parts = seen.map((at) => sql`split_part(e.search_text, '¦', ${sql.lit(at)})`)
  return sql<boolean>`(${narrowed} and ${searchedIn(sql`(${sql.join(parts, sql` || `)})`, search)})`
}
