import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { verifyChains } from '#platform/server/events/verify-chains.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildEmployee, buildUser } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const another = () => anotherOrder(world, cast)

/** An order with an agreement out for signing, put where a delivery may be reported. */
async function reportable(status = 'WAITING_FOR_DELIVERY_DATE') {
  const found = await another()
  await found.journey.choosePackage(found.orderId)
  await found.journey.answer(found.orderId)
  await sql`update orders set status = ${status}, commitment_day = current_date - 3 where id = ${found.orderId}`.execute(
    world.services.database.primary,
  )
  const { version } = await found.journey.order(cast.staff, found.orderId)
  return { ...found, version }
}
const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(world.services.database.primary)).rows[0]!.n
const statuses = (replies: readonly { status: number }[]) => replies.map((reply) => reply.status).sort()

describe('two people at the same moment', () => {
  it('confirm: one wins, the other hears that the order has changed', async () => {
    const { own, journey, orderId } = await another()
    await journey.choosePackage(orderId)
    await journey.answer(orderId)
    await journey.sign(own.employee, orderId, 'EMPLOYEE')
    const { version } = await journey.sign(own.employer, orderId, 'EMPLOYER')
    const replies = await Promise.all(
      [own.employee, own.staff].map((as) =>
        world.call(orders.move, { as, params: { orderId }, body: { to: 'CONFIRMED', version } }),
      ),
    )
    expect(statuses(replies)).toEqual([200, 409])
    expect(replies.find((reply) => reply.status === 409)!.body.code).toBe('VERSION_CONFLICT')
    expect(
      await count(sql`select count(*)::int as n from events where order_id = ${orderId} and type = 'ORDER_CONFIRMED'`),
    ).toBe(1)
    expect(
      await count(
        sql`select count(*)::int as n from outbox where template = 'orders:mail.storeOrder' and company_id = ${own.companyId} and subject like ${`%${(await journey.order(own.staff, orderId)).orderNumber}%`}`,
      ),
    ).toBe(1)
  })

  it('sign for the employer: one signature is kept', async () => {
    const { own, journey, orderId } = await another()
    const { password_hash } = await world.services.database.primary
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', own.employer.userId)
      .executeTakeFirstOrThrow()
    const second = await buildUser(world, { password_hash })
    await assignRole(world, second.userId, 'EMPLOYER_ADMIN', { companyId: own.companyId })
    await journey.choosePackage(orderId)
    const { agreement } = await journey.answer(orderId)
    const call = async (userId: string, name: string) =>
      world.call(signing.sign, {
        as: await world.signIn(userId),
        params: { id: agreement!.leasingAgreementId },
        body: {
          party: 'EMPLOYER',
          version: agreement!.version,
          typedName: name,
          password: own.password,
          documentSha256: agreement!.documentSha256!,
        },
      })
    const first = await world.services.database.primary
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', own.employer.userId)
      .executeTakeFirstOrThrow()
    const replies = await Promise.all([
      call(own.employer.userId, `${first.first_name} ${first.last_name}`),
      call(second.userId, `${second.firstName} ${second.lastName}`),
    ])
    expect(statuses(replies)).toEqual([200, 409])
    expect(
      await count(
        sql`select count(*)::int as n from signatures where leasing_agreement_id = ${agreement!.leasingAgreementId}`,
      ),
    ).toBe(1)
  })

  it('match the same invoice: it is tied once', async () => {
    const { journey, orderId } = await another()
    await journey.choosePackage(orderId)
    await journey.answer(orderId)
    await sql`update orders set status = 'WAITING_FOR_INVOICE_MATCH' where id = ${orderId}`.execute(
      world.services.database.primary,
    )
    const invoice = await journey.enterInvoice(orderId)
    const { version } = await journey.order(cast.staff, orderId)
    const replies = await Promise.all(
      [1, 2].map(() =>
        world.call(invoices.match, {
          as: cast.staff,
          params: { orderId },
          body: { invoiceId: invoice.invoiceId, version },
        }),
      ),
    )
    expect(statuses(replies)).toEqual([200, 409])
  })

  it('report the same frame number for two bikes: one is kept, the other is refused', async () => {
    const pairs = await Promise.all([reportable(), reportable()])
    const typed = ['wtu 777-1', 'WTU7771']
    const replies = await Promise.all(
      pairs.map(({ orderId, version }, index) =>
        world.call(orders.setDelivery, {
          as: cast.staff,
          params: { orderId },
          body: { frameNumber: typed[index]!, deliveryDay: helsinkiDay(world.env.now()), version },
        }),
      ),
    )
    expect(statuses(replies)).toEqual([200, 409])
    expect(replies.find((reply) => reply.status === 409)!.body.code).toBe('FRAME_NUMBER_EXISTS')
    const kept = await Promise.all(pairs.map(({ journey, orderId }) => journey.order(cast.staff, orderId)))
    expect(kept.filter(({ frameNumber }) => frameNumber === null)).toHaveLength(1)
    expect(kept.find(({ frameNumber }) => frameNumber === null)).toMatchObject({ deliveryDay: null, startDay: null })
  })

  it('frees the frame number when the order is cancelled or its lease has ended', async () => {
    const db = world.services.database.primary
    const [first, second] = [await reportable(), await reportable()]
    const report = async ({ orderId, journey }: typeof first) => {
      const { version } = await journey.order(cast.staff, orderId)
      const body = { frameNumber: 'PYO-1', deliveryDay: helsinkiDay(world.env.now()), version }
      return world.call(orders.setDelivery, { as: cast.staff, params: { orderId }, body })
    }
    expect((await report(first)).status).toBe(200)
    expect((await report(second)).body.code).toBe('FRAME_NUMBER_EXISTS')
    await sql`update leasing_agreements set lease_state = 'ENDED' where order_id = ${first.orderId}`.execute(db)
    expect((await report(second)).status).toBe(200)
    await sql`update orders set status = 'CANCELLED' where id = ${second.orderId}`.execute(db)
    await sql`update leasing_agreements set lease_state = 'ACTIVE' where order_id = ${first.orderId}`.execute(db)
    const keys = await sql<{ frame_key: string | null }>`
      select frame_key from orders where id in (${first.orderId}, ${second.orderId}) order by created_at`.execute(db)
    expect(keys.rows.map((row) => row.frame_key)).toEqual(['PYO1', null])
  })

  it('step back from an invoice and match another: the order ends with one invoice', async () => {
    const { journey, orderId } = await reportable('WAITING_FOR_INVOICE_MATCH')
    const first = await journey.enterInvoice(orderId)
    const second = await journey.enterInvoice(orderId)
    await journey.match(orderId, first.invoiceId)
    const back = await journey.move(cast.staff, orderId, 'WAITING_FOR_INVOICE_MATCH', { reason: 'Väärä lasku' })
    expect(back).toMatchObject({ invoice: null, orderPaidDate: null, waitingFor: ['STAFF'] })
    const replies = await Promise.all(
      [first, second].map(({ invoiceId }) =>
        world.call(invoices.match, { as: cast.staff, params: { orderId }, body: { invoiceId, version: back.version } }),
      ),
    )
    expect(statuses(replies)).toEqual([200, 409])
    expect(
      await count(sql`select count(*)::int as n from invoices where order_id = ${orderId} and matched_at is not null`),
    ).toBe(1)
    const both = sql`update invoices set matched_at = now() where order_id = ${orderId} and direction = 'PURCHASE' and number is not null`
    await expect(both.execute(world.services.database.primary)).rejects.toThrow('invoices_one_match_key')
  })

  it('leave every chain of events whole', async () => {
    const { faults, chains } = await verifyChains(world.services.database.primary)
    expect(faults).toEqual([])
    expect(chains).toBeGreaterThan(3)
  })
})

