import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world, { lessorKind: 'GRENKE' })
  const lessors = world.services.database.primary.updateTable('leasing_companies')
  await lessors.set({ invoice_email: 'laskut@rahoittaja.example' }).execute()
})
afterAll(() => world.close())

/** An order whose delivery is reported and whose certificate is still being made. */
async function delivered(frameNumber: string, pack: object = {}) {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.toProcessed(orderId, pack)
  const { invoiceId } = await journey.enterInvoice(orderId)
  await journey.match(orderId, invoiceId)
  await journey.deliver(orderId, frameNumber)
  return { own, journey, orderId }
}

const mailsOf = (orderNumber: string) =>
  world.services.database.primary
    .selectFrom('outbox')
    .select('waits_for_file_id')
    .where('template', '=', 'invoices:mail.sent')
    .where('body_text', 'like', `%${orderNumber}%`)
    .execute()

it('counts a certificate that is being made as there; the lessor hears of the bill once its PDF is made', async () => {
  const { own, journey, orderId } = await delivered('AC-1')
  const params = { orderId }
  expect(await journey.order(own.employee, orderId)).toMatchObject({ documentsBeingMade: ['CERTIFICATE'] })
  expect((await world.call(orders.certificate, { as: own.employee, params })).status).toBe(503)
  const billed = await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  expect(billed.documentsBeingMade).toEqual(['CERTIFICATE', 'SALES_INVOICE'])
  expect((await journey.order(own.employee, orderId)).documentsBeingMade).toEqual(['CERTIFICATE'])
  const id = billed.salesInvoiceId!
  const invoice = () => world.ok(invoices.get, { as: cast.staff, params: { id } })
  expect(await invoice()).toMatchObject({ status: 'SENT', hasFile: false, isFileBeingMade: true })
  expect(await mailsOf(billed.orderNumber)).toEqual([{ waits_for_file_id: expect.any(String) }])
  await expect(makeDocuments.run(world.services)).resolves.toEqual({ made: 2 })
  expect(await invoice()).toMatchObject({ hasFile: true, isFileBeingMade: false })
  expect(await mailsOf(billed.orderNumber)).toEqual([{ waits_for_file_id: null }])
  const pdf = await world.call(invoices.file, { as: cast.staff, params: { id } })
  const certificate = await world.call(orders.certificate, { as: own.employee, params })
  for (const { raw } of [pdf, certificate]) expect(raw.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await journey.order(cast.staff, orderId)).documentsBeingMade).toEqual([])
}, 60_000)

it('gives bills at the same moment numbers without a gap, and none to a refused one', async () => {
  const both = [await delivered('AC-2'), await delivered('AC-3')]
  const bill = async ({ journey, orderId }: (typeof both)[number], as = cast.staff) => {
    const { version } = await journey.order(cast.staff, orderId)
    return world.call(orders.move, { as, params: { orderId }, body: { to: 'GRENKE_INVOICE_SENT', version } })
  }
  const numbers = async () => {
    const found = world.services.database.primary
      .selectFrom('invoices')
      .select('number')
      .where('direction', '=', 'SALES')
    return (await found.orderBy('number').execute()).map(({ number }) => Number(number))
  }
  const before = await numbers()
  expect((await bill(both[0]!, both[0]!.own.employee)).status).toBe(403)
  expect(await numbers()).toEqual(before)
  const replies = await Promise.all(both.map((one) => bill(one)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const last = before.at(-1)!
  expect(await numbers()).toEqual([...before, last + 1, last + 2])
}, 60_000)

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0

it.skipIf(!hasPoppler)(
  'prints what the order says: accessories and parties of the certificate, lines and buyer of the bill',
  async () => {
    const lessor = { vat_number: 'FI76543210', business_id: '7654321-0' }
    await world.services.database.primary.updateTable('leasing_companies').set(lessor).execute()
    const accessories = ['Lukko', 'Lukko', 'Kypärä'].map((name) => ({ name, price: 60 }))
    const { own, journey, orderId } = await delivered('AC-4', { bikePrice: 2_820, accessories })
    const { salesInvoiceId } = await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
    await makeDocuments.run(world.services)
    const read = ({ raw }: { raw: Buffer }) =>
      execFileSync('pdftotext', ['-layout', '-', '-'], { input: raw }).toString().replace(/\s+/gu, ' ')
    const certificate = read(await world.call(orders.certificate, { as: own.employee, params: { orderId } }))
    for (const part of ['Kypärä', 'Lukko', 'AC-4', '7654321-0']) expect(certificate).toContain(part)
    const bill = read(await world.call(invoices.file, { as: cast.staff, params: { id: salesInvoiceId! } }))
    for (const part of ['FI76543210', '7654321-0']) expect(bill).toContain(part)
    // Two of 60 € with 25.5 % VAT in them: the price of one, and of both, before tax.
    expect(bill).toMatch(/Lukko 2 .*47,81 .*95,62/)
  },
  60_000,
)
