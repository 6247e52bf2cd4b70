import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { foldText } from '#platform/server/database/search.ts'
import { buildTenants } from '#testing/lists/tenants.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let tenants: Awaited<ReturnType<typeof buildTenants>>
let numbers: { order: string; agreement: string; purchase: string }

beforeAll(async () => {
  world = await openWorld()
  tenants = await buildTenants(world)
  const { ids, companyId, employee } = tenants.own
  const db = world.services.database.primary
  await sql`update users set first_name = 'Åke-Pekka', last_name = 'Hämäläinen', work_email = 'ake.hamalainen@tyo.example', personal_email = 'oma@koti.example', phone_number = '+358405550000' where id = ${employee.userId}`.execute(
    db,
  )
  await sql`update beneficiary_employees set employee_number = 'HN 77-12' where id = ${ids.employee}`.execute(db)
  await sql`update orders set frame_number = 'WTU-123 456', bike_store_order_number = 'KAUPPA-9' where id = ${ids.order}`.execute(
    db,
  )
  await sql`update bike_stores set name = 'Säätöpyörä' where id = ${tenants.own.bikeStoreId}`.execute(db)
  await sql`update invoices set number = 'OSTO-4711' where company_id = ${companyId} and direction = 'PURCHASE' and number is not null`.execute(
    db,
  )
  const row = await sql<{ order: string; agreement: string }>`
    select o.order_number as "order", a.agreement_number as agreement from orders o join leasing_agreements a on a.order_id = o.id where o.id = ${ids.order}`.execute(
    db,
  )
  numbers = { ...row.rows[0]!, purchase: 'OSTO-4711' }
}, 120_000)
afterAll(() => world.close())

const ownPeople = async (as: Caller, search: string) => {
  const list = await world.ok(employees.optimizedList, { as, query: { search } })
  return list.employees.some((one) => one.beneficiaryEmployeeId === tenants.own.ids.employee)
}
const ownOrders = async (as: Caller, search: string) => {
  const list = await world.ok(orders.list, { as, query: { search } })
  return list.items.some((one) => one.orderId === tenants.own.ids.order)
}

