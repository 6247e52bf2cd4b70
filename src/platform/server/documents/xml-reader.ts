import { SaxesParser } from 'saxes'

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

/** A file that is not what it should be, with the line that shows it. */
export class FileFault extends Error {
  readonly code: string
  readonly line: number
  constructor(code: string, line: number) {
    super(`${code} in line ${line}`)
    this.code = code
    this.line = line
  }
}

const MAX_DEPTH = 40

/** The encoding that a document's first bytes name; UTF-8 without a word. */
function encodingOf(head: Uint8Array): string {
  const text = Buffer.from(head.subarray(0, 200)).toString('latin1')
  return /^\s*(?:\xEF\xBB\xBF)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(text)?.[1]?.toLowerCase() ?? 'utf-8'
}

function decoderOf(head: Uint8Array): TextDecoder {
  try {
    return new TextDecoder(encodingOf(head), { fatal: true })
  } catch {
    throw new FileFault('XML_ENCODING_UNKNOWN', 1)
  }
}

/**
 * Reads an XML document as a stream, in the encoding that it names. Nothing outside the document is ever fetched;
 * declared entities are unknown and refused.
 * @throws FileFault XML_MALFORMED, XML_TOO_DEEP or XML_ENCODING_UNKNOWN with the line, and whatever the visitor throws
 */
export async function readXml(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  visitor: XmlVisitor,
): Promise<void> {
  const parser = new SaxesParser({ position: true })
  const path: OpenElement[] = []
  const add = (text: string) => {
    const top = path.at(-1)
    if (top) top.text += text
  }
  parser.on('error', () => {
    throw new FileFault('XML_MALFORMED', parser.line)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length >= MAX_DEPTH) throw new FileFault('XML_TOO_DEEP', parser.line)
    const own = name.slice(name.indexOf(':') + 1)
    const above = path.at(-1)
    path.push({
      name: own,
      address: above ? `${above.address}/${own}` : own,
      attributes: attributes as Record<string, string>,
      line: parser.line,
      text: '',
    })
    visitor.open?.(path)
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    visitor.close(path)
    path.pop()
  })
  let decoder: TextDecoder | null = null
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder!.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new FileFault('XML_MALFORMED', parser.line)
    }
  }
  for await (const chunk of content) {
    decoder ??= decoderOf(chunk)
    parser.write(decode(chunk))
    await visitor.afterChunk?.()
  }
  if (!decoder) throw new FileFault('XML_MALFORMED', 1)
  parser.write(decode())
  parser.close()
  await visitor.afterChunk?.()
}
