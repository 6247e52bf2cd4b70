import { describe, expect, it } from 'vitest'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { writeFinvoice } from '#features/money/e-invoices/server/finvoice-write.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { priceLines, vatGroupsOf } from '#features/money/invoices/rules/lines.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { addDays, addMonths } from '#platform/values/days.ts'
import {
  cast,
  change,
  complete,
  confirmed,
  get,
  invoice,
  open,
  order,
  pay,
  prepareCancellations,
  staff,
  superAdmin,
  today,
  withdraw,
  world,
} from '#testing/cases/cancellation-cases.ts'
import { takenOf } from '#testing/money/received-e-invoice.ts'
import type { Caller } from '#testing/world.ts'
import { orderCancellations } from '../contract.ts'
import { askStores } from './ask-stores-job.ts'

prepareCancellations()

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('files', () => {
  it('prove a line, are read by staff and by the party of the line, and leave a tombstone', async () => {
    const orderId = await confirmed()
    const opened = await open(orderId, {
      lines: [{ payerType: 'EMPLOYEE', direction: 'FROM_US', expected: 50, note: 'Käteismaksu liikkeessä' }],
    })
    const id = opened.body.orderCancellationId
    const png = Buffer.from(onePixel, 'base64')
    const upload = (content: Buffer, fileName = '../kuitti.png') =>
      world.call(orderCancellations.upload, {
        as: staff(),
        query: { orderCancellationId: id, fileName },
        body: content,
      })
    expect((await upload(Buffer.from('<html>'))).body.code).toBe('FILE_NOT_ACCEPTED')
    const [first, second] = [await upload(png), await upload(png, 'kuitti.svg')]
    expect(first.status).toBe(201)
    expect(second.body.uploadedRefunds).toMatchObject([
      { fileName: 'kuitti.png', size: png.length },
      { fileName: 'kuitti.svg.png' },
    ])
    const [proof, wrong] = second.body.uploadedRefunds.map(({ refundUploadId }) => refundUploadId) as [string, string]
    const lineId = opened.body.lines[0]!.lineId
    expect((await change(id, { lines: [{ lineId, state: 'SETTLED' }] })).body.fields?.[0]?.path).toBe('lines.0.method')
    expect((await change(id, { lines: [{ lineId, state: 'SETTLED', refundUploadId: proof }] })).status).toBe(200)
    const read = (as: Caller, upload: string) =>
      world.call(orderCancellations.refundFile, { as, params: { id: upload } })
    expect((await read(cast.employee, proof)).status).toBe(200)
    expect((await read(cast.employee, wrong)).status).toBe(404)
    // Whatever it was called, a file is named and handed out as what it is.
    expect((await read(staff(), wrong)).headers['content-disposition']).toContain('kuitti.svg.png')
    expect((await read(cast.employer, proof)).status).toBe(404)
    const remove = (as: Caller) =>
      world.call(orderCancellations.deleteUpload, { as, params: { id: wrong }, query: { reason: 'Väärä tiedosto' } })
    expect((await remove(staff())).status).toBe(403)
    const removed = await remove(superAdmin)
    expect(removed.body.uploadedRefunds[1]).toMatchObject({ deleteReason: 'Väärä tiedosto' })
    expect((await read(staff(), wrong)).status).toBe(404)
    expect((await complete(id)).body.status).toBe('COMPLETED')
    // A file and no payment of ours: nothing was refunded by us.
    expect((await order(orderId)).orderStatus).toBe('CANCELLED')
    expect((await upload(png)).body.code).toBe('ORDER_CANCELLATION_STEP_NOT_ALLOWED')
  }, 60_000)
})

/** A store's invoice of an order with two rates of VAT, checked and paid: 3,400.00, of which 400.00 at 14 %. */
async function twoRates(orderId: string, number: string) {
  const entered = await world.ok(invoices.enter, {
    as: staff(),
    body: {
      orderId,
      number,
      issueDay: today(),
      dueDay: today(),
      total: 3400,
      lines: [
        { description: 'Pyörä', total: 3000, vatPercent: 25.5 },
        { description: 'Huoltokirja', total: 400, vatPercent: 14 },
      ],
    },
  })
  await world.ok(invoices.setStatus, {
    as: staff(),
    params: { id: entered.invoiceId },
    body: { status: 'VERIFIED', version: entered.version },
  })
  await pay(entered.invoiceId, 3400, 'OUT')
  return entered.invoiceId
}

