import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { writeFinvoice } from '#features/money/e-invoices/server/finvoice-write.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { priceLines, vatGroupsOf } from '#features/money/invoices/rules/lines.ts'
import type { InvoiceParty, InvoicePurpose } from '#features/money/invoices/rules.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { systemActor } from '#platform/server/database/events.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import {
  addDays,
  addMonths,
  firstOfNextMonth,
  formatDay,
  helsinkiDay,
  lastOfMonth,
  monthOf,
} from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { noticesOf } from '#testing/notices.ts'
import { missingInPdf, wordsOfPdf } from '#testing/pdf-words.ts'
import { takenOf } from '#testing/received-e-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { orderCancellations } from '../contract.ts'
import { askStores } from './ask-stores-job.ts'

let world: World
let cast: Cast
let superAdmin: Caller
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  superAdmin = await signedInAs(world, 'SUPER_ADMIN')
  await world.services.database.primary
    .updateTable('bike_policies')
    .set({ order_count: 9 })
    .where('company_id', '=', cast.companyId)
    .execute()
}, 60_000)
afterAll(() => world.close())

const today = () => helsinkiDay(world.env.now())
const staff = () => cast.staff
const open = (orderId: string, more: Partial<BodyOf<typeof orderCancellations.create>> = {}) =>
  world.call(orderCancellations.create, {
    as: staff(),
    body: { orderId, reason: 'Pyörä oli väärä', reasonCode: 'WRONG_ORDER', ...more },
  })
const get = (id: string, as: Caller = staff()) => world.ok(orderCancellations.get, { as, params: { id } })
const change = async (id: string, body: Omit<BodyOf<typeof orderCancellations.update>, 'version'>) =>
  world.call(orderCancellations.update, {
    as: staff(),
    params: { id },
    body: { version: (await get(id)).version, ...body },
  })
const complete = (id: string) => world.call(orderCancellations.complete, { as: staff(), params: { id } })
const withdraw = (id: string, as: Caller = superAdmin) =>
  world.call(orderCancellations.withdraw, { as, params: { id } })
const order = (orderId: string) => world.ok(orders.get, { as: staff(), params: { orderId } })
const invoice = (id: string) => world.ok(invoices.get, { as: staff(), params: { id } })
const pay = (id: string, amount: number, direction: 'IN' | 'OUT') =>
  world.ok(invoices.pay, {
    as: staff(),
    params: { id },
    body: { direction, amount, paidDay: today(), method: 'BANK' },
  })

