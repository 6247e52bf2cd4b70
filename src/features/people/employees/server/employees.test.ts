import { describe, expect, it } from 'vitest'
import { accounts } from '#features/operations/accounts/contract.ts'
import { spendOfDay } from '#platform/server/http/limits.ts'
import { assignRole, buildCompany, buildEmployee, buildUser, signedInAs } from '#testing/builders.ts'
import {
  admin,
  company,
  editor,
  eventsOf,
  foreign,
  pending,
  prepareEmployees,
  read,
  reporting,
  rowOf,
  world,
} from '#testing/cases/employee-cases.ts'
import type { Caller } from '#testing/world.ts'
import { employees } from '../contract.ts'

prepareEmployees()

const ordersOf = (id: string) =>
  read().selectFrom('orders').selectAll().where('beneficiary_employee_id', '=', id).execute()

const mailsTo = (email: string) => read().selectFrom('outbox').selectAll().where('recipient', '=', email).execute()

const accept = (id: string, as: Caller, body = {}) =>
  world.call(employees.decide, { as, params: { id }, body: { status: 'ACCEPTED', ...body } })

describe('deciding', () => {
  it('accepts a person, opens the order and tells the person', async () => {
    const email = 'paatos@yritys.example'
    const { employeeId } = await pending({}, { email })
    const reply = await accept(employeeId, admin, { costUnit: ' 4120 ', lastWorkingDayDate: null, maxPrice: 3000 })
    expect(reply.status).toBe(200)
    expect(reply.body.employee).toMatchObject({
      status: 'ACCEPTED',
      costUnit: '4120',
      lastWorkingDayDate: '2999-01-01',
      effectiveMaxPrice: 3000,
    })
    expect(reply.body.employee.orders).toMatchObject([{ orderStatus: 'NOT_STARTED' }])
    expect((await mailsTo(email)).map((mail) => mail.template)).toEqual(['orders:notice.started'])
    expect((await eventsOf(employeeId)).map((event) => event.type)).toContain('EMPLOYEE_ACCEPTED')
  })

  it('rejects with a reason that the person reads, and not without one', async () => {
    const email = 'hylky@yritys.example'
    const { employeeId } = await pending({}, { email })
    const bare = await world.call(employees.decide, {
      as: admin,
      params: { id: employeeId },
      body: { status: 'REJECTED', rejectReason: '  ' },
    })
    expect(bare.status).toBe(400)
    expect((await rowOf(employeeId)).status).toBe('PENDING')
    const reply = await world.ok(employees.decide, {
      as: admin,
      params: { id: employeeId },
      body: { status: 'REJECTED', rejectReason: 'Koeaika on kesken.' },
    })
    expect(reply.employee).toMatchObject({ status: 'REJECTED', rejectReason: 'Koeaika on kesken.', orders: [] })
    const [mail] = await mailsTo(email)
    expect(mail?.body_text).toContain('Koeaika on kesken.')
  })

  it('lets one of two people who decide at the same moment win and tells the other', async () => {
    const { employeeId } = await pending()
    const [first, second] = await Promise.all([
      accept(employeeId, admin),
      world.call(employees.decide, {
        as: editor,
        params: { id: employeeId },
        body: { status: 'REJECTED', rejectReason: 'Ei nyt.' },
      }),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const loser = first.status === 409 ? first : second
    expect(loser.body.code).toBe('DECISION_NOT_ALLOWED')
    expect(await ordersOf(employeeId)).toHaveLength(first.status === 200 ? 1 : 0)
  })

  it('does the work of a repeated key once', async () => {
    const { employeeId } = await pending()
    const options = { as: admin, params: { id: employeeId }, body: { status: 'ACCEPTED' as const }, key: 'hyvaksy-1' }
    const first = await world.call(employees.decide, options)
    const again = await world.call(employees.decide, options)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await ordersOf(employeeId)).toHaveLength(1)
  })

  it('refuses a decision about oneself', async () => {
    const user = await buildUser(world)
    await assignRole(world, user.userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
    const { employeeId } = await pending({ user_id: user.userId })
    const reply = await accept(employeeId, await world.signIn(user.userId))
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('NOT_FOR_ONESELF')
    expect((await rowOf(employeeId)).status).toBe('PENDING')
  })

  it('does not know a person of another company, and forbids those without the permission', async () => {
    const { employeeId } = await pending()
    expect((await accept(employeeId, foreign)).status).toBe(404)
    expect((await accept(employeeId, reporting)).status).toBe(403)
    expect((await rowOf(employeeId)).status).toBe('PENDING')
  })

  it('refuses a decision on an older version', async () => {
    const { employeeId } = await pending()
    const reply = await accept(employeeId, admin, { version: 7 })
    expect(reply.status).toBe(409)
    expect(reply.body.code).toBe('VERSION_CONFLICT')
  })

  it('keeps the acceptance where the policy leaves no order, and opens none', async () => {
    const strict = await buildCompany(world, {}, { policy: { order_count: 0 } })
    const boss = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: strict.companyId })
    const { employeeId } = await buildEmployee(
      world,
      strict,
      { status: 'PENDING' },
      { email: 'eitilausta@yritys.example' },
    )
    const reply = await accept(employeeId, boss)
    expect(reply.body.employee).toMatchObject({ status: 'ACCEPTED', orders: [] })
    expect((await mailsTo('eitilausta@yritys.example')).map((mail) => mail.template)).toEqual([
      'employees:mail.accepted',
    ])
  })
})

