import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '#features/ground/sessions/contract.ts'
import { memberships } from '#features/people/memberships/contract.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { assignRole, buildCompany, buildEmployee, buildGroup, buildUser, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { accounts } from './contract.ts'
import { refusalOfDeactivation } from './rules/changes.ts'
import { listPeople } from './server/queries.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** Company A with its admin, editor and one employee; company B outside. */
async function twoCompanies() {
  const group = await buildGroup(world)
  const a = await buildCompany(world, { group_company_id: group.groupCompanyId })
  await buildCompany(world, { group_company_id: group.groupCompanyId })
  const b = await buildCompany(world)
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', a)
  const editor = await signedInAs(world, 'EMPLOYER_EDITOR', a)
  const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId: group.groupCompanyId })
  const person = { personal_email: 'oma@koti.example', phone_number: '0401112223' }
  const employee = await buildEmployee(world, a, {}, person)
  const foreign = await buildEmployee(world, b, {}, person)
  return { a, b, admin, editor, groupAdmin, employee, foreign }
}

const idsOf = (reply: { items: readonly { userId: string }[] }) => reply.items.map((item) => item.userId)

describe('the list of people', () => {
  it("holds the people of the caller's companies and nobody else", async () => {
    const { admin, editor, employee, foreign, groupAdmin } = await twoCompanies()
    const ids = idsOf(await world.ok(accounts.list, { as: admin }))
    expect(ids.toSorted()).toEqual([admin.userId, editor.userId, employee.userId].toSorted())
    expect(idsOf(await world.ok(accounts.list, { as: groupAdmin }))).toContain(groupAdmin.userId)
    expect(ids).not.toContain(foreign.userId)
    const beneficiary = await world.signIn(employee.userId)
    expect(idsOf(await world.ok(accounts.list, { as: beneficiary }))).toEqual([employee.userId])
  })

  it('is empty for the id of a company outside', async () => {
    const { admin, b, foreign } = await twoCompanies()
    expect(await world.ok(accounts.list, { as: admin, query: { companyId: b.companyId } })).toMatchObject({
      items: [],
      total: 0,
    })
    expect(idsOf(await world.ok(accounts.list, { as: staff, query: { companyId: b.companyId } }))).toEqual([
      foreign.userId,
    ])
  })

  it('answers with one by id, wherever the list stands, and with nobody from outside', async () => {
    const { admin, employee, foreign } = await twoCompanies()
    const opened = (userId: string, as: Caller) =>
      world.ok(accounts.list, { as, query: { isForList: true, id: userId, search: 'jokin muu', page: 7 } })
    for (const as of [admin, staff]) expect(idsOf(await opened(employee.userId, as))).toEqual([employee.userId])
    expect(idsOf(await opened(foreign.userId, admin))).toEqual([])
  })

  it('begins with the first by name, however many a search finds in one company', async () => {
    const { companyId } = await buildCompany(world)
    const scope: Scope = { all: false, companyIds: [companyId], ownerId: null }
    const back = new Error('Nothing is kept.')
    const work = world.services.database.transaction(async (tx) => {
      // Written without triggers. Rows come as they lie, not as an index by name has them.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`set local enable_indexonlyscan = off`.execute(tx)
      await sql`set local enable_indexscan = off`.execute(tx)
      await sql`
        insert into users (id, email, work_email, first_name, last_name)
        select gen_random_uuid(), n || '@paljon.example', n || '@paljon.example', 'Malli', to_char(99999 - n, 'FM00000')
          from generate_series(1, 20010) n`.execute(tx)
      await sql`
        insert into company_people (company_id, user_id, last_name, first_name, search_text)
        select ${companyId}, id, last_name, first_name, ' ' || last_name || ' ' || work_email
          from users where work_email like '%@paljon.example' order by last_name desc`.execute(tx)
      const page = { limit: 3, offset: 5 }
      const found = await listPeople(tx, { scope, privateScope: scope }, { search: 'paljon.example' }, page)
      expect(found.rows.map(({ lastName }) => lastName)).toEqual(['79994', '79995', '79996'])
      throw back
    })
    await expect(work).rejects.toBe(back)
  })

  it('follows a new name, a role that comes or goes, and whoever was made for a company and has no role yet', async () => {
    const { a, b, admin, foreign } = await twoCompanies()
    const newcomer = await buildUser(world, { home_company_id: a.companyId, last_name: 'Ennen' })
    const named = async (lastName: string) =>
      idsOf(await world.ok(accounts.list, { as: admin, query: { isForList: true, lastName } }))
    expect(await named('ennen')).toEqual([newcomer.userId])
    await db().updateTable('users').set({ last_name: 'Jälkeen' }).where('id', '=', newcomer.userId).execute()
    expect([await named('ennen'), await named('jälkeen')]).toEqual([[], [newcomer.userId]])
    await assignRole(world, newcomer.userId, 'EMPLOYER_EDITOR', { companyId: b.companyId })
    expect(await named('jälkeen')).toEqual([])

    await assignRole(world, foreign.userId, 'EMPLOYER_EDITOR', { companyId: a.companyId })
    const everybody = async () => idsOf(await world.ok(accounts.list, { as: admin }))
    expect(await everybody()).toContain(foreign.userId)
    await db()
      .deleteFrom('user_roles')
      .where('user_id', '=', foreign.userId)
      .where('company_id', '=', a.companyId)
      .execute()
    expect(await everybody()).not.toContain(foreign.userId)
  })

  it('pages and filters when it is for a list', async () => {
    const { a, admin } = await twoCompanies()
    for (const name of ['Aapeli', 'Aatami', 'Beeda'])
      await buildEmployee(world, a, {}, { first_name: name, last_name: 'Sivuttaja' })
    const query = { isForList: true, lastName: ' sivuttaja ', limit: 2 }
    const first = await world.ok(accounts.list, { as: admin, query: { ...query, page: 1 } })
    expect(first).toMatchObject({ total: 3, page: 1, limit: 2, totalPages: 2, hasNext: true, hasPrevious: false })
    expect(first.items.map((item) => item.firstName)).toEqual(['Aapeli', 'Aatami'])
    const second = await world.ok(accounts.list, { as: admin, query: { ...query, page: 2 } })
    expect(second.items.map((item) => item.firstName)).toEqual(['Beeda'])
    expect((await world.call(accounts.list, { as: admin, anyQuery: { unknown: '1' } })).status).toBe(400)
  })

  it('shows private details only to roles that may see them, and does not let others search by them', async () => {
    const { admin, editor, employee } = await twoCompanies()
    const seenBy = async (as: Caller) =>
      (await world.ok(accounts.list, { as })).items.find((item) => item.userId === employee.userId)
    expect(await seenBy(admin)).toMatchObject({ personalEmail: 'oma@koti.example', phoneNumber: '0401112223' })
    expect(await seenBy(editor)).toMatchObject({ personalEmail: null, phoneNumber: null })
    const byPhone = { isForList: true, phoneNumber: '0401112223' }
    expect(idsOf(await world.ok(accounts.list, { as: admin, query: byPhone }))).toEqual([employee.userId])
    expect(idsOf(await world.ok(accounts.list, { as: editor, query: byPhone }))).toEqual([])
  })

  it('is not for the reporting role', async () => {
    const { a } = await twoCompanies()
    expect((await world.call(accounts.list, { as: await signedInAs(world, 'EMPLOYER_REPORTING', a) })).status).toBe(403)
  })
})

