import { pdfMargins } from './frame.ts'

/** Standard structure types of PDF 1.7 that our documents use. */
export type StructureType =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Link'
  | 'Sect'

/**
 * Drawing that says what is drawn, so that reading programs and screen readers see headings, lists and tables and not
 * only ink.
 */
export interface PdfStructure {
  readonly doc: PDFKit.PDFDocument
  /** Points between the side margins. */
  readonly width: number
  /** An element that holds others. */
  open(type: StructureType, content: () => void): void
  /** An element that holds what is drawn. */
  put(type: StructureType, draw: () => void, options?: { alt?: string }): void
  /** Ornament: rules, boxes and repeated headers. Inside another ornament everything is ornament. */
  artifact(draw: () => void): void
  /** Begins a new page unless so many points are left. @returns whether it did */
  keep(points: number): boolean
  /** Closes all elements; nothing but ornament may follow. */
  end(): void
}

/** A header cell says that it heads a column. The published types leave the element's dictionary out. */
function scopeHeader(element: PDFKit.PDFStructureElement) {
  const { data } = (element as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary
  data.A = { O: 'Table', Scope: 'Column' }
}

export function createStructure(doc: PDFKit.PDFDocument): PdfStructure {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const trail: PDFKit.PDFStructureElement[] = [root]
  let isOrnament = false
  const add = (element: PDFKit.PDFStructureElement) => {
    trail.at(-1)!.add(element)
    return element
  }
  return {
    doc,
    width: doc.page.width - pdfMargins.left - pdfMargins.right,
    open(type, content) {
      if (isOrnament) return content()
      const element = add(doc.struct(type))
      trail.push(element)
      content()
      trail.pop()
      element.end()
    },
    put(type, draw, options = {}) {
      if (isOrnament) return draw()
      const element = doc.struct(type, options, draw)
      if (type === 'TH') scopeHeader(element)
      add(element).end()
    },
    artifact(draw) {
      if (isOrnament) return draw()
      isOrnament = true
      doc.markContent('Artifact', { type: 'Layout' })
      doc.save()
      draw()
      doc.restore()
      doc.endMarkedContent()
      isOrnament = false
    },
    keep(points) {
      if (doc.y + points <= doc.page.height - pdfMargins.bottom) return false
      doc.addPage()
      return true
    },
    end: () => root.end(),
  }
}
