import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { listViews } from '../contract.ts'

let world: World
let anna: Caller
let olli: Caller
let employer: Caller
const list = '/api/orders/list-data'

beforeAll(async () => {
  world = await openWorld()
  anna = await signedInAs(world, 'INTERNAL_ADMIN')
  olli = await signedInAs(world, 'SUPER_ADMIN')
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
})
afterAll(() => world.close())

const body = (change: object = {}) => ({
  list,
  name: 'Liikkeen vuoro',
  search: '?waitingFor=STORE',
  isShared: false,
  ...change,
})
const seenBy = async (as: Caller, of = list) => (await world.ok(listViews.list, { as, query: { list: of } })).items

describe('a view of a list', () => {
  it('is its owner’s alone until it is shared, and is kept once', async () => {
    const call = { as: anna, body: body(), key: 'oma-nakyma' }
    const view = await world.ok(listViews.create, call)
    expect(await world.ok(listViews.create, call)).toEqual(view)
    expect(await seenBy(anna)).toMatchObject([{ name: 'Liikkeen vuoro', isOwn: true, version: 1 }])
    expect(await seenBy(olli)).toEqual([])
    const params = { viewId: view.viewId }
    const shared = await world.ok(listViews.update, { as: anna, params, body: { isShared: true, version: 1 } })
    expect(shared).toMatchObject({ isShared: true, search: '?waitingFor=STORE', version: 2 })
    expect(await seenBy(olli)).toMatchObject([{ viewId: view.viewId, isOwn: false }])
    expect(await seenBy(olli, '/api/invoices')).toEqual([])
  })

  it('is changed and removed by its owner at the version that they saw, and by nobody else', async () => {
    const [view] = await seenBy(anna)
    const params = { viewId: view!.viewId }
    const change = { name: 'Toinen', version: view!.version }
    expect((await world.call(listViews.update, { as: olli, params, body: change })).status).toBe(404)
    expect((await world.call(listViews.remove, { as: olli, params, query: { version: view!.version } })).status).toBe(
      404,
    )
    const old = await world.call(listViews.update, { as: anna, params, body: { ...change, version: 1 } })
    expect(old.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { version: 2 } } })
    expect((await world.call(listViews.remove, { as: anna, params, query: { version: 1 } })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
    })
    expect(await seenBy(anna)).toEqual([view])
    await world.ok(listViews.remove, { as: anna, params, query: { version: 2 } })
    expect(await seenBy(anna)).toEqual([])
  })

  it('has a name of its own in its list, and is the staff’s', async () => {
    await world.ok(listViews.create, { as: anna, body: body() })
    expect(
      (await world.call(listViews.create, { as: anna, body: body({ name: 'LIIKKEEN VUORO' }) })).body,
    ).toMatchObject({
      code: 'NAME_EXISTS',
    })
    expect((await world.call(listViews.create, { as: anna, body: body({ list: 'https://muualla' }) })).status).toBe(400)
    expect((await world.call(listViews.create, { as: employer, body: body() })).status).toBe(403)
    expect((await world.call(listViews.list, { as: employer, query: { list } })).status).toBe(403)
    expect(await seenBy(anna)).toHaveLength(1)
  })
})

describe('what others have changed of the rows on a page', () => {
  it('names who and when, and neither one’s own changes nor those from before', async () => {
    world.env.setNow('2026-11-27T08:00:00Z')
    const colleagues = {
      one: await signedInAs(world, 'INTERNAL_ADMIN'),
      two: await signedInAs(world, 'INTERNAL_ADMIN'),
    }
    const message = { role: 'OTHER' as const, name: 'Testi', email: 'a@testi.example', message: 'Kysymys pyöristä' }
    const { contactFormDataId: id } = await world.ok(contactForms.submit, { body: message })
    const query = { ids: id, since: world.env.now().toISOString() }
    world.env.advance(60_000)
    await world.ok(contactForms.update, {
      as: colleagues.one,
      params: { contactFormDataId: id },
      body: { checked: true },
    })
    const seen = await world.ok(listViews.changes, { as: colleagues.two, query })
    expect(seen.changes).toMatchObject([{ id, by: expect.stringMatching(/\S \S/) }])
    expect((await world.ok(listViews.changes, { as: colleagues.one, query })).changes).toEqual([])
    expect(
      (await world.ok(listViews.changes, { as: colleagues.two, query: { ...query, since: seen.at } })).changes,
    ).toEqual([])
    const others = { ...query, ids: world.env.id() }
    expect((await world.ok(listViews.changes, { as: colleagues.two, query: others })).changes).toEqual([])
    expect(
      (await world.call(listViews.changes, { as: colleagues.two, query: { ...query, ids: `${id},x` } })).status,
    ).toBe(400)
    const outside = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect((await world.call(listViews.changes, { as: outside, query })).status).toBe(403)
  })
})
