import { buffer } from 'node:stream/consumers'
import { strToU8, type Zippable, zipSync } from 'fflate'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { DocumentMaker } from '#platform/server/documents/later-documents.ts'
import type { Services } from '#platform/server/http/context.ts'
import { leftOut, leftOutByStaff } from '../rules.ts'
import { type CopiedRows, copiedFiles, copiedRows } from './copied-rows.ts'
import { copiedTables } from './copied-tables.ts'
import { copySchema } from './copy-schema.ts'
import { codeLabel, readablePage } from './readable-page.ts'
import { type Subject, subjectOf } from './subject.ts'

/** A name that any system unpacks, inside the archive's own folder. */
const safeName = (label: string) => label.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').replace(/^\.+/, '')

/** The files of the archive by their names, and what is said of each. */
async function filesOf(db: Db, { files }: Services, of: Subject) {
  const content: Zippable = {}
  const told: { id: string; name: string | null; label: string }[] = []
  for (const [index, file] of (await copiedFiles(db, of)).entries()) {
    const name = `documents/${String(index + 1).padStart(3, '0')}-${safeName(file.label)}`
    // A file whose bytes are gone, or are not those that were kept, is said to be missing.
    const bytes = (await files.isWhole(file.key, file.sha256))
      ? await buffer(await files.open(file.key, file.sha256))
      : null
    if (bytes) content[name] = [bytes, { level: 0 }]
    told.push({ id: file.id, name: bytes && name, label: file.label })
  }
  return { content, told }
}

/** The codes that stand in the rows, each with what it means in the reader's language. */
function codesIn(services: Services, language: LanguageCode, tables: CopiedRows) {
  const found = new Map<string, { table: string; column: string; code: string; label: string }>()
  const look = (table: string, column: string, value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(table, column, one)
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) look(table, name, one)
    else if (typeof value === 'string') {
      const label = codeLabel(services, language, { table: copiedTables[table]!.table ?? table, column, value })
      if (label !== null) found.set(`${table} ${column} ${value}`, { table, column, code: value, label })
    }
  }
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) for (const [column, value] of Object.entries(row)) look(table, column, value)
  return [...found.values()]
}

/** The archive of what is known of a person: JSON with its schema, their documents, and a page to read. */
async function makeArchive(
  db: Db,
  services: Services,
  of: {
    readonly userId: string | null
    readonly email: string | null
    readonly language: LanguageCode
    readonly byStaff: boolean
  },
): Promise<Buffer> {
  const subject = await subjectOf(db, of)
  const tables = await copiedRows(db, subject, of.byStaff)
  const absent = Object.entries({ ...leftOut, ...(of.byStaff ? leftOutByStaff : {}) })
  const { content, told } = await filesOf(db, services, subject)
  const copy = {
    format: 'poljin-personal-copy-1',
    madeAt: services.env.now().toISOString(),
    service: services.brand.legalName,
    tables,
    codes: codesIn(services, of.language, tables),
    files: told,
    leftOut: absent.map(([table, reason]) => ({
      table,
      reason,
      text: services.texts.t(of.language, `personal-data:leftOut.${reason}`),
    })),
  }
  return Buffer.from(
    zipSync({
      'data.json': strToU8(JSON.stringify(copy, null, 1)),
      'schema.json': strToU8(JSON.stringify(copySchema, null, 1)),
      'index.html': strToU8(readablePage(services, of.language, { madeAt: services.env.now(), tables, files: told })),
      ...content,
    }),
  )
}

/** Makes the file of an ordered copy. */
export const makePersonalCopy: DocumentMaker = async (services, { parentId }) => {
  const db = services.database.primary
  const copy = await db
    .selectFrom('personal_copies')
    .select(['user_id', 'email', 'language', 'made_by'])
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow()
  return makeArchive(db, services, {
    userId: copy.user_id,
    email: copy.email,
    language: copy.language,
    byStaff: copy.made_by !== null,
  })
}
