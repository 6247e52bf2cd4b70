import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { companyUnits } from '../contract.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('the employer adds, renames and removes a unit', async () => {
  const company = await buildCompany(world)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const { companyId } = company
  const created = await world.ok(companyUnits.create, { as: employer, body: { companyId, unit: 'Varasto' } })
  expect(created).toMatchObject({ code: 'COMPANY_UNIT_CREATED', unit: { data: { unitName: 'Varasto', companyId } } })
  const { unitId } = created.unit.data
  const rename = (body: { unitName: string; version?: number }) =>
    world.call(companyUnits.rename, { as: employer, params: { unitId }, body })
  const renamed = (await rename({ unitName: 'Keskusvarasto' })).body
  expect(renamed).toMatchObject({
    code: 'COMPANY_UNIT_UPDATED',
    unit: { data: { unitName: 'Keskusvarasto', version: 2 } },
  })
  const stale = await rename({ unitName: 'X', version: 1 })
  expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT' })
  expect((await world.ok(companyUnits.remove, { as: employer, params: { id: unitId } })).code).toBe(
    'COMPANY_UNIT_DELETED',
  )
  const left = await world.ok(companyUnits.list, { as: employer, query: { companyId } })
  expect(left.items.map((unit) => unit.unitName)).toEqual(['Pääkonttori'])
})

test('a name is taken whatever its capitals, and a unit with people stays', async () => {
  const company = await buildCompany(world)
  const { companyId } = company
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  await buildEmployee(world, company)
  const taken = await world.call(companyUnits.create, {
    as: employer,
    body: { companyId, unit: { unitName: 'PÄÄKONTTORI' } },
  })
  expect(taken.status).toBe(409)
  expect(taken.body).toMatchObject({
    code: 'FAILED_TO_ADD_COMPANY_UNIT',
    fields: [{ path: 'unit', code: 'NAME_EXISTS' }],
  })
  const used = await world.call(companyUnits.remove, { as: employer, params: { id: company.unitId } })
  expect(used.body).toMatchObject({ code: 'FAILED_TO_DELETE_COMPANY_UNIT' })
  const { items } = await world.ok(companyUnits.list, { as: employer, query: { companyId } })
  expect(items).toMatchObject([{ unitName: 'Pääkonttori', employeeCount: 1 }])
})

test('units of another company are not there, and an editor only reads', async () => {
  const company = await buildCompany(world)
  const foreign = await buildCompany(world)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const editor = await signedInAs(world, 'EMPLOYER_EDITOR', company)
  const params = { id: foreign.unitId }
  expect((await world.call(companyUnits.list, { as: employer, query: { companyId: foreign.companyId } })).status).toBe(
    404,
  )
  expect(
    (await world.call(companyUnits.create, { as: employer, body: { companyId: foreign.companyId, unit: 'X' } })).status,
  ).toBe(404)
  const rename = { params: { unitId: foreign.unitId }, body: { unitName: 'X' } }
  expect((await world.call(companyUnits.rename, { as: employer, ...rename })).status).toBe(404)
  expect((await world.call(companyUnits.remove, { as: employer, params })).status).toBe(404)
  expect(
    (await world.ok(companyUnits.list, { as: editor, query: { companyId: company.companyId } })).items,
  ).toHaveLength(1)
  expect(
    (await world.call(companyUnits.create, { as: editor, body: { companyId: company.companyId, unit: 'X' } })).status,
  ).toBe(403)
})

test('of two who give one name at the same moment, by adding and by renaming, one is told that it is taken', async () => {
  const company = await buildCompany(world)
  const { companyId } = company
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  for (let round = 0; round < 12; round += 1) {
    const { unit } = await world.ok(companyUnits.create, { as: employer, body: { companyId, unit: `Vanha ${round}` } })
    const unitName = `Uusi ${round}`
    const params = { unitId: unit.data.unitId }
    const both = await Promise.all([
      world.call(companyUnits.rename, { as: employer, params, body: { unitName } }),
      world.call(companyUnits.create, { as: employer, body: { companyId, unit: unitName } }),
    ])
    expect(both.map(({ status }) => status < 300).toSorted()).toEqual([false, true])
    expect(both.find(({ status }) => status >= 300)?.body).toMatchObject({ fields: [{ code: 'NAME_EXISTS' }] })
  }
})
