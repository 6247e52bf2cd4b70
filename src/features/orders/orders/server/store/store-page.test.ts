import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceLinks } from '#features/money/invoices/link-contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { nudgeTurns } from '#features/operations/tasks/server/nudge-job.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { noticesOf } from '#testing/notices.ts'
import { openWorld, type World } from '#testing/world.ts'
import { orders } from '../../contract.ts'
import { orderLinks } from '../../link-contract.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const primary = () => world.services.database.primary
const today = () => helsinkiDay(world.env.now())

/** A confirmed order with the store's link to it. */
async function confirmed() {
  const one = await anotherOrder(world, cast)
  const { journey, orderId, own } = one
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  await journey.confirm(orderId)
  const link = { purpose: 'store-order' as const, days: 30, companyId: cast.companyId, subjectId: orderId }
  const { token } = await createLinkToken(primary(), world.env, link)
  const params = { token }
  return {
    ...one,
    params,
    page: () => world.ok(orderLinks.storePage, { params }),
    code: async () => {
      const row = await primary()
        .selectFrom('orders')
        .select('security_code_sealed')
        .where('id', '=', orderId)
        .execute()
      return world.services.vault.open(row[0]!.security_code_sealed!)
    },
    check: (code: string) => world.call(orderLinks.checkCode, { params, body: { code } }),
    order: () => journey.order(cast.staff, orderId),
  }
}

/** How many messages of a template went to a person, or to a store about an order. */
const mails = async (template: string, { userId, about = '' }: { userId?: string; about?: string }) => {
  const rows = await primary()
    .selectFrom('outbox')
    .select(['user_id', 'subject'])
    .where('template', '=', template)
    .execute()
  return rows.filter((row) => row.user_id === (userId ?? null) && row.subject.includes(about)).length
}

const wrongOf = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

