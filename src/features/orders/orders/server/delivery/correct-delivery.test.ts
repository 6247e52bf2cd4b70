import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { addDays, firstOfNextMonth, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world, { lessorKind: 'GRENKE' })
})
afterAll(() => world.close())

/** Bills and credit notes of an order's lessor, in their order. */
const billsOf = (orderId: string) =>
  world.services.database.primary
    .selectFrom('invoices')
    .select(['id', 'total_cents', 'credited_invoice_id', 'supply_day', 'file_id'])
    .where('order_id', '=', orderId)
    .where('direction', '=', 'SALES')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

it('corrects the frame number of a billed order: credit note, new invoice, new certificate, the lessor told; others may not', async () => {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  const today = helsinkiDay(world.env.now())
  const correct = async (as: typeof cast.staff, change: object = {}, key?: string) => {
    const { version } = await journey.order(cast.staff, orderId)
    const body = { frameNumber: 'HT7-OIKEA', deliveryDay: today, reason: 'Kirjoitusvirhe', version, ...change }
    return world.call(orders.correctDelivery, { as, params: { orderId }, body, ...(key ? { key } : {}) })
  }
  const certificates = async () => {
    const files = world.services.database.primary.selectFrom('files').select('id').where('parent_type', '=', 'order')
    return (await files.where('parent_id', '=', orderId).where('label', 'like', '%luovutustodistus.pdf').execute())
      .length
  }
  const accessory = (name: string, price: number) => ({ name, price })
  const accessories = [accessory('Lukko', 60), accessory('Kypärä', 30), accessory('Lukko', 60)]
  await journey.toProcessed(orderId, { bikePrice: 2_850, accessories })
  const { invoiceId } = await journey.enterInvoice(orderId)
  await journey.match(orderId, invoiceId)
  await journey.deliver(orderId, 'HT7-VAARA')
  expect((await correct(cast.staff)).body.code).toBe('DELIVERY_NOT_ALLOWED')
  const billed = await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  expect((await correct(own.employee)).status).toBe(403)
  expect((await correct(cast.employer)).status).toBe(403)
  expect((await correct(cast.staff, { deliveryDay: addDays(today, 1) })).body.fields).toMatchObject([
    { path: 'deliveryDay' },
  ])
  for (const frameNumber of ['ht7-vaara', 'HT7 VAARA', 'ht 7vaara'])
    expect((await correct(cast.staff, { frameNumber })).body.fields).toMatchObject([{ code: 'UNCHANGED' }])
  expect((await correct(cast.staff, { price: 2_999 })).body.fields).toMatchObject([
    { path: 'price', code: 'PRICE_IS_SIGNED' },
  ])
  expect(await journey.order(cast.staff, orderId)).toMatchObject({ frameNumber: 'HT7-VAARA', version: billed.version })
  const before = await certificates()
  expect((await correct(cast.staff, { price: 3_000 })).body).toMatchObject({
    frameNumber: 'HT7-OIKEA',
    startDay: billed.startDay,
  })
  const db = () => world.services.database.primary
  const noted = await db()
    .selectFrom('events')
    .select(['type', 'data'])
    .where('subject_id', '=', orderId)
    .where('type', '=', 'SERIAL_NUMBER_UPDATED')
    .execute()
  expect(noted.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ from: 'HT7-VAARA', to: 'HT7-OIKEA', reason: 'Kirjoitusvirhe', afterBilling: true }),
  )
  expect(await certificates()).toBe(before + 1)
  const rows = await billsOf(orderId)
  expect(rows.map((row) => row.total_cents)).toEqual([300_000, -300_000, 300_000])
  const { lines } = await world.ok(invoices.get, { as: cast.staff, params: { id: rows[2]!.id } })
  expect(lines.map(({ description, quantity, gross }) => [description, quantity, gross])).toEqual([
    [expect.stringContaining('HT7-OIKEA'), 1, 2_850],
    ['Lukko', 2, 120],
    ['Kypärä', 1, 30],
  ])
  expect(rows[1]!.credited_invoice_id).toBe(rows[0]!.id)
  expect((await journey.order(cast.staff, orderId)).salesInvoiceId).toBe(rows[2]!.id)
  world.env.setNow(`${firstOfNextMonth(today)}T09:00:00+02:00`)
  await world.services.runJobs()
  expect((await journey.order(cast.staff, orderId)).orderStatus).toBe('ACTIVE_LEASING')
  expect((await correct(cast.staff, { frameNumber: 'HT7-VIELA' })).body).toMatchObject({ frameNumber: 'HT7-VIELA' })

  // Where no invoice of ours stands, the lessor hears of the facts alone.
  const told = () =>
    db().selectFrom('outbox').select(['recipient', 'body_text']).where('template', '=', 'orders:mail.deliveryCorrected')
  expect(await told().execute()).toEqual([])
  const { salesInvoiceId } = await journey.order(cast.staff, orderId)
  const credit = { as: cast.staff, params: { id: salesInvoiceId! }, body: { reason: 'Rahoittaja laskuttaa itse' } }
  await world.ok(invoices.credit, credit)
  await db().updateTable('leasing_companies').set({ invoice_email: 'laskut@rahoittaja.example' }).execute()
  expect((await correct(cast.staff, { frameNumber: 'HT7-LOPULTA' })).status).toBe(200)
  const mails = await told().execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(['laskut@rahoittaja.example'])
  expect(mails[0]!.body_text).toContain('HT7-LOPULTA')
}, 120_000)

