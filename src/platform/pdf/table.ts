import { pdfColours, pdfMargins } from './frame.ts'
import type { PdfStructure } from './structure.ts'

export interface TableColumn {
  readonly header: string
  /** Share of the width. */
  readonly width: number
  readonly align?: 'left' | 'right'
  /** Space at the left of the column, to set side-by-side groups of columns apart. */
  readonly gap?: number
}

export interface TableOptions {
  /** Closing rows in bold, under a strong line. */
  readonly totals?: readonly (readonly string[])[]
  /** Height of a row in points beyond its text; 8 unless told. */
  readonly rowSpace?: number
}

type RowKind = 'head' | 'row' | 'total'

interface PlacedColumn {
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
}

const PADDING = 5
const faces: Record<RowKind, { font: string; size: number; colour: string }> = {
  head: { font: 'medium', size: 8, colour: pdfColours.soft },
  row: { font: 'text', size: 9, colour: pdfColours.ink },
  total: { font: 'semi', size: 9.5, colour: pdfColours.ink },
}

/** The line under a row or a header, and the one over the totals. */
const rules: Record<RowKind, readonly [thickness: number, colour: string]> = {
  head: [0.9, pdfColours.lineStrong],
  row: [0.5, pdfColours.line],
  total: [1, pdfColours.brand],
}

/** Indices of the columns that stand together, without a gap between them. */
function groupsOf(columns: readonly TableColumn[]): number[][] {
  const groups: number[][] = []
  for (const [index, { gap }] of columns.entries()) {
    if (index === 0 || gap) groups.push([index])
    else groups.at(-1)!.push(index)
  }
  return groups
}

function placeColumns(columns: readonly TableColumn[], width: number): PlacedColumn[] {
  const gaps = columns.reduce((sum, { gap = 0 }) => sum + gap, 0)
  const shares = columns.reduce((sum, column) => sum + column.width, 0)
  let x: number = pdfMargins.left
  return columns.map((column) => {
    x += column.gap ?? 0
    const placed = { x, width: (column.width / shares) * (width - gaps), align: column.align ?? 'left' }
    x += placed.width
    return placed
  })
}

interface Drawing {
  readonly structure: PdfStructure
  readonly placed: readonly PlacedColumn[]
  readonly groups: readonly number[][]
  readonly rowSpace: number
}

function heightOfRow(
  { structure: { doc }, placed, rowSpace }: Drawing,
  cells: readonly string[],
  kind: RowKind,
): number {
  doc.font(faces[kind].font).fontSize(faces[kind].size)
  const heights = cells.map((cell, i) => doc.heightOfString(cell || ' ', { width: placed[i]!.width - 2 * PADDING }))
  return Math.max(...heights) + rowSpace
}

function drawRules(
  { structure, placed, groups }: Drawing,
  cells: readonly string[],
  kind: RowKind,
  { y, height }: { y: number; height: number },
): void {
  const { doc } = structure
  structure.artifact(() => {
    const place = kind === 'total' ? y : y + height
    const [thickness, colour] = rules[kind]
    doc.lineWidth(thickness).strokeColor(colour)
    // Side-by-side groups of columns have a rule each, and an empty place in a group has none.
    for (const group of groups.filter((indices) => indices.some((index) => cells[index] !== ''))) {
      const last = placed[group.at(-1)!]!
      doc
        .moveTo(placed[group[0]!]!.x, place)
        .lineTo(last.x + last.width, place)
        .stroke()
    }
  })
}

function drawRow(drawing: Drawing, cells: readonly string[], kind: RowKind, isFirstTotal = false): void {
  const { structure, placed, rowSpace } = drawing
  const { doc } = structure
  const height = heightOfRow(drawing, cells, kind)
  const y = doc.y
  if (kind !== 'total' || isFirstTotal) drawRules(drawing, cells, kind, { y, height })
  const { font, size, colour } = faces[kind]
  structure.open('TR', () => {
    for (const [i, cell] of cells.entries()) {
      const { x, width: cellWidth, align } = placed[i]!
      structure.put(kind === 'head' ? 'TH' : 'TD', () => {
        doc.font(font).fontSize(size).fillColor(colour)
        // Digits of equal width matter in columns of figures only, and pdfkit lays such text out uncached.
        const features = align === 'right' && kind !== 'head' ? { features: ['tnum' as const] } : {}
        doc.text(cell, x + PADDING, y + rowSpace / 2, { width: cellWidth - 2 * PADDING, align, ...features })
      })
    }
  })
  doc.y = y + height
}

/**
 * A table whose header is repeated on every page that it reaches. Figures stand in columns of equal width digits; a row
 * is never torn apart.
 */
export function drawTable(
  structure: PdfStructure,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { totals = [], rowSpace = 8 }: TableOptions = {},
): void {
  const { doc, width } = structure
  const drawing: Drawing = { structure, placed: placeColumns(columns, width), groups: groupsOf(columns), rowSpace }
  const headers = columns.map(({ header }) => header)
  structure.keep(heightOfRow(drawing, headers, 'head') + 3 * 20)
  structure.open('Table', () => {
    drawRow(drawing, headers, 'head')
    const all = [
      ...rows.map((cells) => ({ cells, kind: 'row' as const, isFirstTotal: false })),
      ...totals.map((cells, index) => ({ cells, kind: 'total' as const, isFirstTotal: index === 0 })),
    ]
    for (const { cells, kind, isFirstTotal } of all) {
      if (structure.keep(heightOfRow(drawing, cells, kind))) structure.artifact(() => drawRow(drawing, headers, 'head'))
      drawRow(drawing, cells, kind, isFirstTotal)
    }
  })
  doc.x = pdfMargins.left
}
