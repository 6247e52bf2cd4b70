import { SaxesParser } from 'saxes'
import { FileDecoder } from './decode.ts'
import { FileFault } from './file-fault.ts'
import { ReferenceMender } from './mend-references.ts'
import { unpacked } from './unpack.ts'

export { FileFault } from './file-fault.ts'

/** An element while it is open. */
export interface OpenElement {
  /** The name without its prefix. */
  readonly name: string
  /** The names from the root down to it, with slashes between. */
  readonly address: string
  readonly attributes: Readonly<Record<string, string>>
  /** The line of its start tag, from 1. */
  readonly line: number
  /** Its own text so far, without that of its children. */
  text: string
}

/** What a file reader does with a document as it streams by. */
export interface XmlVisitor {
  open?(path: readonly OpenElement[]): void
  /** Called with the element last in the path, its text complete. */
  close(path: readonly OpenElement[]): void
  /** Awaited after each chunk of the file, so that rows can be written while it streams. */
  afterChunk?(): Promise<void>
}

const MAX_DEPTH = 40
/** A declaration or document type that is longer holds more than names. */
const PROLOG_MAX = 65_536

/** What stands before a document, and what XML cannot hold wherever it stands. */
const PROLOG = /<(?:\?xml(?=[\s?])|!DOCTYPE(?=\s))/i
const PROLOG_SIGNS = 10
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs that XML cannot hold
const NO_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g

/** Where a declaration or a document type ends, with the declarations in it; -1 where that is still to come. */
function endOfProlog(text: string): number {
  if (text.startsWith('<?')) return text.indexOf('?>') < 0 ? -1 : text.indexOf('?>') + 2
  const inner = text.indexOf('[')
  const end = text.indexOf('>')
  if (inner < 0 || (end >= 0 && end < inner)) return end < 0 ? -1 : end + 1
  const close = /\]\s*>/.exec(text)
  return close ? close.index + close[0].length : -1
}

/**
 * Feeds the text of a file to a parser and leaves out what stands between its documents: declarations, whose encoding has
 * been looked at, and document types. An entity that one declares is unknown to the parser, which refuses it.
 */
class DocumentFeed {
  readonly #write: (text: string) => void
  readonly #isBetween: () => boolean
  #rest = ''

  constructor(write: (text: string) => void, isBetween: () => boolean) {
    this.#write = write
    this.#isBetween = isBetween
  }

  feed(chunk: string, isLast = false): void {
    let text = this.#rest + chunk.replace(NO_XML, ' ')
    this.#rest = ''
    for (let found = PROLOG.exec(text); found; found = PROLOG.exec(text)) {
      this.#write(text.slice(0, found.index))
      text = text.slice(found.index)
      const end = this.#isBetween() ? endOfProlog(text) : 1
      if (end < 0 && !isLast && text.length < PROLOG_MAX) {
        this.#rest = text
        return
      }
      // What is no prolog, or never ends, is the parser's to judge.
      const length = Math.max(end, 1)
      this.#write(length > 1 ? text.slice(0, length).replace(/[^\n]/g, '') : '<')
      text = text.slice(length)
    }
    const open = isLast ? -1 : text.lastIndexOf('<')
    const cut = open >= 0 && text.length - open < PROLOG_SIGNS ? open : text.length
    this.#write(text.slice(0, cut))
    this.#rest = text.slice(cut)
  }
}

interface Reading {
  readonly visitor: XmlVisitor
  /** The names of the elements that are read; without them every document is, from its root on. */
  readonly roots?: ReadonlySet<string> | undefined
}

/** Follows the elements of a file and shows the visitor those inside its roots. */
class Elements {
  readonly #reading: Reading
  readonly #path: OpenElement[] = []
  /** Elements that are open around a root. */
  #outside = 0
  roots = 0
  documents = 0

  constructor(reading: Reading) {
    this.#reading = reading
  }

  get depth(): number {
    return this.#outside + this.#path.length
  }

  addText(text: string): void {
    const top = this.#path.at(-1)
    if (top) top.text += text
  }

  open(name: string, attributes: Record<string, string>, line: number): void {
    if (this.depth >= MAX_DEPTH) throw new FileFault('XML_TOO_DEEP', line)
    if (this.depth === 0) this.documents += 1
    const { roots, visitor } = this.#reading
    const own = name.slice(name.indexOf(':') + 1)
    const above = this.#path.at(-1)
    if (!above && roots && !roots.has(own)) {
      this.#outside += 1
      return
    }
    if (!above) this.roots += 1
    const address = above ? `${above.address}/${own}` : own
    this.#path.push({ name: own, address, attributes, line, text: '' })
    visitor.open?.(this.#path)
  }

  close(): void {
    if (this.#path.length === 0) {
      this.#outside -= 1
      return
    }
    this.#reading.visitor.close(this.#path)
    this.#path.pop()
  }
}

/** Parses the documents of a file as its bytes come. */
class FileParser {
  readonly #decoder = new FileDecoder()
  readonly #mender = new ReferenceMender()
  readonly #feed: DocumentFeed
  readonly #parser = new SaxesParser({ position: true, fragment: true })
  readonly #elements: Elements

  constructor(reading: Reading) {
    const [parser, elements] = [this.#parser, new Elements(reading)]
    this.#elements = elements
    parser.on('error', () => {
      throw new FileFault('XML_MALFORMED', parser.line)
    })
    parser.on('opentag', ({ name, attributes }) =>
      elements.open(name, attributes as Record<string, string>, parser.line),
    )
    parser.on('text', (text) => elements.addText(text))
    parser.on('cdata', (text) => elements.addText(text))
    parser.on('closetag', () => elements.close())
    this.#feed = new DocumentFeed(
      (text) => parser.write(text),
      () => elements.depth === 0,
    )
  }

  write(chunk: Uint8Array): void {
    this.#feed.feed(this.#mender.mend(this.#decoder.decode(chunk)))
  }

  /** @returns how many roots were met */
  end(): number {
    this.#feed.feed(this.#mender.mend(this.#decoder.decode(new Uint8Array(), { isLast: true }), true), true)
    this.#parser.close()
    if (this.#elements.documents === 0) throw new FileFault('XML_MALFORMED', 1)
    return this.#elements.roots
  }
}

/**
 * Reads the XML documents of a file as a stream, one after the other, in whatever encoding it was written, packed or not.
 * Nothing outside is ever fetched; declared entities are unknown and refused.
 * @param roots what is read, wherever it stands: in a frame, behind one, or several times
 * @returns how many of the roots were met
 * @throws FileFault XML_MALFORMED, XML_TOO_DEEP or FILE_TOO_LARGE with the line, and whatever the visitor throws
 */
export async function readXml(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  visitor: XmlVisitor,
  roots?: ReadonlySet<string>,
): Promise<number> {
  const parser = new FileParser({ visitor, roots })
  for await (const chunk of unpacked(content)) {
    parser.write(chunk)
    await visitor.afterChunk?.()
  }
  const met = parser.end()
  await visitor.afterChunk?.()
  return met
}

/** The same of a file that is in memory, at once. */
export function readXmlWhole(
  content: Uint8Array,
  visitor: Omit<XmlVisitor, 'afterChunk'>,
  roots?: ReadonlySet<string>,
): number {
  const parser = new FileParser({ visitor, roots })
  parser.write(content)
  return parser.end()
}
