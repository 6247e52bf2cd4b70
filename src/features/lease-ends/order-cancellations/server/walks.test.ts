import { describe, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import {
  billed,
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
import { missingInPdf, wordsOfPdf } from '#testing/files/pdf-words.ts'
import { journeyOf } from '#testing/journey.ts'
import { noticesOf } from '#testing/notices.ts'
import { orderCancellations } from '../contract.ts'

prepareCancellations()

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
    const waitingFor = async (who: 'STORE' | 'LESSOR') =>
      (await world.ok(orderCancellations.list, { as: cast.staff, query: { orderId, waitingFor: who } })).items
    expect((await waitingFor('STORE')).map((row) => row.waitingFor)).toEqual([opened.body.waitingFor])
    expect(await waitingFor('LESSOR')).toEqual([])
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
