import { type Expression, type RawBuilder, sql } from 'kysely'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from './db.ts'
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

/** The count of a search ends here; past it a list says "over 2,000". */
const FOUND_MAX = 2_000
/** So many of a list's first rows are looked through for what a search finds very often. */
const GLANCE = 10_000

/** An index gives the rows of everybody, or of one company, in a list's order; those of several are sorted. */
export const hasOwnOrder = ({ all, companyIds, ownerId }: Scope): boolean =>
  all || (companyIds.length === 1 && ownerId === null)

interface Found {
  /** All that the search finds: their ids and what they are ordered by. */
  readonly found: Expression<unknown>
  /** The same among the list's first so many rows; undefined where the list's order has no index of its own. */
  readonly among?: ((first: number) => RawBuilder<unknown>) | undefined
  /** By the columns of `found`. */
  readonly order: RawBuilder<unknown>
}

/**
 * The ids of one page of a search, and its count up to FOUND_MAX. Few are found once, counted and sorted. Of very many
 * the first rows of the list already hold a page; where they do not, everything that is found is sorted.
 */
export async function pageOfFound(
  db: Db,
  { found, among, order }: Found,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number; countMax: number }> {
  const page = sql`order by ${order} limit ${limit} offset ${offset}`
  const few = await sql<{ total: number; ids: string[] }>`
    with found as materialized (select * from (${found}) f limit ${sql.lit(FOUND_MAX + 1)})
    select (select count(*) from found)::int as total, array(select id from found ${page}) as ids`.execute(db)
  const counted = { ...few.rows[0]!, countMax: FOUND_MAX }
  if (counted.total <= FOUND_MAX) return counted
  const idsOf = async (rows: Expression<unknown>) => {
    const chosen = await sql<{ id: string }>`select id from (${rows}) f ${page}`.execute(db)
    return chosen.rows.map(({ id }) => id)
  }
  const first = among ? await idsOf(among(GLANCE)) : []
  return { ...counted, ids: first.length === limit ? first : await idsOf(found) }
}
