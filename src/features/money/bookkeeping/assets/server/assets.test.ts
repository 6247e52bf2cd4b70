import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, type Day, firstOfMonth, monthOf } from '#platform/values/days.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../../contract.ts'
import { leaseAssets } from '../contract.ts'
import { keepLeaseAssets } from './keep-assets.ts'

let world: World
let staff: Caller
let company: Awaited<ReturnType<typeof buildCompany>>
beforeAll(async () => {
  world = await openWorld()
  await at('2026-01-01')
  company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
})
afterAll(() => world.close())

async function at(day: Day) {
  world.env.setNow(`${day}T10:00:00Z`)
  staff = await signedInAs(world, 'SUPER_ADMIN')
}
const db = () => world.services.database.primary
const keep = async (day: Day) => {
  world.env.setNow(`${day}T10:00:00Z`)
  await keepLeaseAssets.run(world.services)
}
const lease = (startDay: Day, priceCents: number, more: object = {}) =>
  buildRunningLease(world, { company, agreement: { start_day: startDay, price_cents: priceCents, ...more } })
const change = (id: string, values: object) =>
  db().updateTable('leasing_agreements').set(values).where('id', '=', id).execute()
const end = (
  id: string,
  day: Day,
  reason: 'REDEEMED' | 'INSURANCE' | 'RETURNED' | 'TERM' | 'CANCELLED',
  bikeAt: string,
) => change(id, { lease_state: 'ENDED', ended_day: day, end_reason: reason, bike_at: bikeAt })
const balances = async () =>
  Object.fromEntries(
    (
      await sql<{ account: string; cents: number }>`
        select account, sum(amount_cents)::bigint as cents from ledger_rows group by 1`.execute(db())
    ).rows.map(({ account, cents }) => [account, Number(cents)]),
  )
const assetOf = async (agreementNumber: string, month: string) => {
  const { items } = await world.ok(leaseAssets.list, { as: staff, query: { month, limit: 100 } })
  return items.find((row) => row.agreementNumber === agreementNumber)
}