/** Moves the clock on, which no session outlives. */
async function goTo(instant: string) {
  world.env.setNow(instant)
  cast = { ...cast, staff: await world.signIn(cast.staff.userId) }
  superAdmin = await world.signIn(superAdmin.userId)
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A sent sales invoice of an order. */
async function billed(
  orderId: string,
  {
    purpose,
    party,
    grossCents,
    line = {},
    companyId = cast.companyId,
  }: {
    purpose: InvoicePurpose
    party: InvoiceParty
    grossCents: number
    line?: object
    companyId?: string
  },
) {
  const buyer = { name: 'T', businessId: null, address: null, eInvoiceAddress: null, email: null }
  const { id } = await world.services.database.transaction((db) =>
    issueInvoice(db, world.services, {
      actor: systemActor,
      invoice: {
        companyId,
        purpose,
        party,
        orderId,
        employeeId: party === 'PERSON' ? cast.employeeId : null,
        buyer: { ...buyer, language: 'fi' },
        dueDay: today(),
        lines: [{ purpose, description: purpose, grossCents, vatBasisPoints: 2550, ...line }],
      },
    }),
  )
  return id
}

/** A confirmed order that nobody has processed yet. */
async function confirmed() {
  const way = journeyOf(world, cast)
  const orderId = await way.start()
  await way.choosePackage(orderId)
  await way.answer(orderId)
  await way.sign(cast.employee, orderId, 'EMPLOYEE')
  await way.sign(cast.employer, orderId, 'EMPLOYER')
  await way.confirm(orderId)
  return orderId
}

/** A delivered order that store and lessor have been paid for: 3,400 to the store, 3,000 and an excess of 400 to us. */
async function paidByThree() {
  const way = journeyOf(world, cast)
  const orderId = await confirmed()
  await way.process(orderId)
  const store = await way.enterInvoice(orderId, 3400)
  await way.match(orderId, store.invoiceId, 'Hinnan ylittävä osuus')
  await way.deliver(orderId)
  const { salesInvoiceId } = await way.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  const excess = await billed(orderId, { purpose: 'EXCESS', party: 'PERSON', grossCents: 40_000 })
  await pay(store.invoiceId, 3400, 'OUT')
  await pay(salesInvoiceId!, 3000, 'IN')
  await pay(excess, 400, 'IN')
  return { orderId, store: store.invoiceId, lessor: salesInvoiceId!, excess }
}

describe('a delivered order that three have paid for', () => {
  it('closes at zero: store +3,400, lessor −3,000, excess −400', async () => {
    const { orderId, store, lessor, excess } = await paidByThree()
    const opened = await open(orderId)
    expect(opened.status).toBe(201)
    const id = opened.body.orderCancellationId
    expect((await order(orderId)).orderStatus).toBe('CANCELLED')
    const lines = Object.fromEntries(opened.body.lines.map((line) => [line.payerType, line]))
    expect(opened.body.lines.map((l) => [l.payerType, l.direction, l.expected, l.state])).toEqual([
      ['BIKE_STORE', 'TO_US', 3400, 'OPEN'],
      ['GRENKE', 'FROM_US', 3000, 'OPEN'],
      ['EMPLOYEE', 'FROM_US', 400, 'OPEN'],
    ])
    expect(opened.body.waitingFor).toEqual(['EMPLOYEE', 'STORE', 'STAFF'])
    const refused = await complete(id)
    expect(refused.body.code).toBe('ORDER_CANCELLATION_OPEN_ITEMS')
    expect((refused.body.details as { items: { item: string }[] }).items.map(({ item }) => item)).toEqual([
      'LINE_OPEN',
      'LINE_OPEN',
      'LINE_OPEN',
      'INVOICE_NOT_CREDITED',
      'INVOICE_NOT_CREDITED',
      'STORE_INVOICE_OPEN',
      'BIKE_NOT_BACK',
    ])
    await world.ok(orderCancellations.credit, {
      as: staff(),
      params: { id },
      body: { version: (await get(id)).version },
    })
    await world.ok(orderCancellations.storeCredit, {
      as: staff(),
      params: { id },
      body: { version: (await get(id)).version, invoiceId: store, number: 'H-1', issueDay: today(), total: 3400 },
    })
    // The lessor's money goes back by the invoice's own payment, the others' by their lines.
    await pay(lessor, 3000, 'OUT')
    const settle = (payer: string) => ({
      lineId: lines[payer]!.lineId,
      state: 'SETTLED' as const,
      method: 'BANK' as const,
    })
    const settled = await change(id, { bikeAt: 'STORE', lines: [settle('BIKE_STORE'), settle('EMPLOYEE')] })
    expect(settled.body.lines.map(({ state, settled: sum }) => [state, sum])).toEqual([
      ['SETTLED', 3400],
      ['SETTLED', 3000],
      ['SETTLED', 400],
    ])
    const done = await complete(id)
    expect(done.body).toMatchObject({ status: 'COMPLETED', toUs: 3400, fromUs: 3400, openItems: [], waitingFor: [] })
    expect((await order(orderId)).orderStatus).toBe('REFUNDED')
    for (const each of [store, lessor, excess]) expect((await invoice(each)).open).toBe(0)
    const file = await world.call(orderCancellations.settlement, { as: staff(), params: { id } })
    expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await complete(id)).body.code).toBe('ORDER_CANCELLATION_STEP_NOT_ALLOWED')

    const employee = await get(id, cast.employee)
    expect(employee.lines.map(({ payerType, settled: sum }) => [payerType, sum])).toEqual([['EMPLOYEE', 400]])
    expect(employee).toMatchObject({ reason: null, note: null, credits: [], fromUs: 400, toUs: 0 })
    const employer = await get(id, cast.employer)
    expect(employer).toMatchObject({ lines: [], uploadedRefunds: [], fromUs: 0, toUs: 0, payers: [] })
    const own = await world.call(orderCancellations.settlement, { as: cast.employee, params: { id } })
    expect(own.status).toBe(200)
    expect(own.raw.equals(file.raw)).toBe(false)
    const about = [opened.body.orderNumber, 'Väärä pyörä tai tilaus', formatDay(today())]
    const whole = ['Liike', 'Grenkeleasing Oy', 'Työntekijä', '3 400,00 €', '3 000,00 €', '400,00 €', 'Erotus 0,00 €']
    expect(missingInPdf(file.raw, [...about, ...whole])).toEqual([])
    expect(missingInPdf(own.raw, [...about, 'Työntekijä', 'Yhteensä 0,00 € 400,00 €'])).toEqual([])
    // Nothing of anybody else's money, and no balance of the whole.
    for (const other of ['3 400,00', '3 000,00', 'Liike', 'Grenkeleasing', 'Erotus'])
      expect(wordsOfPdf(own.raw) ?? '').not.toContain(other)
    const list = await world.ok(orderCancellations.list, { as: cast.employer, query: { orderId } })
    expect(list.items).toMatchObject([{ orderCancellationId: id, payers: [], toUs: 0, fromUs: 0 }])
    const none = await world.ok(orderCancellations.list, { as: cast.employer, query: { payer: 'BIKE_STORE' } })
    expect(none.items).toEqual([])
  }, 90_000)
})

