import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import type { Package } from '#features/orders/orders/shapes.ts'
import { employees } from '#features/people/employees/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const examplePackage = {
  brand: 'Taival',
  model: 'Metro',
  kind: 'CITY',
  bikePrice: 3000,
  accessories: [] as { name: string; price: number }[],
} satisfies Package

const shop = { onlineShopName: 'Polku & Poljin', productLink: 'https://www.example.com/pyora' }

async function fresh() {
  cast = await buildCast(world)
  const journey = journeyOf(world, cast)
  return { journey, orderId: await journey.start() }
}

/** What has been written to the buyer of a confirmed order and to its store. */
const orderMails = () =>
  world.services.database.primary
    .selectFrom('outbox')
    .select(['template', 'body_text'])
    .where((eb) =>
      eb.or([eb('template', 'like', 'orders:mail.confirmed%'), eb('template', 'like', 'orders:mail.store%')]),
    )
    .execute()

describe('an order from an online shop that is no partner', () => {
  it('runs to a lease without a store, a code or a page for a store', async () => {
    const { journey, orderId } = await fresh()
    const priced = await journey.choosePackage(orderId, shop)
    expect(priced).toMatchObject({
      orderStatus: 'PACKAGE_PROVIDED',
      isOnlineOrder: true,
      bikeStore: { bikeStoreId: null, storeName: 'Polku & Poljin', phone: null, address: null },
      bike: { productLink: shop.productLink },
    })
    await journey.answer(orderId)
    await journey.sign(cast.employee, orderId, 'EMPLOYEE')
    await journey.sign(cast.employer, orderId, 'EMPLOYER')
    expect(await journey.confirm(orderId)).toMatchObject({ waitingFor: ['STAFF'], hasSecurityCode: false })
    const mails = await orderMails()
    expect(mails.map(({ template }) => template)).toEqual(['orders:mail.confirmedOnlineShop'])
    expect(mails[0]!.body_text).toContain('verkkokauppaan Polku & Poljin')
    expect(mails[0]!.body_text).not.toContain('urvakoodi')

    const { version } = await journey.order(cast.staff, orderId)
    const withoutNumber = { to: 'PROCESSED' as const, version }
    const refused = await world.call(orders.move, { as: cast.staff, params: { orderId }, body: withoutNumber })
    expect(refused.body).toMatchObject({ details: { unmet: ['STORE_ORDER_NUMBER_MISSING'] } })
    await journey.process(orderId)
    expect(await journey.order(cast.staff, orderId)).toMatchObject({ waitingFor: ['STAFF'] })
    const links = await world.services.database.primary
      .selectFrom('link_tokens')
      .select(['purpose', 'user_id'])
      .where('subject_id', '=', orderId)
      .execute()
    expect(links).toEqual([{ purpose: 'delivery', user_id: cast.employee.userId }])

    const invoice = await journey.enterInvoice(orderId)
    expect(invoice).toMatchObject({ otherParty: 'Polku & Poljin' })
    const found = await world.ok(invoices.list, { as: cast.staff, query: { search: 'polku & polj' } })
    expect(found.items.map((one) => one.invoiceId)).toContain(invoice.invoiceId)
    expect(await journey.match(orderId, invoice.invoiceId)).toMatchObject({ waitingFor: ['EMPLOYEE'] })
    await journey.deliver(orderId)
    expect(await journey.order(cast.employee, orderId)).toMatchObject({ orderStatus: 'READY_FOR_BILLING' })
  })

  it('is found and listed by the name that was written', async () => {
    const { journey, orderId } = await fresh()
    await journey.choosePackage(orderId, { ...shop, onlineShopName: 'Kulkuri Verkossa' })
    const list = await world.ok(orders.list, { as: cast.staff, query: { search: 'kulkuri' } })
    expect(list.items).toMatchObject([{ orderId, storeName: 'Kulkuri Verkossa' }])
    const people = await world.ok(employees.optimizedList, { as: cast.employer, query: {} })
    expect(people.employees.flatMap((one) => one.orders)).toMatchObject([
      { bikeStore: { bikeStoreId: null, storeName: 'Kulkuri Verkossa' } },
    ])
  })

  it('is named to its employer, and in the file of the staff’s list', async () => {
    const { journey, orderId } = await fresh()
    await journey.choosePackage(orderId, { ...shop, onlineShopName: 'Ketju Verkossa' })
    expect(await journey.order(cast.employer, orderId)).toMatchObject({
      bikeStore: { bikeStoreId: null, storeName: 'Ketju Verkossa' },
    })
    const query = { format: 'csv', search: 'ketju' } as const
    const file = await world.call(orders.listFile, { as: cast.staff, query })
    expect(file.raw.toString('utf8')).toContain('Ketju Verkossa')
  })

  it('is paid in the shop: its invoice is neither approved nor queued for the bank, and the payment names the shop', async () => {
    const { journey, orderId } = await fresh()
    await journey.toProcessed(orderId, { ...shop, onlineShopName: 'Maksu Verkossa' })
    const { invoiceId } = await journey.enterInvoice(orderId)
    await journey.match(orderId, invoiceId)
    // An account on the invoice changes nothing: no register knows whose it is.
    await world.services.database.primary
      .updateTable('invoices')
      .set({ iban: 'FI2112345600000785' })
      .where('id', '=', invoiceId)
      .execute()
    const get = () => world.ok(invoices.get, { as: cast.staff, params: { id: invoiceId } })
    const before = await get()
    expect(before).toMatchObject({ isPaidInShop: true, otherParty: 'Maksu Verkossa' })
    const approved = await world.ok(invoices.approve, {
      as: cast.staff,
      body: { invoiceIds: [invoiceId], dryRun: false },
    })
    expect(approved).toMatchObject({ approved: 0, items: [{ problem: 'PAID_IN_SHOP' }] })
    expect(await get()).toEqual(before)
    const step = { status: 'APPROVED' as const, version: before.version }
    const stepped = await world.call(invoices.setStatus, { as: cast.staff, params: { id: invoiceId }, body: step })
    expect(stepped.body).toMatchObject({ code: 'INVOICE_NOT_PAYABLE', details: { problem: 'PAID_IN_SHOP' } })
    // One that was approved before this was asked stays out of the queue all the same.
    const stages = world.services.database.primary.updateTable('invoices').where('id', '=', invoiceId)
    await stages.set({ stage: 'APPROVED', status: 'APPROVED' }).execute()
    const queued = await world.ok(banking.queue, { as: cast.staff, body: { invoiceIds: [invoiceId] } })
    expect(queued).toMatchObject({ queued: 0, items: [{ problem: 'PAID_IN_SHOP' }] })
    const paidDay = helsinkiDay(world.env.now())
    const payment = { direction: 'OUT' as const, amount: before.open, paidDay, method: 'BANK' as const }
    await world.ok(invoices.pay, { as: cast.staff, params: { id: invoiceId }, body: payment })
    expect(await get()).toMatchObject({ open: 0, payments: [{ payer: 'Maksu Verkossa' }] })
  })

  it('takes a link that begins with www, as the other link fields do', async () => {
    const { journey, orderId } = await fresh()
    const priced = await journey.choosePackage(orderId, { ...shop, productLink: 'www.example.com/pyora' })
    expect(priced).toMatchObject({ bike: { productLink: 'www.example.com/pyora' } })
  })

  it('takes the same number of the same shop once', async () => {
    const one = await fresh()
    await one.journey.toProcessed(one.orderId, shop)
    const { number } = await one.journey.enterInvoice(one.orderId)
    const other = await fresh()
    await other.journey.toProcessed(other.orderId, { ...shop, onlineShopName: 'POLKU & POLJIN' })
    const body = {
      orderId: other.orderId,
      number: number!,
      issueDay: '2026-01-01',
      dueDay: '2026-01-15',
      total: 3000,
      vatPercent: 25.5,
    }
    const reply = await world.call(invoices.enter, { as: cast.staff, body })
    expect(reply.body).toMatchObject({ code: 'NAME_EXISTS' })
  })
})

