import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '#platform/server/database/db.ts'
import { isTextSealed, type Keeping, SEALED_FOLDERS, sealText } from '#platform/server/events/event-keys.ts'

/** Who was erased: ids and keyed hashes, no value of a person. */
export interface ErasureEntry {
  readonly requestId: string
  readonly userId: string | null
  readonly addressHashes: readonly string[]
  readonly erasedAt: string
}

const folderOf = (config: Keeping) => path.join(config.dataDir, SEALED_FOLDERS.erasures)

/** The keyed hash by which an address is known again in a restored backup. */
export const addressHash = (config: Keeping, address: string): string =>
  createHmac('sha256', config.secretKey).update(`erasure ${address.toLowerCase()}`).digest('hex')

/** Writes an erasure down, in the database and in a sealed file beside it. */
export async function noteErasure(db: Db, config: Keeping, entry: ErasureEntry): Promise<void> {
  const { requestId, userId, addressHashes, erasedAt } = entry
  await db
    .insertInto('erasures')
    .values({
      request_id: requestId,
      user_id: userId,
      address_hashes: [...addressHashes],
      erased_at: new Date(erasedAt),
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .execute()
  const folder = folderOf(config)
  const file = path.join(folder, `${requestId}.json`)
  if (existsSync(file)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const body = JSON.stringify(entry)
  const draft = path.join(folder, `.${requestId}`)
  writeFileSync(draft, `${sealText(config, body)}\n${body}`, { mode: 0o600 })
  renameSync(draft, file)
}

/** What the files beside the database say was erased; a file without our seal is left out. */
export function keptErasures(config: Keeping): ErasureEntry[] {
  const folder = folderOf(config)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f-]{36}\.json$/.test(name))
    .sort()
    .flatMap((name) => {
      const [seal = '', body = ''] = readFileSync(path.join(folder, name), 'utf8').split('\n')
      return isTextSealed(config, body, seal) ? [JSON.parse(body) as ErasureEntry] : []
    })
}
