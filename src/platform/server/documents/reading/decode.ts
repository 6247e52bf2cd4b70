import { type ByteDecoder, oldDecoder } from './old-letters.ts'

/** The encodings that files come in, as a decoder is asked for them. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | (string & {})

/** Spellings of encodings that the web's own list lacks. */
const SPELLINGS: Readonly<Record<string, Encoding>> = {
  'latin-1': 'windows-1252',
  'latin-9': 'iso-8859-15',
  latin9: 'iso-8859-15',
  'iso-latin-9': 'iso-8859-15',
  'iso8859-15': 'iso-8859-15',
  ansi: 'windows-1252',
  'cp-1252': 'windows-1252',
  'win-1252': 'windows-1252',
  windows1252: 'windows-1252',
}

const FALLBACK = 'windows-1252'
const HEAD_BYTES = 300

function decoderFor(label: string): TextDecoder {
  const name = label.toLowerCase().replaceAll('_', '-')
  try {
    return new TextDecoder(SPELLINGS[name] ?? name)
  } catch {
    return new TextDecoder(FALLBACK)
  }
}

/** The encoding that an XML declaration names, of bytes that hold ASCII as it stands. */
const declaredIn = (head: Uint8Array): string | null =>
  /^[^<]{0,20}<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(
    Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1'),
  )?.[1] ?? null

/** UTF-16 by its mark, or by the zeros that every second byte of plain text is. */
function utf16Of(head: Uint8Array): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const start = head.subarray(0, 200)
  if (start.length < 4) return null
  let even = 0
  let odd = 0
  start.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even += 1
    else odd += 1
  })
  if (odd > start.length / 4 && even === 0) return 'utf-16le'
  return even > start.length / 4 && odd === 0 ? 'utf-16be' : null
}

/** How many bytes at the end begin a character of UTF-8 that goes on in the next chunk. */
function openBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

/**
 * Turns a file's bytes into text as they come, in whatever encoding it was written: by its mark, else as UTF-8 as long as
 * it is valid UTF-8, else in the encoding that it names, else in that of Windows, DOS or the old Mac whose letters make
 * words. Programs that name one encoding and write another are common; bytes that form valid UTF-8 by chance are not.
 */
export class FileDecoder {
  #decoder: ByteDecoder | null = null
  #declared: string | null = null
  #open: Uint8Array = new Uint8Array()
  #isStarted = false

  decode(chunk: Uint8Array, { isLast = false } = {}): string {
    if (this.#decoder) return this.#decoder.decode(chunk, { stream: !isLast })
    const bytes = this.#open.length > 0 ? Buffer.concat([this.#open, chunk]) : chunk
    if (!this.#isStarted) {
      // The first bytes tell the encoding; pieces may be smaller.
      if (bytes.length < HEAD_BYTES && !isLast) {
        this.#open = bytes
        return ''
      }
      this.#start(bytes)
      if (this.#decoder) return (this.#decoder as ByteDecoder).decode(bytes, { stream: !isLast })
    }
    const rest = isLast ? 0 : openBytes(bytes)
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - rest))
      this.#open = bytes.subarray(bytes.length - rest)
      return text
    } catch {
      const named = this.#fallback()
      this.#decoder = named === null ? oldDecoder(bytes) : decoderFor(named)
      return this.#decoder.decode(bytes, { stream: !isLast })
    }
  }

  #start(chunk: Uint8Array): void {
    this.#isStarted = true
    const wide = utf16Of(chunk)
    if (wide) this.#decoder = new TextDecoder(wide)
    else this.#declared = declaredIn(chunk)
  }

  /** What is no UTF-8 although it says so, or says UTF-16 in single bytes, was written by a program of old. */
  #fallback(): string | null {
    const declared = this.#declared?.toLowerCase() ?? null
    return declared && /^utf-?(8|16|32)/.test(declared) ? FALLBACK : declared
  }
}

/** The text of a whole file, see `FileDecoder`; a byte order mark is left out. */
export const decoded = (content: Uint8Array): string =>
  new FileDecoder().decode(content, { isLast: true }).replace(/^\uFEFF/, '')
