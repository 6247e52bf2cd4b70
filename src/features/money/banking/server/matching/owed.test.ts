import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterStoreCredit } from '#features/money/invoices/server/store-credit.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { openPurchases, storeIban } from '#testing/money/purchases.ts'
import { openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

let world: World
let office: Awaited<ReturnType<typeof openPurchases>>
beforeAll(async () => {
  world = await openWorld()
  office = await openPurchases(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** The store credits so much of its invoice. */
const credit = (invoiceId: string, totalCents: number) =>
  world.services.database.transaction((tx) =>
    enterStoreCredit(tx, world.services, {
      invoiceId,
      number: `H${world.env.id().slice(-6)}`,
      issueDay: '2026-11-20',
      totalCents,
      actor: systemActor,
    }),
  )

const remaking = async () =>
  (await world.ok(tasks.list, { as: office.maker })).data.filter(({ action }) => action === 'remakePaymentFile')

const noticesOf = (template: string) =>
  db()
    .selectFrom('notifications')
    .select('template_values')
    .where('template', '=', template)
    .where('user_id', '=', office.maker.userId)
    .execute()

async function queued(cents: number) {
  const invoiceId = await office.approved(cents)
  expect(await office.queue(invoiceId)).toMatchObject({ queued: 1 })
  return invoiceId
}

describe('a payment in the queue', () => {
  it('leaves it when its invoice is credited, so that no file pays it', async () => {
    const invoiceId = await queued(129_000)
    await credit(invoiceId, 129_000)
    expect(await office.orderOf(invoiceId)).toMatchObject({ state: 'REMOVED', reason: 'CREDITED' })
    expect(await office.get(invoiceId)).toMatchObject({ status: 'PAYMENT_TRANSACTION_REMOVED', open: 0 })
    expect((await office.make()).body).toMatchObject({ code: 'NOTHING_TO_PAY' })
    const told = await noticesOf('banking:notice.orderDropped')
    expect(told.map((row) => row.template_values)).toMatchObject([
      { amount: { cents: 129_000 }, because: { text: 'banking:order.reasons.CREDITED' } },
    ])
  })

  it('leaves it when its invoice is paid by hand, wholly or in part, and the rest can be approved and queued', async () => {
    const whole = await queued(300_000)
    expect((await office.payByHand(whole, 300_000)).status).toBe(201)
    expect(await office.orderOf(whole)).toMatchObject({ state: 'REMOVED', reason: 'PAID_OTHERWISE' })
    expect(await office.get(whole)).toMatchObject({ status: 'MARKED_PAID', open: 0 })
    const part = await queued(10_000)
    await office.payByHand(part, 4_000)
    expect(await office.orderOf(part)).toMatchObject({ state: 'REMOVED' })
    await office.approve(part)
    expect(await office.queue(part)).toMatchObject({ queued: 1, total: 60 })
    const file = (await office.make()).body
    expect(file).toMatchObject({ paymentCount: 1, total: 60 })
    expect((await office.release(file)).body).toMatchObject({ state: 'RELEASED' })
  })

  it('stays when the store gives back some of what was paid by hand', async () => {
    const invoiceId = await office.approved(9_000)
    await office.payByHand(invoiceId, 4_000)
    expect(await office.queue(invoiceId)).toMatchObject({ queued: 1, total: 50 })
    expect(await office.payByHand(invoiceId, 1_000, 'IN')).toMatchObject({ status: 201 })
    expect(await office.orderOf(invoiceId)).toMatchObject({ state: 'QUEUED', amount: 50 })
    await credit(invoiceId, 6_000)
  })
})

describe('a payment in a file that nobody has released', () => {
  it('takes its file back: the others return to the queue, and somebody makes another file of them', async () => {
    const [gone, stays] = [await queued(20_000), await queued(30_000)]
    const file = (await office.make()).body
    await office.payByHand(gone, 20_000)
    const given = await office.fileOf(file.paymentFileId)
    expect(given).toMatchObject({ state: 'WITHDRAWN', unmet: ['NOT_MADE'] })
    expect((await office.release(given)).body).toMatchObject({
      code: 'PAYMENT_FILE_NOT_RELEASABLE',
      details: { unmet: ['NOT_MADE'] },
    })
    expect(await office.orderOf(gone)).toMatchObject({ state: 'REMOVED', paymentFileId: null })
    expect(await office.orderOf(stays)).toMatchObject({ state: 'QUEUED', paymentFileId: null })
    expect((await noticesOf('banking:notice.fileGivenUp')).at(-1)!.template_values).toMatchObject({ count: 1 })
    expect(await remaking()).toMatchObject([{ id: `remakePaymentFile:${file.paymentFileId}` }])
    const next = (await office.make()).body
    expect(next).toMatchObject({ paymentCount: 1, total: 300 })
    expect(await remaking()).toEqual([])
    // Whoever gives a file up by hand knows that its payments wait.
    const params = { id: next.paymentFileId }
    await world.ok(banking.withdraw, { as: office.maker, params, body: { version: next.version } })
    expect(await remaking()).toEqual([])
    await credit(stays, 30_000)
  })

  it('is released, or its file is taken back by a credit, whichever comes first; never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const invoiceId = await queued(5_000)
      const file = (await office.make()).body
      const [released] = await Promise.all([office.release(file), credit(invoiceId, 5_000)])
      const now = [
        released.status,
        (await office.orderOf(invoiceId)).state,
        (await office.fileOf(file.paymentFileId)).state,
      ]
      expect(now).toEqual(released.status === 200 ? [200, 'SENT', 'RELEASED'] : [409, 'REMOVED', 'WITHDRAWN'])
    }
  })

  it('is made into a file, or paid by hand before, whichever comes first; no file holds what is paid', async () => {
    for (let round = 0; round < 6; round += 1) {
      const invoiceId = await queued(6_000)
      const [made, paid] = await Promise.all([office.make(), office.payByHand(invoiceId, 6_000)])
      expect([201, 409]).toContain(made.status)
      expect(paid.status).toBe(201)
      expect(await office.orderOf(invoiceId)).toMatchObject({ state: 'REMOVED', paymentFileId: null })
    }
  })
})

describe('the database', () => {
  const order = (invoiceId: string, cents: number) => ({
    id: world.env.id(),
    invoice_id: invoiceId,
    payee_name: 'Liike',
    payee_iban: storeIban,
    amount_cents: cents,
    made_by: office.maker.userId,
  })

  it('keeps no more waiting for the bank than is open, whoever writes it', async () => {
    const invoiceId = await office.approved(8_000)
    const { company_id } = await db()
      .selectFrom('invoices')
      .select('company_id')
      .where('id', '=', invoiceId)
      .executeTakeFirstOrThrow()
    const add = (cents: number) =>
      db()
        .insertInto('payment_orders')
        .values({ ...order(invoiceId, cents), company_id })
        .execute()
    await expect(add(8_001)).rejects.toMatchObject({ code: '23514', constraint: 'payments_are_owed' })
    await add(8_000)
    const lower = db().updateTable('invoices').set({ paid_cents: 1 }).where('id', '=', invoiceId)
    await expect(lower.execute()).rejects.toMatchObject({ constraint: 'payments_are_owed' })
    const back = { ...order(invoiceId, 1), company_id, kind: 'REPAYMENT', account_from: 'STAFF' } as const
    await db().deleteFrom('payment_orders').where('invoice_id', '=', invoiceId).execute()
    await expect(db().insertInto('payment_orders').values(back).execute()).rejects.toMatchObject({
      constraint: 'payments_are_owed',
    })
  })

  it('sees both of two that write at the same moment', async () => {
    const invoiceId = await office.approved(7_000)
    const { company_id } = await db()
      .selectFrom('invoices')
      .select('company_id')
      .where('id', '=', invoiceId)
      .executeTakeFirstOrThrow()
    const adding = () =>
      db()
        .insertInto('payment_orders')
        .values({ ...order(invoiceId, 7_000), company_id })
        .execute()
    let added: Promise<unknown> = Promise.resolve()
    await world.services.database.transaction(async (tx) => {
      await tx.updateTable('invoices').set({ paid_cents: 1 }).where('id', '=', invoiceId).execute()
      added = adding()
      added.catch(() => undefined)
    })
    await expect(added).rejects.toMatchObject({ constraint: 'payments_are_owed' })
  })
})
