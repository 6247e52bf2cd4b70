import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '#platform/contract/errors.ts'
import { sameHash } from '#platform/server/runtime/secrets.ts'

export interface StoredFile {
  /** Names the content in this store; it tells nothing about it and comes from nobody outside. */
  readonly key: string
  readonly sha256: Buffer
  readonly bytes: number
}

/** A content as the store tells of it, whether a row names it or not. */
export interface ListedFile {
  /** Its key; of a write that was cut short, with an ending. */
  readonly key: string
  readonly bytes: number
  readonly changedAt: Date
  /** Where it lies, for whoever looks after the store. */
  readonly place: string
  remove(): Promise<void>
}

/** Where the bytes of documents lie. Rows of the table `files` say whose they are and what they are called. */
export interface FileStore {
  /**
   * Stores the content durably under a new key. A stream is never held in memory whole.
   * @throws BODY_TOO_LARGE past `maxBytes`, 20 MiB unless told; nothing is kept then
   */
  put(content: Readable | Uint8Array, options?: { maxBytes?: number }): Promise<StoredFile>
  /** Whether the content is there and is the one that was stored. */
  isWhole(key: string, sha256: Uint8Array): Promise<boolean>
  /**
   * The content as a stream, once all of it is known to be the one that was stored.
   * @throws FILE_CHANGED when it is another, ENOENT when there is none
   */
  open(key: string, sha256: Uint8Array): Promise<Readable>
  /** @throws where nothing could be stored now */
  check(): Promise<void>
  /** Forgets the content; it is no error when there is none. */
  remove(key: string): Promise<void>
  /**
   * Stores a content under the key that it has in another store.
   * @param open begins the content anew, where an attempt has failed
   * @throws FILE_CHANGED when what comes is not what was stored there; nothing is kept then
   */
  copyIn(file: StoredFile, open: () => Promise<Readable>): Promise<void>
  /** The content as it lies there, proven by nobody; null when there is none. For backups. */
  raw(key: string): Promise<{ readonly content: Readable; readonly bytes: number } | null>
  /** All that lies in the store, some at a time. */
  list(): AsyncGenerator<readonly ListedFile[]>
}

export const DEFAULT_MAX_BYTES = 20 * 1_048_576
const KEY_BYTES = 20

/** A key that nobody guesses and that says nothing. */
export const newKey = () => randomBytes(KEY_BYTES).toString('hex')
const isKey = (name: string) => /^[0-9a-f]{40}$/.test(name)
/** @throws for what is no key, whatever it would lead to */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('not a storage key')
  return key
}

/** Makes a rename or a new entry in a folder survive a power cut. Windows cannot open folders and needs no such thing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  if (!handle) return
  try {
    await handle.sync().catch(() => undefined)
  } finally {
    await handle.close()
  }
}

/** Writes the content and waits until the disk has it. */
async function writeAll(handle: FileHandle, content: Readable | Uint8Array, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : (part as Uint8Array)
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new AppError('BODY_TOO_LARGE')
    hash.update(chunk)
    await handle.writeFile(chunk)
  }
  await handle.sync()
  return { sha256: hash.digest(), bytes }
}

async function hashOf(place: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(place)) hash.update(chunk as Buffer)
  return hash.digest()
}

const ignoreMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Writes the content aside and moves it into place, so that no half file is ever seen. */
async function writeInPlace(
  place: string,
  content: Readable | Uint8Array,
  options: { maxBytes: number; sha256?: Uint8Array },
): Promise<{ sha256: Buffer; bytes: number }> {
  const folder = path.dirname(place)
  const aside = `${place}.part`
  const madeFolder = await mkdir(folder, { recursive: true, mode: 0o700 })
  // A copy that was cut short is begun anew; a new key has no such rest.
  const handle = await open(aside, options.sha256 ? 'w' : 'wx', 0o600)
  try {
    const written = await writeAll(handle, content, options.maxBytes)
    if (options.sha256 && !sameHash(written.sha256, options.sha256)) throw new AppError('FILE_CHANGED')
    await handle.close()
    await rename(aside, place)
    await syncFolder(folder)
    if (madeFolder) await syncFolder(path.dirname(folder))
    return written
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(aside, { force: true })
    throw error
  }
}

async function listed(place: string): Promise<ListedFile[]> {
  const found = await stat(place).catch(ignoreMissing)
  if (!found) return []
  const remove = () => rm(place, { force: true })
  return [{ key: path.basename(place), bytes: found.size, changedAt: found.mtime, place, remove }]
}

/** Files on disk in two levels of folders. */
export function createDiskStore(directory: string): FileStore {
  const placeOf = (key: string) => path.join(directory, requireKey(key).slice(0, 2), key.slice(2, 4), key)
  return {
    async put(content, { maxBytes = DEFAULT_MAX_BYTES } = {}) {
      const key = newKey()
      return { key, ...(await writeInPlace(placeOf(key), content, { maxBytes })) }
    },
    async check() {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await access(directory, constants.W_OK)
    },
    async isWhole(key, sha256) {
      const found = await hashOf(placeOf(key)).catch(ignoreMissing)
      return found !== null && sameHash(found, sha256)
    },
    async open(key, sha256) {
      const place = placeOf(key)
      if (!sameHash(await hashOf(place), sha256)) throw new AppError('FILE_CHANGED')
      return createReadStream(place)
    },
    remove: (key) => rm(placeOf(key), { force: true }),
    async copyIn({ key, sha256, bytes }, begin) {
      await writeInPlace(placeOf(key), await begin(), { maxBytes: bytes, sha256 })
    },
    async raw(key) {
      const place = placeOf(key)
      const found = await stat(place).catch(ignoreMissing)
      return found && { content: createReadStream(place), bytes: found.size }
    },
    async *list() {
      for await (const places of placesOf(directory)) yield (await Promise.all(places.map(listed))).flat()
    },
  }
}

/** Where the files of a disk store lie, one of its outer folders at a time; those that are still being written end in `.part`. */
async function* placesOf(directory: string): AsyncGenerator<string[]> {
  const tops = await readdir(directory).catch(() => [])
  for (const top of tops.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
    const names = await readdir(path.join(directory, top), { recursive: true })
    yield names.filter((name) => isKey(path.basename(name, '.part'))).map((name) => path.join(directory, top, name))
  }
}