describe('one way to search', () => {
  it('folds what people type as the database folds its texts', async () => {
    const sample = `ÅÄÁÀÂÃÆåäáàâãæÖØÓÒÔÕöøóòôõÉÈÊËéèêëÍÌÎÏíìîïÜÚÙÛüúùûÝýÿÑñÇçŠšŽž Aa-Zz+09 %_¦'`
    const result = await sql<{ text: string }>`select search_fold(${sample}) as text`.execute(
      world.services.database.primary,
    )
    expect(foldText(sample)).toBe(result.rows[0]!.text)
  })

  it.each([
    'Hämäläinen',
    'hamalainen',
    'ÅKE HAMA',
    'Hämäläinen Åke',
    'akepekka',
    'åke-pekka',
    'ha ak',
    'ake.hamalainen@tyo',
    'HN 77-12',
    'hn7712',
    '040 555 0000',
    '+358 40 555 0000',
    '0405550000',
    '555 0000',
    'wtu123456',
    'WTU-123 456',
    'WTU 1 23-4 56',
    'kauppa9',
    'saatopyora',
    'osto 4711',
    'oma@koti',
    'saatopyora hamalainen wtu',
  ])('finds a person and their order by “%s”', async (search) => {
    const staff = tenants.principals.SUPER_ADMIN
    expect(await ownPeople(staff, search)).toBe(true)
    expect(await ownOrders(staff, search)).toBe(true)
  })

  it('names the store of whom it finds', async () => {
    const list = await world.ok(employees.optimizedList, {
      as: tenants.principals.SUPER_ADMIN,
      query: { search: 'saatopyora hamalainen' },
    })
    expect(list.employees.flatMap((one) => one.orders?.map(({ bikeStore }) => bikeStore?.storeName))).toContain(
      'Säätöpyörä',
    )
  })

  it('finds by the numbers of order and agreement, with and without hyphens, in part too', async () => {
    const staff = tenants.principals.INTERNAL_ADMIN
    for (const number of [numbers.order, numbers.agreement]) {
      for (const search of [number, number.replaceAll('-', ''), number.toLowerCase(), number.slice(3)])
        expect(await ownPeople(staff, search), search).toBe(true)
    }
  })

  it.each(['hamalainen olematon', 'linen%ke', 'hämäl_inen', '555 9999'])('does not find by “%s”', async (search) => {
    expect(await ownPeople(tenants.principals.SUPER_ADMIN, search)).toBe(false)
  })

  it('is the same among accounts, agreements and companies', async () => {
    const staff = tenants.principals.SUPER_ADMIN
    for (const search of ['hamalainen ake', '040 555 0000', 'oma@koti']) {
      const list = await world.ok(accounts.list, { as: staff, query: { isForList: true, search } })
      expect(
        (list as { items: { userId: string }[] }).items.map(({ userId }) => userId),
        search,
      ).toContain(tenants.own.employee.userId)
    }
    const found = await world.ok(agreements.list, { as: staff, query: { searchName: 'hamalainen ake' } })
    expect(found.items.map((one) => one.leasingAgreementId)).toEqual([tenants.own.ids.agreement])
    const { name } = await world.ok(companies.get, { as: staff, params: { id: tenants.own.companyId } })
    const register = await world.ok(companies.register, {
      as: staff,
      query: { search: name.toUpperCase().split(' ').toReversed().join(' ') },
    })
    expect(register.items.map((one) => one.companyId)).toContain(tenants.own.companyId)
  })

  it('finds whoever is called otherwise now by the new name, in every list of cases, and no longer by the old one', async () => {
    const { foreign } = tenants
    const db = world.services.database.primary
    const cases = ['redemptions', 'redemption_payments', 'bike_returns', 'insurance_claims', 'bike_brokerages'] as const
    const carried = [...cases, 'signed_documents', 'order_cancellations'] as const
    const { rows } = await sql<{
      name: string
    }>`select first_name || ' ' || last_name as name from users where id = ${foreign.employee.userId}`.execute(db)
    for (const table of cases)
      await sql`update ${sql.table(table)} set search_text = ' ' || search_fold(${`${rows[0]!.name} LS-1`}) where company_id = ${foreign.companyId}`.execute(
        db,
      )
    await sql`update users set first_name = 'Jo-Ann', last_name = 'Uusisukunimi' where id = ${foreign.employee.userId}`.execute(
      db,
    )
    await sql`update beneficiary_employees set employee_number = 'UUSI-9' where id = ${foreign.ids.employee}`.execute(
      db,
    )
    await sql`update companies set name = 'Uusinimi Oy' where id = ${foreign.companyId}`.execute(db)
    for (const table of carried) {
      const found = await sql<{
        text: string
      }>`select search_text as text from ${sql.table(table)} where company_id = ${foreign.companyId}`.execute(db)
      expect(found.rows, table).not.toEqual([])
      for (const { text } of found.rows) {
        expect(text, table).toContain('joann uusisukunimi')
        expect(text, table).not.toContain(foldText(rows[0]!.name))
        if (table === 'signed_documents') expect(text).toContain('uusi9')
        if (table === 'signed_documents' || table === 'order_cancellations') expect(text).toContain('uusinimi oy')
      }
    }
  })
})

describe('a search finds out nothing that a view leaves out', () => {
  const everybody = ['hamalainen', 'hn7712', 'ake.hamalainen@tyo']
  it.each([
    ['EMPLOYER_ADMIN', { phone: true, papers: true, invoice: true }],
    ['EMPLOYER_GROUP_ADMIN', { phone: true, papers: true, invoice: true }],
    ['EMPLOYER_EDITOR', { phone: false, papers: true, invoice: false }],
    ['EMPLOYER_REPORTING', { phone: false, papers: false, invoice: true }],
    ['BIKE_BENEFICIARY', { phone: true, papers: true, invoice: true }],
  ] as const)('%s', async (role, sees) => {
    const as = tenants.principals[role]
    for (const search of everybody) expect(await ownPeople(as, search), search).toBe(true)
    for (const [search, seen] of [
      ['0405550000', sees.phone],
      ['oma@koti', sees.phone],
      ['wtu123456', sees.papers],
      ['saatopyora', sees.papers],
      ['osto4711', sees.invoice],
    ] as const) {
      expect(await ownPeople(as, search), search).toBe(seen)
      expect(await ownOrders(as, search), search).toBe(seen)
    }
  })

  it('nor anything of a foreign company', async () => {
    const foreign = await world.ok(orders.get, {
      as: tenants.principals.SUPER_ADMIN,
      params: { orderId: tenants.foreign.ids.order },
    })
    for (const role of ['EMPLOYER_ADMIN', 'EMPLOYER_GROUP_ADMIN', 'BIKE_BENEFICIARY'] as const) {
      const list = await world.ok(employees.optimizedList, {
        as: tenants.principals[role],
        query: { search: foreign.orderNumber },
      })
      expect(list.totalCount).toBe(0)
    }
  })
})