describe('a new person', () => {
  const body = (workEmail: string, companyId?: string) => ({
    firstName: 'Uusi',
    lastName: 'Ihminen',
    workEmail,
    ...(companyId ? { companyId } : {}),
  })

  it("is invited to the caller's company by one mail, and is seen at once as it was typed", async () => {
    const { a, admin } = await twoCompanies()
    const { user } = await world.ok(accounts.create, {
      as: admin,
      body: body('Uusi.Yksi@testi.example', a.companyId),
      key: 'new-1',
    })
    expect(user).toMatchObject({
      workEmail: 'uusi.yksi@testi.example',
      email: 'uusi.yksi@testi.example',
      companyId: a.companyId,
      deactivated: false,
      invited: true,
    })
    expect(idsOf(await world.ok(accounts.list, { as: admin }))).toContain(user.userId)
    const again = await world.ok(accounts.create, {
      as: admin,
      body: body('Uusi.Yksi@testi.example', a.companyId),
      key: 'new-1',
    })
    expect(again.user.userId).toBe(user.userId)
    const mails = await db().selectFrom('outbox').select('links').where('recipient', '=', user.workEmail).execute()
    expect(mails).toHaveLength(1)
    const token = mails[0]!.links[0]!.split('/').at(-1)!
    world.env.advance(13 * 86_400_000)
    expect(await world.ok(memberships.look, { params: { token } })).toMatchObject({
      kind: 'ACCOUNT',
      hasAccount: false,
    })
    world.env.advance(-13 * 86_400_000)
  })

  it('is refused in a foreign company, without a company, and while the same invitation is open', async () => {
    const { a, b, admin } = await twoCompanies()
    expect((await world.call(accounts.create, { as: admin, body: body('x1@testi.example', b.companyId) })).status).toBe(
      404,
    )
    expect((await world.call(accounts.create, { as: admin, body: body('x2@testi.example') })).status).toBe(400)
    await world.ok(accounts.create, { as: admin, body: body('x3@testi.example', a.companyId) })
    expect(
      (await world.call(accounts.create, { as: admin, body: body('X3@testi.example', a.companyId) })).body.code,
    ).toBe('INVITATION_EXISTS')
    expect(
      (await world.call(accounts.create, { as: admin, body: body('x..4@testi.example', a.companyId) })).status,
    ).toBe(400)
  })
})