const creditLinesOf = (invoiceId: string) =>
  world.services.database.primary
    .selectFrom('invoice_lines as l')
    .innerJoin('invoices as i', 'i.id', 'l.invoice_id')
    .select(['l.gross_cents', 'l.net_cents', 'l.vat_basis_points'])
    .where('i.credited_invoice_id', '=', invoiceId)
    .orderBy('i.created_at')
    .orderBy('l.vat_basis_points')
    .execute()

describe('a store’s invoice with two rates of VAT', () => {
  it('is credited at each of them, by a part and by the rest, and closes at zero', async () => {
    const orderId = await confirmed()
    const invoiceId = await twoRates(orderId, 'K-2-1')
    const opened = await open(orderId)
    const id = opened.body.orderCancellationId
    const credit = async (total: number, number: string) =>
      world.call(orderCancellations.storeCredit, {
        as: staff(),
        params: { id },
        body: { version: (await get(id)).version, invoiceId, number, issueDay: today(), total },
      })
    expect((await credit(3400.01, 'V-0')).body.code).toBe('INVOICE_NOT_CREDITABLE')
    expect((await credit(1700, 'V-1')).status).toBe(201)
    expect((await credit(1700, 'V-2')).status).toBe(201)
    const lines = await creditLinesOf(invoiceId)
    expect(lines.map((line) => [line.vat_basis_points, line.gross_cents])).toEqual([
      [1400, -20_000],
      [2550, -150_000],
      [1400, -20_000],
      [2550, -150_000],
    ])
    const sum = await world.services.database.primary
      .selectFrom('invoices')
      .select((eb) => [eb.fn.sum<number>('net_cents').as('net'), eb.fn.sum<number>('vat_cents').as('vat')])
      .where((eb) => eb.or([eb('id', '=', invoiceId), eb('credited_invoice_id', '=', invoiceId)]))
      .executeTakeFirstOrThrow()
    expect([Number(sum.net), Number(sum.vat)]).toEqual([0, 0])
    expect((await get(id)).openItems.map(({ item }) => item)).toEqual(['LINE_OPEN'])
  }, 60_000)

  it('is credited by the store’s e-invoice: found by the invoice that it names, and counted once it is entered', async () => {
    const orderId = await confirmed()
    const invoiceId = await twoRates(orderId, 'K-2-2')
    const id = (await open(orderId)).body.orderCancellationId
    const businessId = '7654321-2'
    await world.services.database.primary
      .updateTable('bike_stores')
      .set({ business_id: businessId })
      .where('id', '=', cast.bikeStoreId)
      .execute()
    const content = creditNote({ businessId, number: 'HL-1', credits: 'K-2-2' })
    const received = takenOf(
      await world.ok(eInvoices.takeIn, { as: staff(), query: { fileName: 'hyvitys.xml' }, body: content }),
    )
    expect(received).toMatchObject({ isCreditNote: true, proposedOrderId: orderId, proposedBy: 'CREDITED_INVOICE' })
    const enter = () =>
      world.call(eInvoices.enter, {
        as: staff(),
        params: { id: received.receivedId },
        body: { version: received.version, orderId },
      })
    expect((await enter()).body).toMatchObject({ state: 'ENTERED' })
    expect((await enter()).status).toBe(409)
    const lines = await creditLinesOf(invoiceId)
    expect(lines.map((line) => [line.vat_basis_points, line.gross_cents])).toEqual([
      [1400, -40_000],
      [2550, -300_000],
    ])
    expect(await invoice(invoiceId)).toMatchObject({ credited: 3400, open: -3400 })
    expect((await get(id)).openItems.map(({ item }) => item)).toEqual(['LINE_OPEN'])
  }, 60_000)
})

