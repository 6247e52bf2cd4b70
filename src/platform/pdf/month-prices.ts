import type { Cents } from '#platform/values/money.ts'
import { pdfColours, pdfMargins } from './frame.ts'
import type { PdfPage, TableColumn } from './layout.ts'

/** A price that falls month by month, and how its amounts are said. */
export interface MonthPrices {
  readonly startCents: Cents
  /** The price at the end of month 1, 2, … */
  readonly monthCents: readonly Cents[]
  readonly euros: (cents: Cents) => string
}

/** What stands under the axis, and what the curve says to those who cannot see it. */
export interface CurveWords {
  readonly start: string
  readonly monthMark: (month: number) => string
  readonly alt: string
}

type Drawing = Pick<PdfPage, 'structure' | 'width'>

const GROUPS = 3
const CURVE_HEIGHT = 132
const AXIS_WIDTH = 46
const AXIS_HEIGHT = 18
const STEPS = [10_000, 20_000, 25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000]

/** Round amounts from nothing up to at least the highest price, three to five of them. */
function gridOf(highestCents: Cents): Cents[] {
  const step = STEPS.find((one) => highestCents <= one * 4) ?? Math.ceil(highestCents / 4)
  return Array.from({ length: Math.ceil(highestCents / step) + 1 }, (_, index) => index * step)
}

/** The start, whole years, and the end; the amount of a year near the end would be written over that of the end. */
function marksOf(months: number): number[] {
  const years = Array.from({ length: Math.floor(months / 12) }, (_, index) => (index + 1) * 12)
  return [0, ...years.filter((month) => 5 * (months - month) > months), months]
}

/** Where months and amounts stand on the page. */
function scaleOf({ structure: { doc }, width: pageWidth }: Drawing, prices: readonly Cents[]) {
  const months = prices.length - 1
  const grid = gridOf(Math.max(...prices))
  const left = pdfMargins.left + AXIS_WIDTH
  const width = pageWidth - AXIS_WIDTH - 8
  const bottom = doc.y + CURVE_HEIGHT
  return {
    grid,
    left,
    width,
    bottom,
    xOf: (month: number) => left + (month / months) * width,
    yOf: (cents: Cents) => bottom - (cents / grid.at(-1)!) * (CURVE_HEIGHT - 14),
  }
}

/** The price as a curve over the months, with amounts at whole years. */
export function drawMonthCurve(page: Drawing, { startCents, monthCents, euros }: MonthPrices, words: CurveWords): void {
  const { doc } = page.structure
  page.structure.keep(CURVE_HEIGHT + AXIS_HEIGHT + 12)
  const prices = [startCents, ...monthCents]
  const months = monthCents.length
  const { grid, left, width, bottom, xOf, yOf } = scaleOf(page, prices)
  const label = () => doc.font('text').fontSize(8).fillColor(pdfColours.soft)
  const curve = () => {
    doc.moveTo(xOf(0), yOf(prices[0]!))
    for (let month = 1; month <= months; month += 1) doc.lineTo(xOf(month), yOf(prices[month]!))
  }
  const drawMark = (month: number) => {
    label().text(month === 0 ? words.start : words.monthMark(month), xOf(month) - 30, bottom + 6, {
      width: 60,
      align: 'center',
    })
    const isLast = month === months
    doc.circle(xOf(month), yOf(prices[month]!), 3).lineWidth(1.6)
    doc.fillAndStroke(isLast ? pdfColours.signal : '#FFFFFF', pdfColours.curve)
    if (month === 0) return
    doc.font('semi').fontSize(8).fillColor(pdfColours.ink)
    // The curve comes down from the left: the last amount stands above it, the others to the right of their mark.
    const [x, rise, align] = isLast ? [xOf(month) - 66, 27, 'right' as const] : [xOf(month) + 2, 14, 'left' as const]
    doc.text(euros(prices[month]!), x, yOf(prices[month]!) - rise, { width: 66, align })
  }
  const draw = () => {
    for (const cents of grid) {
      doc
        .moveTo(left, yOf(cents))
        .lineTo(left + width, yOf(cents))
        .lineWidth(0.5)
        .strokeColor(pdfColours.line)
        .stroke()
      const amount = euros(cents).replace(/[.,]00(?=\D*$)/, '')
      label().text(amount, pdfMargins.left, yOf(cents) - 4.5, { width: AXIS_WIDTH - 8, align: 'right' })
    }
    curve()
    doc.lineTo(xOf(months), bottom).lineTo(xOf(0), bottom).closePath().fill(pdfColours.tint)
    curve()
    doc.lineWidth(2).lineJoin('round').strokeColor(pdfColours.curve).stroke()
    for (const month of marksOf(months)) drawMark(month)
  }
  page.structure.put('Figure', draw, { alt: words.alt })
  doc.x = pdfMargins.left
  doc.y = bottom + AXIS_HEIGHT + 12
}

/** The price after every month in three groups of columns side by side, so that five years fit on one page. */
export function drawMonthTable(
  page: Pick<PdfPage, 'table'>,
  { monthCents, euros }: Pick<MonthPrices, 'monthCents' | 'euros'>,
  { month, price }: { month: string; price: string },
): void {
  const height = Math.ceil(monthCents.length / GROUPS)
  const columns = Array.from({ length: GROUPS }, (_, group): TableColumn[] => [
    { header: month, width: 2, ...(group > 0 ? { gap: 18 } : {}) },
    { header: price, width: 3, align: 'right' },
  ]).flat()
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: GROUPS }, (_group, group) => {
      const index = group * height + row
      const cents = monthCents[index]
      return cents === undefined ? ['', ''] : [String(index + 1), euros(cents)]
    }).flat(),
  )
  page.table(columns, rows, { rowSpace: 5 })
}