describe('a change', () => {
  const change = (as: Caller, userId: string, body: object) =>
    world.call(accounts.update, { as, params: { userId }, body })

  it('takes the csrf token of the session and no other', async () => {
    const { admin, employee } = await twoCompanies()
    const { csrfToken } = await world.ok(sessions.user, { as: admin })
    expect((await change(admin, employee.userId, { workEmail: 'a@testi.example', csrfToken: 'wrong' })).body.code).toBe(
      'CSRF_TOKEN_WRONG',
    )
    const reply = await change(admin, employee.userId, { workEmail: `b${employee.userId}@testi.example`, csrfToken })
    expect(reply).toMatchObject({
      status: 200,
      body: { user: { pendingChange: { workEmail: `b${employee.userId}@testi.example` }, version: 1 } },
    })
  })

  it('reaches nobody outside the company', async () => {
    const { admin, foreign } = await twoCompanies()
    expect((await change(admin, foreign.userId, { firstName: 'Vieras' })).status).toBe(404)
  })

  it('leaves the sign-in address and the phone of a person alone who also belongs to another company', async () => {
    const { b, admin, employee } = await twoCompanies()
    await assignRole(world, employee.userId, 'EMPLOYER_EDITOR', { companyId: b.companyId })
    expect((await change(admin, employee.userId, { workEmail: 'mine@testi.example' })).status).toBe(403)
    expect((await change(admin, employee.userId, { phoneNumber: '0409998887' })).status).toBe(403)
    expect((await change(staff, employee.userId, { phoneNumber: '0409998887' })).status).toBe(200)
  })

  it('does not reach upwards, and editors change no addresses', async () => {
    const { admin, editor, employee } = await twoCompanies()
    expect((await change(editor, admin.userId, { language: 'sv' })).body.code).toBe('ROLE_ABOVE_OWN_TIER')
    expect((await change(editor, employee.userId, { workEmail: 'mine2@testi.example' })).status).toBe(403)
    expect((await change(editor, employee.userId, { language: 'sv' })).status).toBe(200)
  })

  it("of one's own work e-mail leaves the sign-in address, and one's own phone number wants its code", async () => {
    const { employee } = await twoCompanies()
    const as = await world.signIn(employee.userId)
    const before = await world.ok(sessions.user, { as })
    const reply = await change(as, employee.userId, { workEmail: `own${employee.userId}@testi.example` })
    expect(reply.status).toBe(200)
    expect((await world.ok(sessions.user, { as })).email).toBe(before.email)
    expect((await change(as, employee.userId, { phoneNumber: '0409998887' })).status).toBe(403)
  })

  it('made to an older version is refused with the current row', async () => {
    const { admin, employee } = await twoCompanies()
    await change(admin, employee.userId, { language: 'sv', version: 1 })
    const reply = await change(admin, employee.userId, { language: 'en', version: 1 })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT', details: { current: { language: 'sv', version: 2 } } },
    })
  })
})

