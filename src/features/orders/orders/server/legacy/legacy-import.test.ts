import { afterAll, beforeAll, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { orders } from '../../contract.ts'
import { legacyColumns, legacyOrders } from '../../legacy-contract.ts'

let world: World
let root: Caller
beforeAll(async () => {
  world = await openWorld()
  root = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const send = (rows: readonly string[], dryRun: boolean, as = root) =>
  world.call(legacyOrders.import, {
    as,
    query: { dryRun },
    body: Buffer.from([legacyColumns.join(';'), ...rows].join('\n')),
    headers: { 'content-type': 'text/csv' },
  })
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

it('orders of the earlier site come in with agreement and document, once, and nobody is written to', async () => {
  const company = await buildCompany(world)
  const employee = await buildEmployee(world, company)
  const { business_id } = await db()
    .selectFrom('companies')
    .select('business_id')
    .where('id', '=', company.companyId)
    .executeTakeFirstOrThrow()
  const { work_email } = await db()
    .selectFrom('users')
    .select('work_email')
    .where('id', '=', employee.userId)
    .executeTakeFirstOrThrow()
  await world.ok(legacyOrders.addDocument, { as: root, query: { fileName: 'sopimus-1.pdf' }, body: pdf })
  const row = (number: string, change: Partial<Record<(typeof legacyColumns)[number], string>> = {}) => {
    const values: Record<string, string> = {
      legacyNumber: number,
      businessId: business_id,
      workEmail: work_email,
      brand: 'Halla',
      model: 'Taival 7',
      price: '3 000,00',
      instalment: '100',
      leaseMonths: '40',
      commitmentDay: '3.2.2025',
      startDay: '1.3.2025',
      document: 'sopimus-1.pdf',
      ...change,
    }
    return legacyColumns.map((column) => values[column] ?? '').join(';')
  }
  const rows = [
    row('1'),
    row('2', {
      document: '',
      waiver: 'Paperi katosi muutossa',
      onlineShop: 'Polku Verkossa',
      productLink: 'https://www.example.com/pyora',
    }),
    row('3', { document: '' }),
    row('4', { workEmail: 'kukaan@testi.example' }),
    row('5', { leaseMonths: '36' }),
    row('6', { document: 'puuttuu.pdf' }),
    row('1'),
    row('7', { onlineShop: 'Polku Verkossa' }),
    row('8', { onlineShop: 'Polku Verkossa', productLink: 'ftp://www.example.com/pyora' }),
    row('9', { productLink: 'https://www.example.com/pyora' }),
  ]
  const problems = [
    { line: 4, column: 'document', code: 'REQUIRED' },
    { line: 5, column: 'workEmail', code: 'NOT_FOUND' },
    { line: 6, column: 'leaseMonths', code: 'WRONG_FORMAT' },
    { line: 7, column: 'document', code: 'NOT_FOUND' },
    { line: 8, column: 'legacyNumber', code: 'TWICE_IN_FILE' },
    { line: 9, column: 'productLink', code: 'REQUIRED' },
    { line: 10, column: 'productLink', code: 'WRONG_FORMAT' },
    { line: 11, column: 'onlineShop', code: 'REQUIRED' },
  ]
  const orderNumbers = async () =>
    (await db().selectFrom('orders').select(['order_number', 'status']).orderBy('order_number').execute()).map(
      ({ order_number, status }) => `${order_number} ${status}`,
    )
  expect((await send(rows, true)).body).toMatchObject({ created: 2, problems, dryRun: true })
  expect(await orderNumbers()).toEqual([])
  expect((await send(rows, false)).body).toMatchObject({ created: 2, problemCount: 8 })
  expect((await send([...rows.slice(0, 2), row('3')], false)).body).toMatchObject({ unchanged: 2, created: 0 })
  expect((await send([row('3', { document: '', waiver: 'Ei ole' })], false)).body).toMatchObject({ created: 1 })
  expect(await orderNumbers()).toEqual(['WIX-1 WIX', 'WIX-2 WIX', 'WIX-3 WIX'])
  // One bicycle has its frame number to itself, in whatever groups it is typed.
  const waived = { document: '', waiver: 'Ei ole' }
  const framed = [row('10', { ...waived, frameNumber: 'wtu 55-1' }), row('11', { ...waived, frameNumber: 'WTU551' })]
  const twice = { line: 3, column: 'frameNumber', code: 'TWICE_IN_FILE' }
  expect((await send(framed, true)).body).toMatchObject({ created: 1, problems: [twice] })
  expect((await send(framed.slice(0, 1), false)).body).toMatchObject({ created: 1, problems: [] })
  const taken = { line: 2, column: 'frameNumber', code: 'TAKEN' }
  expect((await send(framed.slice(1), true)).body).toMatchObject({ created: 0, problems: [taken] })
  // The search finds people by the name, and with them all of their orders.
  const found = await world.ok(orders.list, { as: root, query: { search: 'polku verkossa' } })
  const ofShop = found.items.filter(({ storeName }) => storeName !== null)
  expect(ofShop).toMatchObject([{ orderNumber: 'WIX-2', storeName: 'Polku Verkossa', isOnlineOrder: true }])
  const bought = await world.ok(orders.get, { as: root, params: { orderId: ofShop[0]!.orderId } })
  expect(bought).toMatchObject({ bike: { productLink: 'https://www.example.com/pyora' } })
  const { items } = await world.ok(agreements.list, { as: root, query: { sort: 'createdAt' } })
  expect(items[0]).toMatchObject({
    status: 'SIGNED',
    leaseState: 'ACTIVE',
    leaseTimeMonths: 40,
    startDay: '2025-03-01',
    endDay: '2028-06-30',
    taxRegime: 'EXEMPT_GRANDFATHERED',
  })
  const documents = await world.ok(agreements.documents, {
    as: root,
    query: { leasingAgreementId: items[0]!.leasingAgreementId },
  })
  expect(documents.data).toMatchObject([{ hasFile: true }])
  expect(await db().selectFrom('outbox').select('id').execute()).toEqual([])
  expect(await db().selectFrom('notifications').select('id').execute()).toEqual([])
})

it('is the super admin’s to do', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  expect((await send([], true, staff)).status).toBe(403)
})
