import { drawMonthCurve, drawMonthTable } from '#platform/pdf/month-prices.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import type { Cents } from '#platform/values/money.ts'
import { type DocumentBase, wordsOf } from './document-words.ts'

export interface BuyOutFacts extends DocumentBase {
  readonly orderNumber: string
  readonly bike: string
  readonly totalPriceCents: Cents
  /** The price at the end of month 1, 2, … */
  readonly buyOutCents: readonly Cents[]
}

/** The buy-out price at the end of every month, as a curve and as a table on one page. */
export async function renderBuyOutPdf(facts: BuyOutFacts): Promise<Buffer> {
  const words = wordsOf(facts, 'documents')
  const { t, euros } = words
  const { buyOutCents, totalPriceCents } = facts
  const page = await createPdf({
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
  const prices = { startCents: totalPriceCents, monthCents: buyOutCents, euros }
  drawMonthCurve(page, prices, {
    start: t('buyOut.start'),
    monthMark: (month) => t('buyOut.monthMark', { month }),
    alt: t('buyOut.curveAlt', {
      first: euros(totalPriceCents),
      last: euros(buyOutCents.at(-1) ?? totalPriceCents),
      months: buyOutCents.length,
    }),
  })
  drawMonthTable(page, prices, { month: t('buyOut.month'), price: t('buyOut.buyOutPrice') })
  return page.finish()
}
