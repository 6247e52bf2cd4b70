import type { Cents } from '#platform/money.ts'
import { pdfColours, pdfMargins } from '#platform/pdf/frame.ts'
import { createPdf, type PdfPage } from '#platform/server/pdf.ts'
import { drawBuyOutTable } from './buy-out-table.ts'
import { type DocumentBase, type DocumentWords, wordsOf } from './document-words.ts'

export interface BuyOutFacts extends DocumentBase {
  readonly orderNumber: string
  readonly bike: string
  readonly totalPriceCents: Cents
  /** The price at the end of month 1, 2, … */
  readonly buyOutCents: readonly Cents[]
}

/** The buy-out price at the end of every month, as a curve and as a table on one page. */
export async function renderBuyOutPdf(facts: BuyOutFacts): Promise<Buffer> {
  const words = wordsOf(facts)
  const { t, euros } = words
  const { buyOutCents, totalPriceCents } = facts
  const page = createPdf({
    ...facts,
    title: `${t('buyOut.title')} ${facts.orderNumber}`,
    headline: t('buyOut.headline', { order: facts.orderNumber }),
  })
  page.title(t('buyOut.title'))
  page.paragraph(t('buyOut.intro', { bike: facts.bike }), { soft: true })
  page.figures([
    [t('buyOut.price'), euros(totalPriceCents)],
    [t('buyOut.term'), t('buyOut.months', { count: buyOutCents.length })],
    [t('buyOut.last'), euros(buyOutCents.at(-1) ?? totalPriceCents)],
  ])
  page.heading(t('buyOut.curve'))
  drawCurve(page, facts, words)
  drawBuyOutTable(page, { buyOutCents, month: t('buyOut.month'), price: t('buyOut.buyOutPrice'), euros })
  return page.finish()
}

const CURVE_HEIGHT = 132
const AXIS_WIDTH = 46
const AXIS_HEIGHT = 18
const STEPS = [10_000, 20_000, 25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000]

/** Round amounts from nothing up to at least the highest price, three to five of them. */
function gridOf(highestCents: Cents): Cents[] {
  const step = STEPS.find((one) => highestCents <= one * 4) ?? Math.ceil(highestCents / 4)
  return Array.from({ length: Math.ceil(highestCents / step) + 1 }, (_, index) => index * step)
}

function drawCurve(page: PdfPage, { totalPriceCents, buyOutCents }: BuyOutFacts, { t, euros }: DocumentWords) {
  const { doc } = page.structure
  const prices = [totalPriceCents, ...buyOutCents]
  const months = buyOutCents.length
  const grid = gridOf(Math.max(...prices))
  const left = pdfMargins.left + AXIS_WIDTH
  const width = page.width - AXIS_WIDTH - 8
  const bottom = doc.y + CURVE_HEIGHT
  const xOf = (month: number) => left + (month / months) * width
  const yOf = (cents: Cents) => bottom - (cents / grid.at(-1)!) * (CURVE_HEIGHT - 14)
  const label = () => doc.font('text').fontSize(8).fillColor(pdfColours.soft)
  const curve = () => {
    doc.moveTo(xOf(0), yOf(prices[0]!))
    for (let month = 1; month <= months; month += 1) doc.lineTo(xOf(month), yOf(prices[month]!))
  }
  const alt = t('buyOut.curveAlt', { first: euros(prices[0]!), last: euros(prices.at(-1)!), months })
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
  const drawMark = (month: number) => {
    const text = month === 0 ? t('buyOut.start') : t('buyOut.monthMark', { month })
    label().text(text, xOf(month) - 30, bottom + 6, { width: 60, align: 'center' })
    const isLast = month === months
    doc.circle(xOf(month), yOf(prices[month]!), 3).lineWidth(1.6)
    doc.fillAndStroke(isLast ? pdfColours.signal : '#FFFFFF', pdfColours.curve)
    if (month === 0) return
    doc.font('semi').fontSize(8).fillColor(pdfColours.ink)
    // The curve comes down from the left: the last amount stands above it, the others to the right of their mark.
    const [x, rise, align] = isLast ? [xOf(month) - 66, 27, 'right' as const] : [xOf(month) + 2, 14, 'left' as const]
    doc.text(euros(prices[month]!), x, yOf(prices[month]!) - rise, { width: 66, align })
  }
  page.structure.put('Figure', draw, { alt })
  doc.x = pdfMargins.left
  doc.y = bottom + AXIS_HEIGHT + 12
}

/** The start, whole years, and the end; a year right before the end would be written over it. */
function marksOf(months: number): number[] {
  const years = Array.from({ length: Math.floor(months / 12) }, (_, index) => (index + 1) * 12)
  return [0, ...years.filter((month) => months - month > 4), months]
}
