import { buffer } from 'node:stream/consumers'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { FileAnswer } from '#platform/server/http/context.ts'

export interface NewFile {
  readonly companyId: string | null
  /** The row that the file belongs to; who may read that row may read the file. */
  readonly parentType: string
  readonly parentId: string
  readonly label: string
  readonly contentType: string
  readonly content: Buffer
  readonly createdBy?: string | null
}

type FileRow = Omit<NewFile, 'content'>

interface KeptFile {
  readonly id: string
  /** The name that it is offered by. */
  readonly name: string
  readonly sha256: Buffer
}

/** Keeps a document: its bytes in the file store, its row in the transaction. A rolled-back row leaves bytes that nobody names. */
export async function keepFile(
  db: Db,
  services: Services,
  file: NewFile,
  options: { maxBytes?: number } = {},
): Promise<KeptFile> {
  const { key, sha256, bytes } = await services.files.put(file.content, options)
  const id = await insertFile(db, services, file, { storage_key: key, sha256, bytes })
  return { id, name: nameOf(file), sha256 }
}

/**
 * The row of a file.
 * @param stored where its bytes are; left out while they are still being made
 * @returns the file's id
 */
export async function insertFile(
  db: Db,
  { env }: Services,
  file: FileRow,
  stored: { storage_key: string; sha256: Buffer; bytes: number } | object = {},
): Promise<string> {
  const id = env.id()
  await db
    .insertInto('files')
    .values({
      id,
      company_id: file.companyId,
      parent_type: file.parentType,
      parent_id: file.parentId,
      content_type: file.contentType,
      label: nameOf(file),
      created_by: file.createdBy ?? null,
      created_at: env.now(),
      ...stored,
    })
    .execute()
  return id
}

/** The endings of a name by what is in the file; the first is given to a name that has none of them. */
const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'application/xml': ['xml'],
  'application/zip': ['zip'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'text/csv': ['csv', 'txt'],
  'text/plain': ['txt'],
}

/** A file is offered as what it is, whatever name it came with. */
function nameOf({ label, contentType }: Pick<FileRow, 'label' | 'contentType'>): string {
  const fitting = endings[contentType.split(';')[0]!]
  const ending = label.slice(label.lastIndexOf('.') + 1).toLowerCase()
  return !fitting || fitting.includes(ending) ? label : `${label}.${fitting[0]}`
}

/**
 * A kept file as a download. The caller has checked that its parent is inside the scope.
 * @throws SERVICE_UNAVAILABLE while the document is still being made, FILE_CHANGED when its bytes are not those kept
 */
export async function fileAnswer(
  db: Db,
  services: Services,
  fileId: string,
  options: { inline?: boolean } = {},
): Promise<FileAnswer | null> {
  const row = await db
    .selectFrom('files')
    .select(['storage_key', 'sha256', 'content_type', 'label'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!row) return null
  if (!row.storage_key || !row.sha256) throw new AppError('SERVICE_UNAVAILABLE', { details: { reason: 'BEING_MADE' } })
  return new FileAnswer({
    content: await services.files.open(row.storage_key, row.sha256),
    contentType: row.content_type,
    name: nameOf({ label: row.label, contentType: row.content_type }),
    ...options,
  })
}

/** A kept file to be worked with, whole. @throws FILE_CHANGED when its bytes are not those kept */
export async function fileContent(
  db: Db,
  { files }: Services,
  id: string,
): Promise<{ label: string; content: Buffer }> {
  const row = await db
    .selectFrom('files')
    .select(['label', 'storage_key', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { label: row.label, content: await buffer(await files.open(row.storage_key!, row.sha256!)) }
}

/**
 * Forgets a file that nothing names any more. The bytes go first: a row whose bytes are gone is found again, bytes
 * without a row are not.
 * @returns false when it was gone already
 */
export async function removeFile(db: Db, { files }: Services, id: string): Promise<boolean> {
  const row = await db.selectFrom('files').select('storage_key').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return false
  if (row.storage_key) await files.remove(row.storage_key)
  await db.deleteFrom('files').where('id', '=', id).execute()
  return true
}
