import type { Brand } from '#platform/values/brand.ts'

/** Faces by the names that `doc.font` is given. */
export const pdfFaces = ['text', 'medium', 'semi', 'bold'] as const

export type PdfFace = (typeof pdfFaces)[number]

/** What a document is drawn with; the server has it on its disk, a browser fetches it. */
export interface PdfAssets {
  /** Fonts as bytes, or opened already. */
  readonly fonts: Readonly<Record<PdfFace, ArrayBuffer | { layout(text: string): unknown }>>
  /** The wordmark of the screens as SVG text, so that screens and papers never differ. */
  readonly wordmark: string
  /** Teaches a document letters that its fonts lack. */
  readonly teachLetters?: (doc: PDFKit.PDFDocument) => void
  /** For the archive: the document bears its colour profile and says that it follows PDF/A-2b. */
  readonly isArchival?: boolean
}

/** The colours of the light theme, as paper bears them. */
export const pdfColours = {
  ink: '#10261C',
  soft: '#43564B',
  line: '#D8D5C8',
  lineStrong: '#808C83',
  sunk: '#F6F5EE',
  tint: '#EEF5F0',
  brand: '#143C2D',
  curve: '#1E533E',
  signal: '#F4A92A',
} as const

/** Points between the edge of an A4 page and its contents. */
export const pdfMargins = { top: 98, bottom: 66, left: 56, right: 56 } as const

/** The drawn wordmark spells this name; another brand is set in type. */
const DRAWN_NAME = 'Poljin'
const WORDMARK_HEIGHT = 25

interface WordmarkShapes {
  readonly letters: string
  /** Dots over j and i: position, size, radius, and whether the signal colour fills it. */
  readonly dots: readonly { x: number; y: number; width: number; height: number; radius: number; isSignal: boolean }[]
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

function wordmarkShapes(svg: string): WordmarkShapes {
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const number = (tag: string, name: string) => Number(attribute(tag, name))
  const dots = [...svg.matchAll(/<rect [^>]*>/g)].map(([tag]) => ({
    x: number(tag, 'x'),
    y: number(tag, 'y'),
    width: number(tag, 'width'),
    height: number(tag, 'height'),
    radius: number(tag, 'rx'),
    isSignal: attribute(tag, 'fill') !== 'currentColor',
  }))
  const [x = 0, y = 0, width = 0, height = 0] = attribute(svg, 'viewBox').split(' ').map(Number)
  return { letters: / d="([^"]*)"/.exec(svg)?.[1] ?? '', dots, box: [x, y, width, height] }
}

interface FrameWords {
  readonly brand: Brand
  readonly wordmark: string
  /** Stands small in the header, such as the document's name and number. */
  readonly headline: string
  readonly footer: string
}

function drawWordmark(doc: PDFKit.PDFDocument, { brand, wordmark }: FrameWords, left: number, top: number) {
  const colour = brand.logoColour ?? pdfColours.brand
  if (brand.name !== DRAWN_NAME) {
    doc.font('bold').fontSize(18).fillColor(colour).text(brand.name, left, top, { lineBreak: false })
    return
  }
  const { letters, dots, box } = wordmarkShapes(wordmark)
  const scale = WORDMARK_HEIGHT / box[3]
  doc.save().translate(left, top).scale(scale).translate(-box[0], -box[1])
  doc.path(letters).fill(colour)
  for (const dot of dots) {
    doc.roundedRect(dot.x, dot.y, dot.width, dot.height, dot.radius).fill(dot.isSignal ? pdfColours.signal : colour)
  }
  doc.restore()
}

/** Header and footer of the current page, marked as repeated so that reading programs leave them out. */
export function drawFrame(doc: PDFKit.PDFDocument, words: FrameWords, pageNumber: string) {
  const { headline, footer } = words
  const { left, right } = pdfMargins
  const width = doc.page.width - left - right
  const small = () => doc.font('text').fontSize(8).fillColor(pdfColours.soft)
  const line = (y: number) =>
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.6)
      .strokeColor(pdfColours.line)
      .stroke()
  const { bottom } = doc.page.margins
  // Text below the bottom margin would open another page.
  doc.page.margins.bottom = 0
  doc.markContent('Artifact', { type: 'Pagination' })
  drawWordmark(doc, words, left, 37)
  small().text(headline, left, 47, { width, align: 'right', lineBreak: false })
  line(72)
  const y = doc.page.height - 40
  line(y - 10)
  small().text(footer, left, y, { width: width - 60, lineBreak: false, ellipsis: true })
  small().text(pageNumber, left, y, { width, align: 'right', lineBreak: false })
  doc.endMarkedContent()
  doc.page.margins.bottom = bottom
}
