import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { employees } from '../contract.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let admin: Caller
let colleague: Caller
let foreign: Caller

beforeAll(async () => {
  world = await openWorld()
  company = await buildCompany(world)
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  colleague = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const other = await buildCompany(world)
  foreign = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: other.companyId })
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const laterBy = (seconds: number) =>
  world.env.setNow(new Date(world.env.now().getTime() + seconds * 1000).toISOString())

type Decision = { status: 'ACCEPTED'; isEmployerReporting?: boolean } | { status: 'REJECTED'; rejectReason: string }

async function decided(decision: Decision) {
  const person = await buildEmployee(world, company, { status: 'PENDING' })
  const params = { id: person.employeeId }
  const { employee } = await world.ok(employees.decide, { as: admin, params, body: decision })
  const undo = (as = admin) => world.call(employees.undoDecision, { as, params, body: { version: employee.version } })
  return { ...person, undo, order: employee.orders?.[0] }
}

const leftOf = async ({ employeeId, userId }: { employeeId: string; userId: string }) => {
  const count = async (table: 'outbox' | 'notifications' | 'user_roles') =>
    (await db().selectFrom(table).select('id').where('user_id', '=', userId).execute()).length
  const own = await db().selectFrom('orders').select('id').where('beneficiary_employee_id', '=', employeeId).execute()
  return {
    mails: await count('outbox'),
    notices: await count('notifications'),
    roles: await count('user_roles'),
    orders: own.length,
  }
}
const statusOf = async (id: string) =>
  await db()
    .selectFrom('beneficiary_employees')
    .select(['status', 'reject_reason', 'decided_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

it('takes an acceptance back whole: no mail, notice, order or new role is left, and the application waits again', async () => {
  const person = await decided({ status: 'ACCEPTED', isEmployerReporting: true })
  expect(await leftOf(person)).toEqual({ mails: 1, notices: 1, roles: 2, orders: 1 })
  laterBy(7)
  const reply = await person.undo()
  expect(reply.status).toBe(200)
  expect(reply.body.employee).toMatchObject({ status: 'PENDING', decidedAt: null, orders: [] })
  // The employee's role was held before the decision.
  expect(await leftOf(person)).toEqual({ mails: 0, notices: 0, roles: 1, orders: 0 })
  expect((await person.undo()).body.code).toBe('UNDO_NOT_ALLOWED')
})

it('gives the employer back its notices as they were, and the person what the decision’s form has changed', async () => {
  const person = await buildEmployee(world, company, { status: 'PENDING' })
  const id = person.employeeId
  const notice = (userId: string, readAt: Date | null) => ({
    id: world.env.id(),
    user_id: userId,
    type: 'GENERAL' as const,
    template: 'employees:notice.registered',
    subject_id: id,
    turn: 'EMPLOYER:decide',
    read_at: readAt,
    created_at: world.env.now(),
  })
  laterBy(1)
  await db()
    .insertInto('notifications')
    .values([notice(admin.userId, world.env.now()), notice(colleague.userId, null)])
    .execute()
  laterBy(60)
  const stateOf = async () => ({
    notices: await db().selectFrom('notifications').selectAll().where('subject_id', '=', id).orderBy('id').execute(),
    person: {
      ...(await db().selectFrom('beneficiary_employees').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
      version: 0,
      updated_at: null,
    },
  })
  const before = await stateOf()
  const { employee } = await world.ok(employees.decide, {
    as: admin,
    params: { id },
    body: {
      status: 'ACCEPTED',
      maxPrice: 500,
      costUnit: '77',
      benefitModel: 'ON_TOP',
      jobTrialPeriodEndDate: '2026-12-01',
    },
  })
  expect((await stateOf()).notices.every(({ done_at, read_at }) => done_at && read_at)).toBe(true)
  await world.ok(employees.undoDecision, { as: admin, params: { id }, body: { version: employee.version } })
  expect(await stateOf()).toEqual(before)
})

it('takes a rejection back with its reason', async () => {
  const person = await decided({ status: 'REJECTED', rejectReason: 'Väärä henkilö' })
  await person.undo()
  expect(await statusOf(person.employeeId)).toEqual({ status: 'PENDING', reject_reason: null, decided_at: null })
  expect((await leftOf(person)).mails).toBe(0)
})

it('keeps the decision when nobody undoes it: its mail leaves by itself after the seconds, and not before', async () => {
  const person = await decided({ status: 'ACCEPTED' })
  const due = async () =>
    db()
      .selectFrom('outbox')
      .select('id')
      .where('user_id', '=', person.userId)
      .where('next_attempt_at', '<=', world.env.now())
      .execute()
  laterBy(8)
  expect(await due()).toEqual([])
  laterBy(2)
  expect(await due()).toHaveLength(1)
  expect((await person.undo()).body.code).toBe('UNDO_NOT_ALLOWED')
  expect((await statusOf(person.employeeId)).status).toBe('ACCEPTED')
})

it('is refused when the person has begun to order, and leaves everything as it was', async () => {
  const person = await decided({ status: 'ACCEPTED' })
  const as = await world.signIn(person.userId)
  const { version } = await world.ok(orders.get, { as, params: { orderId: person.order!.orderId } })
  await world.ok(orders.move, { as, params: { orderId: person.order!.orderId }, body: { to: 'PENDING', version } })
  const before = await leftOf(person)
  expect((await person.undo()).body.code).toBe('UNDO_NOT_ALLOWED')
  expect(await leftOf(person)).toEqual(before)
  expect((await statusOf(person.employeeId)).status).toBe('ACCEPTED')
})

it('is refused when a colleague has changed the person since, and when a mail is on its way', async () => {
  const changed = await decided({ status: 'ACCEPTED' })
  await world.ok(employees.update, { as: colleague, params: { id: changed.employeeId }, body: { costUnit: '77' } })
  expect((await changed.undo()).body.code).toBe('UNDO_NOT_ALLOWED')
  const mailed = await decided({ status: 'REJECTED', rejectReason: 'Ei nyt' })
  await db().updateTable('outbox').set({ leased_until: world.env.now() }).where('user_id', '=', mailed.userId).execute()
  expect((await mailed.undo()).body.code).toBe('UNDO_NOT_ALLOWED')
  expect((await statusOf(mailed.employeeId)).status).toBe('REJECTED')
})

it('belongs to whoever decided', async () => {
  const person = await decided({ status: 'ACCEPTED' })
  expect((await person.undo(colleague)).body.code).toBe('UNDO_NOT_ALLOWED')
  expect((await person.undo(foreign)).status).toBe(404)
  expect((await person.undo(await signedInAs(world, 'EMPLOYER_REPORTING', company))).status).toBe(403)
  expect((await statusOf(person.employeeId)).status).toBe('ACCEPTED')
})
