import { describe, expect, it } from 'vitest'
import { tasks } from '#features/operations/tasks/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { addDays, addMonths, firstOfNextMonth, lastOfMonth, monthOf } from '#platform/values/days.ts'
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
  signInAgain,
  staff,
  today,
  withdraw,
  world,
} from '#testing/cases/cancellation-cases.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import type { Caller } from '#testing/world.ts'
import { orderCancellations } from '../contract.ts'

prepareCancellations()

/** Moves the clock on, which no session outlives. */
async function goTo(instant: string) {
  world.env.setNow(instant)
  await signInAgain()
}

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

  it('is neither offered nor taken once the lease is over', async () => {
    const orderId = await confirmed()
    await world.services.database.primary
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'REDEEMED' })
      .where('order_id', '=', orderId)
      .execute()
    const as = cast.employee
    expect(await world.ok(orderCancellations.requestOfOrder, { as, params: { orderId } })).toMatchObject({
      mayAsk: false,
    })
    const asked = await world.call(orderCancellations.request, { as, params: { orderId }, body: { reason: 'Turha' } })
    expect(asked.body.code).toBe('CANCELLATION_REQUEST_NOT_ALLOWED')
  })
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
    const mailsToStore = async () => {
      const sent = world.services.database.primary.selectFrom('outbox').select(['subject', 'template'])
      const { orderNumber } = await order(orderId)
      const rows = await sent.where('template', 'like', 'orders:mail.deliveryStore%').execute()
      return rows.filter(({ subject }) => subject.includes(orderNumber)).length
    }
    expect(await order(orderId)).toMatchObject({ orderStatus: 'WAITING_FOR_DELIVERY_DATE', waitingFor: ['STAFF'] })
    expect(await mailsToStore()).toBe(0)
    const body = { version: asked.version, answer: 'Pyörä on jo liikkeessä' }
    await world.ok(orderCancellations.decline, { as: staff(), params, body })
    expect(await order(orderId)).toMatchObject({ waitingFor: ['STORE'] })
    expect(await mailsToStore()).toBe(1)
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