/** A store's Finvoice that credits one of its invoices whole. */
function creditNote({ businessId, number, credits }: { businessId: string; number: string; credits: string }): Buffer {
  const { brand, env } = world.services
  const { lines, totals } = priceLines([
    { purpose: 'OTHER' as const, description: 'Pyörä', grossCents: -300_000, vatBasisPoints: 2550 },
    { purpose: 'OTHER' as const, description: 'Huoltokirja', grossCents: -40_000, vatBasisPoints: 1400 },
  ])
  const nowhere = { street: null, postalCode: null, city: null, eInvoiceAddress: null, operatorId: null }
  return writeFinvoice({
    messageId: env.id(),
    at: env.now(),
    number,
    issueDay: today(),
    dueDay: today(),
    deliveryDay: today(),
    period: null,
    credits: { number: credits, day: today() },
    seller: {
      ...nowhere,
      name: 'Liike',
      businessId,
      vatNumber: `FI${businessId.replace('-', '')}`,
      iban: 'FI2112345600000785',
      bic: 'NDEAFIHH',
      phone: '0105550100',
      email: 'laskut@liike.example',
    },
    buyer: { ...nowhere, name: brand.legalName, businessId: brand.businessId, vatNumber: brand.vatNumber },
    orderNumber: null,
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

/** How often a store was asked again for the refund of an invoice. */
async function reminders(number: string): Promise<number> {
  const rows = await world.services.database.primary
    .selectFrom('outbox')
    .select('body_text')
    .where('template', '=', 'order-cancellations:mail.storeRefundAgain')
    .execute()
  return rows.filter(({ body_text }) => body_text.includes(number)).length
}

describe('the store’s page', () => {
  it('shows what goes back, takes the store’s word and files, and moves no money', async () => {
    const orderId = await confirmed()
    await twoRates(orderId, 'K-3-1')
    const opened = await open(orderId)
    const id = opened.body.orderCancellationId
    expect(opened.body.waitingFor).toEqual(['STORE', 'STAFF'])
    const { token } = await createLinkToken(world.services.database.primary, world.env, {
      purpose: 'store-refund',
      days: 30,
      companyId: cast.companyId,
      subjectId: id,
    })
    const params = { token }
    const page = await world.ok(orderCancellations.refundPage, { params })
    expect(page).toMatchObject({
      isOpen: true,
      toRepay: 3400,
      told: null,
      openedDay: today(),
      repayBy: addDays(today(), 14),
      cameDay: null,
      closedDay: null,
      invoices: [{ number: 'K-3-1', total: 3400, toCredit: 3400 }],
    })
    const tell = (paidDay: string) =>
      world.call(orderCancellations.tellRefund, { params, body: { paidDay, creditNumber: 'H-3' } })
    expect((await tell(addMonths(today(), 1))).body.fields?.[0]).toMatchObject({ path: 'paidDay', code: 'TOO_LARGE' })
    expect((await tell(today())).body.told).toMatchObject({ paidDay: today(), creditNumber: 'H-3' })
    const add = (content: string) =>
      world.call(orderCancellations.refundPageFile, {
        params,
        query: { fileName: 'hyvitys.png' },
        body: Buffer.from(content, 'base64'),
      })
    expect((await add('aGVp')).body.code).toBe('FILE_NOT_ACCEPTED')
    for (let file = 1; file <= 5; file++) expect((await add(onePixel)).body.files).toBe(file)
    expect((await add(onePixel)).status).toBe(409)
    const told = await get(id)
    expect(told).toMatchObject({ waitingFor: ['STAFF'], storeWord: { creditNumber: 'H-3' } })
    // The store's word is no money: the line stays open, and no other party reads it.
    expect(told.lines.map(({ state }) => state)).toEqual(['OPEN'])
    expect(await get(id, cast.employer)).toMatchObject({ storeWord: null, uploadedRefunds: [] })
    // The money has not come: the store is asked again, by the job or by the staff, and its page takes its word anew.
    const ask = (as: Caller, version: number) =>
      world.call(orderCancellations.askStore, { as, params: { id }, body: { version } })
    expect((await ask(cast.employer, told.version)).status).toBe(403)
    const asked = await ask(cast.staff, told.version)
    expect(asked.body).toMatchObject({ waitingFor: ['STORE', 'STAFF'], storeWord: null })
    expect((await ask(cast.staff, told.version)).status).toBe(409)
    expect((await tell(today())).status).toBe(200)
    const late = {
      ...world.services,
      env: { ...world.env, now: () => new Date(world.env.now().getTime() + 9 * 86_400_000) },
    }
    expect(await askStores.run(late)).toMatchObject({ asked: 1 })
    expect(await askStores.run(late)).toMatchObject({ asked: 0 })
    expect(await reminders('K-3-1')).toBe(2)
    expect((await withdraw(id)).status).toBe(200)
    expect((await tell(today())).body.code).toBe('ORDER_CANCELLATION_STEP_NOT_ALLOWED')
    expect((await world.ok(orderCancellations.refundPage, { params })).isOpen).toBe(false)
  }, 60_000)
})
