import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '#features/ground/sessions/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { startOrder } from '#features/orders/orders/server/start.ts'
import { companies } from '#features/people/companies/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { assignRole, buildCompany, buildEmployee, buildRunningLease, buildUser, signedInAs } from '#testing/builders.ts'
import { recording } from '#testing/scale/recorder.ts'
import { openWorld, type World } from '#testing/world.ts'
import { memberships } from '../contract.ts'
import { refusalOfEnding } from '../rules.ts'
import { notifyBonds, removeOldInvitations } from './jobs.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let other: typeof company
let admin: Awaited<ReturnType<typeof signedInAs>>

beforeAll(async () => {
  world = await openWorld()
  company = await buildCompany(world)
  other = await buildCompany(world)
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const password = 'kolme kettua soutaa yössä'
const typed = { firstName: 'Kirjoitettu', lastName: 'Nimi' }

async function linkTo(email: string): Promise<string> {
  const mail = await db()
    .selectFrom('outbox')
    .select('links')
    .where('recipient', '=', email)
    .where('template', 'like', 'invitations:%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return mail.links[0]!.split('/kutsu/')[1]!
}
const invite = (workEmail: string, as = admin, of = company) =>
  world.call(employees.create, { as, body: { companyId: of.companyId, ...typed, workEmail } })
const employeesOf = (userId: string) =>
  db().selectFrom('beneficiary_employees').selectAll().where('user_id', '=', userId).execute()
const mine = async (as: typeof admin) => world.ok(memberships.mine, { as })

/** An answer without what differs from any row to the next: ids and instants. */
const shapeOf = (body: unknown) =>
  JSON.stringify(body)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')

describe('an invitation', () => {
  it('is answered alike for a known address and an unknown one, and shows only what was typed', async () => {
    const known = await buildUser(world, {
      email: 'known@testi.example',
      first_name: 'Oikea',
      phone_number: '0401112223',
      personal_email: 'private@koti.example',
    })
    const [a, b] = [await invite(known.email), await invite('knowx@testi.example')]
    expect([a.status, b.status]).toEqual([201, 201])
    expect(shapeOf(a.body).replaceAll('known@', 'knowx@')).toBe(shapeOf(b.body))
    expect(a.body.employee).toMatchObject({ status: 'INVITED', systemUser: { ...typed, phoneNumber: null } })
    const list = await world.ok(accounts.list, { as: admin, query: { isForList: true, search: 'knowN@' } })
    expect(list.items).toMatchObject([{ ...typed, invited: true, personalEmail: null, lastSignedInAt: null }])
    expect(JSON.stringify([a.body, list])).not.toMatch(/Oikea|0401112223|private@koti|invited\.invalid/)
  })

  it.each([
    ['an employee', (workEmail: string) => invite(workEmail)],
    [
      'an account',
      (workEmail: string) =>
        world.call(accounts.create, { as: admin, body: { ...typed, workEmail, companyId: company.companyId } }),
    ],
    [
      'somebody who acts for the company',
      (workEmail: string) =>
        world.call(companies.invite, {
          as: admin,
          params: { id: company.companyId },
          body: { ...typed, workEmail, role: 'EMPLOYER_EDITOR' },
        }),
    ],
  ])(
    'to %s runs the same statements for both and says the same, so that neither words nor time tell',
    async (kind, add) => {
      const name = kind.replaceAll(' ', '.')
      await buildUser(world, { email: `known.${name}@testi.example`, first_name: 'Oikea' })
      // The first call fills what later ones remember.
      await add(`first.${name}@testi.example`)
      const answered = async (who: string) => {
        const { result, statements } = await recording<{ status: number; raw: Buffer }>(() =>
          add(`${who}.${name}@testi.example`),
        )
        expect(String(result.raw)).not.toContain('Oikea')
        return { status: result.status, statements: statements.map(({ text }) => text) }
      }
      const known = await answered('known')
      expect(known.status).toBe(201)
      expect(await answered('nobody')).toEqual(known)
    },
  )

  it('opens an order only after the yes, which makes a new account with the person’s own password', async () => {
    const email = 'new@testi.example'
    const { employee } = (await invite(email)).body
    expect(employee.orders).toEqual([])
    const params = { token: await linkTo(email) }
    expect(await world.ok(memberships.look, { params })).toMatchObject({ kind: 'EMPLOYEE', hasAccount: false, email })
    expect((await world.call(memberships.accept, { params, body: {} })).status).toBe(400)
    expect((await world.call(memberships.accept, { params, body: { password: 'lyhyt' } })).body.code).toBe(
      'PASSWORD_TOO_WEAK',
    )
    await world.ok(memberships.accept, { params, body: { password } })
    const [row] = await employeesOf(employee.userId)
    expect(row?.status).toBe('ACCEPTED')
    expect(
      await world.ok(employees.details, { as: admin, params: { id: employee.beneficiaryEmployeeId } }),
    ).toMatchObject({
      employee: { orders: [{ orderStatus: 'NOT_STARTED' }] },
    })
    expect(await world.ok(sessions.login, { body: { email, password } })).toEqual({ requiresTwoFactor: false })
    expect((await world.call(memberships.accept, { params, body: { password } })).body.code).toBe('TOKEN_NOT_VALID')
  })

  it('is tied to the account of the address with its yes, signed in, and the names stay its own', async () => {
    const user = await buildUser(world, { email: 'there@testi.example', first_name: 'Oma' })
    await invite(user.email)
    const me = await world.signIn(user.userId)
    const waiting = (await mine(me)).invitations
    expect(waiting).toMatchObject([{ kind: 'EMPLOYEE', companyName: company.name }])
    const stranger = await signedInAs(world, 'BIKE_BENEFICIARY', other)
    const params = { id: waiting[0]!.invitationId }
    expect((await world.call(memberships.acceptOwn, { as: stranger, params })).status).toBe(404)
    await world.ok(memberships.acceptOwn, { as: me, params })
    expect(await employeesOf(user.userId)).toMatchObject([{ status: 'ACCEPTED', company_id: company.companyId }])
    expect((await mine(me)).bonds).toMatchObject([{ companyId: company.companyId, employeeStatus: 'ACCEPTED' }])
    const row = await db().selectFrom('users').select('first_name').where('id', '=', user.userId).executeTakeFirst()
    expect(row?.first_name).toBe('Oma')
  })

  it('leaves nothing after a no', async () => {
    const user = await buildUser(world, { email: 'no@testi.example' })
    const { employee } = (await invite(user.email)).body
    await world.ok(memberships.decline, { params: { token: await linkTo(user.email) } })
    expect(await employeesOf(employee.userId)).toEqual([])
    expect(await db().selectFrom('users').select('id').where('id', '=', employee.userId).execute()).toEqual([])
    expect((await mine(await world.signIn(user.userId))).bonds).toEqual([])
  })

  it('is not billed before its yes, neither at once nor by a draft from before', async () => {
    const { employee } = (await invite('lasku@testi.example')).body
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const body = {
      beneficiaryEmployeeId: employee.beneficiaryEmployeeId,
      description: 'Lukko',
      amount: 10,
      hasVat: true,
    }
    const refused = await world.call(payments.create, { as: staff, body })
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      409,
      'PERSON_INVITED',
      [expect.objectContaining({ path: 'beneficiaryEmployeeId', code: 'PERSON_INVITED' })],
    ])
    const draft = await billedBefore(employee.beneficiaryEmployeeId, { isDraft: true })
    expect((await world.call(payments.send, { as: staff, params: { id: draft }, body: {} })).body.code).toBe(
      'PERSON_INVITED',
    )
  })

  it('ends by a no, and by its time, also where a bill from before names the person, whose row is closed then', async () => {
    const no = (await invite('kieltaja@testi.example')).body.employee
    const late = (await invite('myohastyja@testi.example')).body.employee
    const other = (await invite('vanha@testi.example')).body.employee
    for (const one of [no, late]) await billedBefore(one.beneficiaryEmployeeId)
    await world.ok(memberships.decline, { params: { token: await linkTo('kieltaja@testi.example') } })
    world.env.advance(50 * 86_400_000)
    await removeOldInvitations.run(world.services)
    world.env.advance(-50 * 86_400_000)
    for (const one of [no, late]) expect(await employeesOf(one.userId)).toMatchObject([{ status: 'ENDED' }])
    expect(await employeesOf(other.userId)).toEqual([])
    const open = await db().selectFrom('invitations').select('status').where('user_id', 'is not', null).execute()
    expect(open.filter(({ status }) => status === 'EXPIRED')).toEqual([])
  })

  it('is sent again to whoever asks at its own address, and the link before it opens nothing', async () => {
    await invite('again@testi.example')
    const first = await linkTo('again@testi.example')
    await world.ok(sessions.registrationHelp, { body: { email: 'again@testi.example' } })
    expect((await world.call(memberships.look, { params: { token: first } })).body.code).toBe('TOKEN_NOT_VALID')
    expect(await world.ok(memberships.look, { params: { token: await linkTo('again@testi.example') } })).toBeTruthy()
  })

  it('is removed a month after it has run out', async () => {
    const { employee } = (await invite('old@testi.example')).body
    world.env.advance(50 * 86_400_000)
    await removeOldInvitations.run(world.services)
    world.env.advance(-50 * 86_400_000)
    expect(await employeesOf(employee.userId)).toEqual([])
  })
})

/** A bill as one could be made out before somebody invited was refused it. */
async function billedBefore(employeeId: string, { isDraft = false } = {}): Promise<string> {
  const status = (to: string) =>
    db()
      .updateTable('beneficiary_employees')
      .set({ status: to as 'INVITED' })
      .where('id', '=', employeeId)
      .execute()
  await status('ACCEPTED')
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const body = { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 10, hasVat: true, isDraft }
  const { invoiceId } = await world.ok(payments.create, { as: staff, body })
  await status('INVITED')
  return invoiceId
}

describe('a role that is offered', () => {
  const offer = (workEmail: string, role: 'EMPLOYER_EDITOR' | 'EMPLOYER_ADMIN', as = admin) =>
    world.call(companies.invite, { as, params: { id: company.companyId }, body: { ...typed, workEmail, role } })
  const rolesOf = async (userId: string) =>
    (await db().selectFrom('user_roles').select('company_id').where('user_id', '=', userId).execute()).filter(
      (row) => row.company_id === company.companyId,
    ).length

  it('is held only after the yes', async () => {
    const user = await buildUser(world, { email: 'editor-to-be@testi.example' })
    const reply = await offer(user.email, 'EMPLOYER_EDITOR')
    expect(reply.body.items).toContainEqual(expect.objectContaining({ workEmail: user.email, invited: true }))
    expect(await rolesOf(user.userId)).toBe(0)
    await world.ok(memberships.accept, { params: { token: await linkTo(user.email) }, body: {} })
    expect(await rolesOf(user.userId)).toBe(1)
  })

  it('begins with the yes for a new account too, and as an admin’s is told to the other admins', async () => {
    const target = await buildCompany(world)
    const there = await signedInAs(world, 'EMPLOYER_ADMIN', target)
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const told = async () =>
      (
        await db()
          .selectFrom('outbox')
          .select('body_text')
          .where('user_id', '=', there.userId)
          .where('template', '=', 'companies:mail.guarded.admins')
          .execute()
      ).map(({ body_text: text }) => text)
    const invited = { as: staff, params: { id: target.companyId } }
    const body = { ...typed, workEmail: 'uusi-paakayttaja@muualla.example', role: 'EMPLOYER_ADMIN' as const }
    expect((await world.call(companies.invite, { ...invited, body })).status).toBe(201)
    const asked = world.env.now()
    world.env.advance(10 * 24 * 3_600_000)
    expect(await told()).toEqual([])
    await world.ok(memberships.accept, { params: { token: await linkTo(body.workEmail) }, body: { password } })
    const held = db()
      .selectFrom('user_roles')
      .select('user_roles.created_at')
      .where('company_id', '=', target.companyId)
    const begun = await held.where('user_id', '<>', there.userId).executeTakeFirstOrThrow()
    expect(begun.created_at.getTime() - asked.getTime()).toBeGreaterThan(9 * 24 * 3_600_000)
    world.env.advance(-10 * 24 * 3_600_000)
    expect(await told()).toEqual([expect.stringContaining(`Kirjoitettu Nimi`)])
  })

  it('is dropped without a word for an account that stands above the inviter', async () => {
    const above = await buildUser(world, { email: 'above@testi.example' })
    await assignRole(world, above.userId, 'SUPER_ADMIN')
    expect((await offer(above.email, 'EMPLOYER_EDITOR')).status).toBe(201)
    await world.ok(memberships.accept, { params: { token: await linkTo(above.email) }, body: {} })
    expect(await rolesOf(above.userId)).toBe(0)
  })

  it('is dropped when the inviter may give it no longer', async () => {
    const gone = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    await offer('late@testi.example', 'EMPLOYER_EDITOR', gone)
    await db().deleteFrom('user_roles').where('user_id', '=', gone.userId).execute()
    await world.ok(memberships.accept, { params: { token: await linkTo('late@testi.example') }, body: { password } })
    const user = await db()
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'late@testi.example')
      .executeTakeFirstOrThrow()
    expect(await rolesOf(user.id)).toBe(0)
  })
})

