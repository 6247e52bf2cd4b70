import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { invoices } from '../contract.ts'

let world: World
let cast: Cast
let journey: ReturnType<typeof journeyOf>
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** An order that both have signed and its employee has confirmed. */
async function confirmed() {
  cast = await buildCast(world)
  journey = journeyOf(world, cast)
  const orderId = await journey.start()
  await journey.choosePackage(orderId, {})
  await journey.answer(orderId)
  await journey.sign(cast.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  await journey.confirm(orderId)
  return orderId
}
const read = (orderId: string) => world.ok(orders.get, { as: cast.staff, params: { orderId } })
const stepsOf = async (subjectId: string) => {
  const found = world.services.database.primary.selectFrom('events').select('data').where('subject_id', '=', subjectId)
  return (await found.where('type', '=', 'ORDER_STATUS_UPDATED').orderBy('position').execute()).map(
    ({ data }) => (data as { to: string }).to,
  )
}
const process = async (orderId: string, andAwaitInvoice?: boolean) =>
  world.call(orders.move, {
    as: cast.staff,
    params: { orderId },
    body: {
      to: 'PROCESSED',
      version: (await read(orderId)).version,
      ...(andAwaitInvoice === undefined ? {} : { andAwaitInvoice }),
    },
  })

describe('an order that staff process', () => {
  it('goes on to wait for its invoice in the same act where that is asked, each status with its event', async () => {
    const orderId = await confirmed()
    expect((await process(orderId, true)).body).toMatchObject({ orderStatus: 'WAITING_FOR_INVOICE_MATCH' })
    expect((await stepsOf(orderId)).slice(-2)).toEqual(['PROCESSED', 'WAITING_FOR_INVOICE_MATCH'])
  })

  it('stays processed where it is not asked', async () => {
    const orderId = await confirmed()
    expect((await process(orderId)).body).toMatchObject({ orderStatus: 'PROCESSED' })
  })
})

describe('an invoice that has only arrived', () => {
  async function entered() {
    const orderId = await confirmed()
    await process(orderId, true)
    const { totalAmount, version } = await read(orderId)
    const body = {
      orderId,
      number: `L-${orderId.slice(-6)}`,
      issueDay: '2026-03-02',
      dueDay: '2026-03-16',
      total: totalAmount!,
      vatPercent: 25.5,
    }
    const { invoiceId } = await world.ok(invoices.enter, { as: cast.staff, body })
    return { orderId, invoiceId, version }
  }
  const match = (
    { orderId, invoiceId, version }: Awaited<ReturnType<typeof entered>>,
    also: { checked?: boolean } = {},
    as = cast.staff,
  ) => world.call(invoices.match, { as, params: { orderId }, body: { invoiceId, version, ...also } })
  const statusOf = async (id: string) => (await world.ok(invoices.get, { as: cast.staff, params: { id } })).status

  it('is not matched as it is, and is checked and matched in one act where its reader says so', async () => {
    const one = await entered()
    expect((await match(one)).status).toBe(409)
    expect(await statusOf(one.invoiceId)).toBe('RECEIVED')
    expect((await match(one, { checked: true }, cast.employer)).status).toBe(403)
    const both = await Promise.all([match(one, { checked: true }), match(one, { checked: true })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await statusOf(one.invoiceId)).toBe('VERIFIED')
    expect((await read(one.orderId)).orderStatus).toBe('WAITING_FOR_DELIVERY_DATE')
  })
})