describe('role flags', () => {
  const rolesOf = async (userId: string) =>
    (
      await read()
        .selectFrom('user_roles as ur')
        .innerJoin('roles as r', 'r.id', 'ur.role_id')
        .select('r.name')
        .where('ur.user_id', '=', userId)
        .execute()
    )
      .map(({ name }) => name)
      .sort()

  it('give roles below the decider’s own', async () => {
    const { employeeId, userId } = await pending()
    expect((await accept(employeeId, admin, { isEmployerEditor: true })).status).toBe(200)
    expect(await rolesOf(userId)).toEqual(['BIKE_BENEFICIARY', 'EMPLOYER_EDITOR'])
  })

  it('are refused to editors, who may decide but not grant', async () => {
    const { employeeId, userId } = await pending()
    const reply = await accept(employeeId, editor, { isEmployerReporting: true })
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('FORBIDDEN')
    expect((await rowOf(employeeId)).status).toBe('PENDING')
    expect(await rolesOf(userId)).toEqual(['BIKE_BENEFICIARY'])
  })

  it('are refused above the decider’s own tier, with nothing changed', async () => {
    const { employeeId } = await pending()
    const reply = await accept(employeeId, admin, { isEmployerGroupAdmin: true })
    expect(reply.body.code).toBe('ROLE_ABOVE_OWN_TIER')
    expect((await rowOf(employeeId)).status).toBe('PENDING')
  })
})

describe('adding a person', () => {
  const person = { firstName: 'Testi', lastName: 'Lisätty' }
  const add = (as: Caller, workEmail: string, more = {}) =>
    world.call(employees.create, { as, body: { companyId: company.companyId, ...person, workEmail, ...more } })

  it('invites: the row shows what was typed and waits for the person’s yes', async () => {
    const reply = await add(admin, ' Uusi.Henkilo@Yritys.example ', {
      phoneNumber: '40 123 4567',
      employeeNumber: '10482',
    })
    expect(reply.status).toBe(201)
    expect(reply.body.employee).toMatchObject({ status: 'INVITED', addedByEmployer: true, employeeNumber: '10482' })
    expect(reply.body.employee.systemUser).toMatchObject({
      workEmail: 'uusi.henkilo@yritys.example',
      phoneNumber: '0401234567',
    })
    expect(reply.body.employee.orders).toEqual([])
    const mails = await mailsTo('uusi.henkilo@yritys.example')
    expect(mails.map((mail) => mail.template)).toEqual(['invitations:mail.EMPLOYEE'])
    expect(mails[0]?.links[0]).toContain('/kutsu/')
    expect(mails[0]?.body_text).toMatch(/^Hei!/)
    expect(JSON.stringify(mails)).not.toContain(person.lastName)
  })

  it('stops when the company’s mails of the day are used up, at a mistyped address too, and goes on the day after', async () => {
    const added = await buildCompany(world)
    const own = await signedInAs(world, 'EMPLOYER_ADMIN', added)
    const invite = (as: Caller, name: string) =>
      world.call(employees.create, {
        as,
        body: { companyId: added.companyId, ...person, workEmail: `${name}@budjetti.example` },
      })
    const spend = () => spendOfDay(read(), 'invitation:company', added.companyId, { max: 50, now: world.env.now() })
    const first = await invite(own, 'eka')
    expect(first.status).toBe(201)
    for (let sent = 1; sent < 49; sent += 1) expect(await spend()).toBe(true)
    expect((await invite(own, 'viimeinen')).status).toBe(201)
    expect((await invite(own, 'liikaa')).body.code).toBe('INVITATIONS_USED_UP')
    const mistyped = await world.call(accounts.update, {
      as: await signedInAs(world, 'INTERNAL_ADMIN'),
      params: { userId: first.body.employee.userId },
      body: { workEmail: 'toinen@budjetti.example' },
    })
    expect(mistyped.body.code).toBe('INVITATIONS_USED_UP')
    expect(await mailsTo('liikaa@budjetti.example')).toEqual([])
    expect(await mailsTo('toinen@budjetti.example')).toEqual([])
    world.env.advance(24 * 3_600_000)
    expect((await invite(await world.signIn(own.userId), 'huomenna')).status).toBe(201)
    world.env.advance(-24 * 3_600_000)
  })

  it('refuses a person who is there already, oneself, another company and a wrong address', async () => {
    await add(admin, 'kahdesti@yritys.example')
    expect((await add(admin, 'kahdesti@yritys.example')).body.code).toBe('EMPLOYEE_EXISTS')
    const me = await read().selectFrom('users').select('email').where('id', '=', admin.userId).executeTakeFirstOrThrow()
    expect((await add(admin, me.email)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await add(foreign, 'toinen@yritys.example')).status).toBe(404)
    expect((await add(reporting, 'toinen@yritys.example')).status).toBe(403)
    expect((await add(admin, '.piste@yritys.example')).body.fields?.[0]?.path).toBe('workEmail')
    expect(
      await read().selectFrom('users').select('id').where('work_email', '=', 'toinen@yritys.example').execute(),
    ).toEqual([])
  })

  it('adds a person once when two do so at the same moment', async () => {
    const replies = await Promise.all([add(admin, 'yhtaaikaa@yritys.example'), add(editor, 'yhtaaikaa@yritys.example')])
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409])
  })
})
