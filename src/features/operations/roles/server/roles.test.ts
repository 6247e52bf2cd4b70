import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '#features/ground/sessions/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { memberships } from '#features/people/memberships/contract.ts'
import {
  permissionNames,
  roleNames,
  scopeKindOfRole,
  scopeKindsOf,
  seededPermissionsOf,
} from '#platform/contract/permissions.ts'
import { roleId, stableId } from '#platform/server/roles/role-ids.ts'
import { buildCompany, buildEmployee, buildGroup, buildUser, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { roles } from '../contract.ts'
import { mayAssign } from '../rules.ts'

let world: World
let staff: Caller
let root: Caller
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  root = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const permissionId = (name: string) => stableId('permission', name)
const namesOf = (reply: { items: readonly { name: string }[] }) => reply.items.map(({ name }) => name)
const eventsOf = async (subjectId: string) =>
  (
    await db().selectFrom('events').select('type').where('subject_id', '=', subjectId).orderBy('position').execute()
  ).map(({ type }) => type)
const mailsTo = async (userId: string) =>
  (await db().selectFrom('outbox').select('template').where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ template }) => template,
  )
const rolesHeld = async (userId: string) =>
  (
    await db()
      .selectFrom('user_roles as ur')
      .innerJoin('roles as r', 'r.id', 'ur.role_id')
      .select('r.name')
      .where('ur.user_id', '=', userId)
      .orderBy('r.name')
      .execute()
  ).map(({ name }) => name)

async function twoCompanies() {
  const group = await buildGroup(world)
  const a = await buildCompany(world, { group_company_id: group.groupCompanyId })
  const sibling = await buildCompany(world, { group_company_id: group.groupCompanyId })
  const b = await buildCompany(world)
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', a)
  const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', group)
  const employee = await buildEmployee(world, a)
  const foreign = await buildEmployee(world, b)
  return { group, a, sibling, b, admin, groupAdmin, employee, foreign }
}

const give = (as: Caller, userId: string, role: string, companyIds?: string[], key?: string) =>
  world.call(roles.assign, {
    as,
    params: { userId, roleId: role },
    body: companyIds ? { companyIds } : {},
    ...(key ? { key } : {}),
  })
const take = (as: Caller, userId: string, role: string, body: { companyId?: string; groupCompanyId?: string } = {}) =>
  world.call(roles.unassign, { as, params: { userId, roleId: role }, body })

describe('who may give a role', () => {
  it.each([
    ['a super admin', 4, true, ['SUPER_ADMIN', 'INTERNAL_ADMIN', 'EMPLOYER_GROUP_ADMIN', 'BIKE_BENEFICIARY'], []],
    ['an internal admin', 3, true, ['EMPLOYER_GROUP_ADMIN', 'EMPLOYER_ADMIN', 'BIKE_BENEFICIARY'], ['INTERNAL_ADMIN']],
    ['a group admin', 2, false, ['EMPLOYER_ADMIN', 'EMPLOYER_EDITOR'], ['EMPLOYER_GROUP_ADMIN', 'BIKE_BENEFICIARY']],
    ['an employer admin', 1, false, ['EMPLOYER_EDITOR', 'EMPLOYER_REPORTING'], ['EMPLOYER_ADMIN', 'BIKE_BENEFICIARY']],
    ['an editor', 0, false, [], ['EMPLOYER_EDITOR']],
  ] as const)('%s', (_, tier, reachesAll, may, mayNot) => {
    const tiers = { SUPER_ADMIN: 4, INTERNAL_ADMIN: 3, EMPLOYER_GROUP_ADMIN: 2, EMPLOYER_ADMIN: 1 } as Record<
      string,
      number
    >
    const judged = (name: (typeof roleNames)[number]) =>
      mayAssign({ tier, reachesAll }, { name, tier: tiers[name] ?? 0, scopeKind: scopeKindOfRole[name] })
    for (const name of may) expect(judged(name), name).toBe(true)
    for (const name of mayNot) expect(judged(name), name).toBe(false)
  })

  it('and which permissions fit which role: all that a built-in role begins with', () => {
    for (const role of roleNames)
      for (const name of seededPermissionsOf(role)) expect(scopeKindsOf(name)).toContain(scopeKindOfRole[role])
    expect(permissionNames.filter((name) => scopeKindsOf(name).includes('COMPANY'))).not.toContain('tax-table:write')
  })
})

