import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { missingInPdf, wordsOfPdf } from '#testing/files/pdf-words.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { orderCancellations } from '../contract.ts'
import { askStores } from './ask-stores-job.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())

const shop = { onlineShopName: 'Polku Verkossa', productLink: 'https://www.example.com/pyora' }

async function fresh() {
  cast = await buildCast(world)
  const way = journeyOf(world, cast)
  return { way, orderId: await way.start() }
}

async function confirmed() {
  const { way, orderId } = await fresh()
  await way.choosePackage(orderId, shop)
  await way.answer(orderId)
  await way.sign(cast.employee, orderId, 'EMPLOYEE')
  await way.sign(cast.employer, orderId, 'EMPLOYER')
  await way.confirm(orderId)
  return { way, orderId }
}

const open = (orderId: string) =>
  world.ok(orderCancellations.create, {
    as: cast.staff,
    body: { orderId, reason: 'Pyörä oli väärä', reasonCode: 'WRONG_ORDER' },
  })
const get = (id: string) => world.ok(orderCancellations.get, { as: cast.staff, params: { id } })
const complete = (id: string) => world.call(orderCancellations.complete, { as: cast.staff, params: { id } })

/** What has been written to somebody who is no user: a store, and nobody here. */
const mailsToStores = () =>
  world.services.database.primary
    .selectFrom('outbox')
    .select('template')
    .where((eb) => eb.or([eb('template', 'like', '%tore%'), eb('recipient', 'like', '%example.com/pyora%')]))
    .execute()

describe('an order from an online shop is cancelled', () => {
  it('by its buyer before anything binds, and nobody is written to at the shop', async () => {
    const { way, orderId } = await fresh()
    await way.choosePackage(orderId, shop)
    const cancelled = await way.move(cast.employee, orderId, 'CANCELLED')
    expect(cancelled).toMatchObject({ orderStatus: 'CANCELLED', bikeStore: { storeName: shop.onlineShopName } })
    expect(await mailsToStores()).toEqual([])
  })

  it('by the staff before they have bought the bicycle, and closes without money', async () => {
    const { orderId } = await confirmed()
    const opened = await open(orderId)
    expect(opened).toMatchObject({ lines: [] })
    expect(opened.waitingFor).not.toContain('STORE')
    expect((await complete(opened.orderCancellationId)).body).toMatchObject({ status: 'COMPLETED' })
    expect(await mailsToStores()).toEqual([])
  })

  it('after it was bought and paid, with the refund of the shop as a line that the staff follow', async () => {
    const { way, orderId } = await confirmed()
    await way.process(orderId)
    const bought = await way.enterInvoice(orderId)
    await way.match(orderId, bought.invoiceId)
    const paidDay = helsinkiDay(world.env.now())
    const body = { direction: 'OUT' as const, amount: 3000, paidDay, method: 'BANK' as const }
    await world.ok(invoices.pay, { as: cast.staff, params: { id: bought.invoiceId }, body })
    const opened = await open(orderId)
    const id = opened.orderCancellationId
    expect(opened.lines.map((line) => [line.payerType, line.direction, line.expected, line.state])).toEqual([
      ['BIKE_STORE', 'TO_US', 3000, 'OPEN'],
    ])
    // Nobody at the shop has a page here: the staff are awaited in its place, and nothing asks it again.
    expect(opened.waitingFor).not.toContain('STORE')
    expect(opened.waitingFor).toContain('STAFF')
    world.env.setNow(new Date(world.env.now().getTime() + 20 * 86_400_000).toISOString())
    expect(await askStores.run(world.services)).toMatchObject({ asked: 0, refused: 0 })
    expect(await mailsToStores()).toEqual([])
    cast = { ...cast, staff: await world.signIn(cast.staff.userId) }

    const today = helsinkiDay(world.env.now())
    const credit = { invoiceId: bought.invoiceId, number: 'H-1', issueDay: today, total: 3000 }
    await world.ok(orderCancellations.storeCredit, {
      as: cast.staff,
      params: { id },
      body: { version: (await get(id)).version, ...credit },
    })
    const { lineId } = opened.lines[0]!
    await world.ok(orderCancellations.update, {
      as: cast.staff,
      params: { id },
      body: { version: (await get(id)).version, lines: [{ lineId, state: 'SETTLED', method: 'BANK' }] },
    })
    expect((await complete(id)).body).toMatchObject({ status: 'COMPLETED', openItems: [] })
    expect(await way.order(cast.staff, orderId)).toMatchObject({ orderStatus: 'REFUNDED' })
    const settlement = await world.call(orderCancellations.settlement, { as: cast.staff, params: { id } })
    expect(settlement.status).toBe(200)
    const words = wordsOfPdf(settlement.raw)
    if (words !== null) expect(words).toMatch(/Verkkokauppa .*3 000,00/)
    expect(words ?? '').not.toContain('Liike ')
    expect(await mailsToStores()).toEqual([])
    const closed = await world.ok(invoices.get, { as: cast.staff, params: { id: bought.invoiceId } })
    expect(closed).toMatchObject({ open: 0, otherParty: shop.onlineShopName })
  }, 90_000)
})

describe('the papers of an order from an online shop', () => {
  it('name the shop as the seller and its buyer as who took the bicycle over', async () => {
    const { way, orderId } = await confirmed()
    const { agreement, employee } = await way.order(cast.employee, orderId)
    const id = agreement!.signedDocumentId!
    const signed = await world.call(agreements.file, { as: cast.employee, params: { id } })
    const stores = await world.services.database.primary.selectFrom('bike_stores').select('name').execute()
    expect(missingInPdf(signed.raw, ['Verkkokauppa', shop.onlineShopName])).toEqual([])
    await way.process(orderId)
    await way.match(orderId, (await way.enterInvoice(orderId)).invoiceId)
    const { version } = await way.order(cast.employee, orderId)
    const deliveryDay = helsinkiDay(world.env.now())
    const body = { frameNumber: 'HT7-204177', deliveryDay, version }
    await world.ok(orders.setDelivery, { as: cast.employee, params: { orderId }, body })
    await makeDocuments.run(world.services)
    const certificate = await world.call(orders.certificate, { as: cast.staff, params: { orderId } })
    expect(
      missingInPdf(certificate.raw, [
        'Verkkokauppa',
        shop.onlineShopName,
        `${employee.firstName} ${employee.lastName} vahvistaa vastaanottaneensa`,
      ]),
    ).toEqual([])
    for (const { raw } of [signed, certificate]) {
      const words = wordsOfPdf(raw) ?? ''
      expect(stores.filter(({ name }) => words.includes(name))).toEqual([])
    }
    expect(wordsOfPdf(certificate.raw) ?? '').not.toContain(`${shop.onlineShopName} vahvistaa luovuttaneensa`)
  }, 90_000)
})