describe('the notice that asks for the bicycle back', () => {
  it('is done once the bicycle is with the store', async () => {
    const { orderId } = await paidByThree()
    const id = (await open(orderId)).body.orderCancellationId
    const [asked] = await noticesOf(world, cast.employee)
    expect(asked).toMatchObject({ done: false, read: false })
    await change(id, { bikeAt: 'STORE' })
    const titles = (await noticesOf(world, cast.employee)).filter(({ done }) => done).map(({ title }) => title)
    expect(titles).toContain(`Hoidettu: ${asked!.title}`)
  })
})

describe('a partly paid and an overpaid invoice', () => {
  it('are paid back by what was paid, and no more', async () => {
    const orderId = await confirmed()
    const partly = await billed(orderId, { purpose: 'EXCESS', party: 'PERSON', grossCents: 40_000 })
    const over = await billed(orderId, { purpose: 'LESSOR', party: 'LESSOR', grossCents: 10_000 })
    await pay(partly, 150, 'IN')
    await pay(over, 120, 'IN')
    const { body } = await open(orderId)
    expect(body.lines.map(({ expected }) => expected)).toEqual([150, 120])
    expect(body.credits.map(({ due }) => due)).toEqual([400, 100])
    const id = body.orderCancellationId
    await world.ok(orderCancellations.credit, { as: staff(), params: { id }, body: { version: body.version } })
    expect((await invoice(partly)).open).toBe(-150)
    const [first, second] = body.lines
    const paid = await change(id, {
      lines: [
        { lineId: first!.lineId, state: 'SETTLED', method: 'BANK' },
        { lineId: second!.lineId, state: 'SETTLED', method: 'BANK', settled: 100, shortfallPayer: 'OTHER' },
      ],
    })
    expect(paid.body.lines.map((l) => [l.payerType, l.expected, l.state, l.shortfallOf !== null])).toEqual([
      ['OTHER', 20, 'OPEN', true],
      ['EMPLOYEE', 150, 'SETTLED', false],
      ['OTHER', 100, 'SETTLED', false],
    ])
    expect((await invoice(partly)).open).toBe(0)
    const rest = paid.body.lines[0]!.lineId
    expect((await change(id, { lines: [{ lineId: rest, state: 'WAIVED' }] })).body.fields?.[0]?.path).toBe(
      'lines.0.note',
    )
    await change(id, { lines: [{ lineId: rest, state: 'WAIVED', note: 'Sovittu' }] })
    expect((await complete(id)).body.status).toBe('COMPLETED')
    expect((await order(orderId)).orderStatus).toBe('REFUNDED')
  }, 60_000)
})