describe('a role in a company', () => {
  it('is given once by two people at the same moment, felt on the next request, told, and taken with what came by it', async () => {
    const { a, admin, employee } = await twoCompanies()
    const session = await world.signIn(employee.userId)
    const seesPeople = async () => (await world.ok(accounts.list, { as: session })).total
    expect(await seesPeople()).toBe(1)
    const [first, second] = await Promise.all([
      give(staff, employee.userId, roleId('EMPLOYER_EDITOR'), [a.companyId]),
      give(admin, employee.userId, roleId('EMPLOYER_EDITOR'), [a.companyId]),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(namesOf({ items: second.body.user.userRoles })).toContain('EMPLOYER_EDITOR')
    expect(await seesPeople()).toBeGreaterThan(1)
    expect((await eventsOf(employee.userId)).filter((type) => type === 'ROLE_ASSIGNED')).toHaveLength(1)
    expect(await mailsTo(employee.userId)).toEqual(['roles:mail.given'])

    await db()
      .updateTable('companies')
      .set({ signer_user_ids: [employee.userId] })
      .where('id', '=', a.companyId)
      .execute()
    expect((await take(admin, employee.userId, roleId('EMPLOYER_EDITOR'), { companyId: a.companyId })).status).toBe(200)
    expect(await seesPeople()).toBe(1)
    const company = db().selectFrom('companies').select('signer_user_ids').where('id', '=', a.companyId)
    expect((await company.executeTakeFirstOrThrow()).signer_user_ids).toEqual([])
    expect((await eventsOf(employee.userId)).at(-1)).toBe('ROLE_UNASSIGNED')
    expect((await mailsTo(employee.userId)).at(-1)).toBe('roles:mail.taken')
    expect((await take(admin, employee.userId, roleId('EMPLOYER_EDITOR'), { companyId: a.companyId })).status).toBe(404)
  })

  it('of an admin is told to the admins who are there already, whoever gives it', async () => {
    const { a, admin, employee } = await twoCompanies()
    const told = async (userId: string) =>
      (
        await db()
          .selectFrom('outbox')
          .select('id')
          .where('user_id', '=', userId)
          .where('template', '=', 'companies:mail.guarded.admins')
          .execute()
      ).length
    await give(staff, employee.userId, roleId('EMPLOYER_EDITOR'), [a.companyId])
    expect(await told(admin.userId)).toBe(0)
    await give(staff, employee.userId, roleId('EMPLOYER_ADMIN'), [a.companyId])
    await give(staff, employee.userId, roleId('EMPLOYER_ADMIN'), [a.companyId])
    expect([await told(admin.userId), await told(employee.userId)]).toEqual([1, 0])
  })

  it('is an invitation for somebody without a bond to the company, and counts after their yes', async () => {
    const { a, b, foreign } = await twoCompanies()
    const editor = roleId('EMPLOYER_EDITOR')
    const reply = await give(staff, foreign.userId, editor, [a.companyId])
    expect([reply.status, namesOf({ items: reply.body.user.userRoles })]).toEqual([200, ['BIKE_BENEFICIARY']])
    expect((await give(staff, foreign.userId, roleId('EMPLOYER_REPORTING'), [a.companyId])).status).toBe(200)
    const session = await world.signIn(foreign.userId)
    const mine = await world.ok(memberships.mine, { as: session })
    expect(mine.bonds.map(({ companyId }) => companyId)).toEqual([b.companyId])
    expect(mine.invitations).toHaveLength(1)
    const open = mine.invitations
    await world.ok(memberships.acceptOwn, { as: session, params: { id: open[0]!.invitationId } })
    expect(await rolesHeld(foreign.userId)).toEqual(['BIKE_BENEFICIARY', 'EMPLOYER_EDITOR', 'EMPLOYER_REPORTING'])
  })

  it('is answered again for the same key and changes nothing', async () => {
    const { a, admin, employee } = await twoCompanies()
    const key = world.env.id()
    const first = await give(admin, employee.userId, roleId('EMPLOYER_REPORTING'), [a.companyId], key)
    await take(admin, employee.userId, roleId('EMPLOYER_REPORTING'), { companyId: a.companyId })
    const again = await give(admin, employee.userId, roleId('EMPLOYER_REPORTING'), [a.companyId], key)
    expect(again.body).toEqual(first.body)
    expect(await rolesHeld(employee.userId)).not.toContain('EMPLOYER_REPORTING')
  })

  it('is refused above one’s own tier, to oneself, outside one’s companies and without a company', async () => {
    const { a, b, admin, groupAdmin, employee, foreign } = await twoCompanies()
    const before = await rolesHeld(employee.userId)
    const codeOf = async (reply: ReturnType<typeof give>) => (await reply).body as { code: string }
    const above = { code: 'ROLE_ABOVE_OWN_TIER' }
    expect(await codeOf(give(admin, employee.userId, roleId('EMPLOYER_ADMIN'), [a.companyId]))).toMatchObject(above)
    expect(
      await codeOf(give(groupAdmin, employee.userId, roleId('EMPLOYER_GROUP_ADMIN'), [a.companyId])),
    ).toMatchObject(above)
    expect(await codeOf(give(staff, employee.userId, roleId('INTERNAL_ADMIN')))).toMatchObject(above)
    expect(await codeOf(give(admin, admin.userId, roleId('EMPLOYER_EDITOR'), [a.companyId]))).toMatchObject({
      code: 'NOT_FOR_ONESELF',
    })
    for (const [userId, companyId] of [
      [employee.userId, b.companyId],
      [foreign.userId, a.companyId],
    ] as const)
      expect((await give(admin, userId, roleId('EMPLOYER_EDITOR'), [companyId])).status).toBe(404)
    expect((await give(admin, employee.userId, world.env.id(), [a.companyId])).status).toBe(404)
    expect((await give(staff, employee.userId, roleId('EMPLOYER_EDITOR'), [])).status).toBe(400)
    expect((await give(root, employee.userId, roleId('INTERNAL_ADMIN'), [a.companyId])).status).toBe(400)
    expect(await rolesHeld(employee.userId)).toEqual(before)
  })
})

describe('a role in a group', () => {
  it('is stored for the groups of the companies, and taken by a company or by the group', async () => {
    const { group, a, sibling, employee } = await twoCompanies()
    const groupAdmin = roleId('EMPLOYER_GROUP_ADMIN')
    await give(staff, employee.userId, groupAdmin, [a.companyId, sibling.companyId])
    const held = db().selectFrom('user_roles').select(['company_id', 'group_company_id'])
    const ofPerson = held.where('user_id', '=', employee.userId).where('role_id', '=', groupAdmin)
    expect(await ofPerson.execute()).toEqual([{ company_id: null, group_company_id: group.groupCompanyId }])
    expect((await take(staff, employee.userId, groupAdmin, { companyId: sibling.companyId })).status).toBe(200)
    expect(await ofPerson.execute()).toEqual([])
    await give(staff, employee.userId, groupAdmin, [a.companyId])
    expect((await take(staff, employee.userId, groupAdmin, { groupCompanyId: group.groupCompanyId })).status).toBe(200)
  })

  it('is refused for a company without a group, as a whole', async () => {
    const { a, b, employee } = await twoCompanies()
    const reply = await give(staff, employee.userId, roleId('EMPLOYER_GROUP_ADMIN'), [a.companyId, b.companyId])
    expect(reply).toMatchObject({ status: 400, body: { code: 'COMPANY_WITHOUT_GROUP' } })
    expect(await rolesHeld(employee.userId)).toEqual(['BIKE_BENEFICIARY'])
  })
})

describe('the staff’s own roles', () => {
  it('are given by a super admin, and a session with less than an app is then worth nothing', async () => {
    const newcomer = await buildUser(world)
    const session = await world.signIn(newcomer.userId)
    await db()
      .updateTable('sessions')
      .set({ signed_in_with: 'PASSWORD' })
      .where('user_id', '=', newcomer.userId)
      .execute()
    expect((await give(root, newcomer.userId, roleId('SUPER_ADMIN'))).status).toBe(200)
    expect((await world.call(sessions.user, { as: session })).status).toBe(401)
  })

  it('leave one super admin also when two relieve each other at the same moment', async () => {
    const one = await signedInAs(world, 'SUPER_ADMIN')
    const other = await signedInAs(world, 'SUPER_ADMIN')
    const superAdmin = roleId('SUPER_ADMIN')
    await db()
      .deleteFrom('user_roles')
      .where('role_id', '=', superAdmin)
      .where('user_id', 'not in', [one.userId, other.userId])
      .execute()
    const replies = await Promise.all([take(one, other.userId, superAdmin), take(other, one.userId, superAdmin)])
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const left = db().selectFrom('user_roles').select('user_id').where('role_id', '=', superAdmin)
    const keeper = (await left.execute()).map(({ user_id }) => user_id)
    expect(keeper).toHaveLength(1)
    root = keeper[0] === one.userId ? one : other
  })

  it('leave one super admin also when two deactivate each other at the same moment', async () => {
    const one = await signedInAs(world, 'SUPER_ADMIN')
    const other = await signedInAs(world, 'SUPER_ADMIN')
    const superAdmin = roleId('SUPER_ADMIN')
    const ofOthers = db().deleteFrom('user_roles').where('role_id', '=', superAdmin)
    await ofOthers.where('user_id', 'not in', [one.userId, other.userId]).execute()
    const shut = (as: Caller, userId: string) =>
      world.call(accounts.update, { as, params: { userId }, body: { deactivated: true } })
    const replies = await Promise.all([shut(one, other.userId), shut(other, one.userId)])
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const open = db().selectFrom('users').select('id').where('deactivated_at', 'is', null)
    const left = (await open.where('id', 'in', [one.userId, other.userId]).execute()).map(({ id }) => id)
    expect(left).toHaveLength(1)
    root = left[0] === one.userId ? one : other
  })
})

describe('a role that somebody makes', () => {
  it('begins empty, gets permissions that fit, and goes when nobody holds it', async () => {
    const { a, employee } = await twoCompanies()
    const role = await world.ok(roles.create, { as: staff, body: { name: 'Pyörävastaava' } })
    expect(role).toMatchObject({ scopeKind: 'COMPANY', builtIn: false, rolePermissions: [] })
    const params = { roleId: role.id, permissionId: permissionId('user:read') }
    for (const _ of [1, 2])
      expect(await world.ok(roles.grantPermission, { as: staff, params })).toMatchObject({ rolePermissions: [params] })
    const outside = { roleId: role.id, permissionId: permissionId('tax-table:write') }
    const refused = await world.call(roles.grantPermission, { as: root, params: outside })
    expect(refused).toMatchObject({ status: 409, body: { code: 'PERMISSION_SCOPE_NOT_ALLOWED' } })

    const session = await world.signIn(employee.userId)
    await give(staff, employee.userId, role.id, [a.companyId])
    expect((await world.ok(accounts.list, { as: session })).total).toBeGreaterThan(1)
    const holders = await world.ok(roles.users, { as: staff, params: { roleId: role.id }, query: { search: 'testi' } })
    expect(holders).toMatchObject({ total: 1, limit: 20, items: [{ userId: employee.userId }] })
    expect((await world.call(roles.remove, { as: root, params: { id: role.id } })).body).toMatchObject({
      code: 'IN_USE_NOT_ALLOWED',
    })
    await world.ok(roles.revokePermission, { as: staff, params })
    expect((await world.ok(accounts.list, { as: session })).total).toBe(1)
    await take(staff, employee.userId, role.id, { companyId: a.companyId })
    await world.ok(roles.remove, { as: root, params: { id: role.id } })
    expect(await eventsOf(role.id)).toEqual(Array(4).fill('ROLE_CHANGED'))
  })

  it('is refused over everything to an internal admin, with a name in use, and when built in', async () => {
    const create = (as: Caller, body: { name: string; scopeKind?: 'ALL' }) => world.call(roles.create, { as, body })
    expect((await create(staff, { name: 'Kaikki', scopeKind: 'ALL' })).status).toBe(403)
    expect((await create(root, { name: 'SUPER_ADMIN' })).body).toMatchObject({ code: 'NAME_EXISTS' })
    const builtIn = { as: root, params: { id: roleId('EMPLOYER_EDITOR') } }
    expect((await world.call(roles.remove, builtIn)).body).toMatchObject({ code: 'ROLE_PROTECTED_NOT_ALLOWED' })
    const own = { roleId: roleId('SUPER_ADMIN'), permissionId: permissionId('role:assign') }
    expect((await world.call(roles.revokePermission, { as: root, params: own })).body).toMatchObject({
      code: 'ROLE_PROTECTED_NOT_ALLOWED',
    })
    const above = { roleId: roleId('INTERNAL_ADMIN'), permissionId: permissionId('settings:write') }
    expect((await world.call(roles.grantPermission, { as: staff, params: above })).body).toMatchObject({
      code: 'ROLE_ABOVE_OWN_TIER',
    })
  })
})

describe('the lists of roles', () => {
  it('show employers what they may give, and their own companies’ people alone', async () => {
    const { a, admin, foreign, b } = await twoCompanies()
    expect(namesOf(await world.ok(roles.list, { as: admin })).toSorted()).toEqual([
      'EMPLOYER_EDITOR',
      'EMPLOYER_REPORTING',
    ])
    expect(namesOf(await world.ok(roles.list, { as: staff }))).toEqual(expect.arrayContaining([...roleNames]))
    await give(staff, foreign.userId, roleId('EMPLOYER_EDITOR'), [b.companyId])
    const own = await signedInAs(world, 'EMPLOYER_EDITOR', a)
    const editors = { params: { roleId: roleId('EMPLOYER_EDITOR') } }
    const seen = await world.ok(roles.users, { as: admin, ...editors })
    expect(seen.items.map(({ userId }) => userId)).toEqual([own.userId])
    const admins = { params: { roleId: roleId('EMPLOYER_ADMIN') } }
    expect((await world.call(roles.users, { as: admin, ...admins })).status).toBe(404)
  })

  it('go on by name where a search finds more holders than are counted, and search the rest of the same', async () => {
    const role = await world.ok(roles.create, { as: staff, body: { name: 'Moni', scopeKind: 'COMPANY' } })
    const { companyId } = await buildCompany(world)
    await sql`
      with made as (
        insert into users (id, email, work_email, first_name, last_name)
        select md5('moni' || n)::uuid, 'moni' || n || '@yritys.example', 'moni' || n || '@yritys.example', 'Moni', 'Yleinen ' || lpad(n::text, 4, '0')
          from generate_series(1, 2010) n returning id)
      insert into user_roles (id, user_id, role_id, company_id, created_at)
      select gen_random_uuid(), id, ${role.id}, ${companyId}, now() from made`.execute(db())
    const named = async (search: string, page: number) => {
      const found = await world.ok(roles.users, {
        as: staff,
        params: { roleId: role.id },
        query: { search, page, limit: 20 },
      })
      return { ...found, items: found.items.map(({ lastName }) => Number(lastName.split(' ')[1])) }
    }
    const from = (first: number, count = 20) => Array.from({ length: count }, (_, at) => first + at)
    expect(await named('yleinen', 1)).toMatchObject({ items: from(1), total: 500, totalIsEstimate: true })
    expect((await named('yleinen', 100)).items).toEqual(from(1981))
    expect((await named('yleinen', 101)).items).toEqual(from(2001, 10))
    expect(await named('yleinen 0042', 1)).toMatchObject({ items: [42], total: 1 })
  })
})
