import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncReference } from '#app/server/reference.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
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
  const none = await world.call(vat.ofCountry, { as: staff, params: { code: 'NO' } })
  expect(none).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: 'Failed to fetch VAT rate' } })
})

test('a company outside VAT has a rate of its own: none', async () => {
  const outside = await buildCompany(world, { vat_basis_points: 0 })
  const params = { id: outside.companyId }
  expect(await world.ok(vat.ofCompany, { as: staff, params, query: { onlyGetVATValue: true } })).toEqual({ value: 0 })
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

test('every change of a rate stands in the event log as it was and as it became', async () => {
  const made = await world.ok(vat.create, { as: staff, body: { country: 'LV', value: 21, validFrom: '2027-01-01' } })
  const params = { id: made.vatId }
  expect(await world.ok(vat.get, { as: staff, params })).toEqual(made)
  const body = { country: 'LV', value: 22, validFrom: '2027-02-01', version: 1 }
  const changed = await world.ok(vat.update, { as: staff, params, body })
  await world.ok(vat.remove, { as: staff, params, query: { version: 2 } })
  const events = await world.services.database.primary
    .selectFrom('events')
    .select(['type', 'data'])
    .where('subject_id', '=', made.vatId)
    .orderBy('position')
    .execute()
  expect(events).toEqual([
    { type: 'REGISTER_CHANGED', data: { register: 'vat', change: 'created', after: made } },
    { type: 'REGISTER_CHANGED', data: { register: 'vat', change: 'updated', before: made, after: changed } },
    { type: 'REGISTER_CHANGED', data: { register: 'vat', change: 'deleted', before: changed } },
  ])
  const gone = await world.call(vat.get, { as: staff, params })
  expect(gone).toMatchObject({ status: 404, body: { message: 'Failed to fetch VAT rate' } })
})

test('of two who add or change a rate at once one wins and the other is told so', async () => {
  const other = await signedInAs(world, 'SUPER_ADMIN')
  const add = (as: Caller, value: number) =>
    world.call(vat.create, { as, body: { country: 'LT', value, validFrom: '2027-01-01' } })
  const added = await Promise.all([add(staff, 21), add(other, 22)])
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409])
  const { vatId } = added.find(({ status }) => status === 201)!.body
  const change = (as: Caller, value: number) =>
    world.call(vat.update, {
      as,
      params: { id: vatId },
      body: { country: 'LT', value, validFrom: '2027-01-01', version: 1 },
    })
  const changed = await Promise.all([change(staff, 10), change(other, 11)])
  expect(changed.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(changed.find(({ status }) => status === 409)!.body.code).toBe('VERSION_CONFLICT')
})

test('a correction leaves no country without the rate of today', async () => {
  const rate = { country: 'IE', value: 23, validFrom: '2020-01-01' }
  const { vatId } = await world.ok(vat.create, { as: staff, body: rate })
  const params = { id: vatId }
  const wrong = [{ validFrom: '2030-01-01' }, { validTo: '2026-06-14' }, { country: 'IS' }]
  for (const change of wrong) {
    const reply = await world.call(vat.update, { as: staff, params, body: { ...rate, ...change, version: 1 } })
    expect(reply).toMatchObject({ status: 409, body: { code: 'IN_USE_NOT_ALLOWED' } })
  }
  expect(await world.ok(vat.ofCountry, { as: staff, params: { code: 'IE' } })).toMatchObject({ value: 23, version: 1 })
  const ends = { ...rate, validTo: '2026-06-15', version: 1 }
  expect((await world.call(vat.update, { as: staff, params, body: ends })).status).toBe(200)
})

test('an installation begins with the rates of Finland, Estonia and Sweden', async () => {
  const fresh = await openWorld()
  try {
    await syncReference(fresh.services.database.primary, fresh.services)
    const as = await signedInAs(fresh, 'INTERNAL_ADMIN')
    const on = async (day: string, code: string) => {
      fresh.env.setNow(`${day}T12:00:00Z`)
      return (await fresh.ok(vat.ofCountry, { as: await fresh.signIn(as.userId), params: { code } })).value
    }
    expect([await on('2024-08-31', 'FI'), await on('2024-09-01', 'FI'), await on('2026-06-01', 'FI')]).toEqual([
      24, 25.5, 25.5,
    ])
    expect([await on('2025-06-30', 'EE'), await on('2025-07-01', 'EE'), await on('2026-06-01', 'SE')]).toEqual([
      22, 24, 25,
    ])
  } finally {
    await fresh.close()
  }
})

test('an employer reads rates and changes none, an employee sees none', async () => {
  const company = await buildCompany(world)
  const employee = await world.signIn((await buildEmployee(world, company)).userId)
  expect((await world.call(vat.list, { as: employee })).status).toBe(403)
  expect((await world.call(vat.ofCompany, { as: employee, params: { id: company.companyId } })).status).toBe(403)
  expect((await world.call(vat.list)).status).toBe(401)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  expect((await world.ok(vat.list, { as: employer })).total).toBeGreaterThan(0)
  const body = { country: 'NO', value: 25, validFrom: '2026-01-01' }
  expect((await world.call(vat.create, { as: employer, body })).status).toBe(403)
})