describe('choosing an online shop is refused', () => {
  const online = { isOnlineOrder: true, onlineShopName: 'Polku & Poljin' }
  it.each([
    ['without its name', { isOnlineOrder: true }, shop.productLink, 'onlineShopName', 'REQUIRED'],
    ['with blanks for a name', { ...online, onlineShopName: '  ' }, shop.productLink, 'onlineShopName', undefined],
    ['without a link', online, undefined, 'package.productLink', 'REQUIRED'],
    ['with a link that is not of the web', online, 'ftp://www.example.com/pyora', 'package.productLink', 'WEB_ADDRESS'],
    ['with a link that lacks its beginning', online, 'example.com/pyora', 'package.productLink', 'WEB_ADDRESS'],
    [
      'in an order that is not online',
      { ...online, isOnlineOrder: false },
      shop.productLink,
      'bikeStoreId',
      'REQUIRED',
    ],
  ])('%s', async (_, seller, productLink, path, code) => {
    const { journey, orderId } = await fresh()
    const { version } = await journey.order(cast.employee, orderId)
    const body = { ...seller, package: { ...examplePackage, ...(productLink ? { productLink } : {}) }, version }
    const reply = await world.call(orders.setPackage, { as: cast.employee, params: { orderId }, body })
    expect(reply.status).toBe(400)
    expect(reply.body.fields).toMatchObject([{ path, ...(code ? { code } : {}) }])
    expect(await journey.order(cast.employee, orderId)).toMatchObject({ orderStatus: 'NOT_STARTED', bikeStore: null })
  })

  it('beside a store', async () => {
    const { journey, orderId } = await fresh()
    const { version } = await journey.order(cast.employee, orderId)
    const body = {
      ...online,
      bikeStoreId: cast.bikeStoreId,
      package: { ...examplePackage, productLink: shop.productLink },
      version,
    }
    const reply = await world.call(orders.setPackage, { as: cast.employee, params: { orderId }, body })
    expect(reply.body.fields).toMatchObject([{ path: 'onlineShopName', code: 'NOT_VALID' }])
  })
})

it('a store takes the place of an online shop, and the other way round', async () => {
  const { journey, orderId } = await fresh()
  await journey.choosePackage(orderId, shop)
  expect(await journey.choosePackage(orderId)).toMatchObject({
    isOnlineOrder: false,
    bikeStore: { bikeStoreId: cast.bikeStoreId },
  })
  expect(await journey.choosePackage(orderId, shop)).toMatchObject({
    isOnlineOrder: true,
    bikeStore: { bikeStoreId: null, storeName: 'Polku & Poljin' },
  })
})
