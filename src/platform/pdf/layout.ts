import PDFDocument from 'pdfkit'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Brand } from '#platform/values/brand.ts'
import { drawFrame, type PdfAssets, pdfColours, pdfFaces, pdfMargins } from './frame.ts'
import { createStructure, type PdfStructure } from './structure.ts'
import { drawTable, type TableColumn, type TableOptions } from './table.ts'

export type { TableColumn }

export interface PdfOptions {
  readonly title: string
  readonly language: LanguageCode
  readonly brand: Brand
  /** When the document was made; it goes into the metadata, never the clock. */
  readonly at: Date
  /** Stands small in the header, such as a document number. */
  readonly headline: string
  /** Words of the footer; the operator's contact details unless given. */
  readonly footer?: string
}

/** A name and its value. */
export type Fact = readonly [name: string, value: string]

/** A page layout for letters and agreements: one column, headings, paragraphs, facts and tables that continue over pages. */
export interface PdfPage {
  /** Bare drawing, for charts and barcodes; what is drawn goes into `structure.put` or `structure.artifact`. */
  readonly structure: PdfStructure
  readonly width: number
  title(text: string): void
  heading(text: string): void
  /** A small heading that stays with the paragraph after it. */
  subheading(text: string): void
  paragraph(text: string, options?: { soft?: boolean }): void
  /** An address, written out and leading there. */
  link(address: string): void
  /** Names over values in a grid. */
  facts(rows: readonly Fact[], columns?: number): void
  /** The figures that matter most, large, in a tinted band. */
  figures(rows: readonly Fact[]): void
  /** A framed block under its own small title, such as one side's signature. */
  box(title: string, rows: readonly Fact[], columns?: number): void
  table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], options?: TableOptions): void
  space(points: number): void
  /** Begins a new page unless so many points are left. */
  keep(points: number): void
  /** Numbers the pages and closes the document. */
  finish(): Promise<Uint8Array<ArrayBuffer>>
}

const { left } = pdfMargins
const BODY_SIZE = 9.5
const EMPTY_VALUE = '–'
/** Points of a fact beyond its value: its name above, and air below. */
const FACT_SPACE = 19

/** Opens a tagged A4 document with the brand's header and page numbers. The same input gives the same bytes. */
export function layOutPdf(options: PdfOptions, { fonts, wordmark, teachLetters, isArchival }: PdfAssets): PdfPage {
  const { brand, at } = options
  const doc = new PDFDocument({
    size: 'A4',
    // No built-in font: the browser's build has none, and documents carry their own.
    font: '',
    margins: pdfMargins,
    bufferPages: true,
    tagged: true,
    lang: options.language,
    displayTitle: true,
    pdfVersion: '1.7',
    ...(isArchival ? { subset: 'PDF/A-2b' } : {}),
    info: { Title: options.title, Author: brand.legalName, Creator: brand.name, CreationDate: at, ModDate: at },
  })
  for (const face of pdfFaces) doc.registerFont(face, fonts[face] as ArrayBuffer)
  doc.font('text')
  teachLetters?.(doc)
  const structure = createStructure(doc)
  const bytes = collect(doc)
  return {
    structure,
    width: structure.width,
    ...wordBlocks(structure),
    ...factBlocks(structure),
    table: (columns, rows, tableOptions) => {
      drawTable(structure, columns, rows, tableOptions)
      doc.y += 8
    },
    space(points) {
      doc.y += points
    },
    keep: (points) => void structure.keep(points),
    finish() {
      structure.end()
      const { start, count } = doc.bufferedPageRange()
      const footer = options.footer ?? [brand.legalName, brand.businessId, brand.phone, brand.email].join(' · ')
      for (let i = start; i < start + count; i += 1) {
        doc.switchToPage(i)
        drawFrame(doc, { brand, wordmark, headline: options.headline, footer }, `${i - start + 1} (${count})`)
      }
      doc.end()
      return bytes
    },
  }
}

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(joined(chunks)))
    doc.on('error', reject)
  })
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let place = 0
  for (const chunk of chunks) {
    whole.set(chunk, place)
    place += chunk.length
  }
  return whole
}

function wordBlocks(structure: PdfStructure): Pick<PdfPage, 'title' | 'heading' | 'subheading' | 'paragraph' | 'link'> {
  const { doc, width } = structure
  return {
    title(text) {
      structure.put('H1', () => {
        doc.font('bold').fontSize(23).fillColor(pdfColours.ink)
        doc.text(text, left, doc.y, { width, characterSpacing: -0.4, lineGap: 1 })
      })
      doc.y += 8
    },
    heading(text) {
      if (!structure.keep(90) && doc.y > pdfMargins.top) doc.y += 14
      structure.put('H2', () => {
        doc.font('bold').fontSize(13).fillColor(pdfColours.brand).text(text, left, doc.y, { width })
      })
      doc.y += 5
    },
    subheading(text) {
      structure.keep(58)
      doc.y += 3
      structure.put('H3', () => {
        doc.font('semi').fontSize(10).fillColor(pdfColours.ink).text(text, left, doc.y, { width })
      })
      doc.y += 2
    },
    paragraph(text, { soft = false } = {}) {
      structure.keep(30)
      structure.put('P', () => {
        doc
          .font('text')
          .fontSize(BODY_SIZE)
          .fillColor(soft ? pdfColours.soft : pdfColours.ink)
        doc.text(text, left, doc.y, { width, lineGap: 2.4 })
      })
      doc.y += 4
    },
    link(address) {
      structure.keep(30)
      structure.open('P', () => {
        structure.put('Link', () => {
          doc.font('text').fontSize(8.5).fillColor(pdfColours.curve)
          doc.text(address, left, doc.y, { width, lineGap: 2, link: address })
        })
      })
      doc.y += 4
    },
  }
}