describe('a call repeated with its key', () => {
  it('starts one order, however often and however parallel it comes', async () => {
    const person = await buildEmployee(world, { companyId: cast.companyId })
    const key = randomUUID()
    const calls = () =>
      world.call(orders.start, { as: cast.staff, body: { beneficiaryEmployeeId: person.employeeId }, key })
    const first = await calls()
    const rest = await Promise.all(Array.from({ length: 8 }, calls))
    expect(first.status).toBe(201)
    expect(new Set(rest.map((reply) => reply.raw.toString()))).toEqual(new Set([first.raw.toString()]))
    expect(
      await count(sql`select count(*)::int as n from orders where beneficiary_employee_id = ${person.employeeId}`),
    ).toBe(1)
  })

  it('has one effect when all come at once', async () => {
    const person = await buildEmployee(world, { companyId: cast.companyId })
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.call(orders.start, { as: cast.staff, body: { beneficiaryEmployeeId: person.employeeId }, key }),
      ),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]))
    expect(
      await count(sql`select count(*)::int as n from orders where beneficiary_employee_id = ${person.employeeId}`),
    ).toBe(1)
    expect(await count(sql`select count(*)::int as n from notifications where user_id = ${person.userId}`)).toBe(1)
  })

  it('is refused when the key comes with another body', async () => {
    const { journey, orderId } = await another()
    const key = randomUUID()
    const { version } = await journey.order(cast.staff, orderId)
    await world.ok(orders.move, { as: cast.staff, params: { orderId }, body: { to: 'PENDING', version }, key })
    const reply = await world.call(orders.move, {
      as: cast.staff,
      params: { orderId },
      body: { to: 'CANCELLED', version: version + 1 },
      key,
    })
    expect(reply.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect((await journey.order(cast.staff, orderId)).orderStatus).toBe('PENDING')
  })

  it('leaves nothing behind when the first call was refused, so the next may try again', async () => {
    const { journey, orderId } = await another()
    const key = randomUUID()
    const stale = await world.call(orders.move, {
      as: cast.staff,
      params: { orderId },
      body: { to: 'PENDING', version: 99 },
      key,
    })
    expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT' })
    const { version } = await journey.order(cast.staff, orderId)
    expect(
      (await world.call(orders.move, { as: cast.staff, params: { orderId }, body: { to: 'PENDING', version }, key }))
        .status,
    ).toBe(200)
  })
})
