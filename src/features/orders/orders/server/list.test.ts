import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignRole, buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { orders } from '../contract.ts'
import type { OrderStatus } from '../rules.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let other: Awaited<ReturnType<typeof buildCompany>>
let staff: Caller
let employer: Caller

async function addOrder(at: { companyId: string }, number: string, status: OrderStatus, changed: string, name: string) {
  const person = { first_name: 'Henkilö', last_name: name }
  const { employeeId } = await buildEmployee(world, at, {}, person)
  await addOrderOf(employeeId, at, number, status, changed)
}

async function addOrderOf(
  employeeId: string,
  at: { companyId: string },
  number: string,
  status: OrderStatus,
  changed: string,
) {
  await world.services.database.primary
    .insertInto('orders')
    .values({
      id: world.env.id(),
      company_id: at.companyId,
      beneficiary_employee_id: employeeId,
      order_number: number,
      status,
      status_changed_at: changed,
      created_at: changed,
      total_price_cents: 129_000,
    })
    .execute()
}

beforeAll(async () => {
  world = await openWorld()
  company = await buildCompany(world, { name: 'Oma Oy' })
  other = await buildCompany(world, { name: 'Vieras Oy' })
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  await addOrder(company, 'P-LEASE', 'ACTIVE_LEASING', '2025-01-10T10:00:00Z', 'Ajava')
  await addOrder(company, 'P-OLD', 'PROCESSED', '2026-01-10T10:00:00Z', '=Kaava')
  await addOrder(other, 'P-NEW', 'PROCESSED', '2026-03-10T10:00:00Z', 'Vieras')
})
afterAll(() => world.close())

const file = (as: Caller | null, query: { format: 'csv' | 'xlsx'; search?: string; orderStatus?: string }) =>
  world.call(orders.listFile, { as, query: { sort: 'waiting', ...query } })
const lines = (raw: Buffer) => raw.toString('utf8').trim().split('\r\n')