describe("one's own details", () => {
  it('are changed by everybody, also by roles that change nobody else, and reach nobody else', async () => {
    const { a } = await twoCompanies()
    const as = await signedInAs(world, 'EMPLOYER_REPORTING', a)
    const before = await world.ok(accounts.own, { as })
    const body = {
      firstName: 'Omin',
      lastName: 'Sanoin',
      workEmail: before.workEmail,
      language: 'sv' as const,
      version: 1,
    }
    const after = await world.ok(accounts.updateOwn, { as, body: { ...body, personalEmail: 'Oma@koti.example' } })
    expect(after).toMatchObject({
      userId: as.userId,
      firstName: 'Omin',
      personalEmail: 'oma@koti.example',
      language: 'sv',
      version: 2,
    })
    expect((await world.call(accounts.updateOwn, { as, body })).body.code).toBe('VERSION_CONFLICT')
    expect((await world.call(accounts.updateOwn, { as, anyBody: { ...body, deactivated: true } })).status).toBe(400)
  })
})

describe('deactivation', () => {
  const set = (as: Caller, userId: string, deactivated: boolean) =>
    world.call(accounts.update, { as, params: { userId }, body: { deactivated } })

  it('is said to open sessions, ends open links, tells the owner, and is taken back by activation', async () => {
    const { admin, employee } = await twoCompanies()
    const as = await world.signIn(employee.userId)
    const { token } = await createLinkToken(db(), world.env, { purpose: 'reset', days: 1, userId: employee.userId })
    expect((await set(admin, employee.userId, true)).body).toMatchObject({ user: { deactivated: true } })
    const refused = await world.call(sessions.user, { as })
    expect([refused.status, refused.body.code]).toEqual([403, 'USER_DEACTIVATED'])
    expect((await world.call(sessions.resetLink, { params: { token } })).body.code).toBe('TOKEN_NOT_VALID')
    expect((await set(admin, employee.userId, false)).body).toMatchObject({ user: { deactivated: false } })
    expect((await world.call(sessions.user, { as })).status).toBe(401)
    const events = await db()
      .selectFrom('events')
      .select('type')
      .where('subject_id', '=', employee.userId)
      .orderBy('position')
      .execute()
    expect(events.map((event) => event.type)).toEqual(['USER_DEACTIVATED', 'USER_ACTIVATED'])
    const mails = await db()
      .selectFrom('outbox')
      .select('template')
      .where('user_id', '=', employee.userId)
      .orderBy('id')
      .execute()
    expect(mails.map((mail) => mail.template)).toEqual(['accounts:mail.deactivated', 'accounts:mail.activated'])
  })

  it('is done by an employer admin to employees only, by a group admin to employer roles, by an editor to nobody', async () => {
    const { admin, editor, employee, groupAdmin } = await twoCompanies()
    expect((await set(admin, editor.userId, true)).status).toBe(403)
    expect((await set(editor, employee.userId, true)).status).toBe(403)
    expect((await set(groupAdmin, editor.userId, true)).status).toBe(200)
  })

  it('is not for oneself and not for somebody above', async () => {
    const first = await signedInAs(world, 'SUPER_ADMIN')
    expect((await set(first, first.userId, true)).body.code).toBe('NOT_FOR_ONESELF')
    const second = await signedInAs(world, 'SUPER_ADMIN')
    expect((await set(second, first.userId, true)).status).toBe(200)
    expect((await set(staff, second.userId, true)).body.code).toBe('ROLE_ABOVE_OWN_TIER')
  })
})

