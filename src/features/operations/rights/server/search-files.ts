import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { copiedFiles } from '#features/operations/personal-data/server/copied-rows.ts'
import type { Subject } from '#features/operations/personal-data/server/subject.ts'
import type { Db } from '#platform/server/database/db.ts'
import { decoded } from '#platform/server/documents/reading/decode.ts'
import { textOfPdf } from '#platform/server/documents/reading/pdf-text.ts'
import { sheetRows } from '#platform/server/documents/reading/xlsx-rows.ts'
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

/** So many files are read for one person; what is left is told. */
const FILES_MAX = 5_000

interface SearchedFile {
  readonly id: string
  readonly parentType: string
  readonly contentType: string
  readonly key: string
  readonly sha256: Buffer
}

const readable = ['application/pdf', 'text/%', 'application/xml', 'application/json', '%spreadsheetml%']

/** The person's own files first, then those of their companies and of none, the newest first. */
async function filesToSearch(db: Db, of: Subject) {
  const own = (await copiedFiles(db, of)).map(({ id }) => id)
  const { rows } = await sql<SearchedFile & { total: number }>`
    select f.id, f.parent_type as "parentType", f.content_type as "contentType", f.storage_key as key, f.sha256, count(*) over ()::int as total
      from files f
     where f.storage_key is not null and f.sha256 is not null and f.content_type like any(${[...readable]}::text[])
       and (f.id = any(${own}::uuid[]) or f.company_id is null or f.company_id in (
         select e.company_id from beneficiary_employees e where e.id = any(${[...of.employees]}::uuid[])))
     order by f.id = any(${own}::uuid[]) desc, f.created_at desc, f.id limit ${FILES_MAX}`.execute(db)
  return { files: rows, left: (rows[0]?.total ?? 0) - rows.length }
}

/** What a file says, as text. @throws where it cannot be read */
async function textOf({ files }: Pick<Services, 'files'>, { key, sha256, contentType }: SearchedFile): Promise<string> {
  const content = await buffer(await files.open(key, sha256))
  if (contentType === 'application/pdf') return textOfPdf(content)
  if (contentType.includes('spreadsheetml'))
    return sheetRows(content)
      .map(({ cells }) => cells.join(' '))
      .join('\n')
  return decoded(content)
}

interface FoundInFiles {
  readonly table: 'files'
  /** What the files belong to. */
  readonly column: string
  readonly rows: number
  readonly class: ColumnClass | null
  readonly keptAs?: KeptFor
}

interface FileSearch {
  readonly found: readonly FoundInFiles[]
  readonly read: number
  /** Those that nobody could read, and those that were not looked at. */
  readonly unread: number
  readonly left: number
}

/**
 * Searches the text of files for a person's values: PDFs page by page, tables and plain texts whole. What is kept is named
 * with what keeps it; a file without a reason has none.
 * @param kept the classes whose time is not over
 */
export async function searchFiles(
  db: Db,
  services: Pick<Services, 'files'>,
  of: Subject,
  { values, kept }: { readonly values: readonly string[]; readonly kept: ReadonlySet<ColumnClass> },
): Promise<FileSearch> {
  if (values.length === 0) return { found: [], read: 0, unread: 0, left: 0 }
  const patterns = values.map(wholeValueInText)
  const { files, left } = await filesToSearch(db, of)
  const counts = new Map<string, number>()
  let unread = 0
  for (const file of files) {
    const text = await textOf(services, file).catch(() => null)
    if (text === null) unread += 1
    else if (patterns.some((one) => one.test(text))) counts.set(file.parentType, (counts.get(file.parentType) ?? 0) + 1)
  }
  const found = [...counts].toSorted().map(([column, rows]): FoundInFiles => {
    const keeping = keepings[column]
    const isKept = keeping && (keeping.keptAs !== undefined || kept.has(keeping.class))
    return {
      table: 'files',
      column,
      rows,
      class: isKept ? keeping.class : null,
      ...(keeping?.keptAs ? { keptAs: keeping.keptAs } : {}),
    }
  })
  return { found, read: files.length - unread, unread, left }
}
