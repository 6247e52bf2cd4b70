import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCompany, buildGroup, signedInAs, stepUp } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { companyGroups } from '../contract.ts'

let world: World
let staff: Caller
let superAdmin: Caller

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  superAdmin = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

test('a group is created with its companies, changed and closed when it is empty', async () => {
  const [first, second] = [await buildCompany(world), await buildCompany(world)]
  const created = await world.ok(companyGroups.create, {
    as: staff,
    body: { name: 'Kasvukonserni', companyIds: [first.companyId] },
  })
  const params = { id: created.groupCompanyId }
  expect(created.companies).toEqual([{ companyId: first.companyId, companyName: first.name }])
  const changed = await world.ok(companyGroups.update, {
    as: staff,
    params,
    body: { name: 'Kasvu', companyIds: [second.companyId], version: 1 },
  })
  expect(changed).toMatchObject({ name: 'Kasvu', version: 2, companies: [{ companyId: second.companyId }] })
  const inUse = await world.call(companyGroups.remove, { as: superAdmin, params })
  expect(inUse.body).toMatchObject({ code: 'IN_USE_NOT_ALLOWED', details: { companies: 1 } })
  await world.ok(companyGroups.update, { as: staff, params, body: { name: 'Kasvu', companyIds: [] } })
  expect((await world.call(companyGroups.remove, { as: staff, params })).status).toBe(403)
  expect(await world.ok(companyGroups.remove, { as: superAdmin, params })).toMatchObject({
    code: 'GROUP_COMPANY_DELETED',
  })
  expect((await world.call(companyGroups.get, { as: staff, params })).status).toBe(404)
  await world.ok(companyGroups.create, { as: staff, body: { name: 'Kasvu' } })
})

test('the admins of a company hear that it is put into a group or taken out of it, and those of others do not', async () => {
  const [moved, other] = [await buildCompany(world), await buildCompany(world)]
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', moved)
  const stranger = await signedInAs(world, 'EMPLOYER_ADMIN', other)
  const told = async ({ userId }: Caller) =>
    (
      await world.services.database.primary
        .selectFrom('outbox')
        .select('template')
        .where('user_id', '=', userId)
        .where('template', '=', 'companies:mail.guarded.group')
        .execute()
    ).length
  const group = { name: 'Siirtokonserni', companyIds: [moved.companyId] }
  const { groupCompanyId: id, version } = await world.ok(companyGroups.create, { as: staff, body: group })
  expect([await told(admin), await told(stranger)]).toEqual([1, 0])
  const again = await world.ok(companyGroups.update, { as: staff, params: { id }, body: { ...group, version } })
  expect(await told(admin)).toBe(1)
  const body = { name: 'Siirtokonserni', companyIds: [], version: again.version }
  await world.ok(companyGroups.update, { as: staff, params: { id }, body })
  expect([await told(admin), await told(stranger)]).toEqual([2, 0])
})

test('a name that is taken and a company that does not exist are refused', async () => {
  const { name } = await buildGroup(world)
  const taken = await world.call(companyGroups.create, { as: staff, body: { name } })
  expect(taken.body.code).toBe('GROUP_COMPANY_EXISTS_ERROR')
  const companyIds = ['01900000-0000-7000-8000-000000000000']
  const unknown = await world.call(companyGroups.create, { as: staff, body: { name: 'Tyhjästä', companyIds } })
  expect(unknown.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'companyIds' }] })
  const choices = await world.ok(companyGroups.list, { as: staff, query: { forDropdown: true } })
  expect(choices.items.map((choice) => ('name' in choice ? choice.name : ''))).not.toContain('Tyhjästä')
})

test('a group admin sees the own group alone and keeps its recipients', async () => {
  const group = await buildGroup(world)
  const other = await buildGroup(world)
  const company = await buildCompany(world, { group_company_id: group.groupCompanyId })
  const groupAdmin = await stepUp(world, await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', group))
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const params = { id: group.groupCompanyId }
  const list = await world.ok(companyGroups.list, { as: groupAdmin })
  expect(list.items).toHaveLength(1)
  expect((await world.call(companyGroups.get, { as: groupAdmin, params: { id: other.groupCompanyId } })).status).toBe(
    404,
  )
  expect((await world.call(companyGroups.update, { as: groupAdmin, params, body: { name: 'X' } })).status).toBe(403)
  const added = await world.ok(companyGroups.addRecipients, {
    as: groupAdmin,
    params,
    body: { userIds: [employer.userId] },
  })
  expect(added.data.map((person) => person.userId)).toEqual([employer.userId])
  const foreign = { id: other.groupCompanyId }
  expect((await world.call(companyGroups.recipients, { as: groupAdmin, params: foreign })).status).toBe(404)
  expect((await world.call(companyGroups.recipients, { as: employer, params })).status).toBe(404)
  const one = { ...params, userId: employer.userId }
  expect(await world.ok(companyGroups.removeRecipient, { as: groupAdmin, params: one })).toEqual({ data: [] })
})
