import { type Expression, type RawBuilder, sql } from 'kysely'
import type { PermissionName } from '#platform/contract/permissions.ts'
import { businessIdOf } from '#platform/values/typed/party-ids.ts'
import { cleanText } from '#platform/values/typed/texts.ts'
import type { Db } from './db.ts'
import { COUNT_MAX } from './pages-of-rows.ts'
import { type Scope, type SignedIn, scopeOf } from './scope.ts'
import type { Tables } from './tables.generated.ts'

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

/** The same of a column that is compared row by row: few hold accents, and the rules of a language take thrice the time. */
export const foldedRow = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when octet_length(${text}) = length(${text}) then translate(lower((${text}) collate "C"), '-+', '') else search_fold(${text}) end`

/** A phone number, in any of its spellings: from 0 or + on, digits belong together. */
const PHONE = /(?<!\S)\(?(?:\+|0)[\d]*(?:[ ().-]+\d+)+\)?(?!\S)/g

/** The part of a phone number that both of its stored forms hold. */
const withoutPrefix = (word: string) => word.replace(/^(?:\+358|00358)0?(?=\d{6})|^0(?=\d{7,}$)/, '')

/** A business id, VAT number or OVT as texts hold it; any other word as it stands. */
const asId = (word: string) => (/^(?:FI|0037)?\d{7}-?\d/i.test(word) ? (businessIdOf(word) ?? word) : word)

/** The words of a search, in whatever spelling: names with a comma between, phone numbers in groups, ids of companies. */
function wordsOf(search: string): string[] {
  const joined = cleanText(search).replace(PHONE, (number) => number.replace(/(?<=.)[ ().-]+|^\(/g, ''))
  return joined
    .split(/[\s,;]+/)
    .map((word) => foldText(withoutPrefix(asId(word))))
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
  return everyWord(search, (word) => {
    const pattern = TOO_SHORT.test(word) ? `% ${literal(word)}%` : `%${literal(word)}%`
    return sql<boolean>`${text} like ${pattern}`
  })
}

/** The same looked for row by row, of a text that has no index or whose index would find nearly every row. */
export const searchedInRow = (text: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  everyWord(search, (word) => sql<boolean>`strpos(${text}, ${TOO_SHORT.test(word) ? ` ${word}` : word}) > 0`)

function everyWord(search: string, holds: (word: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  const words = wordsOf(search)
  if (words.length === 0) return sql<boolean>`true`
  const all = sql<boolean>`(${sql.join(words.map(holds), sql` and `)})`
  return isInGroups(words) ? sql<boolean>`(${all} or ${holds(words.join(''))})` : all
}

/** A frame or invoice number in groups, some of them too short to be found within a word: texts hold it in one piece. */
const isInGroups = (words: readonly string[]): boolean =>
  words.length > 1 && words.some((word) => TOO_SHORT.test(word) && /\d/.test(word))

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
 * The rows `e` whose carried text holds every word, by its index; of one company's people an address is looked for row
 * by row, since its letters stand in nearly every text.
 */
export function searchedInCarried({ all, companyIds }: Scope, search: string): RawBuilder<boolean> {
  const isOneCompany = !all && companyIds.length === 1
  return (isOneCompany && /[@.]/.test(search) ? searchedInRow : searchedIn)(sql`e.search_text`, search)
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
  // A list's first rows are looked through as they come.
  const narrowed = isWalk ? searchedInRow(sql`e.search_text`, search) : searchedInCarried(scope, search)
  if (seen.length === partsOfPeople.length) return narrowed
  const parts = seen.map((at) => sql`split_part(e.search_text, '¦', ${sql.lit(at)})`)
  return sql<boolean>`(${narrowed} and ${searchedInRow(sql`(${sql.join(parts, sql` || `)})`, search)})`
}

/** The count of a search ends here; past it a list says "over 2,000". */
const FOUND_MAX = 2_000
/** So many of a long list's first rows are looked through before an index is asked: what very many have fills a page there. */
const GLANCE = 10_000
/** So many of them show whether it will. */
const SAMPLE = 1_000
/** From so many rows on a table is long: to count what very many of its rows hold takes too long. */
const LONG = 100_000

/** An index gives the rows of everybody, or of one company, in a list's order; those of several are sorted. */
export const hasOwnOrder = ({ all, companyIds, ownerId }: Scope): boolean =>
  all || (companyIds.length === 1 && ownerId === null)

/** So many companies of a group are walked side by side. */
const COMPANIES_MAX = 50

/** The parts of a scope whose rows an index gives in a list's order: everybody, or each company. */
export function partsInOrder(scope: Scope): readonly Scope[] | undefined {
  if (hasOwnOrder(scope)) return [scope]
  const { all, companyIds, ownerId } = scope
  if (all || ownerId !== null || companyIds.length === 0 || companyIds.length > COMPANIES_MAX) return undefined
  return companyIds.map((id) => ({ all, companyIds: [id], ownerId }))
}

/** One list of several; where each is ordered by an index, they are merged. */
export const together = (lists: readonly Expression<unknown>[]): RawBuilder<unknown> =>
  sql.join(lists, sql` union all `)

interface Found {
  /** Whose rows are listed: where PostgreSQL knows of many, the list's first rows are looked through first. */
  readonly table: keyof Tables
  /** All that the search finds: their ids and what they are ordered by. */
  readonly found: Expression<unknown>
  /** The same with every row up to a place in the order, where `found` ends before it holds all. */
  readonly upTo?: (end: number) => Expression<unknown>
  /** The same among so many of the list's rows after the first ones; undefined where its order has no index. */
  readonly among?: ((count: number, after: number) => RawBuilder<unknown>) | undefined
  /** Whether `found` comes in the order, so that what it gives before its count ends are the first rows. */
  readonly isInOrder?: boolean
  /** By the columns of `found`. */
  readonly order: RawBuilder<unknown>
  /** Where the count ends. */
  readonly countMax?: number
}

/** A page's ids and the count of all; past `countMax` the list says "over" it. */
export interface FoundPage {
  readonly ids: string[]
  readonly total: number
  readonly countMax: number
}

/**
 * The ids of one page of a search and its count. In a long list the first rows already hold a page of what very many
 * have, and the count ends with that page; what few have is found once, counted and sorted.
 */
export async function pageOfFound(
  db: Db,
  { table, found, upTo = () => found, among, isInOrder = false, order, countMax = FOUND_MAX }: Found,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundPage> {
  const end = offset + limit
  const page = sql`order by ${order} limit ${limit} offset ${offset}`
  const isLong = sql`(select reltuples from pg_class where oid = ${sql.lit(table)}::regclass) > ${sql.lit(LONG)}`
  const firstOf = (rows: RawBuilder<unknown>, most: RawBuilder<unknown>) =>
    sql`array(select id from (${rows}) g order by ${order} limit ${most})`
  const none = sql`'{}'::uuid[]`
  // What would not fill half of the page is left to the index.
  const enough = sql`cardinality(sample.ids) * ${sql.lit((2 * GLANCE) / SAMPLE)} > ${end}`
  const result = await sql<{ first: string[]; total: number; ids: string[] }>`
    with sample as materialized (
      select ${among ? sql`case when ${isLong} then ${firstOf(among(SAMPLE, 0), sql`${end + 1}`)} else ${none} end` : none} as ids),
    glance as materialized (
      select case when cardinality(sample.ids) <= ${end} and ${enough} then sample.ids || ${among ? firstOf(among(GLANCE - SAMPLE, SAMPLE), sql`${end + 1} - cardinality(sample.ids)`) : none} else sample.ids end as ids
        from sample),
    found as materialized (
      select f.* from (${found}) f where (select cardinality(ids) from glance) <= ${end} limit ${sql.lit(countMax + 1)})
    select (select ids from glance) as first, (select count(*) from found)::int as total,
           array(select id from found ${page}) as ids`.execute(db)
  const one = result.rows[0]!
  if (one.first.length > end) return { ids: one.first.slice(offset, end), total: end + 1, countMax: end }
  if (one.total <= countMax || (isInOrder && end <= countMax)) return { ids: one.ids, total: one.total, countMax }
  const chosen = await sql<{ id: string }>`select id from (${upTo(end)}) f ${page}`.execute(db)
  return { ids: chosen.rows.map(({ id }) => id), total: one.total, countMax }
}

interface Texts {
  readonly table: keyof Tables
  /** The list's rows without the search: their ids, `search_text` and what they are ordered by. */
  readonly rows: Expression<unknown>
  readonly order: RawBuilder<unknown>
  /** Whether an index gives the rows in this order. */
  readonly isOrdered: boolean
  /** What else of a row, `f`, may fit the search. */
  readonly also?: RawBuilder<boolean> | undefined
}

/** One page of the rows as they are ordered, and their count. */
async function pageOfRows(
  db: Db,
  { rows, order }: Pick<Texts, 'rows' | 'order'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundPage> {
  const result = await sql<{ ids: string[]; total: number }>`
    select array(select id from (${rows}) r order by ${order} limit ${limit} offset ${offset}) as ids,
           (select count(*)::int from (select 1 from (${rows}) r limit ${sql.lit(COUNT_MAX + 1)}) counted) as total`.execute(
    db,
  )
  return { ...result.rows[0]!, countMax: COUNT_MAX }
}

/** One page of rows that each carry the text that is searched: those that hold every word, all without a search. */
export function pageOfTexts(
  db: Db,
  { table, rows, order, isOrdered, also }: Texts,
  search: string | undefined,
  page: { limit: number; offset: number },
): Promise<FoundPage> {
  if (!search) return pageOfRows(db, { rows, order }, page)
  const searched = searchedIn(sql.ref('f.search_text'), search)
  const part = (count: number, after: number) =>
    sql`select * from (${rows}) r order by ${order} limit ${sql.lit(count)} offset ${sql.lit(after)}`
  return pageOfFound(
    db,
    {
      table,
      found: also
        ? sql`select * from (${rows}) f where ${searched} union select * from (${rows}) f where ${also}`
        : sql`select * from (${rows}) f where ${searched}`,
      among:
        isOrdered && !also
          ? (count, after) => sql`select * from (${part(count, after)}) f where ${searched}`
          : undefined,
      order,
    },
    page,
  )
}
