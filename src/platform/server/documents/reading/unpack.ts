import { Gunzip, Unzip, UnzipInflate } from 'fflate'
import { FileFault } from './file-fault.ts'

/** A file that is larger unpacked is none that a bank makes. */
const UNPACKED_MAX = 200_000_000
const SIGNATURE_BYTES = 4

const isGzip = (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b
const isZip = (head: Uint8Array) => head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4
/** A document; not what a desktop adds beside it. */
const isDocument = (name: string) => /\.xml$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name)

type Push = (chunk: Uint8Array, isLast: boolean) => void

/** What unpacks bytes that begin so, and hands on each piece; null where they are not packed. */
function unpackerFor(head: Uint8Array, take: (piece: Uint8Array) => void): Push | null {
  if (isGzip(head)) {
    const gunzip = new Gunzip(take)
    return (chunk, isLast) => gunzip.push(chunk, isLast)
  }
  if (!isZip(head)) return null
  const unzip = new Unzip((file) => {
    if (!isDocument(file.name)) return
    file.ondata = (error, piece) => {
      if (error) throw error
      take(piece)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  return (chunk, isLast) => unzip.push(chunk, isLast)
}

/** Unpacks a file as its bytes come. */
class Unpacker {
  #pieces: Uint8Array[] = []
  #size = 0
  #push: Push | null = null
  #head: Uint8Array | null = new Uint8Array()

  pieces(chunk: Uint8Array, isLast: boolean): Uint8Array[] {
    if (this.#head === null) return this.#next(chunk, isLast)
    const head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk
    if (head.length < SIGNATURE_BYTES && !isLast) {
      this.#head = head
      return []
    }
    this.#head = null
    this.#push = unpackerFor(head, (piece) => {
      this.#size += piece.length
      if (this.#size > UNPACKED_MAX) throw new FileFault('FILE_TOO_LARGE', 1)
      this.#pieces.push(piece)
    })
    return this.#next(head, isLast)
  }

  #next(chunk: Uint8Array, isLast: boolean): Uint8Array[] {
    if (!this.#push) return [chunk]
    try {
      this.#push(chunk, isLast)
    } catch (error) {
      throw error instanceof FileFault ? error : new FileFault('XML_MALFORMED', 1)
    }
    const pieces = this.#pieces
    this.#pieces = []
    return pieces
  }
}

/**
 * The bytes of a file as it was before it was packed (gzip, or the documents of a zip, one after the other); those of any
 * other file as they are.
 * @throws FileFault XML_MALFORMED where it cannot be unpacked, FILE_TOO_LARGE above 200 MB
 */
export async function* unpacked(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const unpacker = new Unpacker()
  for await (const chunk of content) yield* unpacker.pieces(chunk, false)
  yield* unpacker.pieces(new Uint8Array(), true)
}
