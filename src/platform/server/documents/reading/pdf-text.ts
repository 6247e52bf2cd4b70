import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage, PDFRawStream } from 'pdf-lib'

/** What the codes of a font stand for, and how many bytes a code has. */
interface Letters {
  readonly bytes: 1 | 2
  readonly of: ReadonlyMap<number, string>
}

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const contentOf = (stream: unknown): string =>
  stream instanceof PDFRawStream ? latin(decodePDFRawStream(stream).decode()) : ''

/** Hexadecimal UTF-16, as a table of letters writes it. */
const spelled = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{1,4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))

/** The table by which a font says which letters its codes are. */
function lettersIn(cmap: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const [, block] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code, text] of block!.matchAll(/<([\dA-Fa-f]+)>\s*<([\dA-Fa-f]+)>/g))
      found.set(Number.parseInt(code!, 16), spelled(text!))
  for (const [, block] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from, to, list, first] of block!.matchAll(
      /<([\dA-Fa-f]+)>\s*<([\dA-Fa-f]+)>\s*(?:\[([^\]]*)\]|<([\dA-Fa-f]+)>)/g,
    )) {
      const start = Number.parseInt(from!, 16)
      const each = list?.match(/[\dA-Fa-f]+/g)
      for (let code = start; code <= Number.parseInt(to!, 16); code += 1) {
        const text = each?.[code - start]
        if (text) found.set(code, spelled(text))
        else if (first) {
          const letters = spelled(first)
          found.set(
            code,
            letters.slice(0, -1) + String.fromCharCode(letters.charCodeAt(letters.length - 1) + code - start),
          )
        }
      }
    }
  return found
}

function lettersOf(font: PDFDict): Letters {
  const table = font.lookup(PDFName.of('ToUnicode'))
  const isComposite = font.lookup(PDFName.of('Subtype')) === PDFName.of('Type0')
  return { bytes: isComposite ? 2 : 1, of: table instanceof PDFRawStream ? lettersIn(contentOf(table)) : new Map() }
}

function fontsOf(page: PDFPage): ReadonlyMap<string, Letters> {
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'))
  if (!(fonts instanceof PDFDict)) return new Map()
  return new Map(
    fonts.keys().flatMap((name): [string, Letters][] => {
      const font = fonts.lookup(name)
      return font instanceof PDFDict ? [[name.decodeText(), lettersOf(font)]] : []
    }),
  )
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The bytes of a string as a content stream writes it, in brackets or as hexadecimal numbers. */
function bytesOf(token: string): Buffer {
  if (token.startsWith('<')) {
    const hex = token.slice(1, -1).replaceAll(/\s/g, '')
    return Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex')
  }
  const plain = token
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{1,3})|\r?\n|(.))/g, (_, octal?: string, sign?: string) =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : sign ? (escapes[sign] ?? sign) : '',
    )
  return Buffer.from(plain, 'latin1')
}

function lettersShown(token: string, font: Letters | undefined): string {
  const bytes = bytesOf(token)
  if (!font || font.of.size === 0) return bytes.toString('latin1')
  let text = ''
  for (let at = 0; at + font.bytes <= bytes.length; at += font.bytes)
    text += font.of.get(bytes.readUIntBE(at, font.bytes)) ?? ''
  return text
}

/** A string, a name, a number or an operator. */
const TOKEN = /\((?:\\[\s\S]|[^\\()])*\)|<[\dA-Fa-f\s]*>|\/[^\s/<>[\]()]+|-?\d*\.?\d+|[A-Za-z'"*]+/g
/** So far back between letters (thousandths of their size) is a blank. */
const BLANK = -180

/** What a page writes, in the order of its file. */
function textOfPage(page: PDFPage): string {
  const { node } = page
  const contents = node.Contents()
  const parts = contents instanceof PDFArray ? contents.asArray().map((one) => node.context.lookup(one)) : [contents]
  const fonts = fontsOf(page)
  let font: Letters | undefined
  let name = ''
  let shown = ''
  let text = ''
  for (const [token] of parts.map(contentOf).join('\n').matchAll(TOKEN)) {
    if (token.startsWith('/')) name = token.slice(1)
    else if (token.startsWith('(') || token.startsWith('<')) shown += lettersShown(token, font)
    else if (token === 'Tf') font = fonts.get(name)
    else if (/^-?[\d.]+$/.test(token)) shown += shown !== '' && Number(token) < BLANK ? ' ' : ''
    else {
      if (['Tj', 'TJ', "'", '"'].includes(token)) text += `${shown} `
      shown = ''
    }
  }
  return text
}

/** What a document says in its pages and of itself, with every run of blanks as one. @throws where it cannot be read */
export async function textOfPdf(content: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(content, { updateMetadata: false, ignoreEncryption: true })
  const about = [document.getTitle(), document.getAuthor(), document.getSubject(), document.getKeywords()]
  const pages = document.getPages().map(textOfPage)
  return [...about, ...pages].filter(Boolean).join('\n').replaceAll(/\s+/g, ' ')
}
