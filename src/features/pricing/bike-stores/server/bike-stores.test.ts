import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { buildCompany, buildEmployee, buildStore, signedInAs, stepUp } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
const textOfPdf = (input: Buffer) =>
  execFileSync('pdftotext', ['-', '-'], { input }).toString('utf8').replace(/\s+/g, ' ')

let world: World
let staff: Caller
let superAdmin: Caller

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  superAdmin = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

test('a store is added, changed and removed with the messages that were promised', async () => {
  const group = await world.ok(bikeStores.createGroup, { as: staff, body: { name: 'Ketju' } })
  const body = {
    storeName: 'Polkimo',
    email: 'myynti@polkimo.example',
    groupId: group.id,
    iban: 'FI21 1234 5600 0007 85',
  }
  const iban = 'FI2112345600000785'
  const plain = await signedInAs(world, 'INTERNAL_ADMIN')
  expect((await world.call(bikeStores.create, { as: plain, body })).body.code).toBe('STEP_UP_REQUIRED')
  const added = await world.ok(bikeStores.create, { as: await stepUp(world, staff), body })
  expect(added).toMatchObject({
    message: 'Bike store created successfully',
    bikeStore: { storeName: 'Polkimo', groupName: 'Ketju', iban: null, active: true, version: 1 },
  })
  // Otherwise a store that is removed and added again would have another account at once.
  expect(added.bikeStore.pendingIban).toMatchObject({ iban, takesEffectAt: null })
  const ofName = { as: staff, query: { search: 'Polkimo' } }
  expect((await world.ok(bikeStores.list, ofName)).total).toBe(1)
  const params = { id: added.bikeStore.bikeStoreId }
  const opened = { ...params, search: 'jokin muu', active: false, page: 7 }
  const { items: found } = await world.ok(bikeStores.list, { as: staff, query: opened })
  expect(found.map(({ storeName }) => storeName)).toEqual(['Polkimo'])
  const changed = await world.ok(bikeStores.update, { as: staff, params, body: { ...body, city: 'Turku', version: 1 } })
  expect(changed).toMatchObject({
    message: 'Bike store updated successfully',
    bikeStore: { city: 'Turku', version: 2 },
  })
  const full = { phone: '+358401234567', website: 'https://kauppa.test', isOnline: true, active: false }
  await world.ok(bikeStores.update, { as: staff, params, body: { ...body, ...full, paymentTermsDays: 30, version: 2 } })
  const kept = await world.ok(bikeStores.update, {
    as: staff,
    params,
    body: { storeName: 'Uusi nimi', email: body.email, website: null, version: 3 },
  })
  expect(kept.bikeStore).toMatchObject({ ...full, storeName: 'Uusi nimi', website: null, paymentTermsDays: 30 })
  expect(kept.bikeStore).toMatchObject({ city: 'Turku', groupName: 'Ketju', pendingIban: { iban } })
  const late = await world.call(bikeStores.update, { as: staff, params, body: { ...body, version: 1 } })
  expect(late.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { storeName: 'Uusi nimi' } } })
  expect((await world.call(bikeStores.remove, { as: staff, params })).status).toBe(403)
  await world.ok(bikeStores.remove, { as: superAdmin, params })
  expect((await world.call(bikeStores.get, { as: staff, params })).status).toBe(404)
})

test('a change that names no account, city or group leaves those in force, and no new account waits', async () => {
  const { id: groupId } = await world.ok(bikeStores.createGroup, { as: staff, body: { name: 'Pysyvä ketju' } })
  const first = { storeName: 'Pysyvä', email: 'myynti@pysyva.example', city: 'Turku', groupId }
  const { bikeStore } = await world.ok(bikeStores.create, { as: await stepUp(world, staff), body: first })
  const params = { id: bikeStore.bikeStoreId }
  const iban = 'FI2112345600000785'
  const db = world.services.database.primary
  await db.updateTable('bike_stores').set({ iban }).where('id', '=', params.id).execute()
  const change = { storeName: 'Uusi nimi', email: first.email, version: bikeStore.version }
  await world.ok(bikeStores.update, { as: staff, params, body: change })
  const kept = { storeName: 'Uusi nimi', city: 'Turku', groupId, iban, pendingIban: null }
  expect(await world.ok(bikeStores.get, { as: staff, params })).toMatchObject(kept)
})

test.each([
  ['iban', { iban: 'FI21 1234 5600 0007 86' }],
  ['email', { email: '.piste@kauppa.example' }],
  ['website', { website: 'kauppa' }],
  ['phone', { phone: '123' }],
  ['businessId', { businessId: '1234567-8' }],
])('a wrong %s is refused at its field', async (path, wrong) => {
  const body = { storeName: 'Väärä', email: 'a@kauppa.example', ...wrong }
  const reply = await world.call(bikeStores.create, { as: staff, body })
  expect(reply.status).toBe(400)
  expect(reply.body.fields).toMatchObject([{ path }])
})

