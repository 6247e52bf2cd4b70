import { renderBuyOutPdf } from '#features/ground/documents/server/buy-out-pdf.ts'
import { leasedCents } from '#features/pricing/leasing/rules/price-card.ts'
import { fail } from '#platform/contract/errors.ts'
import { type BaseContext, FileAnswer } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { OrderRecord } from '../moves/record.ts'

/** The buy-out table of an order's price card as a PDF in the reader's language. */
export async function buyOutAnswer({ order }: OrderRecord, context: BaseContext): Promise<FileAnswer> {
  const card = order.snapshot ?? fail('NOT_FOUND')
  const { texts, brand, env, language } = context
  const content = await renderBuyOutPdf({
    texts,
    brand,
    language,
    at: env.now(),
    day: helsinkiDay(env.now()),
    orderNumber: order.order_number,
    bike: `${order.bike_brand} ${order.bike_model}`,
    totalPriceCents: leasedCents(card),
    buyOutCents: card.buyOutCents,
  })
  return new FileAnswer({ content, contentType: 'application/pdf', name: `${order.order_number}-lunastus.pdf` })
}
