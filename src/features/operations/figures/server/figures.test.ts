import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registration } from '#features/people/registration/contract.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { addDays, daysBetween, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { figures } from '../contract.ts'
import { mondayOf, weeksOf } from '../rules.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  await journeyOf(world, cast).toBilled()
  await journeyOf(world, await buildCast(world)).start()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const today = () => helsinkiDay(world.env.now())
const read = (query: { from?: string; to?: string } = {}) => world.ok(figures.get, { as: cast.staff, query })

/** The place in a sorted list that so large a share does not go beyond. */
const placed = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(share * values.length) - 1)]

describe('the operator’s figures', () => {
  it('count the orders of each week as the orders themselves do', async () => {
    const shown = await read()
    const orders = await db().selectFrom('orders').select(['created_at', 'confirmed_at']).execute()
    const weeks = new Map<string, [number, number]>()
    for (const { created_at, confirmed_at } of orders) {
      const week = mondayOf(helsinkiDay(created_at))
      const [started, confirmed] = weeks.get(week) ?? [0, 0]
      weeks.set(week, [started + 1, confirmed + (confirmed_at ? 1 : 0)])
    }
    expect(shown.weeks.map(({ week }) => week)).toEqual(weeksOf(shown.from, shown.to))
    for (const { week, started, confirmed } of shown.weeks)
      expect([week, started, confirmed]).toEqual([week, ...(weeks.get(week) ?? [0, 0])])
    expect(orders.length).toBeGreaterThan(1)
  })

  it('tell the days of each step as its events do, told one by one', async () => {
    const { steps } = await read()
    const events = await db()
      .selectFrom('events as e')
      .innerJoin('orders as o', 'o.id', 'e.order_id')
      .select(['e.order_id', 'e.occurred_at', 'e.data', 'o.created_at'])
      .where('e.type', '=', 'ORDER_STATUS_UPDATED')
      .orderBy('e.occurred_at')
      .orderBy('e.position')
      .execute()
    const began = new Map<string, Date>()
    const stays = new Map<string, number[]>()
    for (const { order_id, occurred_at, data, created_at } of events) {
      const { from } = data as { from: string | null }
      const since = began.get(order_id!) ?? created_at
      began.set(order_id!, occurred_at)
      if (from === null) continue
      const days = daysBetween(helsinkiDay(since), helsinkiDay(occurred_at))
      stays.set(from, [...(stays.get(from) ?? []), days])
    }
    expect(steps.length).toBeGreaterThan(3)
    expect(new Map(steps.map(({ status, ...row }) => [status as string, row]))).toEqual(
      new Map(
        [...stays].map(([status, days]) => [
          status,
          { orders: days.length, median: placed(days, 0.5), ninetieth: placed(days, 0.9) },
        ]),
      ),
    )
  })

  it('tell the deliveries of each store from its orders', async () => {
    const { stores } = await read()
    const orders = await db()
      .selectFrom('orders')
      .select(['bike_store_id', 'delivery_day', 'confirmed_at'])
      .where('delivery_day', 'is not', null)
      .execute()
    const days = orders.map((row) => Math.max(0, daysBetween(helsinkiDay(row.confirmed_at!), row.delivery_day!)))
    expect(stores).toMatchObject([
      { bikeStoreId: orders[0]!.bike_store_id, deliveries: orders.length, median: placed(days, 0.5) },
    ])
  })

  it('add up what running leases are worth today, lessor by lessor, whatever the period', async () => {
    const company = await buildCompany(world, {}, { lessor: { kind: 'OTHER' } })
    const first = `${today().slice(0, 7)}-01`
    await buildRunningLease(world, {
      company,
      agreement: {
        start_day: addDays(first, -1).slice(0, 8).concat('01'),
        end_day: addDays(addDays(first, 45).slice(0, 8).concat('01'), -1),
        lease_months: 2,
        instalment_cents: 10_000,
        last_instalment_cents: 5_000,
        residual_cents: 7_000,
      },
    })
    const { exposure } = await read({ from: '2020-01-01', to: '2020-02-01' })
    const own = exposure.find(({ leasingCompanyId }) => leasingCompanyId === company.leasingCompanyId)
    expect(own).toMatchObject({ leases: 1, instalments: 0, residuals: 70, total: 70 })
  })

  it('follow those who applied from their application to their bicycle', async () => {
    const { funnel } = await read()
    const people = await db().selectFrom('beneficiary_employees').select(['id', 'status']).execute()
    const joined = people.filter(({ status }) => status === 'ACCEPTED' || status === 'ENDED').map(({ id }) => id)
    const orders = await db().selectFrom('orders').select(['beneficiary_employee_id as of', 'delivery_day']).execute()
    const ordered = joined.filter((id) => orders.some(({ of }) => of === id))
    const counts = Object.fromEntries(funnel.map(({ step, people: count }) => [step, count]))
    expect(counts).toMatchObject({ APPLIED: people.length, JOINED: joined.length, ORDERED: ordered.length })
    expect(counts.DELIVERED).toBe(
      ordered.filter((id) => orders.some(({ of, delivery_day }) => of === id && delivery_day !== null)).length,
    )
    expect(funnel.find(({ step }) => step === 'APPLIED')?.percent).toBe(100)
    const none = await read({ from: '2020-01-01', to: '2020-02-01' })
    expect(none.funnel.every(({ people: count, percent }) => count === 0 && percent === null)).toBe(true)
  })

  it('begin with the openings of the registration links of the period, which are no share of anybody', async () => {
    const of = { purpose: 'join', days: 90, companyId: cast.companyId } as const
    const { token } = await createLinkToken(db(), world.env, of)
    const opened = async (query = {}) => (await read(query)).funnel[0]
    const before = await opened()
    for (let times = 0; times < 3; times += 1) await world.ok(registration.look, { as: null, params: { token } })
    expect(await opened()).toEqual({ step: 'OPENED', people: before!.people + 3, percent: null })
    const rows = await db().selectFrom('link_openings').selectAll().execute()
    expect(rows.map(({ openings, day }) => [openings, day])).toEqual([[3, today()]])
    expect(await opened({ to: addDays(today(), -1) })).toEqual(before)
  })

  it('come as a file with a row for each figure', async () => {
    const shown = await read()
    const reply = await world.call(figures.file, { as: cast.staff, query: { format: 'csv' } })
    const lines = reply.raw.toString('utf8').trim().split('\r\n')
    const { weeks, steps, stores, exposure, funnel } = shown
    expect(lines).toHaveLength(1 + weeks.length + steps.length + stores.length + exposure.length + funnel.length)
  })

  it('refuse a period that is too long or ends before it begins, and are closed to an employer', async () => {
    const refused = async (query: { from: string; to: string }) => {
      const { status, body } = await world.call(figures.get, { as: cast.staff, query })
      return [status, body.fields?.[0]?.path]
    }
    expect(await refused({ from: '2025-01-01', to: '2026-01-02' })).toEqual([400, 'from'])
    expect(await refused({ from: '2026-02-01', to: '2026-01-31' })).toEqual([400, 'to'])
    expect((await world.call(figures.get, { as: cast.employer })).status).toBe(403)
    const editor = await signedInAs(world, 'EMPLOYER_EDITOR', { companyId: cast.companyId })
    expect((await world.call(figures.file, { as: editor, query: { format: 'csv' } })).status).toBe(403)
  })
})