describe('the order desk', () => {
  it('puts what has waited longest first and what waits for nobody last', async () => {
    const { items } = await world.ok(orders.list, { as: staff, query: { sort: 'waiting' } })
    expect(items.map((row) => row.orderNumber)).toEqual(['P-OLD', 'P-NEW', 'P-LEASE'])
  })

  it('keeps its order and its pages for what a search finds, be it few or more than it counts', async () => {
    const found = async (query: { sort?: 'waiting' | 'newest'; page?: number; limit?: number }) => {
      const reply = await world.ok(orders.list, { as: staff, query: { search: 'henkilö', ...query } })
      return { ...reply, items: reply.items.map((row) => row.orderNumber) }
    }
    expect(await found({ sort: 'waiting' })).toMatchObject({ items: ['P-OLD', 'P-NEW', 'P-LEASE'], total: 3 })
    expect(await found({ sort: 'newest', page: 2, limit: 1 })).toMatchObject({ items: ['P-OLD'], total: 3 })
    const db = world.services.database.primary
    // Older than the others; what is carried along by triggers is not looked at.
    await world.services.database.transaction(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into orders (id, company_id, beneficiary_employee_id, order_number, status, status_changed_at, created_at)
        select gen_random_uuid(), o.company_id, o.beneficiary_employee_id, 'P-MANY-' || n, 'PROCESSED', now() - n * interval '1 second', '2024-01-01'
          from orders o, generate_series(1, 2001) n where o.order_number = 'P-NEW'`.execute(tx)
    })
    expect(await found({ limit: 3 })).toMatchObject({
      items: ['P-NEW', 'P-OLD', 'P-LEASE'],
      total: 2000,
      totalPages: 667,
      hasNext: true,
      totalIsEstimate: true,
    })
    expect(await found({ sort: 'waiting', limit: 2 })).toMatchObject({ items: ['P-OLD', 'P-NEW'] })
    expect((await found({ sort: 'waiting', page: 101 })).items).toEqual(['P-MANY-3', 'P-MANY-2', 'P-MANY-1', 'P-LEASE'])
    await sql`delete from orders where order_number like 'P-MANY-%'`.execute(db)
  })

  it('gives the filtered list as CSV in the reader’s words and the list’s order', async () => {
    const all = await file(staff, { format: 'csv' })
    expect(all.status).toBe(200)
    expect(all.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(all.headers['content-disposition']).toContain('Tilaukset.csv')
    const [head, ...rows] = lines(all.raw)
    expect(head).toContain('Tilaus;Työntekijä;Yritys;Tila;Odottaa')
    expect(rows.map((row) => row.split(';')[0])).toEqual(['P-OLD', 'P-NEW', 'P-LEASE'])
    expect(rows[0]).toContain(";'=Kaava Henkilö;Oma Oy;Käsitelty;")
    expect(rows[0]).toContain(';10.01.2026;')
    expect(rows[0]).toContain(';1290,00;')
    const narrowed = await file(staff, { format: 'csv', search: 'P-NEW', orderStatus: 'PROCESSED' })
    expect(lines(narrowed.raw)).toHaveLength(2)
  })

  it('gives a workbook', async () => {
    const book = await file(staff, { format: 'xlsx' })
    expect(book.status).toBe(200)
    expect(book.raw.toString('latin1', 0, 2)).toBe('PK')
  })

  it('holds no row of another company, not even when the query names it', async () => {
    const own = await file(employer, { format: 'csv' })
    expect(lines(own.raw)).toHaveLength(3)
    expect(own.raw.toString('utf8')).not.toContain('Vieras')
    const foreign = await world.call(orders.listFile, {
      as: employer,
      query: { format: 'csv', companyId: other.companyId },
    })
    expect(lines(foreign.raw)).toHaveLength(1)
  })

  it('is given to nobody without a session and in no other kind', async () => {
    expect((await file(null, { format: 'csv' })).status).toBe(401)
    expect((await file(staff, { format: 'pdf' as 'csv' })).status).toBe(400)
  })
})

describe('one’s own orders', () => {
  it('are told with the whole of the one under way, also to whoever looks after the orders of others', async () => {
    const firm = await buildCompany(world)
    const { userId, employeeId } = await buildEmployee(world, firm)
    await assignRole(world, userId, 'EMPLOYER_ADMIN', firm)
    await addOrderOf(employeeId, firm, 'P-OWN-RUNS', 'ACTIVE_LEASING', '2026-01-02T10:00:00Z')
    await addOrderOf(employeeId, firm, 'P-OWN-GONE', 'CANCELLED', '2026-02-02T10:00:00Z')
    for (let place = 0; place < 51; place += 1)
      await addOrder(firm, `P-OTHER-${place}`, 'PROCESSED', '2026-03-02T10:00:00Z', 'Muu')
    const { items, first } = await world.ok(orders.own, { as: await world.signIn(userId) })
    expect(items.map(({ orderNumber }) => orderNumber)).toEqual(['P-OWN-GONE', 'P-OWN-RUNS'])
    expect(first?.orderNumber).toBe('P-OWN-RUNS')
  })

  it('are the newest one where none is under way, and none for whoever has none', async () => {
    const firm = await buildCompany(world)
    const { userId, employeeId } = await buildEmployee(world, firm)
    const as = await world.signIn(userId)
    expect(await world.ok(orders.own, { as })).toEqual({ items: [], first: null })
    await addOrderOf(employeeId, firm, 'P-WIX', 'WIX', '2024-01-02T10:00:00Z')
    await addOrderOf(employeeId, firm, 'P-PAID-BACK', 'REFUNDED', '2025-02-02T10:00:00Z')
    const { first } = await world.ok(orders.own, { as })
    expect(first).toEqual(await world.ok(orders.get, { as, params: { orderId: first!.orderId } }))
    expect(first?.orderNumber).toBe('P-PAID-BACK')
    expect(await world.ok(orders.own, { as: staff })).toEqual({ items: [], first: null })
  })
})