describe('the store’s page of its order', () => {
  it('says when the bicycle is ready: first a day, then a message to the buyer with the code', async () => {
    const { params, page, orderId, own, journey } = await confirmed()
    const tell = (body: object) => world.call(orderLinks.tellPickup, { params, body })
    expect((await tell({})).body.fields).toMatchObject([{ path: 'pickupDay', code: 'REQUIRED' }])
    expect((await tell({ pickupDay: addDays(today(), -1) })).body.fields).toMatchObject([{ code: 'TOO_SMALL' }])
    const day = addDays(today(), 5)
    expect((await tell({ pickupDay: day })).body).toMatchObject({ pickupDay: day, pickupReadyAt: null })
    await primary().updateTable('orders').set({ is_online_order: true }).where('id', '=', orderId).execute()
    expect((await tell({ ready: true })).body).toMatchObject({ details: { unmet: ['PICKUP_NOT_OPEN'] } })
    await primary().updateTable('orders').set({ is_online_order: false }).where('id', '=', orderId).execute()
    await journey.process(orderId)
    expect(await mails('orders:mail.ready', own.employee)).toBe(0)
    expect((await tell({ ready: true })).body).toMatchObject({ actions: { prepare: false } })
    expect(await mails('orders:mail.ready', own.employee)).toBe(1)
    expect((await tell({ ready: true })).body).toMatchObject({ details: { unmet: ['PICKUP_NOT_OPEN'] } })
    expect((await page()).pickupDay).toBe(day)
    const told = await world.ok(orders.get, { as: own.employee, params: { orderId } })
    expect(told).toMatchObject({ pickupDay: day, pickupReadyAt: expect.any(String) })
    const seen = await world.ok(orders.timeline, { as: own.employee, params: { orderId } })
    expect(seen.items.filter(({ step }) => step?.startsWith('store.'))).toMatchObject([
      { step: 'store.ready', day: null },
      { step: 'store.estimate', day },
    ])
  })

  it('says where, how long it is open and which way, and as a text message to whoever chose that', async () => {
    const { params, own, code } = await confirmed()
    const of = own.employee.userId
    await primary()
      .updateTable('bike_stores')
      .set({ opening_hours: 'ma–pe 10–18', street_address: 'Esimerkkitie 3' })
      .where('id', '=', cast.bikeStoreId)
      .execute()
    await primary()
      .updateTable('users')
      .set({ phone_number: '+358405550123', phone_verified_at: world.env.now() })
      .where('id', '=', of)
      .execute()
    await primary()
      .insertInto('user_preferences')
      .values({ user_id: of, preferences: JSON.stringify({ sms: true }) })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ preferences: JSON.stringify({ sms: true }) }))
      .execute()
    await world.ok(orderLinks.tellPickup, { params, body: { ready: true } })
    await primary().updateTable('bike_stores').set({ opening_hours: null }).where('id', '=', cast.bikeStoreId).execute()
    const sent = await primary()
      .selectFrom('outbox')
      .select(['channel', 'body_text', 'sealed'])
      .where('user_id', '=', of)
      .where('template', 'in', ['orders:mail.readyWithHours', 'orders:notice.ready.sms'])
      .orderBy('channel')
      .execute()
    expect(sent.map(({ channel }) => channel)).toEqual(['EMAIL', 'SMS'])
    for (const { body_text } of sent) expect(body_text).toMatch(/Esimerkkitie 3[\s\S]*ma–pe 10–18/)
    expect(sent[0]!.body_text).toContain('https://www.openstreetmap.org/search?query=Esimerkkitie%203')
    expect(sent[1]!.body_text).not.toContain(await code())
  })

  it('waits for the buyer alone once the bicycle can be fetched, reminds them with the code, and ends with the hand-over', async () => {
    const { params, orderId, own, journey, code, check } = await confirmed()
    await journey.process(orderId)
    const { invoiceId } = await journey.enterInvoice(orderId)
    await journey.match(orderId, invoiceId)
    const as = own.employee
    const seen = () => world.ok(orders.get, { as, params: { orderId } })
    const ownTasks = async () =>
      (await world.ok(tasks.list, { as, query: {} })).data.map(({ action, since, due }) => ({ action, since, due }))
    const dueIn = (days: number) => addDays(today(), days)
    expect(await seen()).toMatchObject({ waitingFor: ['STORE'], dueDay: dueIn(14) })
    expect(await ownTasks()).toEqual([])
    world.env.advance(2 * 86_400_000)
    await world.ok(orderLinks.tellPickup, { params, body: { ready: true } })
    const ready = await seen()
    const readyAt = ready.pickupReadyAt
    expect(ready).toMatchObject({ waitingFor: ['EMPLOYEE'], waitingSince: readyAt, dueDay: dueIn(14) })
    expect(await ownTasks()).toEqual([{ action: 'pickUpBike', since: readyAt, due: dueIn(14) }])
    const list = await world.ok(orders.list, { as: cast.staff, query: { search: ready.orderNumber } })
    expect(list.items).toMatchObject([{ waitingFor: ['EMPLOYEE'], waitingSince: readyAt }])
    const title = 'Pyörä on valmis noudettavaksi'
    const notices = async () => (await noticesOf(world, as)).filter((one) => one.title.endsWith(title))
    expect(await notices()).toMatchObject([{ title, done: false }])
    await nudgeTurns.run(world.services)
    expect(await mails('orders:mail.ready', as)).toBe(1)
    world.env.advance(3 * 86_400_000)
    await nudgeTurns.run(world.services)
    await nudgeTurns.run(world.services)
    expect(await mails('orders:mail.ready', as)).toBe(2)
    const { items } = await world.ok(orders.timeline, { as: cast.staff, params: { orderId } })
    expect(items.filter(({ type }) => type === 'TURN_NUDGED')).toHaveLength(1)
    await check(await code())
    await world.ok(orderLinks.storeReports, {
      params,
      body: { frameNumber: `FETCHED-${orderId}`.slice(0, 20), deliveryDay: today() },
    })
    expect(await notices()).toMatchObject([{ title: `Hoidettu: ${title}`, done: true }])
    world.env.advance(5 * 86_400_000)
    await nudgeTurns.run(world.services)
    expect(await mails('orders:mail.ready', as)).toBe(2)
  })

  it('ends the buyer’s turn with a hand-over that is reported before the invoice has been matched', async () => {
    const { params, orderId, own, journey, code, check } = await confirmed()
    await journey.process(orderId)
    await world.ok(orderLinks.tellPickup, { params, body: { ready: true } })
    const seen = () => world.ok(orders.get, { as: own.employee, params: { orderId } })
    const ready = await seen()
    expect(ready).toMatchObject({ waitingFor: ['EMPLOYEE', 'STORE'], waitingSince: ready.pickupReadyAt })
    // The buyer's own day, not that of the store's invoice.
    expect(ready.dueDay).toBe(addDays(today(), 14))
    const { body } = await world.call(orders.get, { as: cast.staff, params: { orderId } })
    expect(body.waitingSince).not.toBe(ready.pickupReadyAt)
    await check(await code())
    await world.ok(orderLinks.storeReports, {
      params,
      body: { frameNumber: `EARLY-${orderId}`.slice(0, 20), deliveryDay: today() },
    })
    expect(await seen()).toMatchObject({ orderStatus: 'WAITING_FOR_INVOICE_MATCH', waitingFor: ['STORE'] })
    const notice = (await noticesOf(world, own.employee)).find(({ title }) => title.endsWith('valmis noudettavaksi'))
    expect(notice).toMatchObject({ done: true })
    expect((await world.ok(tasks.list, { as: own.employee, query: {} })).data).toEqual([])
  })

  it('hands over before the order is processed when code and frame number are right, and the staff follow', async () => {
    const { params, page, orderId, code, check, journey, own, order } = await confirmed()
    const right = await code()
    const frameNumber = `SOON-${right}`
    const report = (body: object = {}) =>
      world.call(orderLinks.storeReports, {
        params,
        body: { frameNumber, frameNumberAgain: frameNumber, deliveryDay: today(), ...body },
      })
    expect((await report()).body).toMatchObject({ details: { unmet: ['CODE_NOT_CHECKED'] } })
    expect((await check(wrongOf(right, 1))).body.right).toBe(false)
    expect((await check(right)).body.right).toBe(true)
    expect((await report({ frameNumberAgain: `${frameNumber}8` })).body.fields).toMatchObject([
      { path: 'frameNumberAgain' },
    ])
    expect((await order()).deliveryDay).toBeNull()
    expect((await report({ frameNumberAgain: frameNumber.toLowerCase().replace('-', ' ') })).body).toMatchObject({
      frameNumber,
      orderStatus: 'CONFIRMED',
      actions: { report: true, invoice: true },
    })
    expect(await order()).toMatchObject({ orderStatus: 'CONFIRMED', waitingFor: ['STAFF'] })
    await journey.process(orderId)
    expect(await order()).toMatchObject({ orderStatus: 'WAITING_FOR_INVOICE_MATCH' })
    expect(await mails('orders:mail.deliveryByStore', own.employee)).toBe(0)
    const { invoiceId } = await journey.enterInvoice(orderId)
    await journey.match(orderId, invoiceId)
    expect(await order()).toMatchObject({ orderStatus: 'READY_FOR_BILLING' })
    const { items } = await world.ok(orders.timeline, { as: cast.staff, params: { orderId } })
    expect(items.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['SERIAL_NUMBER_UPDATED', 'DELIVERY_DATE_UPDATED', 'ORDER_PROCESSED']),
    )
    expect((await page()).frameNumber).toBe(frameNumber)
  })

  it('hands nothing over while the order could not be processed', async () => {
    const { params, code, check, own } = await confirmed()
    const right = await code()
    expect((await check(right)).body.right).toBe(true)
    await primary()
      .updateTable('beneficiary_employees')
      .set({ last_working_day: addDays(today(), -1) })
      .where('user_id', '=', own.employee.userId)
      .execute()
    const body = { frameNumber: `LATE-${right}`, deliveryDay: today() }
    expect((await world.call(orderLinks.storeReports, { params, body })).body).toMatchObject({
      code: 'DELIVERY_NOT_ALLOWED',
      details: { status: 'CONFIRMED', unmet: expect.arrayContaining(['EMPLOYMENT_ENDED']) },
    })
    expect((await check(right)).status).toBe(404)
  })

  it('asks for the buyer’s code before a hand-over, and gives the buyer another after ten wrong ones', async () => {
    const { params, page, orderId, code, check, journey, own } = await confirmed()
    await journey.process(orderId)
    const right = await code()
    const body = { frameNumber: `CODE-${right}`, deliveryDay: today() }
    const report = () => world.call(orderLinks.storeReports, { params, body })
    expect((await report()).body).toMatchObject({
      code: 'DELIVERY_NOT_ALLOWED',
      details: { unmet: ['CODE_NOT_CHECKED'] },
    })
    for (let wrong = 1; wrong < 10; wrong += 1) expect((await check(wrongOf(right, wrong))).body.right).toBe(false)
    expect(await code()).toBe(right)
    expect((await check(wrongOf(right, 10))).body).toEqual({ right: false, renewed: true })
    const renewed = await code()
    expect(renewed).not.toBe(right)
    expect(await mails('orders:mail.newCode', own.employee)).toBe(1)
    // The buyer still stands at the counter.
    expect((await check(right)).body).toEqual({ right: false, renewed: false })
    expect((await check(renewed)).body).toEqual({ right: true, renewed: false })
    expect((await page()).actions).toMatchObject({ checkCode: false, report: true })
    expect((await report()).body).toMatchObject(body)
  })

  it('takes no more than thirty wrong codes a day, and the right one not either after that', async () => {
    const { orderId, code, check, journey } = await confirmed()
    await journey.process(orderId)
    for (let tries = 0; tries < 30; tries += 1) expect((await check(wrongOf(await code(), 1))).body.right).toBe(false)
    expect((await check(await code())).status).toBe(429)
    world.env.advance(90_000_000)
    expect((await check(await code())).body.right).toBe(true)
  })

  it('asks the buyer about a change: the order waits, and the answer comes to the store', async () => {
    const { params, page, orderId, own, order, journey } = await confirmed()
    const ask = (question: string) => world.call(orderLinks.askBuyer, { params, body: { question } })
    expect((await ask('   ')).status).toBe(400)
    expect((await ask('Käykö sininen?')).body).toMatchObject({
      orderStatus: 'WAITING_FOR_CUSTOMER_COMMENT',
      question: { text: 'Käykö sininen?', answer: null },
      actions: { ask: false, prepare: false },
    })
    expect((await ask('Entä vihreä?')).body).toMatchObject({ details: { unmet: ['QUESTION_NOT_OPEN'] } })
    const asked = await journey.order(own.employee, orderId)
    expect(asked).toMatchObject({ holdQuestion: 'Käykö sininen?', questionBy: 'STORE' })
    const body = { to: 'CONFIRMED' as const, version: asked.version, answer: 'Käy' }
    await world.ok(orders.move, { as: own.employee, params: { orderId }, body })
    expect((await page()).question).toEqual({ text: null, answer: 'Käy' })
    const { orderNumber } = await order()
    expect(await mails('orders:mail.storeAnswer', { about: orderNumber })).toBe(1)
  })

  it('takes one invoice for the order, paid on the store’s terms, and its PDF until somebody has checked it', async () => {
    const { params, page, orderId, journey } = await confirmed()
    const { totalAmount: total } = await page()
    const enter = (body: { number: string; total?: number; issueDay?: string }) =>
      world.call(invoiceLinks.storeEnters, { params, body: { total, issueDay: today(), ...body } })
    const number = `L-${orderId.slice(-6)}`
    expect((await enter({ number })).body.code).toBe('INVOICE_STEP_NOT_ALLOWED')
    await journey.process(orderId)
    expect((await enter({ number, issueDay: addDays(today(), 1) })).body.fields).toMatchObject([{ code: 'TOO_LARGE' }])
    expect((await enter({ number, total: 0 })).status).toBe(400)
    const entered = await Promise.all([enter({ number }), enter({ number: `${number}-2` })])
    expect(entered.map(({ status }) => status).sort()).toEqual([201, 409])
    const row = await primary()
      .selectFrom('invoices')
      .select(['total_cents', 'net_cents', 'vat_cents', 'status', 'due_day', 'iban'])
      .where('order_id', '=', orderId)
      .where('status', '=', 'RECEIVED')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ total_cents: row.net_cents + row.vat_cents, due_day: addDays(today(), 14) })
    expect(eurosFromCents(row.total_cents)).toBe(total)
    expect(await page()).toMatchObject({
      invoice: { total, hasFile: false },
      actions: { invoice: false },
      expectedPayDay: null,
    })
    const attach = (body: Uint8Array) => world.call(invoiceLinks.storeAttaches, { params, body })
    expect((await attach(Buffer.from('no paper'))).body.code).toBe('FILE_NOT_ACCEPTED')
    expect((await page()).invoice).toMatchObject({ hasFile: false })
  })

  it('has nothing left to do once the order is cancelled', async () => {
    const { params, page, orderId } = await confirmed()
    await primary().updateTable('orders').set({ status: 'CANCELLED' }).where('id', '=', orderId).execute()
    expect(Object.values((await page()).actions)).toEqual([false, false, false, false, false, false])
    for (const refused of [
      world.call(orderLinks.tellPickup, { params, body: { ready: true } }),
      world.call(orderLinks.askBuyer, { params, body: { question: 'Vielä?' } }),
      world.call(orderLinks.storeReports, { params, body: { frameNumber: 'EI-1', deliveryDay: today() } }),
      world.call(invoiceLinks.storeEnters, { params, body: { number: 'X-1', total: 1, issueDay: today() } }),
    ])
      expect((await refused).status).toBe(409)
  })
})
