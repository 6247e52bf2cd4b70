import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

interface ReadCell {
  readonly text: string
  /** Whether a program keeps the cell a text when somebody edits it. */
  readonly isQuoted: boolean
}

/** Excel's way to write signs that XML cannot hold: `_x0041_`. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function* parsed(xml: Uint8Array): Generator<{ name: string; attributes: Record<string, string> } | string | null> {
  const found: ({ name: string; attributes: Record<string, string> } | string | null)[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes: attributes as Record<string, string> }))
  parser.on('text', (text) => found.push(text))
  parser.on('closetag', () => found.push(null))
  parser.on('error', (error) => {
    throw error
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < xml.length; at += 65_536) {
    parser.write(decoder.decode(xml.subarray(at, at + 65_536), { stream: true }))
    yield* found.splice(0)
  }
  parser.close()
  yield* found.splice(0)
}

/** Which cell formats bear the quote prefix, by their number. */
function quotedFormats(styles: Uint8Array): boolean[] {
  const formats: boolean[] = []
  let isInside = false
  for (const one of parsed(styles)) {
    if (one === null || typeof one === 'string') continue
    if (one.name === 'cellXfs') isInside = true
    else if (one.name === 'cellStyles') isInside = false
    else if (isInside && one.name === 'xf') formats.push(one.attributes.quotePrefix === '1')
  }
  return formats
}

/** The text cells of the first sheet by their place, `B2`, in the order of the file. @throws for XML that is not well formed */
export function readWorkbook(workbook: Uint8Array): Map<string, ReadCell> {
  const parts = unzipSync(workbook)
  const quoted = quotedFormats(parts['xl/styles.xml']!)
  const cells = new Map<string, ReadCell>()
  let place = ''
  let format = 0
  let text: string | null = null
  for (const one of parsed(parts['xl/worksheets/sheet1.xml']!)) {
    if (typeof one === 'string') text = text === null ? null : text + one
    else if (one?.name === 'c') {
      place = one.attributes.r!
      format = Number(one.attributes.s ?? 0)
    } else if (one?.name === 't') text = ''
    else if (one === null && text !== null) {
      cells.set(place, { text: unescaped(text), isQuoted: quoted[format] ?? false })
      text = null
    }
  }
  return cells
}