/** A grid of names over values from a place on; the caller has seen to it that it fits. @returns its height */
function drawFacts(
  structure: PdfStructure,
  rows: readonly Fact[],
  columns: number,
  from: { x: number; width: number },
) {
  const { doc } = structure
  const gap = 20
  const cell = (from.width - gap * (columns - 1)) / columns
  structure.open('L', () => {
    for (let i = 0; i < rows.length; i += columns) {
      const slice = rows.slice(i, i + columns)
      doc.font('medium').fontSize(10)
      const heights = slice.map(([, value]) => doc.heightOfString(value || EMPTY_VALUE, { width: cell, lineGap: 1.5 }))
      const height = Math.max(...heights) + FACT_SPACE
      structure.keep(height)
      const y = doc.y
      for (const [index, [name, value]] of slice.entries()) {
        const x = from.x + index * (cell + gap)
        structure.open('LI', () => {
          structure.put('Lbl', () => {
            doc.font('text').fontSize(8).fillColor(pdfColours.soft).text(name, x, y, { width: cell })
          })
          structure.put('LBody', () => {
            doc.font('medium').fontSize(10).fillColor(pdfColours.ink)
            doc.text(value || EMPTY_VALUE, x, y + 11, { width: cell, lineGap: 1.5 })
          })
        })
      }
      doc.y = y + height
    }
  })
  doc.x = left
}

function heightOfFacts({ doc }: PdfStructure, rows: readonly Fact[], columns: number, width: number): number {
  const cell = (width - 20 * (columns - 1)) / columns
  doc.font('medium').fontSize(10)
  const heights = rows.map(
    ([, value]) => doc.heightOfString(value || EMPTY_VALUE, { width: cell, lineGap: 1.5 }) + FACT_SPACE,
  )
  let height = 0
  for (let i = 0; i < heights.length; i += columns) height += Math.max(...heights.slice(i, i + columns))
  return height
}

type Panel = (height: number, draw: (x: number, y: number) => void) => void

/** Key figures side by side on a tinted panel. */
function drawFigures(structure: PdfStructure, panel: Panel, rows: readonly Fact[]): void {
  const { doc, width } = structure
  const height = 58
  structure.keep(height + 8)
  const y = doc.y
  panel(height, () => doc.fill(pdfColours.tint))
  const cell = (width - 32) / rows.length
  doc.font('bold').fontSize(15)
  const widest = Math.max(...rows.map(([, value]) => doc.widthOfString(value)))
  // One size for all, so that the widest stands on one line.
  const size = Math.min(15, Math.floor(((cell - 9) / widest) * 150) / 10)
  structure.open('L', () => {
    for (const [index, [name, value]] of rows.entries()) {
      const x = left + 16 + index * cell
      structure.open('LI', () => {
        structure.put('Lbl', () => {
          doc
            .font('text')
            .fontSize(8)
            .fillColor(pdfColours.soft)
            .text(name, x, y + 13, { width: cell - 8 })
        })
        structure.put('LBody', () => {
          doc.font('bold').fontSize(size).fillColor(pdfColours.brand)
          doc.text(value, x, y + 26 + (15 - size) / 2, { width: cell - 8 })
        })
      })
    }
  })
  doc.x = left
  doc.y = y + height + 8
}

function factBlocks(structure: PdfStructure): Pick<PdfPage, 'facts' | 'figures' | 'box'> {
  const { doc, width } = structure
  const panel: Panel = (height, draw) =>
    structure.artifact(() => {
      doc.roundedRect(left, doc.y, width, height, 8)
      draw(left, doc.y)
    })
  return {
    facts: (rows, columns = 2) => drawFacts(structure, rows, columns, { x: left, width }),
    figures: (rows) => drawFigures(structure, panel, rows),
    box(title, rows, columns = 2) {
      const padding = 14
      const inner = { x: left + padding, width: width - 2 * padding }
      const height = heightOfFacts(structure, rows, columns, inner.width) + 2 * padding + 16
      structure.keep(height + 10)
      const y = doc.y
      panel(height, () => doc.lineWidth(0.8).strokeColor(pdfColours.lineStrong).stroke())
      structure.put('H3', () => {
        doc
          .font('semi')
          .fontSize(10.5)
          .fillColor(pdfColours.brand)
          .text(title, inner.x, y + padding, { width: inner.width })
      })
      doc.y = y + padding + 21
      drawFacts(structure, rows, columns, inner)
      doc.y = y + height + 10
    },
  }
}
