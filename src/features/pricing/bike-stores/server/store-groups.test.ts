import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildStore, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bikeStores, type StoreColumn, storeColumns } from '../contract.ts'

let world: World
let staff: Caller
let root: Caller
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  root = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const send = (text: string, dryRun: boolean, as = staff) =>
  world.call(bikeStores.importStores, {
    as,
    query: { dryRun },
    body: Buffer.from(text),
    headers: { 'content-type': 'text/csv' },
  })
const found = async (search: string) => (await world.ok(bikeStores.list, { as: staff, query: { search } })).items

describe('a group of stores', () => {
  it('is renamed, has its members set, and leaves them behind when it goes', async () => {
    const group = await world.ok(bikeStores.createGroup, { as: staff, body: { name: 'Ketju' } })
    await world.ok(bikeStores.createGroup, { as: staff, body: { name: 'Toinen' } })
    const one = await buildStore(world)
    const two = await buildStore(world)
    const params = { id: group.id }
    const set = (name: string, storeIds: string[], version?: number) =>
      world.call(bikeStores.updateGroup, {
        as: staff,
        params,
        body: { name, storeIds, ...(version ? { version } : {}) },
      })
    expect((await set('Ketju Oy', [one.bikeStoreId, two.bikeStoreId])).body).toMatchObject({
      storeCount: 2,
      version: 2,
    })
    expect((await set('Ketju Oy', [two.bikeStoreId], 2)).body).toMatchObject({ storeCount: 1 })
    expect(await set('Ketju', [], 2)).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
    expect((await set('Toinen', [])).body).toMatchObject({ code: 'NAME_EXISTS' })
    expect((await set('Ketju', [world.env.id()])).status).toBe(400)
    expect((await world.call(bikeStores.removeGroup, { as: staff, params })).status).toBe(403)
    await world.ok(bikeStores.removeGroup, { as: root, params })
    expect((await world.ok(bikeStores.get, { as: staff, params: { id: two.bikeStoreId } })).groupId).toBeNull()
    expect((await set('Ketju', [])).status).toBe(404)
  })
})

describe('a file of stores', () => {
  const head = 'storeName;email;group;phone;iban;city;active'

  it('is tried, read in, and the second time changes nothing', async () => {
    await world.ok(bikeStores.createGroup, { as: staff, body: { name: 'Tuonti' } })
    const text = `${head}\nTuontipyörä;Myynti@Tuonti.example;tuonti;040 555 0101;;Turku;1\nToinen pyörä;toinen@tuonti.example;;;;;ei`
    expect((await send(text, true)).body).toMatchObject({ created: 2, problemCount: 0 })
    expect(await found('tuontipyörä')).toEqual([])
    expect((await send(text, false)).body).toMatchObject({ created: 2 })
    expect((await found('tuontipyörä'))[0]).toMatchObject({
      email: 'myynti@tuonti.example',
      groupName: 'Tuonti',
      phone: '0405550101',
      city: 'Turku',
      paymentTermsDays: 14,
    })
    expect((await send(text, false)).body).toMatchObject({ unchanged: 2, created: 0, updated: 0 })
    const changed = 'email,storeName,city\nmyynti@tuonti.example,Tuontipyörä,Naantali\n'
    expect((await send(changed, false)).body).toMatchObject({ updated: 1 })
    expect((await found('tuontipyörä'))[0]).toMatchObject({ city: 'Naantali', phone: '0405550101' })
  })

  it('brings every field of a store, its opening hours too', async () => {
    const values: Record<StoreColumn, string> = {
      storeName: 'Aukipyörä',
      email: 'auki@tuonti.example',
      group: '',
      businessId: '1234567-1',
      phone: '0405550102',
      website: 'https://auki.example',
      streetAddress: 'Esimerkkitie 3',
      postalCode: '70100',
      city: 'Kuopio',
      openingHours: 'ma–pe 10–18, la 10–15',
      language: 'sv',
      iban: '',
      paymentTermsDays: '30',
      isOnline: '0',
      active: '1',
    }
    const file = [storeColumns, storeColumns.map((column) => `"${values[column]}"`)].map((cells) => cells.join(';'))
    expect((await send(file.join('\n'), false)).body).toMatchObject({ created: 1, problemCount: 0 })
    const { storeName, businessId, website, streetAddress, openingHours } = values
    expect((await found('aukipyörä'))[0]).toMatchObject({
      ...{ storeName, businessId, website, streetAddress, openingHours },
      paymentTermsDays: 30,
      language: 'sv',
      isOnline: false,
      active: true,
    })
  })

  it('has its bad lines put aside, once, until a later file brings them, and is refused to an employer', async () => {
    const text = `${head}\nHyvä;hyva@tuonti.example;;;;;\n;huono;puuttuu;12;FI1;;ehkä\nHyvä;hyva@tuonti.example;;;;;`
    const problems = [
      ['storeName', 'REQUIRED'],
      ['email', 'WRONG_FORMAT'],
      ['group', 'NOT_FOUND'],
      ['phone', 'WRONG_FORMAT'],
      ['iban', 'WRONG_FORMAT'],
      ['active', 'WRONG_FORMAT'],
    ].map(([column, code]) => expect.objectContaining({ line: 3, column, code }))
    const tried = await send(text, true)
    expect(tried.body.problems).toEqual([...problems, expect.objectContaining({ line: 4, code: 'TWICE_IN_FILE' })])
    expect(await found('hyva@tuonti')).toEqual([])
    expect(await send(text, false)).toMatchObject({ status: 200, body: { created: 1, aside: 2, problemCount: 7 } })
    expect(await found('hyva@tuonti')).toHaveLength(1)
    expect((await send(text, false)).body).toMatchObject({ created: 0, unchanged: 1, aside: 0 })
    const states = async () => {
      const { primary } = world.services.database
      const rows = await primary
        .selectFrom('intake_asides')
        .select(['about', 'line', 'state'])
        .orderBy('line')
        .execute()
      return rows.map(({ about, line, state }) => [about, line, state])
    }
    expect(await states()).toEqual([
      [null, 3, 'OPEN'],
      ['Hyvä', 4, 'TAKEN'],
    ])
    expect(await send('nothing', false)).toMatchObject({ status: 400, body: { code: 'FILE_NOT_ACCEPTED' } })
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect((await send(text, true, employer)).status).toBe(403)
  })
})
