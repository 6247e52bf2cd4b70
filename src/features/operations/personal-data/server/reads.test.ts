import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { buildEmployee, signedInAs, stepUp } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { ownData, personalData } from '../contract.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const readsOf = async (as: Caller) => (await world.ok(ownData.reads, { as })).reads

it('a person sees who else has read the reason of their absence and their code, by name or as customer service', async () => {
  const { own, orderId } = await anotherOrder(world, cast)
  const { id } = await db()
    .selectFrom('beneficiary_employees')
    .select('id')
    .where('user_id', '=', own.employee.userId)
    .executeTakeFirstOrThrow()
  await db()
    .updateTable('beneficiary_employees')
    .set({ absence_from: '2026-11-01', absence_reason: 'PARENTAL_LEAVE' })
    .where('id', '=', id)
    .execute()
  await db()
    .updateTable('orders')
    .set({ security_code_sealed: world.services.vault.seal('123456') })
    .where('id', '=', orderId)
    .execute()
  expect(await readsOf(own.employee)).toEqual([])
  const purpose = 'PAYROLL'
  await world.ok(employees.revealAbsenceReason, { as: cast.employer, params: { id }, body: { purpose } })
  world.env.advance(1_000)
  await world.ok(orders.revealSecurityCode, { as: cast.staff, params: { orderId }, body: { purpose: 'HANDOVER' } })
  await world.ok(orders.revealSecurityCode, { as: own.employee, params: { orderId }, body: { purpose: 'OWN' } })
  const seen = await readsOf(own.employee)
  expect(seen.map(({ what, reader, purpose: why }) => [what, reader, why])).toEqual([
    ['SECURITY_CODE', 'STAFF', 'HANDOVER'],
    ['ABSENCE_REASON', 'EMPLOYER', purpose],
  ])
  expect(seen.map(({ name }) => name === null)).toEqual([true, false])
  const colleague = await anotherOrder(world, cast)
  expect(await readsOf(colleague.own.employee), 'nobody else sees it').toEqual([])
  expect((await world.call(ownData.reads, {})).status).toBe(401)
})

it('a copy that staff have made for somebody is told to them once they sign in', async () => {
  const staff = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
  const { userId } = await buildEmployee(world, { companyId: cast.companyId })
  const { email } = await db().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await world.ok(personalData.make, { as: staff, body: { email, reason: 'Pyysi puhelimessa' } })
  const seen = await readsOf(await world.signIn(userId))
  expect(seen).toMatchObject([{ what: 'COPY', reader: 'STAFF', name: null }])
})
