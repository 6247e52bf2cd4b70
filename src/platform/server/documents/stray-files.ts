import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../database/db.ts'
import { placesOf } from './files.ts'

/** Younger files may belong to a row that is just being written. */
const YOUNG_MS = 86_400_000

/** A file in the store that no row names: what a call that was cut has left behind. */
export interface StrayFile {
  readonly place: string
  readonly bytes: number
}

/**
 * Finds the files of a disk store that no row names and that were written more than a day ago.
 * @param options.sweep whether they are removed
 */
export async function strayFiles(
  db: Db,
  directory: string,
  { now, sweep }: { readonly now: Date; readonly sweep: boolean },
): Promise<StrayFile[]> {
  const found: StrayFile[] = []
  for await (const places of placesOf(directory)) {
    const keys = places.map((place) => path.basename(place))
    const rows = await db.selectFrom('files').select('storage_key').where('storage_key', 'in', keys).execute()
    const named = new Set(rows.map(({ storage_key }) => storage_key))
    for (const [index, place] of places.entries()) {
      if (named.has(keys[index]!)) continue
      const { mtimeMs, size } = await stat(place)
      if (now.getTime() - mtimeMs < YOUNG_MS) continue
      if (sweep) await rm(place, { force: true })
      found.push({ place, bytes: size })
    }
  }
  return found
}
