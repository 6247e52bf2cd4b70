import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { eventLog } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function twoEvents() {
  const company = await buildCompany(world)
  const { employeeId, userId } = await buildEmployee(world, company)
  const about = { subject: { type: 'employee', id: employeeId }, companyId: company.companyId, employeeId } as const
  await world.services.database.transaction(async (db) => {
    await logEvent(db, world.env, systemActor, 'EMPLOYEE_ACCEPTED', { ...about, data: { by: 'test' } })
    await logEvent(db, world.env, systemActor, 'EMPLOYEE_UPDATED', { ...about, shared: false })
  })
  return { ...company, employeeId, userId }
}

const typesOf = (items: readonly { type: string }[]) => items.map(({ type }) => type)

test('the staff see every event of a company with its facts, and narrow by type and day', async () => {
  const { companyId } = await twoEvents()
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const all = await world.ok(eventLog.list, { as: staff, query: { companyId } })
  expect(typesOf(all.items).toSorted()).toEqual(['EMPLOYEE_ACCEPTED', 'EMPLOYEE_UPDATED'])
  const one = await world.ok(eventLog.list, { as: staff, query: { companyId, type: 'EMPLOYEE_ACCEPTED' } })
  expect(one.items[0]?.facts).toEqual([{ name: 'by', value: 'test' }])
  const old = await world.ok(eventLog.list, { as: staff, query: { companyId, to: '2020-01-01' } })
  expect(old.total).toBe(0)
})

test('the staff read what changed from what to what, and find by order number and by who acted', async () => {
  const { companyId } = await buildCompany(world)
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const subject = { type: 'register', id: world.env.id() } as const
  const log = (data: Record<string, unknown>) =>
    world.services.database.transaction((db) =>
      logEvent(db, world.env, { kind: 'STAFF', userId: staff.userId }, 'REGISTER_CHANGED', {
        subject,
        companyId,
        data,
      }),
    )
  await log({ register: 'nudges', before: { firstDays: 3, secondDays: 7 }, after: { firstDays: 4, secondDays: 7 } })
  await log({ from: 'WTU3F', to: 'WTU3G', reason: 'Väärin luettu' })
  const { items } = await world.ok(eventLog.list, { as: staff, query: { companyId } })
  expect(items.map(({ changes }) => changes)).toContainEqual([{ name: 'firstDays', from: '3', to: '4' }])
  expect(items.map(({ changes }) => changes)).toContainEqual([{ name: 'state', from: 'WTU3F', to: 'WTU3G' }])
  expect(items.flatMap(({ facts }) => facts.map(({ name }) => name)).toSorted()).toEqual(['reason', 'register'])
  const found = async (search: string, as = staff) =>
    (await world.ok(eventLog.list, { as, query: { companyId, search } })).total
  const user = await world.services.database.primary
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', staff.userId)
    .executeTakeFirstOrThrow()
  expect(await found(`${user.last_name} ${user.first_name}`.toLowerCase())).toBe(2)
  expect(await found('P-99-EIOLE')).toBe(0)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
  expect(await found(user.last_name, employer)).toBe(0)
})

test('the log is searched by an order’s whole number, and by a name that very many have', async () => {
  const { companyId } = await buildCompany(world)
  const { employeeId } = await buildEmployee(world, { companyId })
  const [orderId, orderNumber] = [world.env.id(), 'P-26-ABCD1234']
  await world.services.database.primary
    .insertInto('orders')
    .values({ id: orderId, company_id: companyId, beneficiary_employee_id: employeeId, order_number: orderNumber })
    .execute()
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
  const log = async (more: object, userId = staff.userId) => {
    world.env.advance(1_000)
    await world.services.database.transaction((db) =>
      logEvent(db, world.env, { kind: 'STAFF', userId }, 'REGISTER_CHANGED', {
        subject: { type: 'register', id: world.env.id() },
        companyId,
        ...more,
      }),
    )
  }
  await log({ orderId })
  await log({})
  const found = async (search: string, as = staff) => (await world.ok(eventLog.list, { as, query: { search } })).items
  expect((await found(orderNumber.toLowerCase())).map((one) => one.orderNumber)).toEqual([orderNumber])
  expect((await found(orderNumber, employer)).map((one) => one.orderNumber)).toEqual([orderNumber])
  expect(await found(orderNumber.slice(0, -1))).toEqual([])

  await sql`insert into users (id, email, work_email, first_name, last_name)
    select uuidv7(), 'kaima' || n || '@testi.example', 'kaima' || n || '@testi.example', 'Kaima', 'Yleinen'
      from generate_series(1, 2001) n`.execute(world.services.database.primary)
  const named = await world.services.database.primary
    .selectFrom('users')
    .select('id')
    .where('last_name', '=', 'Yleinen')
    .orderBy('email')
    .limit(2)
    .execute()
  for (const { id } of named) await log({ data: { by: id } }, id)
  const { items, totalIsEstimate } = await world.ok(eventLog.list, {
    as: staff,
    query: { search: 'yleinen kaima', limit: 1 },
  })
  expect(items.map(({ facts }) => facts)).toEqual([[{ name: 'by', value: named[1]!.id }]])
  expect(totalIsEstimate).toBe(true)
})

test('an employer sees the shared events of its own company only', async () => {
  const own = await twoEvents()
  const other = await twoEvents()
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: own.companyId })
  const { items } = await world.ok(eventLog.list, { as: employer })
  expect(items.map(({ type, companyId, facts }) => ({ type, companyId, facts }))).toEqual([
    { type: 'EMPLOYEE_ACCEPTED', companyId: own.companyId, facts: [] },
  ])
  const foreign = await world.ok(eventLog.list, { as: employer, query: { companyId: other.companyId } })
  expect(foreign.items).toEqual([])
})