describe('the rules of deactivation', () => {
  const facts = {
    isOwn: false,
    callerTier: 4,
    targetTier: 4,
    callerReachesAll: true,
    targetIsInside: true,
    targetIsBeneficiaryOnly: false,
    callerIsGroupAdmin: false,
    seesPrivate: true,
    isLastSuperAdmin: false,
  }

  it('let one super admin stay, whoever asks', () => {
    expect(refusalOfDeactivation(facts)).toBeNull()
    expect(refusalOfDeactivation({ ...facts, isLastSuperAdmin: true })).toBe('LAST_SUPER_ADMIN_NOT_ALLOWED')
  })

  it('keep an employer from shutting out somebody who also belongs elsewhere', () => {
    const employer = { ...facts, callerTier: 1, targetTier: 0, callerReachesAll: false, targetIsBeneficiaryOnly: true }
    expect(refusalOfDeactivation(employer)).toBeNull()
    expect(refusalOfDeactivation({ ...employer, targetIsInside: false })).toBe('FORBIDDEN')
  })
})

describe('preferences', () => {
  const preferences = { mail: { ORDER_STATUS_CHANGE: false }, theme: 'dark' as const }

  it("are one's own, kept whole, and versioned", async () => {
    const { employee } = await twoCompanies()
    const as = await world.signIn(employee.userId)
    const kinds = ['SYSTEM_UPDATE', 'PAYMENT_REMINDER', 'ORDER_STATUS_CHANGE', 'GENERAL']
    expect(await world.ok(accounts.ownPreferences, { as })).toEqual({ data: {}, kinds, version: 0 })
    await world.ok(accounts.setOwnPreferences, { as, body: { preferences } })
    expect(await world.ok(accounts.ownPreferences, { as })).toEqual({ data: preferences, kinds, version: 1 })
    expect((await world.call(accounts.setOwnPreferences, { as, anyBody: { preferences: { colour: 1 } } })).status).toBe(
      400,
    )
    expect((await world.ok(accounts.preferencesOf, { as, params: { id: employee.userId } })).data).toEqual(preferences)
  })

  it('of others are seen by staff and hidden from everybody else', async () => {
    const { admin, employee, foreign } = await twoCompanies()
    const as = await world.signIn(employee.userId)
    expect((await world.call(accounts.preferencesOf, { as: staff, params: { id: employee.userId } })).status).toBe(200)
    expect((await world.call(accounts.preferencesOf, { as, params: { id: foreign.userId } })).status).toBe(404)
    expect((await world.call(accounts.preferencesOf, { as: admin, params: { id: employee.userId } })).status).toBe(403)
  })

  it('open with the link of a mail, which is good for nothing else', async () => {
    const user = await buildUser(world)
    const { token } = await createLinkToken(db(), world.env, { purpose: 'preferences', days: 30, userId: user.userId })
    await world.ok(accounts.setPreferencesByToken, { params: { token }, body: { preferences } })
    expect((await world.ok(accounts.preferencesByToken, { params: { token } })).data).toEqual(preferences)
    expect((await world.call(sessions.resetLink, { params: { token } })).status).toBe(404)
  })
})