describe('C1 to C4', () => {
  it('cancel an order without money, once, and put it back where it stood', async () => {
    const orderId = await confirmed()
    const body = { orderId, reason: 'x', reasonCode: 'OTHER' as const }
    const replies = await Promise.all(
      [staff(), superAdmin].map((as) => world.call(orderCancellations.create, { as, body })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const id = replies.find(({ status }) => status === 201)!.body.orderCancellationId
    expect(replies.find(({ status }) => status === 409)!.body.code).toBe('ORDER_CANCELLATION_EXISTS')
    expect((await get(id)).allowedSteps).toEqual([
      { step: 'change', to: 'PENDING', allowed: true, unmet: [] },
      { step: 'complete', to: 'COMPLETED', allowed: true, unmet: [] },
    ])
    expect((await withdraw(id, staff())).status).toBe(403)
    expect((await withdraw(id)).body).toMatchObject({ status: 'CANCELLED', orderStatus: 'CONFIRMED' })
    expect((await order(orderId)).orderStatus).toBe('CONFIRMED')
    const again = await open(orderId)
    expect((await complete(again.body.orderCancellationId)).body.status).toBe('COMPLETED')
    expect((await order(orderId)).orderStatus).toBe('CANCELLED')
    // Nothing was paid: nobody makes the order REFUNDED, not even by the order's own call.
    const { version } = await order(orderId)
    const moved = await world.call(orders.move, { as: staff(), params: { orderId }, body: { to: 'REFUNDED', version } })
    expect(moved.status).toBe(409)
  }, 60_000)

  it('refuse to withdraw once an invoice is credited, and to open before the order is confirmed', async () => {
    const orderId = await confirmed()
    await billed(orderId, { purpose: 'EXCESS', party: 'PERSON', grossCents: 5_000 })
    const { body } = await open(orderId)
    const id = body.orderCancellationId
    await world.ok(orderCancellations.credit, { as: staff(), params: { id }, body: { version: body.version } })
    expect((await withdraw(id)).body).toMatchObject({
      code: 'ORDER_CANCELLATION_STEP_NOT_ALLOWED',
      details: { unmet: ['CREDIT_NOTE_MADE'] },
    })
    const early = await journeyOf(world, cast).start()
    expect((await open(early)).body.code).toBe('ORDER_STEP_NOT_ALLOWED')
    const key = '22222222-2222-4222-8222-222222222222'
    const save = () =>
      world.call(orderCancellations.update, {
        as: staff(),
        params: { id },
        body: { version: body.version + 1, note: 'Muistio' },
        key,
      })
    expect([await save(), await save()].map((reply) => [reply.status, reply.body.version])).toEqual([
      [200, body.version + 2],
      [200, body.version + 2],
    ])
    const late = { as: staff(), params: { id }, body: { version: body.version, note: 'Toinen' } }
    expect((await world.call(orderCancellations.update, late)).body.code).toBe('VERSION_CONFLICT')
  }, 60_000)
})

describe('files', () => {
  it('prove a line, are read by staff and by the party of the line, and leave a tombstone', async () => {
    const orderId = await confirmed()
    const opened = await open(orderId, {
      lines: [{ payerType: 'EMPLOYEE', direction: 'FROM_US', expected: 50, note: 'Käteismaksu liikkeessä' }],
    })
    const id = opened.body.orderCancellationId
    const png = Buffer.from(onePixel, 'base64')
    const upload = (content: Buffer) =>
      world.call(orderCancellations.upload, {
        as: staff(),
        query: { orderCancellationId: id, fileName: '../kuitti.png' },
        body: content,
      })
    expect((await upload(Buffer.from('<html>'))).body.code).toBe('FILE_NOT_ACCEPTED')
    const [first, second] = [await upload(png), await upload(png)]
    expect(first.status).toBe(201)
    expect(second.body.uploadedRefunds).toMatchObject([
      { fileName: 'kuitti.png', size: png.length },
      { fileName: 'kuitti.png' },
    ])
    const [proof, wrong] = second.body.uploadedRefunds.map(({ refundUploadId }) => refundUploadId) as [string, string]
    const lineId = opened.body.lines[0]!.lineId
    expect((await change(id, { lines: [{ lineId, state: 'SETTLED' }] })).body.fields?.[0]?.path).toBe('lines.0.method')
    expect((await change(id, { lines: [{ lineId, state: 'SETTLED', refundUploadId: proof }] })).status).toBe(200)
    const read = (as: Caller, upload: string) =>
      world.call(orderCancellations.refundFile, { as, params: { id: upload } })
    expect((await read(cast.employee, proof)).status).toBe(200)
    expect((await read(cast.employee, wrong)).status).toBe(404)
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
    groups: vatGroupsOf(lines),
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

describe('a request', () => {
  it('is asked by the parties once, declined with an answer or accepted by opening the case', async () => {
    const orderId = await confirmed()
    const ask = (as: Caller) =>
      world.call(orderCancellations.request, { as, params: { orderId }, body: { reason: 'En tarvitse pyörää' } })
    const read = (as: Caller) => world.ok(orderCancellations.requestOfOrder, { as, params: { orderId } })
    expect((await read(cast.employee)).mayAsk).toBe(true)
    expect((await read(staff())).mayAsk).toBe(false)
    const both = await Promise.all([ask(cast.employee), ask(cast.employee)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('CANCELLATION_REQUEST_EXISTS')
    const asked = both.find(({ status }) => status === 201)!
    expect(asked.body).toMatchObject({ state: 'OPEN', askedAs: 'EMPLOYEE', mine: true })
    expect((await ask(cast.employer)).body.code).toBe('CANCELLATION_REQUEST_EXISTS')
    expect((await read(cast.employer)).request).toMatchObject({ mine: false, reason: 'En tarvitse pyörää' })
    const declined = await world.ok(orderCancellations.decline, {
      as: staff(),
      params: { orderId },
      body: { version: asked.body.version, answer: 'Pyörä on jo matkalla' },
    })
    expect(declined).toMatchObject({ state: 'DECLINED', answer: 'Pyörä on jo matkalla' })
    expect((await ask(cast.employer)).body).toMatchObject({ askedAs: 'EMPLOYER' })
    await open(orderId, { reasonCode: 'EMPLOYER_WITHDREW' })
    expect(await read(cast.employer)).toMatchObject({
      request: { state: 'ACCEPTED' },
      mayAsk: false,
      cancellation: { reasonCode: 'EMPLOYER_WITHDREW', reason: null },
    })
    expect((await ask(cast.employer)).body.code).toBe('CANCELLATION_REQUEST_NOT_ALLOWED')
  }, 60_000)
})

describe('an order whose cancellation is asked for', () => {
  it('rests until the staff have answered, marked for them and for the employer', async () => {
    const own = await buildCast(world)
    const way = journeyOf(world, own)
    const orderId = await way.start()
    await way.choosePackage(orderId)
    await way.answer(orderId)
    await way.sign(own.employee, orderId, 'EMPLOYEE')
    await way.sign(own.employer, orderId, 'EMPLOYER')
    await way.confirm(orderId)
    const seen = async () => {
      const query = { companyId: own.companyId, pageSize: 100 }
      const desk = await world.ok(orders.list, { as: staff(), query: { companyId: own.companyId, limit: 100 } })
      const people = await world.ok(employees.optimizedList, { as: own.employer, query })
      const ofPerson = people.employees.flatMap((one) => one.orders ?? []).find((one) => one.orderId === orderId)
      const panel = await world.ok(orders.get, { as: own.employer, params: { orderId } })
      const row = desk.items.find((one) => one.orderId === orderId)
      return [row, ofPerson, panel] as const
    }
    const marks = async () => (await seen()).map((one) => one?.cancellationAsked)
    const tasksOf = async () => {
      const { data } = await world.ok(tasks.list, { as: staff(), query: { companyId: own.companyId } })
      return data.filter((task) => task.orderId === orderId).map(({ action, due }) => `${action} by ${due}`)
    }
    /** Who is awaited by row, person and panel, and the panel's day. */
    const awaited = async () => {
      const [row, ofPerson, panel] = await seen()
      return [row?.waitingFor, ofPerson?.waitingFor, panel!.waitingFor, panel!.dueDay]
    }
    const free = await awaited()
    expect(free).toEqual([['STORE', 'STAFF'], ['STORE', 'STAFF'], ['STORE', 'STAFF'], expect.any(String)])
    expect([await marks(), await tasksOf()]).toEqual([
      [false, false, false],
      [`processOrder by ${addDays(today(), 2)}`],
    ])
    const params = { orderId }
    const asked = await world.ok(orderCancellations.request, { as: own.employee, params, body: { reason: 'Muutan' } })
    const answerBy = addDays(today(), 2)
    expect([await marks(), await tasksOf()]).toEqual([[true, true, true], [`decideCancellation by ${answerBy}`]])
    expect(await awaited()).toEqual([['STAFF'], ['STAFF'], ['STAFF'], answerBy])
    const process = async () => {
      const { version } = await world.ok(orders.get, { as: staff(), params })
      const body = { to: 'PROCESSED' as const, version, bikeStoreOrderNumber: 'L-1' }
      return world.call(orders.move, { as: staff(), params, body })
    }
    const refused = await process()
    expect([refused.status, refused.body.code]).toEqual([409, 'ORDER_STEP_NOT_ALLOWED'])
    expect(refused.body.details).toMatchObject({ unmet: ['CANCELLATION_ASKED'] })
    const body = { version: asked.version, answer: 'Pyörä on jo tilattu' }
    await world.ok(orderCancellations.decline, { as: staff(), params, body })
    expect([await marks(), await tasksOf()]).toEqual([
      [false, false, false],
      [`processOrder by ${addDays(today(), 2)}`],
    ])
    expect(await awaited()).toEqual(free)
    expect((await process()).status).toBe(200)
  }, 60_000)
})

describe('what happens outside while a request is open', () => {
  it('is taken down, and whoever is awaited since hears of it when the order goes on', async () => {
    const own = await buildCast(world)
    const way = journeyOf(world, own)
    const orderId = await way.start()
    await way.toProcessed(orderId)
    const store = await way.enterInvoice(orderId)
    const params = { orderId }
    const reason = 'En tarvitse pyörää'
    const asked = await world.ok(orderCancellations.request, { as: own.employer, params, body: { reason } })
    await way.match(orderId, store.invoiceId)
    const tasksOf = async () => (await world.ok(tasks.list, { as: own.employee, query: {} })).data
    const titles = async () => (await noticesOf(world, own.employee)).map(({ title }) => title)
    expect(await order(orderId)).toMatchObject({ orderStatus: 'WAITING_FOR_DELIVERY_DATE', waitingFor: ['STAFF'] })
    const before = await titles()
    expect(await tasksOf()).toEqual([])
    const body = { version: asked.version, answer: 'Pyörä on jo liikkeessä' }
    await world.ok(orderCancellations.decline, { as: staff(), params, body })
    expect(await order(orderId)).toMatchObject({ waitingFor: ['STORE', 'EMPLOYEE'] })
    expect((await titles()).length).toBe(before.length + 1)
    expect((await tasksOf()).map(({ action }) => action)).toEqual(['reportDelivery'])
  }, 60_000)
})

describe('an own-financed lease that has run for two months', () => {
  it('keeps the used months, takes back the unused one and the store’s price', async () => {
    const own = await buildCast(world, { lessorKind: 'OPERATOR' })
    const way = journeyOf(world, own)
    const orderId = await way.start()
    await way.toProcessed(orderId)
    const store = await way.enterInvoice(orderId)
    await way.match(orderId, store.invoiceId)
    const agreementId = (await way.deliver(orderId)).agreement!.leasingAgreementId
    await pay(store.invoiceId, 3000, 'OUT')
    const begin = firstOfNextMonth(today())
    await goTo(`${begin}T06:00:00+02:00`)
    await world.services.runJobs()
    const months = [0, 1, 2].map((at) => monthOf(addMonths(begin, at)))
    const instalments: string[] = []
    for (const month of months) {
      const line = { description: month, sourceKey: `INSTALMENT:${agreementId}:${month}:9`, agreementId }
      const bill = { purpose: 'INSTALMENT' as const, party: 'EMPLOYER' as const, grossCents: 10_000 }
      instalments.push(await billed(orderId, { ...bill, line, companyId: own.companyId }))
    }
    // One more for the month that will not be used, billed by hand and so without a key of the run.
    const byHand = { purpose: 'INSTALMENT' as const, party: 'EMPLOYER' as const, grossCents: 1_000 }
    const line = { description: 'Käsin', agreementId, correctsMonth: months[2] }
    instalments.push(await billed(orderId, { ...byHand, line, companyId: own.companyId }))
    for (const [at, each] of instalments.entries()) await pay(each, at < 3 ? 100 : 10, 'IN')
    // The rate has changed meanwhile: what is taken back is taken back at the rate at which it was billed.
    await world.services.database.primary
      .insertInto('vat_rates')
      .values({ id: world.env.id(), country: 'FI', basis_points: 2_400, valid_from: `${months[1]}-01` })
      .execute()
    await goTo(`${months[1]}-20T12:00:00+02:00`)
    const place = async () =>
      world.services.database.primary
        .selectFrom('leasing_agreements')
        .select(['bike_at', 'ends_on'])
        .where('id', '=', agreementId)
        .executeTakeFirstOrThrow()
    // Taken back, the lease is as before: it goes on, and the person has the bicycle again.
    const before = await place()
    const slip = await open(orderId, { reasonCode: 'EMPLOYEE_WITHDREW', bikeAt: 'STORE' })
    expect(await place()).toEqual({ bike_at: 'STORE', ends_on: lastOfMonth(`${months[1]}-01`) })
    expect((await withdraw(slip.body.orderCancellationId)).status).toBe(200)
    expect(await place()).toEqual(before)
    expect(before).toEqual({ bike_at: 'EMPLOYEE', ends_on: null })
    const opened = await open(orderId, { reasonCode: 'EMPLOYEE_WITHDREW' })
    const id = opened.body.orderCancellationId
    expect(opened.body.leaseEndsOn).toBe(lastOfMonth(`${months[1]}-01`))
    expect(opened.body.lines.map((l) => [l.payerType, l.isEmployer, l.direction, l.expected])).toEqual([
      ['BIKE_STORE', false, 'TO_US', 3000],
      ['OTHER', true, 'FROM_US', 100],
      ['OTHER', true, 'FROM_US', 10],
    ])
    const version = async () => (await get(id)).version
    await world.ok(orderCancellations.credit, { as: staff(), params: { id }, body: { version: await version() } })
    await world.ok(orderCancellations.storeCredit, {
      as: staff(),
      params: { id },
      body: { version: await version(), invoiceId: store.invoiceId, number: 'H-9', issueDay: today(), total: 3000 },
    })
    await goTo(`${months[2]}-01T06:00:00+02:00`)
    await world.services.runJobs()
    expect((await withdraw(id)).body.details).toMatchObject({ unmet: ['CREDIT_NOTE_MADE', 'LEASE_ENDED'] })
    const lines = opened.body.lines.map(({ lineId }) => ({
      lineId,
      state: 'SETTLED' as const,
      method: 'BANK' as const,
    }))
    await change(id, { bikeAt: 'STORE', lines })
    expect((await complete(id)).body).toMatchObject({
      status: 'COMPLETED',
      leaseState: 'ENDED',
      toUs: 3000,
      fromUs: 110,
    })
    expect((await order(orderId)).orderStatus).toBe('REFUNDED')
    expect((await get(id, await world.signIn(own.employer.userId))).lines.map(({ settled }) => settled)).toEqual([
      100, 10,
    ])
    const credited = await Promise.all(instalments.map(async (each) => (await invoice(each)).credited))
    expect(credited).toEqual([0, 0, 100, 10])
    const notes = await world.services.database.primary
      .selectFrom('invoice_lines as l')
      .innerJoin('invoices as i', 'i.id', 'l.invoice_id')
      .select(['l.gross_cents', 'l.vat_basis_points'])
      .where('i.credited_invoice_id', 'in', instalments)
      .orderBy('l.gross_cents')
      .execute()
    expect(notes).toEqual([
      { gross_cents: -10_000, vat_basis_points: 2_550 },
      { gross_cents: -1_000, vat_basis_points: 2_550 },
    ])
  }, 120_000)
})
