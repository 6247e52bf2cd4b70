import type { Db } from '../../database/db.ts'
import type { FileStore, StoredFile } from '../files.ts'

const PAGE = 500

export interface MoveResult {
  moved: number
  /** Those that were there already. */
  there: number
  /** Rows whose file neither store has as it was kept, by the file's id. */
  readonly faults: string[]
}

/**
 * Moves every file that a row names from one store to the other, while the service writes to the new one and reads both. A
 * file leaves the old store once the new one has given back the same bytes, so whoever is cut short begins again.
 */
export async function moveFiles(
  db: Db,
  stores: { readonly to: FileStore; readonly from: FileStore },
): Promise<MoveResult> {
  const done: MoveResult = { moved: 0, there: 0, faults: [] }
  let last: string | undefined
  for (;;) {
    const page = await db
      .selectFrom('files')
      .select(['id', 'storage_key', 'sha256', 'bytes'])
      .where('storage_key', 'is not', null)
      .orderBy('id')
      .limit(PAGE)
      .$if(last !== undefined, (query) => query.where('id', '>', last!))
      .execute()
    if (page.length === 0) return done
    for (const { id, storage_key, sha256, bytes } of page) {
      const became = await moveOne({ key: storage_key!, sha256: sha256!, bytes: bytes! }, stores)
      if (became === 'FAULT') done.faults.push(id)
      else done[became] += 1
    }
    last = page.at(-1)!.id
  }
}

async function moveOne(
  file: StoredFile,
  { to, from }: { readonly to: FileStore; readonly from: FileStore },
): Promise<'moved' | 'there' | 'FAULT'> {
  const { key, sha256 } = file
  try {
    const isThere = await to.isWhole(key, sha256)
    // A fault of the old store is found before the first byte is written.
    if (!isThere) await to.copyIn(file, () => from.open(key, sha256))
    await from.remove(key)
    return isThere ? 'there' : 'moved'
  } catch (error) {
    const { code } = error as { code?: string }
    // The row may have gone with its file meanwhile; both are looked for by "check-files".
    if (code === 'ENOENT' || code === 'FILE_CHANGED') return 'FAULT'
    throw error
  }
}
