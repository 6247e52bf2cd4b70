import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'

export interface StoredFile {
  readonly key: string
  readonly sha256: Buffer
  readonly bytes: number
}

/** Where the bytes of documents lie. Rows of the table `files` say whose they are. */
export interface FileStore {
  /** Stores the content durably under a new key. @throws BODY_TOO_LARGE past `maxBytes` */
  put(content: Readable | Uint8Array, options?: { maxBytes?: number }): Promise<StoredFile>
  open(key: string): Readable
  remove(key: string): Promise<void>
}

/** Files on disk in two levels of folders, written aside and moved into place, so that no half file is ever seen. */
export function createDiskStore(directory: string): FileStore {
  const placeOf = (key: string) => {
    if (!/^[0-9a-f]{40}$/.test(key)) throw new Error('not a storage key')
    return path.join(directory, key.slice(0, 2), key.slice(2, 4), key)
  }
  return {
    async put(content, { maxBytes = 20 * 1_048_576 } = {}) {
      const key = randomBytes(20).toString('hex')
      const place = placeOf(key)
      await mkdir(path.dirname(place), { recursive: true })
      const aside = `${place}.part`
      const hash = createHash('sha256')
      let bytes = 0
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length
          hash.update(chunk)
          done(bytes > maxBytes ? new AppError('BODY_TOO_LARGE') : null, chunk)
        },
      })
      try {
        await pipeline(
          content instanceof Readable ? content : Readable.from([Buffer.from(content)]),
          meter,
          createWriteStream(aside, { mode: 0o600 }),
        )
        const handle = await open(aside, 'r+')
        await handle.sync()
        await handle.close()
        await rename(aside, place)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
      return { key, sha256: hash.digest(), bytes }
    },
    open: (key) => createReadStream(placeOf(key)),
    remove: (key) => rm(placeOf(key), { force: true }),
  }
}