test('a person sees the shared events about themselves', async () => {
  await twoEvents()
  const own = await twoEvents()
  const { items } = await world.ok(eventLog.list, { as: await world.signIn(own.userId) })
  expect(items.map(({ subjectId }) => subjectId)).toEqual([own.employeeId])
})

test('verifying is for super admins and finds a row that was changed behind the log', async () => {
  const { employeeId } = await twoEvents()
  const internal = await signedInAs(world, 'INTERNAL_ADMIN')
  expect((await world.call(eventLog.verify, { as: internal })).status).toBe(403)
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  expect(await world.ok(eventLog.verify, { as: boss })).toMatchObject({ faultCount: 0, faults: [] })
  const { primary } = world.services.database
  await sql`alter table events disable trigger events_append_only`.execute(primary)
  await sql`update events set data = '{"by":"somebody"}' where subject_id = ${employeeId} and position = 1`.execute(
    primary,
  )
  await sql`alter table events enable trigger events_append_only`.execute(primary)
  const { faults } = await world.ok(eventLog.verify, { as: boss })
  expect(faults).toEqual([{ subjectType: 'employee', subjectId: employeeId, position: 1, fault: 'CHANGED' }])
})

test('a super admin has the events of a filter as a file, with what changed and their hashes; nobody else', async () => {
  const { companyId } = await twoEvents()
  const own = await signedInAs(world, 'SUPER_ADMIN')
  const other = await twoEvents()
  const file = async (query: object) => {
    const { raw } = await world.call(eventLog.listFile, { as: own, query: { format: 'csv', companyId, ...query } })
    return raw.toString('utf8').trimEnd().split('\r\n').slice(1)
  }
  const { items } = await world.ok(eventLog.list, { as: own, query: { companyId } })
  const lines = await file({})
  expect(lines).toHaveLength(2)
  for (const [index, { hash, at }] of items.entries()) {
    expect(lines[index]).toContain(hash)
    expect(lines[index]).toContain(at)
  }
  expect(lines.join()).toContain('by: test')
  expect(lines.join()).not.toContain(other.employeeId)
  expect(await file({ type: 'EMPLOYEE_UPDATED' })).toHaveLength(1)
  expect(await file({ search: 'ei kukaan' })).toEqual([])
  for (const role of ['INTERNAL_ADMIN', 'EMPLOYER_ADMIN'] as const) {
    const as = await signedInAs(world, role, { companyId })
    expect((await world.call(eventLog.listFile, { as, query: { format: 'csv' } })).status, role).toBe(403)
  }
})

test('the staff read what each event is about by its name, a company only what kind of thing it was', async () => {
  const { companyId, employeeId } = await twoEvents()
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const lessor = await world.services.database.primary
    .selectFrom('leasing_companies')
    .select(['id', 'name'])
    .executeTakeFirstOrThrow()
  await world.services.database.transaction((db) =>
    logEvent(db, world.env, systemActor, 'REGISTER_CHANGED', {
      subject: { type: 'register', id: lessor.id },
      companyId,
      data: { register: 'leasing-company' },
    }),
  )
  const person = await world.services.database.primary
    .selectFrom('beneficiary_employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['u.first_name', 'u.last_name'])
    .where('e.id', '=', employeeId)
    .executeTakeFirstOrThrow()
  const namesFor = async (as: Caller) => {
    const { items } = await world.ok(eventLog.list, { as, query: { companyId } })
    return new Set(items.map(({ subjectName }) => subjectName))
  }
  expect(await namesFor(staff)).toEqual(new Set([`${person.first_name} ${person.last_name}`, lessor.name]))
  expect(await namesFor(await signedInAs(world, 'EMPLOYER_ADMIN', { companyId }))).toEqual(new Set([null]))
})

test('a person’s history is what is about them, each act marked, with the mails that it sent', async () => {
  const { companyId, userId } = await twoEvents()
  await twoEvents()
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const of = { as: staff, query: { userId } }
  const plain = await world.ok(eventLog.list, of)
  expect(typesOf(plain.items).toSorted()).toEqual(['EMPLOYEE_ACCEPTED', 'EMPLOYEE_UPDATED'])
  expect(new Set(plain.items.map(({ act }) => act)).size).toBe(1)
  expect(plain.items.flatMap(({ messages }) => messages)).toEqual([])
  await world.services.database.transaction(async (db) => {
    await logEvent(db, world.env, systemActor, 'ROLE_ASSIGNED', { subject: { type: 'person', id: userId }, companyId })
    await sendMail(db, world.services, {
      to: 'mailed@testi.example',
      language: 'fi',
      template: 'sessions:mail.secondFactorLocked',
      companyId,
    })
  })
  const [newest, ...others] = (await world.ok(eventLog.list, of)).items
  expect(newest).toMatchObject({ type: 'ROLE_ASSIGNED', messages: [{ recipient: 'mailed@testi.example' }] })
  expect(others.map(({ act }) => act)).not.toContain(newest?.act)
})

test('an employer reads no messages of a history, and nothing of a person elsewhere', async () => {
  const { companyId, userId } = await twoEvents()
  const own = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
  const { items } = await world.ok(eventLog.list, { as: own, query: { userId } })
  expect(items.map(({ messages }) => messages)).toEqual([[]])
  const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
  expect((await world.ok(eventLog.list, { as: foreign, query: { userId } })).total).toBe(0)
})
