import { writeFinvoice } from '#features/money/e-invoices/server/finvoice-write.ts'
import { takeInEInvoices } from '#features/money/e-invoices/server/receive.ts'
import { priceLines, vatGroupsOf } from '#features/money/invoices/rules/lines.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { storeIbans } from './companies.ts'
import type { SeedParts } from './order-client.ts'

interface Sent {
  readonly name: string
  readonly businessId: string
  readonly number: string
  readonly orderNumber: string
  readonly grossCents: number
}

/** A store's Finvoice of one bike, as its operator would bring it. */
function finvoice({ services }: SeedParts, sent: Sent): Buffer {
  const { brand, env } = services
  const today = helsinkiDay(env.now())
  const { lines, totals } = priceLines([
    { purpose: 'OTHER' as const, description: 'Polkupyörä', grossCents: sent.grossCents, vatBasisPoints: 2550 },
  ])
  const nowhere = { street: null, postalCode: null, city: null, eInvoiceAddress: null, operatorId: null }
  return writeFinvoice({
    messageId: env.id(),
    at: env.now(),
    number: sent.number,
    issueDay: today,
    dueDay: addDays(today, 14),
    deliveryDay: today,
    period: null,
    credits: null,
    seller: {
      ...nowhere,
      name: sent.name,
      businessId: sent.businessId,
      vatNumber: `FI${sent.businessId.replace('-', '')}`,
      iban: storeIbans.corner,
      bic: 'NDEAFIHH',
      phone: '0105550100',
      email: 'laskut@pyoraliike.example',
    },
    buyer: { ...nowhere, name: brand.legalName, businessId: brand.businessId, vatNumber: brand.vatNumber },
    orderNumber: sent.orderNumber,
    agreementNumber: null,
    referenceNumber: '1232',
    lines: lines.map((line) => ({ ...line, quantity: 1 })),
    groups: vatGroupsOf(lines, 'GROSS'),
    netCents: totals.netCents,
    vatCents: totals.vatCents,
    totalCents: totals.grossCents,
    barcode: null,
  })
}

/** As a seller's program writes it that parts thousands by a comma, or cents: nobody can tell. */
const withTwoReadings = (content: Buffer) =>
  Buffer.from(content.toString().replace(/(<RowVatExcludedAmount [^>]*>)[^<]*/, '$11,976'))

/**
 * Two e-invoices in the inbox: one whose order is known, and one of a seller that no store is; and one that is put aside,
 * since an amount in it can be read in two ways.
 */
export async function receiveEInvoices(parts: SeedParts): Promise<void> {
  const { services, clock, world } = parts
  clock.setTo(daysAgo(clock, 2))
  const order = await services.database.primary
    .selectFrom('orders')
    .select(['order_number', 'total_price_cents'])
    .where('bike_store_id', '=', world.stores.corner)
    .where('status', '=', 'PROCESSED')
    .orderBy('order_number')
    .executeTakeFirstOrThrow()
  const sent: Sent[] = [
    {
      name: 'Esimerkki Kettinki',
      businessId: '9870005-5',
      number: '2026-118',
      orderNumber: order.order_number,
      grossCents: order.total_price_cents ?? 300_000,
    },
    {
      name: 'Esimerkki Polkupaja',
      businessId: '9870006-3',
      number: '5521',
      orderNumber: 'TUNTEMATON',
      grossCents: 248_000,
    },
  ]
  for (const one of sent)
    await services.database.transaction((db) =>
      takeInEInvoices(db, services, {
        name: `finvoice-${one.number}.xml`,
        content: finvoice(parts, one),
        actor: systemActor,
      }),
    )
  const unclear = { ...sent[1]!, number: '5534' }
  await services.database.transaction((db) =>
    takeInEInvoices(db, services, {
      name: `finvoice-${unclear.number}.xml`,
      content: withTwoReadings(finvoice(parts, unclear)),
      actor: systemActor,
    }),
  )
}