describe('an own bicycle', () => {
  it('is an asset at its cost without VAT, depreciated in equal parts over its lease, and bought out with a gain', async () => {
    const { agreementId, agreementNumber, orderId } = await lease('2026-01-10', 150_600)
    await keep('2026-01-11')
    await keep('2026-01-11')
    expect(await balances()).toEqual({ LEASE_ASSETS: 120_000, PURCHASES: -120_000 })
    await keep('2026-04-01')
    expect(await balances()).toEqual({ LEASE_ASSETS: 90_000, PURCHASES: -120_000, DEPRECIATION: 30_000 })
    await at('2026-04-02')
    expect(await assetOf(agreementNumber, '2026-02')).toMatchObject({ cost: 1200, depreciation: 100, bookValue: 1000 })
    const redeemed = world.env.id()
    await sql`insert into invoices (id, company_id, order_id, agreement_id, direction, purpose, party, stage, status, issue_day, due_day, net_cents, vat_cents, total_cents)
      values (${redeemed}, ${company.companyId}, ${orderId}, ${agreementId}, 'SALES', 'REDEMPTION', 'PERSON', 'SENT', 'SENT', '2026-04-20', '2026-05-04', 100000, 25500, 125500)`.execute(
      db(),
    )
    await sql`insert into ledger_rows (id, company_id, voucher, position, day, account, amount_cents, vat_basis_points, invoice_id) values
      (${world.env.id()}, ${company.companyId}, 'test:redeemed', 1, '2026-04-20', 'RECEIVABLES', 125500, null, ${redeemed}),
      (${world.env.id()}, ${company.companyId}, 'test:redeemed', 2, '2026-04-20', 'SALES_REDEMPTION', -100000, 2550, ${redeemed}),
      (${world.env.id()}, ${company.companyId}, 'test:redeemed', 3, '2026-04-20', 'VAT_OUTPUT', -25500, 2550, ${redeemed})`.execute(
      db(),
    )
    await end(agreementId, '2026-04-20', 'REDEEMED', 'SOLD')
    await keep('2026-04-21')
    expect(await balances()).toMatchObject({ LEASE_ASSETS: 0, SALES_REDEMPTION: 0, ASSET_GAINS: -10_000 })
    expect(await assetOf(agreementNumber, '2026-04')).toMatchObject({
      disposedAs: 'SOLD',
      disposedDay: '2026-04-20',
      result: 100,
      bookValue: 0,
    })
    expect(await assetOf(agreementNumber, '2026-05')).toBeUndefined()
  })

  it('that is lost is a loss of its book value, and one whose purchase is cancelled goes back among the purchases', async () => {
    const before = await balances()
    const [lost, cancelled] = [await lease('2026-05-01', 150_600), await lease('2026-05-01', 150_600)]
    await keep('2026-06-01')
    await end(lost.agreementId, '2026-06-10', 'INSURANCE', 'LOST')
    await end(cancelled.agreementId, '2026-06-10', 'CANCELLED', 'STORE')
    await keep('2026-06-11')
    const after = await balances()
    expect(after.LEASE_ASSETS).toBe(0)
    expect(after.ASSET_LOSSES).toBe(110_000)
    expect(after.PURCHASES! - before.PURCHASES!).toBe(-240_000 + 110_000)
  })

  it('of another lessor is no asset', async () => {
    const other = await buildCompany(world)
    const { agreementNumber } = await buildRunningLease(world, {
      company: other,
      agreement: { start_day: '2026-06-01' },
    })
    await at('2026-06-12')
    await keep('2026-06-12')
    expect(await assetOf(agreementNumber, '2026-06')).toBeUndefined()
  })

  it('is depreciated by the settings of the day on which it is acquired, which a super admin changes at their version', async () => {
    await at('2026-06-15')
    const set = (body: object, as = staff) =>
      world.call(leaseAssets.setSettings, { as, body: { months: 48, residualPercent: 25, version: 0, ...body } })
    expect((await set({}, await signedInAs(world, 'INTERNAL_ADMIN'))).status).toBe(403)
    expect((await set({ residualPercent: 95 })).status).toBe(400)
    expect((await set({})).body).toMatchObject({ version: 1 })
    expect((await set({})).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    const { agreementNumber, agreementId } = await lease('2026-06-15', 150_600)
    await keep('2026-07-01')
    expect(await assetOf(agreementNumber, '2026-06')).toMatchObject({ months: 48, residual: 300, depreciation: 18.75 })
    await end(agreementId, '2026-07-01', 'INSURANCE', 'LOST')
    await keep('2026-07-02')
    await set({ months: 0, residualPercent: 0, version: 1 })
  })
})

/** A small generator with a seed, so that a year is the same each time. */
function chances(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

it('through a year of starts and ends the assets are the bicycles out, and their value that of the ledger, each day', async () => {
  const next = chances(774)
  const reasons = [
    ['REDEEMED', 'SOLD'],
    ['INSURANCE', 'LOST'],
    ['RETURNED', 'LESSOR'],
    ['TERM', 'STORE'],
    ['CANCELLED', 'STORE'],
  ] as const
  const out = new Set<string>()
  const late = new Set<string>()
  let started = 0
  for (let day = '2027-01-01'; day <= '2027-12-31'; day = addDays(day, 1)) {
    world.env.setNow(`${day}T10:00:00Z`)
    if (next(7) === 0) {
      started += 1
      out.add((await lease(day, 80_000 + next(400_000), { lease_months: 12 + next(37) })).agreementId)
    }
    const [some] = [...out].filter((id) => !late.has(id)).slice(next(5))
    if (some && next(14) === 0) {
      const [reason, bikeAt] = reasons[next(5)]!
      const staysOut = (reason === 'TERM' || reason === 'RETURNED') && next(2) === 0
      await end(some, day, reason, staysOut ? 'EMPLOYEE' : bikeAt)
      if (staysOut) late.add(some)
      else out.delete(some)
    }
    await keepLeaseAssets.run(world.services)
    const open = await db()
      .selectFrom('lease_assets')
      .select('agreement_id')
      .where('disposed_day', 'is', null)
      .execute()
    expect(open.map((row) => row.agreement_id).sort(), day).toEqual([...out].sort())
    const [{ differs }] = (
      await sql<{ differs: number }>`
        select (select sum(amount_cents) from lease_asset_entries)::bigint - (select sum(amount_cents) from ledger_rows where account = 'LEASE_ASSETS')::bigint as differs`.execute(
        db(),
      )
    ).rows as [{ differs: number }]
    expect(Number(differs), day).toBe(0)
  }
  await at('2028-01-03')
  await keepLeaseAssets.run(world.services)
  expect(await world.ok(leaseAssets.check, { as: staff })).toMatchObject({ assets: out.size, agrees: true })
  const file = await world.call(leaseAssets.file, { as: staff, query: { format: 'csv', year: 2027 } })
  expect(file.raw.toString().trim().split('\n')).toHaveLength(1 + started)
}, 120_000)

it('the month that is closed has its depreciation, and a later one is dated on the first open day', async () => {
  await at('2028-02-10')
  const close = async (month: string) => {
    const reasons = Object.fromEntries(
      ['BANK', 'RECEIVABLES', 'PAYABLES', 'PREPAYMENTS', 'DEDUCTIONS'].map((kind) => [kind, 'Testin ero']),
    )
    return world.call(bookkeeping.close, { as: staff, params: { month }, body: { version: 0, reasons } })
  }
  const first = (await sql<{ day: Day }>`select min(day) as day from vouchers`.execute(db())).rows[0]!.day
  for (let day = firstOfMonth(monthOf(first)); day <= '2028-01-01'; day = addDays(firstOfMonth(monthOf(day)), 31)) {
    const closed = await close(monthOf(day))
    expect([monthOf(day), closed.status]).toEqual([monthOf(day), 200])
  }
  const january = await sql<{ count: number }>`
    select count(*)::int as count from vouchers where voucher like 'assets:depreciated:2028-01:%' and day = '2028-01-31' and number is not null`.execute(
    db(),
  )
  expect(january.rows[0]!.count).toBe(1)
  await lease('2028-01-05', 150_600)
  await keepLeaseAssets.run(world.services)
  const late = await sql<{ day: Day; own_day: Day }>`
    select day, own_day from vouchers where voucher like 'asset:%' and own_day = '2028-01-05'`.execute(db())
  expect(late.rows).toEqual([{ day: '2028-02-01', own_day: '2028-01-05' }])
}, 60_000)
