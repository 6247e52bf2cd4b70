import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { Brand } from '../brand.ts'
import type { LanguageCode } from '../contract.ts'

const require = createRequire(import.meta.url)
const font = (weight: string) => require.resolve(`@expo-google-fonts/figtree/${weight}/Figtree_${weight}.ttf`)

const ink = '#10261C'
const soft = '#4A5B51'
const line = '#CFCDBF'
const sunk = '#F3F1E8'
const brandColour = '#143C2D'
const signal = '#F4A92A'
const margin = 56
const bottom = 64

export interface PdfOptions {
  readonly title: string
  readonly language: LanguageCode
  readonly brand: Brand
  readonly at: Date
  /** Stands small in the header, such as a document number. */
  readonly headline: string
  /** Words of the footer, such as the operator's name and business id. */
  readonly footer: string
}

export interface TableColumn {
  readonly header: string
  /** Share of the width. */
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** A page layout for letters and agreements: one column, headings, paragraphs, facts and tables that continue over pages. */
export interface PdfPage {
  readonly doc: PDFKit.PDFDocument
  readonly width: number
  heading(text: string): void
  subheading(text: string): void
  paragraph(text: string, options?: { soft?: boolean }): void
  bullets(items: readonly string[]): void
  /** Name and value pairs, in one or two columns. */
  facts(rows: readonly (readonly [string, string])[], columns?: 1 | 2): void
  table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], options?: { total?: readonly string[] }): void
  space(points: number): void
  /** Begins a new page unless so many points are left. */
  keep(points: number): void
  finish(): Promise<Buffer>
}

/** Opens an A4 document with the brand's header and page numbers. The same input gives the same bytes. */
export function createPdf(options: PdfOptions): PdfPage {
  const doc = new PDFDocument({
    size: 'A4', margins: { top: 100, bottom, left: margin, right: margin }, bufferPages: true, lang: options.language, displayTitle: true, pdfVersion: '1.7',
    info: { Title: options.title, Author: options.brand.legalName, CreationDate: options.at, ModDate: options.at },
  })
  doc.registerFont('text', font('400Regular')).registerFont('semi', font('600SemiBold')).registerFont('bold', font('700Bold'))
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const width = doc.page.width - 2 * margin
  const floor = () => doc.page.height - bottom
  const keep = (points: number) => {
    if (doc.y + points > floor()) doc.addPage()
  }
  const body = (size = 9.5, colour = ink) => doc.font('text').fontSize(size).fillColor(colour)
  const page: PdfPage = {
    doc,
    width,
    heading(text) {
      doc.font('bold').fontSize(22).fillColor(ink).text(text, margin, doc.y, { width })
      doc.moveDown(0.5)
    },
    subheading(text) {
      keep(60)
      doc.moveDown(0.9)
      doc.font('bold').fontSize(12.5).fillColor(brandColour).text(text, margin, doc.y, { width })
      doc.moveDown(0.35)
    },
    paragraph(text, { soft: isSoft } = {}) {
      keep(30)
      body(9.5, isSoft ? soft : ink).text(text, margin, doc.y, { width, lineGap: 2.2 })
      doc.moveDown(0.5)
    },
    bullets(items) {
      for (const item of items) {
        keep(26)
        const y = doc.y
        doc.save().roundedRect(margin + 1, y + 4.5, 7, 2.6, 1.3).fill(signal).restore()
        body().text(item, margin + 16, y, { width: width - 16, lineGap: 2 })
        doc.moveDown(0.25)
      }
      doc.moveDown(0.3)
    },
    facts(rows, columns = 2) {
      const gap = 20
      const cell = (width - gap * (columns - 1)) / columns
      for (let i = 0; i < rows.length; i += columns) {
        const slice = rows.slice(i, i + columns)
        const heights = slice.map(([, value]) => doc.font('semi').fontSize(10).heightOfString(value || '–', { width: cell }))
        const height = Math.max(...heights) + 20
        keep(height)
        const y = doc.y
        for (const [index, [name, value]] of slice.entries()) {
          const x = margin + index * (cell + gap)
          doc.font('text').fontSize(8).fillColor(soft).text(name, x, y, { width: cell })
          doc.font('semi').fontSize(10).fillColor(ink).text(value || '–', x, y + 11, { width: cell })
        }
        doc.y = y + height
      }
    },
    table(columns, rows, { total } = {}) {
      const sum = columns.reduce((all, column) => all + column.width, 0)
      const widths = columns.map((column) => (column.width / sum) * width)
      const drawRow = (cells: readonly string[], kind: 'head' | 'row' | 'total') => {
        doc.font(kind === 'row' ? 'text' : 'semi').fontSize(kind === 'head' ? 8 : 9)
        const height = Math.max(...cells.map((cell, i) => doc.heightOfString(cell || ' ', { width: widths[i]! - 12 }))) + 8
        if (doc.y + height > floor()) {
          doc.addPage()
          if (kind !== 'head') drawRow(columns.map((column) => column.header), 'head')
        }
        doc.font(kind === 'row' ? 'text' : 'semi').fontSize(kind === 'head' ? 8 : 9)
        const y = doc.y
        if (kind === 'head') doc.save().rect(margin, y, width, height).fill(sunk).restore()
        let x = margin
        for (const [i, cell] of cells.entries()) {
          doc.fillColor(kind === 'head' ? soft : ink).text(cell, x + 6, y + 4, { width: widths[i]! - 12, align: columns[i]!.align ?? 'left', features: ['tnum'] })
          x += widths[i]!
        }
        const strong = kind === 'total' ? y : y + height
        doc.save().moveTo(margin, strong).lineTo(margin + width, strong).lineWidth(kind === 'total' ? 1.2 : 0.5).stroke(kind === 'total' ? ink : line).restore()
        doc.y = y + height
      }
      keep(70)
      drawRow(columns.map((column) => column.header), 'head')
      for (const row of rows) drawRow(row, 'row')
      if (total) drawRow(total, 'total')
      doc.x = margin
      doc.moveDown(0.8)
    },
    space: (points) => void (doc.y += points),
    keep,
    finish() {
      const { start, count } = doc.bufferedPageRange()
      for (let i = start; i < start + count; i += 1) {
        doc.switchToPage(i)
        frame(doc, options, `${i - start + 1} (${count})`)
      }
      doc.end()
      return ended
    },
  }
  return page
}