it('corrects the delivery day alone: the lease’s days stand, the bill goes anew, the certificate says the day, the lessor is told', async () => {
  const { journey, orderId } = await anotherOrder(world, cast)
  const db = () => world.services.database.primary
  await db().updateTable('leasing_companies').set({ invoice_email: 'laskut@rahoittaja.example' }).execute()
  await journey.toProcessed(orderId)
  const { invoiceId } = await journey.enterInvoice(orderId)
  await journey.match(orderId, invoiceId)
  const confirmed = helsinkiDay(world.env.now())
  world.env.setNow(`${addDays(confirmed, 2)}T09:00:00+02:00`)
  await journey.deliver(orderId, 'HT7-PAIVA')
  const billed = await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  const correct = async (deliveryDay: string) => {
    const { version } = await journey.order(cast.staff, orderId)
    const body = { frameNumber: 'HT7-PAIVA', deliveryDay, reason: 'Luovutus oli eilen', version }
    return world.call(orders.correctDelivery, { as: cast.staff, params: { orderId }, body })
  }
  const mails = async () =>
    (
      await db()
        .selectFrom('outbox')
        .select('template')
        .where('recipient', '=', 'laskut@rahoittaja.example')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map(({ template }) => template)
  const before = (await mails()).length
  expect((await correct(addDays(confirmed, -1))).body.fields).toMatchObject([{ code: 'DELIVERY_DAY_OUT_OF_RANGE' }])
  expect(await journey.order(cast.staff, orderId)).toMatchObject({ version: billed.version })

  const day = addDays(confirmed, 1)
  expect((await correct(day)).body).toMatchObject({
    frameNumber: 'HT7-PAIVA',
    deliveryDay: day,
    startDay: billed.startDay,
    orderStatus: 'GRENKE_INVOICE_SENT',
  })
  const events = await db().selectFrom('events').select(['type', 'data']).where('subject_id', '=', orderId).execute()
  expect(events.filter(({ data }) => (data as { afterBilling?: boolean }).afterBilling)).toEqual([
    {
      type: 'DELIVERY_DATE_UPDATED',
      data: { from: addDays(confirmed, 2), to: day, reason: 'Luovutus oli eilen', afterBilling: true },
    },
  ])
  expect((await mails()).slice(before)).toEqual(['invoices:mail.credit', 'invoices:mail.sent'])
  const bills = await billsOf(orderId)
  const [first, credit, anew] = bills
  expect(bills.map((bill) => bill.total_cents)).toEqual([first!.total_cents, -first!.total_cents, first!.total_cents])
  expect([credit!.credited_invoice_id, anew!.supply_day]).toEqual([first!.id, day])
  expect((await journey.order(cast.staff, orderId)).salesInvoiceId).toBe(anew!.id)
  await makeDocuments.run(world.services)
  const { raw } = await world.call(orders.certificate, { as: cast.staff, params: { orderId } })
  if (hasPoppler)
    expect(execFileSync('pdftotext', ['-layout', '-', '-'], { input: raw }).toString()).toContain(formatDay(day))
}, 120_000)

it('steps back from billing once the lessor’s invoice is credited, not before, and bills anew', async () => {
  const { journey, orderId } = await anotherOrder(world, cast)
  await journey.toProcessed(orderId)
  const { invoiceId } = await journey.enterInvoice(orderId)
  await journey.match(orderId, invoiceId)
  await journey.deliver(orderId, 'HT7-TAKAISIN')
  const billed = await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  const back = async () => {
    const { version } = await journey.order(cast.staff, orderId)
    const body = { to: 'READY_FOR_BILLING' as const, reason: 'Väärä hinta', version }
    return world.call(orders.move, { as: cast.staff, params: { orderId }, body })
  }
  expect((await back()).status).toBe(409)
  expect((await journey.order(cast.staff, orderId)).orderStatus).toBe('GRENKE_INVOICE_SENT')
  const credit = { as: cast.staff, params: { id: billed.salesInvoiceId! }, body: { reason: 'Väärä hinta' } }
  await world.ok(invoices.credit, credit)
  expect((await back()).body).toMatchObject({ orderStatus: 'READY_FOR_BILLING' })
  const anew = await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  expect(anew.salesInvoiceId).not.toBe(billed.salesInvoiceId)
}, 120_000)