test('a store with an open order stays', async () => {
  const { bikeStoreId } = await buildStore(world)
  const company = await buildCompany(world)
  const { employeeId } = await buildEmployee(world, company)
  await world.services.database.primary
    .insertInto('orders')
    .values({
      id: world.env.id(),
      company_id: company.companyId,
      beneficiary_employee_id: employeeId,
      order_number: 'S-1',
      status: 'CONFIRMED',
      bike_store_id: bikeStoreId,
    })
    .execute()
  const reply = await world.call(bikeStores.remove, { as: superAdmin, params: { id: bikeStoreId } })
  expect(reply.body.code).toBe('IN_USE_NOT_ALLOWED')
})

test('the register is searched and paged; people choose among the active stores by name and see where they are', async () => {
  const place = { street_address: 'Esimerkkitie 2', postal_code: '70100', opening_hours: 'ma–pe 10–18' }
  const open = await buildStore(world, { name: 'Etsittävä pyörä', city: 'Kuopio', ...place })
  await buildStore(world, { name: 'Etsittävä suljettu', city: 'Kuopio', active: false })
  const both = await world.ok(bikeStores.list, { as: staff, query: { search: 'kuopio', limit: 1 } })
  expect(both).toMatchObject({ total: 2, totalPages: 2, hasNext: true, items: [{ storeName: 'Etsittävä pyörä' }] })
  const { userId } = await buildEmployee(world, await buildCompany(world))
  const employee = await world.signIn(userId)
  const choices = await world.ok(bikeStores.minimal, { as: employee, query: { search: 'etsittävä' } })
  expect(choices.items).toEqual([
    {
      bikeStoreId: open.bikeStoreId,
      storeName: 'Etsittävä pyörä',
      city: 'Kuopio',
      address: 'Esimerkkitie 2, 70100 Kuopio',
      openingHours: 'ma–pe 10–18',
      isOnline: false,
    },
  ])
  const one = await world.ok(bikeStores.minimal, { as: employee, query: { bikeStoreId: open.bikeStoreId } })
  expect(one.items.map(({ storeName }) => storeName)).toEqual(['Etsittävä pyörä'])
  expect((await world.call(bikeStores.list, { as: employee })).status).toBe(403)
})

test('everybody signed in finds the active stores by name, town and postal code, and nothing of their business', async () => {
  const place = {
    street_address: 'Löytötie 7',
    postal_code: '99870',
    opening_hours: 'ma–pe 9–17',
    phone: '+358401234567',
  }
  const { bikeStoreId } = await buildStore(world, {
    name: 'Löytöpyörä',
    city: 'Inari',
    website: 'https://loyto.test',
    ...place,
  })
  await buildStore(world, { name: 'Löytöpyörä suljettu', city: 'Inari', active: false })
  await buildStore(world, { name: 'Löytöpyörä verkossa', city: 'Espoo', is_online: true })
  const { companyId } = await buildCompany(world)
  for (const as of [staff, await signedInAs(world, 'EMPLOYER_REPORTING', { companyId })])
    for (const search of ['loyto', '99870', 'inari löytötie'])
      expect((await world.ok(bikeStores.finder, { as, query: { search } })).items[0]).toEqual({
        bikeStoreId,
        storeName: 'Löytöpyörä',
        streetAddress: 'Löytötie 7',
        postalCode: '99870',
        city: 'Inari',
        openingHours: 'ma–pe 9–17',
        phone: '+358401234567',
        website: 'https://loyto.test',
        isOnline: false,
      })
  const page = await world.ok(bikeStores.finder, { as: staff, query: { search: 'löytöpyörä', limit: 1 } })
  expect(page).toMatchObject({ total: 2, totalPages: 2, hasNext: true })
  expect((await world.call(bikeStores.finder, { as: null })).status).toBe(401)
})

test.skipIf(!hasPoppler)(
  'a store’s poster is a page in the asked language; people who order may not fetch it',
  async () => {
    const { bikeStoreId } = await buildStore(world, { name: 'Julisteen pyörä' })
    const params = { id: bikeStoreId }
    const poster = (language: 'fi' | 'sv' | 'en') =>
      world.call(bikeStores.poster, { as: staff, params, query: { language } })
    const texts = await Promise.all(
      (['fi', 'sv', 'en'] as const).map(async (one) => textOfPdf((await poster(one)).raw)),
    )
    expect(texts[0]).toContain('Lue koodi puhelimella')
    expect(texts[1]).toContain('Skanna koden med telefonen')
    expect(texts[2]).toContain('Scan the code with your phone')
    for (const text of texts) expect(text).toContain('Julisteen pyörä')
    const { userId } = await buildEmployee(world, await buildCompany(world))
    const employee = await world.signIn(userId)
    expect((await world.call(bikeStores.poster, { as: employee, params })).status).toBe(403)
    const nobody = { as: staff, params: { id: world.env.id() } }
    expect((await world.call(bikeStores.poster, nobody)).body.code).toBe('NOT_FOUND')
  },
)
