import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import { eventLog } from '#features/operations/event-log/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { stableId } from '#platform/server/roles/role-ids.ts'
import { buildCompany, buildRunningLease, buildStore, signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { places } from '../contract.ts'
import { partsOfPlaces } from '../parts.ts'

let world: World
let cast: Cast
let orderId: string
let bikeStoreId: string
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  orderId = await journeyOf(world, cast).toBilled()
  const order = await db()
    .selectFrom('orders')
    .select('bike_store_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  bikeStoreId = order.bike_store_id!
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const store = (id: string, as: Caller = cast.staff) => world.ok(places.store, { as, params: { bikeStoreId: id } })
const lessor = (id: string, as: Caller = cast.staff) =>
  world.ok(places.lessor, { as, params: { leasingCompanyId: id } })
const titles = (place: { parts: { part: string; lines: readonly { title: string }[] }[] }, part: string) =>
  place.parts.find((one) => one.part === part)?.lines.map(({ title }) => title)

describe('a store’s place', () => {
  it('names its open orders with the days in their step, and how long its deliveries take', async () => {
    const place = await store(bikeStoreId)
    expect(place.orders).toMatchObject({ total: 1, items: [{ orderId, status: 'GRENKE_INVOICE_SENT', days: 0 }] })
    const { rows } = await sql<{
      days: number
    }>`select greatest(delivery_day - (confirmed_at at time zone 'Europe/Helsinki')::date, 0) as days
      from orders where id = ${orderId}`.execute(db())
    expect(place.delivery).toEqual({ medianDays: rows[0]!.days, deliveries: 1 })
    expect(place.parts.map(({ part }) => part)).toEqual([...partsOfPlaces.store])
  })

  it('puts what is late before what has stood still longer', async () => {
    const one = await buildCast(world)
    const way = journeyOf(world, one)
    const [old, late] = [await way.start(), await journeyOf(world, await buildCast(world)).start()]
    const { bikeStoreId: own } = await buildStore(world)
    await db().updateTable('orders').set({ bike_store_id: own }).where('id', 'in', [old, late]).execute()
    await sql`update orders set status_changed_at = now() - interval '40 days' where id = ${old}`.execute(db())
    // The turns are judged anew after such a change, so the days are set once that is done.
    await store(own)
    await sql`delete from turns_to_refresh`.execute(db())
    await sql`update open_turns set due_day = case when subject_id = ${late} then date '2020-01-01' else date '2099-01-01' end
      where process = 'order' and subject_id in (${old}, ${late})`.execute(db())
    const { orders } = await store(own)
    expect(orders).toMatchObject({ total: 2, late: 1 })
    expect(orders?.items.map(({ orderId: id, isLate }) => [id, isLate])).toEqual([
      [late, true],
      [old, false],
    ])
  })

  it('adds up what it is owed as the open bills do, and names the mails to its address', async () => {
    const { rows } = await sql<{ open: number }>`select coalesce(sum(open_cents), 0)::int as open from invoices
      where bike_store_id = ${bikeStoreId} and direction = 'PURCHASE' and open_cents > 0
        and stage not in ('UNSAVED', 'UNFINISHED', 'OVERRIDDEN', 'INVALIDATED', 'DELETED', 'STARTED', 'INVOICED')`.execute(
      db(),
    )
    const place = await store(bikeStoreId)
    expect(place.money?.payable).toBe(rows[0]!.open / 100)
    expect(place.money?.payable).toBeGreaterThan(0)
    const { email } = await world.ok(bikeStores.get, { as: cast.staff, params: { id: bikeStoreId } })
    const mails = await db().selectFrom('outbox').select('subject').where('recipient', '=', email).execute()
    expect(titles(place, 'MAILS')).toHaveLength(Math.min(mails.length, 20))
  })

  it('tells what has been changed about it', async () => {
    const row = await world.ok(bikeStores.get, { as: cast.staff, params: { id: bikeStoreId } })
    const { bikeStoreId: _, groupName: __, pendingIban: ___, iban: ____, version, ...fields } = row
    const body = { ...fields, openingHours: 'ma–pe 10–18', version }
    await world.ok(bikeStores.update, { as: cast.staff, params: { id: bikeStoreId }, body })
    const told = await world.ok(eventLog.list, { as: cast.staff, query: { registerId: bikeStoreId } })
    expect(told.items.length).toBeGreaterThan(0)
    expect(told.items.every(({ subjectId }) => subjectId === bikeStoreId)).toBe(true)
  })

  it('is not there for a foreign id, and closed to an employer, an employee and nobody', async () => {
    const call = (id: string, as: Caller | null) => world.call(places.store, { as, params: { bikeStoreId: id } })
    expect((await call(world.env.id(), cast.staff)).status).toBe(404)
    for (const as of [cast.employer, cast.employee]) expect((await call(bikeStoreId, as)).status).toBe(403)
    expect((await call(bikeStoreId, null)).status).toBe(401)
  })
})

describe('a lessor’s place', () => {
  it('adds up the instalments of the months to come and the residual values of its running leases', async () => {
    world.env.setNow('2026-11-10T08:00:00Z')
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const company = await buildCompany(world, {}, { lessor: { kind: 'OTHER' } })
    const { leasingCompanyId } = company
    const agreement = {
      start_day: '2026-01-01',
      end_day: '2027-02-28',
      lease_months: 14,
      instalment_cents: 10_000,
      last_instalment_cents: 4_000,
      residual_cents: 25_000,
    }
    const { agreementNumber } = await buildRunningLease(world, { company, agreement })
    await buildRunningLease(world, { company, agreement: { ...agreement, end_day: '2026-11-30' } })
    const place = await lessor(leasingCompanyId, staff)
    // December and January, then the last one in February; of the other no month is left.
    expect(place.exposure).toEqual({ leases: 2, monthly: 200, instalments: 240, residuals: 500, total: 740 })
    expect(titles(place, 'LEASES')).toHaveLength(2)
    expect(JSON.stringify(place.parts)).toContain(agreementNumber)
    expect(place.isAuthorised).toBe(true)
    await db()
      .updateTable('leasing_companies')
      .set({ authority_reference: null, authority_day: null })
      .where('id', '=', leasingCompanyId)
      .execute()
    expect((await lessor(leasingCompanyId, staff)).isAuthorised).toBe(false)
    const told = await world.ok(lessorFiles.tell, { as: staff, body: { leasingCompanyId } })
    const asked = await lessor(leasingCompanyId, staff)
    expect(asked.parts.find(({ part }) => part === 'ANSWERS')?.lines).toMatchObject([
      { id: told.lessorFileId, state: 'NEWS' },
    ])
    expect(asked.parts.find(({ part }) => part === 'FILES')?.lines).toMatchObject([{ state: 'NEWS', detail: '2' }])
  })

  it('shows the bill that it has not paid among what is paid to the service', async () => {
    const row = await db()
      .selectFrom('invoices')
      .select(['leasing_company_id', 'open_cents', 'number'])
      .where('order_id', '=', orderId)
      .where('direction', '=', 'SALES')
      .executeTakeFirstOrThrow()
    const place = await lessor(row.leasing_company_id!, await signedInAs(world, 'INTERNAL_ADMIN'))
    expect(place.money?.receivable).toBe(row.open_cents! / 100)
    expect(titles(place, 'RECEIVABLES')).toEqual([row.number])
    expect(titles(place, 'PAYABLES')).toEqual([])
  })

  it('leaves out what a role may not read', async () => {
    const boss = await signedInAs(world, 'SUPER_ADMIN')
    const role = await world.ok(roles.create, { as: boss, body: { name: 'Vain rekisterit', scopeKind: 'ALL' } })
    await db()
      .insertInto('role_permissions')
      .values(
        (['admin:access', 'leasing-company:read', 'bike-store:read'] as const).map((name) => ({
          role_id: role.id,
          permission_id: stableId('permission', name),
        })),
      )
      .execute()
    const as = await signedInAs(world, 'INTERNAL_ADMIN')
    await db().updateTable('user_roles').set({ role_id: role.id }).where('user_id', '=', as.userId).execute()
    expect(await store(bikeStoreId, as)).toEqual({ orders: null, delivery: null, money: null, parts: [] })
    const { leasingCompanyId } = await buildCompany(world, {}, { lessor: { kind: 'OTHER' } })
    expect(await lessor(leasingCompanyId, as)).toMatchObject({ exposure: null, money: null, parts: [] })
  })

  it('is not there for a foreign id, and closed to an employer', async () => {
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: cast.companyId })
    const params = { leasingCompanyId: world.env.id() }
    expect((await world.call(places.lessor, { as: staff, params })).status).toBe(404)
    expect((await world.call(places.lessor, { as: employer, params })).status).toBe(403)
  })
})
