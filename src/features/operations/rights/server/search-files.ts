import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { decoded } from '#platform/server/documents/reading/decode.ts'
import { textOfPdf } from '#platform/server/documents/reading/pdf-text.ts'
import { sheetsOf } from '#platform/server/documents/reading/xlsx-rows.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { KeptFor } from '../retention.ts'
import type { ColumnClass } from '../rules.ts'
import { wholeValueInText } from './whole-value.ts'

/** By what a file is kept: the class of its time, and why none ends it. */
interface FileKeeping {
  readonly class: ColumnClass
  readonly keptAs?: KeptFor
}

const sealed: FileKeeping = { class: 'contract', keptAs: 'PROOF' }
const ofBooks: FileKeeping = { class: 'bookkeeping' }

/** What files belong to, and by what they are kept. A file of anything else that names an erased person has no reason to. */
const keepings: Readonly<Record<string, FileKeeping>> = {
  agreement: sealed,
  'signed-document': sealed,
  paper: sealed,
  order: sealed,
  brokerage: sealed,
  redemption: sealed,
  return: sealed,
  'claim-receipt': sealed,
  'insurance-claim': { class: 'contract' },
  'order-cancellation': sealed,
  'lessor-file': { class: 'contract' },
  invoice: ofBooks,
  'invoice-lines': ofBooks,
  'e-invoice': ofBooks,
  'received-e-invoice': { class: 'bookkeeping', keptAs: 'UNREAD' },
  'intake-file': { class: 'bookkeeping', keptAs: 'UNREAD' },
  'payment-file': ofBooks,
  'payroll-month': { class: 'bookkeeping', keptAs: 'LOCKED' },
}

/** So many files are read before it is written down how far the search has come. */
const BATCH = 200

/** How far a search has come: what it has read, and which files say one of the values. */
export interface FileProgress {
  /** A keyed hash of the values: others are searched for from the start. */
  readonly values: string
  readonly startedAt: string
  /** The id of the last file that was read. */
  readonly after: string | null
  readonly read: number
  /** Those that nobody could read, and those of a kind that holds no text: pictures and archives. */
  readonly unread: number
  readonly textless: number
  readonly found: readonly { readonly id: string; readonly parentType: string }[]
  readonly isWhole: boolean
}

export const newSearch = (values: string, now: Date): FileProgress => ({
  values,
  startedAt: now.toISOString(),
  after: null,
  read: 0,
  unread: 0,
  textless: 0,
  found: [],
  isWhole: false,
})

interface SearchedFile {
  readonly id: string
  readonly parentType: string
  readonly contentType: string
  readonly key: string
  readonly sha256: Buffer
  readonly isText: boolean
}

const readable = ['application/pdf', 'text/%', 'application/xml', 'application/json', '%spreadsheetml%']

const searched = sql`f.id, f.parent_type as "parentType", f.content_type as "contentType", f.storage_key as key, f.sha256,
  f.content_type like any(${[...readable]}::text[]) as "isText"`

/** The next files of the whole store, whoever they belong to, in the order of their ids, which is that of time. */
const nextFiles = async (db: Db, after: string | null) =>
  (
    await sql<SearchedFile>`select ${searched} from files f
      where f.storage_key is not null and f.sha256 is not null and (${after}::uuid is null or f.id > ${after}::uuid)
      order by f.id limit ${BATCH}`.execute(db)
  ).rows

/** Files that came while the search went on, of which one may have been written below the id that it had reached. */
const filesBeside = async (db: Db, { after, startedAt }: FileProgress) =>
  (
    await sql<SearchedFile>`select ${searched} from files f
      where f.storage_key is not null and f.sha256 is not null and f.id <= ${after}::uuid
        and f.created_at >= ${startedAt}::timestamptz and f.content_type like any(${[...readable]}::text[])`.execute(db)
  ).rows

/** What a file says, as text. @throws where it cannot be read */
async function textOf({ files }: Pick<Services, 'files'>, { key, sha256, contentType }: SearchedFile): Promise<string> {
  const content = await buffer(await files.open(key, sha256))
  if (contentType === 'application/pdf') return textOfPdf(content)
  if (contentType.includes('spreadsheetml'))
    return sheetsOf(content)
      .flatMap(({ rows }) => rows.map(({ cells }) => cells.join(' ')))
      .join('\n')
  return decoded(content)
}

/**
 * Reads the next files of the store for a person's values: PDFs page by page, tables and plain texts whole. A later call
 * goes on where this one ends, so that nothing is read twice after a stop.
 */
export async function searchFurther(
  db: Db,
  services: Pick<Services, 'files'>,
  values: readonly string[],
  progress: FileProgress,
): Promise<FileProgress> {
  const patterns = values.map(wholeValueInText)
  const found = new Map(progress.found.map((one) => [one.id, one]))
  const look = async (file: SearchedFile): Promise<boolean> => {
    const text = await textOf(services, file).catch(() => null)
    if (text === null) return false
    if (patterns.some((one) => one.test(text))) found.set(file.id, { id: file.id, parentType: file.parentType })
    return true
  }
  const files = await nextFiles(db, progress.after)
  const count = { read: progress.read, unread: progress.unread, textless: progress.textless }
  for (const file of files) {
    if (!file.isText) count.textless += 1
    else if (await look(file)) count.read += 1
    else count.unread += 1
  }
  const isWhole = files.length < BATCH
  const now = { ...progress, ...count, after: files.at(-1)?.id ?? progress.after }
  if (isWhole && now.after !== null) for (const file of await filesBeside(db, now)) await look(file)
  return { ...now, found: [...found.values()], isWhole }
}

interface FoundInFiles {
  readonly table: 'files'
  /** What the files belong to. */
  readonly column: string
  readonly rows: number
  readonly class: ColumnClass | null
  readonly keptAs?: KeptFor
}

/**
 * The files that a search has found and that the erasure has left, by what they belong to: what is kept is named with what
 * keeps it; a file without a reason has none.
 * @param kept the classes whose time is not over
 */
export async function foundInFiles(
  db: Db,
  { found }: FileProgress,
  kept: ReadonlySet<ColumnClass>,
): Promise<FoundInFiles[]> {
  const { rows } = await sql<{ column: string; rows: number }>`
    select f.parent_type as "column", count(*)::int as rows from files f
     where f.id = any(${found.map(({ id }) => id)}::uuid[]) and f.storage_key is not null group by 1 order by 1`.execute(
    db,
  )
  return rows.map(({ column, rows: count }) => {
    const keeping = keepings[column]
    const isKept = keeping && (keeping.keptAs !== undefined || kept.has(keeping.class))
    return {
      table: 'files',
      column,
      rows: count,
      class: isKept ? keeping.class : null,
      ...(keeping?.keptAs ? { keptAs: keeping.keptAs } : {}),
    }
  })
}