/** Header and footer of a page, drawn when the number of pages is known. */
function frame(doc: PDFKit.PDFDocument, options: PdfOptions, number: string) {
  const width = doc.page.width - 2 * margin
  const { bottom: kept } = doc.page.margins
  doc.page.margins.bottom = 0
  wordmark(doc, options.brand, margin, 40)
  doc.font('text').fontSize(8).fillColor(soft).text(options.headline, margin, 46, { width, align: 'right', lineBreak: false })
  doc.save().moveTo(margin, 74).lineTo(margin + width, 74).lineWidth(0.6).stroke(line).restore()
  const y = doc.page.height - 42
  doc.font('text').fontSize(7.5).fillColor(soft).text(options.footer, margin, y, { width: width - 60, lineBreak: false })
  doc.text(number, margin, y, { width, align: 'right', lineBreak: false })
  doc.page.margins.bottom = kept
}

const letters =
  'M74 200V-600H224V-522H248Q269 -560 309 -586Q349 -612 416 -612Q498 -612 551 -572Q604 -531 630 -460Q656 -390 656 -299Q656 -207 630 -136Q603 -66 550 -27Q496 12 416 12Q358 12 320 -9Q282 -30 260 -66H236V200ZM370 -102Q425 -102 456 -152Q488 -201 488 -300Q488 -399 456 -448Q425 -498 370 -498Q309 -498 272 -445Q236 -392 236 -300Q236 -209 272 -156Q309 -102 370 -102ZM1010 15Q861 15 788 -70Q714 -156 714 -300Q714 -444 788 -530Q861 -615 1010 -615Q1159 -615 1232 -530Q1306 -444 1306 -300Q1306 -156 1232 -70Q1159 15 1010 15ZM1010 -93Q1076 -93 1107 -145Q1138 -197 1138 -300Q1138 -404 1107 -456Q1076 -507 1010 -507Q944 -507 913 -456Q882 -404 882 -300Q882 -197 913 -145Q944 -93 1010 -93ZM1453 0Q1425 -32 1414 -72Q1402 -113 1402 -179V-800H1564V-196Q1564 -120 1581 -78Q1598 -35 1626 -6V0ZM1646 200V194Q1676 160 1692 115Q1708 70 1708 4V-600H1870V21Q1870 92 1854 131Q1838 170 1813 200ZM2008 0V-600H2170V0ZM2308 0V-600H2458V-510H2482Q2500 -555 2538 -585Q2575 -615 2648 -615Q2748 -615 2798 -552Q2848 -489 2848 -381V0H2686V-354Q2686 -416 2664 -450Q2642 -483 2592 -483Q2534 -483 2502 -438Q2470 -392 2470 -324V0Z'

/** The drawn wordmark of the demo brand; another brand's name in type. */
function wordmark(doc: PDFKit.PDFDocument, brand: Brand, x: number, y: number) {
  if (brand.name !== 'Poljin') {
    doc.font('bold').fontSize(16).fillColor(brandColour).text(brand.name, x, y, { lineBreak: false })
    return
  }
  doc.save().translate(x, y + 20).scale(0.024)
  doc.path(letters).fill(brandColour, 'even-odd')
  doc.roundedRect(1691, -804, 196, 104, 52).fill(brandColour)
  doc.roundedRect(1991, -804, 196, 104, 52).fill(signal)
  doc.restore()
}
