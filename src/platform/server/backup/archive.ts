import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { constants, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, type Pack, pack } from 'tar-stream'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

/** What closes an archive: a passphrase, or the public key of whoever may open it (`age1…`). */
export type Closing = { readonly passphrase: string } | { readonly recipient: string }
/** What opens an archive: the passphrase, or the private key (`AGE-SECRET-KEY-1…`). */
export type Opening = { readonly passphrase: string } | { readonly identity: string }

/** What is put into an archive, entry by entry. */
export interface ArchiveWriter {
  /** A folder that may stay empty. */
  folder(name: string): Promise<void>
  /** A short text. */
  text(name: string, content: string | Buffer): Promise<void>
  /**
   * The file as long as it is now. One that has vanished is left out; one that grows meanwhile is cut at that length, one
   * that shrinks is filled up with zeros.
   * @returns whether it was there
   */
  file(name: string, place: string): Promise<boolean>
  /** A stored content as it lies there. */
  content(name: string, given: { readonly content: Readable; readonly bytes: number }): Promise<void>
}

/** A fast level: a database compresses well with it, and a backup is bounded by the disk. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const finish = (writer: Pack, header: { name: string; type?: 'directory' }, content: string | Buffer) =>
  new Promise<void>((resolve, reject) => {
    writer.entry(header, content, (error) => (error ? reject(error) : resolve()))
  })

/** What takes bytes and says when it has had enough. */
interface Sink {
  readonly destroyed: boolean
  write(chunk: Uint8Array): boolean
  on(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
}

/** Hands on what a stream brings, no faster than it is taken. @returns how many bytes there were */
async function handOn(source: AsyncIterable<Uint8Array>, sink: Sink): Promise<number> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.byteLength
    if (sink.destroyed) throw new Error('what takes the bytes has ended')
    if (sink.write(chunk)) continue
    const { promise: takesMore, resolve } = Promise.withResolvers<void>()
    for (const event of ['drain', 'close'] as const) sink.on(event, resolve)
    await takesMore
    for (const event of ['drain', 'close'] as const) sink.off(event, resolve)
  }
  return bytes
}

async function addFile(writer: Pack, name: string, place: string): Promise<boolean> {
  const found = await stat(place).catch(ignoreMissing)
  if (!found) return false
  await addContent(writer, name, createReadStream(place, { end: Math.max(found.size - 1, 0) }), found.size)
  return true
}

async function addContent(writer: Pack, name: string, content: Readable, size: number): Promise<void> {
  if (size === 0) {
    content.destroy()
    return finish(writer, { name }, '')
  }
  const { promise: written, resolve, reject } = Promise.withResolvers<void>()
  const entry = writer.entry({ name, size }, (error) => (error ? reject(error) : resolve()))
  const bytes = await handOn(content, entry)
  if (bytes < size) entry.write(Buffer.alloc(size - bytes))
  entry.end(null)
  await written
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function closed(content: Readable, closing: Closing): Promise<Readable> {
  const encrypter = new Encrypter()
  if ('passphrase' in closing) encrypter.setPassphrase(closing.passphrase)
  else encrypter.addRecipient(closing.recipient)
  const sealed = await encrypter.encrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>)
  return Readable.fromWeb(sealed as WebStream)
}

/** A tar that is compressed by the first stream; the last one, which may be the same, is what is written. */
interface Wrapping {
  readonly compressed: Transform
  readonly last: Readable
}

/** It stands under its name only once it is whole and the disk has it. */
async function writeTar(
  place: string,
  wrap: () => Promise<Wrapping>,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<{ bytes: number }> {
  const writer = pack()
  const aside = `${place}.part`
  const fill = async () => {
    await write({
      folder: (name) => finish(writer, { name, type: 'directory' }, ''),
      text: (name, content) => finish(writer, { name }, content),
      file: (name, from) => addFile(writer, name, from),
      content: (name, { content, bytes }) => addContent(writer, name, content, bytes),
    })
    writer.finalize()
  }
  try {
    const { compressed, last } = await wrap()
    await Promise.all([
      fill().catch((error) => {
        writer.destroy(error as Error)
        throw error
      }),
      pipeline(Readable.from(writer), compressed),
      pipeline(last, createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true })),
    ])
    await rename(aside, place)
    const folder = await open(path.dirname(place), 'r')
    await folder.sync().catch(() => undefined)
    await folder.close()
    return { bytes: (await stat(place)).size }
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

/** Writes one archive: tar, zstd, age, each as their own programs read them (`age -d A | zstd -d | tar -t`). */
export const writeArchive = (
  place: string,
  closing: Closing,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<{ bytes: number }> =>
  writeTar(
    place,
    async () => {
      const compressed = createZstdCompress(zstd)
      return { compressed, last: await closed(compressed, closing) }
    },
    write,
  )

/** Writes one archive that anybody opens who has it: tar and gzip. */
export const writeOpenArchive = (
  place: string,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<{ bytes: number }> =>
  writeTar(
    place,
    async () => {
      const compressed = createGzip()
      return { compressed, last: compressed }
    },
    write,
  )

async function opened(place: string, opening: Opening): Promise<Readable> {
  const decrypter = new Decrypter()
  if ('passphrase' in opening) decrypter.addPassphrase(opening.passphrase)
  else decrypter.addIdentity(opening.identity)
  try {
    const content = Readable.toWeb(createReadStream(place)) as ReadableStream<Uint8Array>
    return Readable.fromWeb((await decrypter.decrypt(content)) as WebStream)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new StartupError(`There is no archive ${place}.`)
    throw new StartupError(
      `The archive ${place} does not open: it is no archive, or its passphrase or key is another one.`,
      { cause: error },
    )
  }
}

/** One entry of an archive: a folder has no content. */
export interface ArchiveEntry {
  readonly name: string
  readonly isFolder: boolean
  readonly content: Readable
}

/**
 * Reads an archive from its beginning, entry by entry; a reader may stop early.
 * @throws StartupError where it does not open, is cut or was changed
 */
export async function readArchive(
  place: string,
  opening: Opening,
  read: (entry: ArchiveEntry) => Promise<boolean>,
): Promise<void> {
  const content = await opened(place, opening)
  const reader = extract()
  let stopped = false
  const flow = async () => {
    const plain = createZstdDecompress()
    await Promise.all([pipeline(content, plain), handOn(plain, reader)])
    reader.end(null)
  }
  const take = async () => {
    for await (const entry of reader) {
      const { name, type } = entry.header
      const goesOn = await read({ name, isFolder: type === 'directory', content: Readable.from(entry) })
      entry.resume()
      if (goesOn) continue
      stopped = true
      content.destroy()
      return
    }
  }
  try {
    await Promise.all([
      take(),
      flow().catch((error) => {
        if (stopped) return
        reader.destroy(error as Error)
        throw error
      }),
    ])
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The archive ${place} was cut or changed: ${(error as Error).message}`, { cause: error })
  }
}

/** A short entry, whole. */
export const textOf = async ({ content }: ArchiveEntry): Promise<string> => (await buffer(content)).toString('utf8')
