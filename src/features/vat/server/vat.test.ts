import { afterAll, beforeAll, expect, test } from 'vitest'
import { vat } from '#features/vat/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-06-15T09:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

test('the rate of a country changes on its day, reckoned in Helsinki', async () => {
  await world.ok(vat.create, { as: staff, body: { country: 'SE', value: 25, validFrom: '2020-01-01' } })
  await world.ok(vat.create, { as: staff, body: { country: 'SE', value: 26.5, validFrom: '2026-07-01' } })
  const rate = async () => (await world.ok(vat.ofCountry, { as: staff, params: { code: 'SE' } })).value
  expect(await rate()).toBe(25)
  world.env.setNow('2026-06-30T20:59:00Z')
  expect(await rate()).toBe(25)
  world.env.setNow('2026-06-30T21:01:00Z')
  expect(await rate()).toBe(26.5)
  world.env.setNow('2026-06-15T09:00:00Z')
  expect((await world.call(vat.ofCountry, { as: staff, params: { code: 'NO' } })).status).toBe(404)
})

test('a company has its own rate, else its country’s', async () => {
  const plain = await buildCompany(world)
  const own = await buildCompany(world, { vat_basis_points: 1350 })
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', plain)
  const params = { id: plain.companyId }
  expect(await world.ok(vat.ofCompany, { as: employer, params, query: { onlyGetVATValue: true } })).toEqual({
    value: 25.5,
  })
  expect(await world.ok(vat.ofCompany, { as: employer, params, query: { onlyGetVATValue: false } })).toEqual({
    value: 25.5,
    country: 'FI',
    validFrom: '2024-09-01',
    validTo: null,
    source: 'COUNTRY',
  })
  expect(await world.ok(vat.ofCompany, { as: staff, params: { id: own.companyId } })).toMatchObject({
    value: 13.5,
    source: 'COMPANY',
  })
  expect((await world.call(vat.ofCompany, { as: employer, params: { id: own.companyId } })).status).toBe(404)
})

test('a rate is corrected at its version and removed only before it comes into force', async () => {
  const coming = await world.ok(vat.create, { as: staff, body: { country: 'DK', value: 25, validFrom: '2027-01-01' } })
  const again = await world.call(vat.create, { as: staff, body: { country: 'DK', value: 24, validFrom: '2027-01-01' } })
  expect(again.body.code).toBe('VAT_RATE_EXISTS')
  const params = { id: coming.vatId }
  const body = { country: 'DK', value: 25.25, validFrom: '2027-01-01', validTo: '2026-12-31', version: 1 }
  expect((await world.call(vat.update, { as: staff, params, body })).body.fields).toMatchObject([{ path: 'validTo' }])
  const changed = await world.ok(vat.update, { as: staff, params, body: { ...body, validTo: null } })
  expect(changed).toMatchObject({ value: 25.25, version: 2 })
  expect((await world.call(vat.remove, { as: staff, params, query: { version: 1 } })).body.code).toBe(
    'VERSION_CONFLICT',
  )
  await world.ok(vat.remove, { as: staff, params, query: { version: 2 } })
  const inForce = await world.ok(vat.create, { as: staff, body: { country: 'DK', value: 25, validFrom: '2020-01-01' } })
  const kept = await world.call(vat.remove, { as: staff, params: { id: inForce.vatId }, query: { version: 1 } })
  expect(kept.body.code).toBe('IN_USE_NOT_ALLOWED')
})

test('an employer reads rates and changes none', async () => {
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
  expect((await world.ok(vat.list, { as: employer })).total).toBeGreaterThan(0)
  const body = { country: 'NO', value: 25, validFrom: '2026-01-01' }
  expect((await world.call(vat.create, { as: employer, body })).status).toBe(403)
})
