import type { Db } from '../database/db.ts'
import type { FileStore } from './files.ts'

/** Younger files may belong to a row that is just being written. */
const YOUNG_MS = 86_400_000

/** A file in the store that no row names: what a call that was cut has left behind. */
export interface StrayFile {
  readonly place: string
  readonly bytes: number
}

/**
 * Finds the files of a store that no row names and that were written more than a day ago.
 * @param options.sweep whether they are removed
 */
export async function strayFiles(
  db: Db,
  files: Pick<FileStore, 'list'>,
  { now, sweep }: { readonly now: Date; readonly sweep: boolean },
): Promise<StrayFile[]> {
  const found: StrayFile[] = []
  for await (const page of files.list()) {
    const keys = page.map(({ key }) => key)
    if (keys.length === 0) continue
    const rows = await db.selectFrom('files').select('storage_key').where('storage_key', 'in', keys).execute()
    const named = new Set(rows.map(({ storage_key }) => storage_key))
    for (const { key, place, bytes, changedAt, remove } of page) {
      if (named.has(key) || now.getTime() - changedAt.getTime() < YOUNG_MS) continue
      if (sweep) await remove()
      found.push({ place, bytes })
    }
  }
  return found
}