describe('a bond', () => {
  it('is ended by its person: the untouched order is cancelled and the employer sees nothing new', async () => {
    const { userId, employeeId } = await buildEmployee(world, company)
    const { companyId } = company
    const orderId = await world.services.database.transaction((tx) =>
      startOrder(tx, world.services, { companyId, employeeId, actor: systemActor }),
    )
    const me = await world.signIn(userId)
    const end = () => world.call(memberships.end, { as: me, params: { companyId: company.companyId } })
    expect((await end()).status).toBe(200)
    const order = await db().selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
    expect(order?.status).toBe('CANCELLED')
    expect(await employeesOf(userId)).toMatchObject([{ status: 'ENDED' }])
    expect(
      (await world.call(accounts.update, { as: admin, params: { userId }, body: { workEmail: 'a@b.example' } })).status,
    ).toBe(404)
    expect((await end()).status).toBe(404)
  })

  it('with a running lease or an order under way opens the ways of leaving instead', async () => {
    const lease = await buildRunningLease(world, { company })
    const row = await db()
      .selectFrom('beneficiary_employees')
      .select('user_id')
      .where('id', '=', lease.employeeId)
      .executeTakeFirstOrThrow()
    const me = await world.signIn(row.user_id)
    const reply = await world.call(memberships.end, { as: me, params: { companyId: company.companyId } })
    expect(reply).toMatchObject({ status: 409, body: { code: 'BOND_IN_USE', details: { runningLeases: 1 } } })
    expect(await employeesOf(row.user_id)).toMatchObject([{ status: 'ACCEPTED' }])
    // The page offers the way to the bicycle instead of the end.
    expect((await mine(me)).bonds).toMatchObject([{ openOrders: 0, runningLeases: 1 }])
    const ordering = await buildEmployee(world, company)
    const orderId = await world.services.database.transaction((tx) =>
      startOrder(tx, world.services, { ...company, employeeId: ordering.employeeId, actor: systemActor }),
    )
    await db().updateTable('orders').set({ status: 'PENDING' }).where('id', '=', orderId).execute()
    const buyer = await world.signIn(ordering.userId)
    expect((await mine(buyer)).bonds).toMatchObject([{ openOrders: 1, runningLeases: 0 }])
    expect(await world.call(memberships.end, { as: buyer, params: { companyId: company.companyId } })).toMatchObject({
      status: 409,
      body: { code: 'BOND_IN_USE', details: { openOrders: 1 } },
    })
    expect(
      refusalOfEnding({ employeeStatus: 'ACCEPTED', openOrders: 1, runningLeases: 0, isLastSuperAdmin: false }),
    ).toBe('BOND_IN_USE')
  })

  it('of the release before stays, and its person is told once', async () => {
    const { userId } = await buildEmployee(world, company)
    await db().updateTable('users').set({ bonds_told_at: null }).where('id', '=', userId).execute()
    await notifyBonds.run(world.services)
    await notifyBonds.run(world.services)
    const mails = await db().selectFrom('outbox').select('template').where('user_id', '=', userId).execute()
    expect(mails.filter((mail) => mail.template === 'memberships:mail.told')).toHaveLength(1)
    expect(await employeesOf(userId)).toMatchObject([{ status: 'ACCEPTED' }])
  })
})
