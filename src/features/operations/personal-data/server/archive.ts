import { buffer } from 'node:stream/consumers'
import { strToU8, type Zippable, zipSync } from 'fflate'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { DocumentMaker } from '#platform/server/documents/later-documents.ts'
import type { Services } from '#platform/server/http/context.ts'
import { leftOut, leftOutByStaff } from '../rules.ts'
import { copiedFiles, copiedRows } from './copied-rows.ts'
import { copySchema } from './copy-schema.ts'
import { readablePage } from './readable-page.ts'
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
