import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** A content on its way, in a file without a name, with its hash and length. */
export interface Spool {
  write(chunk: Uint8Array): Promise<void>
  readonly bytes: number
  /** The hash of what has been written; asked once, at the end. */
  sha256(): Buffer
  /** All of it from the beginning; the file stays for another reading. */
  again(): Readable
  /** All of it from the beginning; the file ends with the reading. */
  last(): Readable
  drop(): Promise<void>
}

/** A file that nobody else finds, and that ends with the process at the latest. */
export async function createSpool(): Promise<Spool> {
  const place = path.join(tmpdir(), `poljin-${randomUUID()}.part`)
  const handle = await open(place, 'wx+', 0o600)
  await rm(place, { force: true }).catch(() => undefined)
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async write(chunk) {
      hash.update(chunk)
      bytes += chunk.byteLength
      await handle.writeFile(chunk)
    },
    get bytes() {
      return bytes
    },
    sha256: () => hash.digest(),
    again: () => handle.createReadStream({ start: 0, autoClose: false }),
    last: () => handle.createReadStream({ start: 0 }),
    drop: () => handle.close(),
  }
}
