import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLog } from '#features/operations/event-log/server/verify.ts'
import { addDays, addMonths, helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { rights } from '../contract.ts'
import { retainByClass } from './retain-job.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const year = 366 * 86_400_000

it('over ten years each class goes when its time is over and not before; what runs stays, and the log verifies', async () => {
  const ended = await anotherOrder(world, cast)
  const running = await anotherOrder(world, cast)
  for (const { own, journey, orderId } of [ended, running]) {
    await journey.choosePackage(orderId)
    await journey.answer(orderId)
    await journey.sign(own.employee, orderId, 'EMPLOYEE')
    await journey.sign(cast.employer, orderId, 'EMPLOYER')
    await db().updateTable('orders').set({ case_reason: 'Soitti pyörästä' }).where('id', '=', orderId).execute()
  }
  const userId = ended.own.employee.userId
  const day = helsinkiDay(world.env.now())
  await sql`update leasing_agreements set lease_state = 'ENDED', end_reason = 'REDEEMED', ended_day = ${day}::date, bike_at = 'SOLD'
    where order_id = ${ended.orderId}`.execute(db())
  await db()
    .insertInto('invoices')
    .values({
      id: world.env.id(),
      company_id: cast.companyId,
      direction: 'SALES',
      status: 'PAID',
      issue_day: day,
      due_day: day,
      net_cents: 100,
      vat_cents: 0,
      total_cents: 100,
      purpose: 'REDEMPTION',
      party: 'PERSON',
      stage: 'SENT',
      paid_cents: 100,
      beneficiary_employee_id: (
        await db()
          .selectFrom('beneficiary_employees')
          .select('id')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).id,
      buyer: JSON.stringify({ name: 'Loppunut Malli' }),
    })
    .execute()
  await db()
    .updateTable('users')
    .set({ deactivated_at: world.env.now(), deactivation_reason: 'INACTIVITY' })
    .where('id', '=', userId)
    .execute()
  const stateOf = async () => {
    const user = await db().selectFrom('users').select('first_name').where('id', '=', userId).executeTakeFirstOrThrow()
    const reasonOf = async (id: string) =>
      (await db().selectFrom('orders').select('case_reason').where('id', '=', id).executeTakeFirstOrThrow()).case_reason
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from invoices where buyer::text like '%Loppunut%'`.execute(db())
    return {
      account: user.first_name !== '–',
      contract: (await reasonOf(ended.orderId)) !== null,
      books: rows[0]!.n > 0,
      running: (await reasonOf(running.orderId)) !== null,
    }
  }
  const faults = (await verifyLog(db(), world.services, [])).faults
  const gone: Record<string, string> = {}
  for (let passed = 1; passed <= 10; passed++) {
    world.env.advance(year)
    await retainByClass.run(world.services)
    const now = await stateOf()
    for (const part of ['account', 'contract', 'books', 'running'] as const)
      if (!now[part]) gone[part] ??= helsinkiDay(world.env.now())
  }
  const soonest = addMonths(day, 36)
  expect(gone.contract! > soonest && gone.contract! < addMonths(soonest, 13)).toBe(true)
  expect(gone.account).toBe(gone.contract)
  expect(gone.books! > `${Number(day.slice(0, 4)) + 6}-12-31`).toBe(true)
  expect(gone.books! < `${Number(day.slice(0, 4)) + 8}-01-31`).toBe(true)
  expect(gone.running).toBeUndefined()
  expect((await verifyLog(db(), world.services, [])).faults).toEqual(faults)
})

it('is looked at again on the day on which something ends, and at once when that changes', async () => {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  const today = helsinkiDay(world.env.now())
  await sql`update leasing_agreements set status = 'SIGNED', lease_state = 'ENDED', end_reason = 'REDEEMED', ended_day = ${today}::date, bike_at = 'SOLD'
    where order_id = ${orderId}`.execute(db())
  const { userId } = own.employee
  const looks = async () =>
    (await db().selectFrom('retention_looks').select('due_day').where('user_id', '=', userId).execute()).map(
      ({ due_day }) => due_day,
    )
  expect(await looks()).toEqual([])
  await db()
    .updateTable('orders')
    .set({ status_changed_at: new Date(world.env.now().getTime() - 4 * year) })
    .where('id', '=', orderId)
    .execute()
  await retainByClass.run(world.services)
  expect(await looks()).toEqual([addDays(addMonths(today, 36), 1)])
  await sql`update leasing_agreements set ended_day = ${addDays(today, -9)}::date where order_id = ${orderId}`.execute(
    db(),
  )
  expect(await looks(), 'another end').toEqual([])
  await retainByClass.run(world.services)
  expect(await looks()).toEqual([addDays(addMonths(addDays(today, -9), 36), 1)])
  await db().updateTable('users').set({ deactivated_at: null }).where('id', '=', userId).execute()
  expect(await looks(), 'an account closed or opened').toEqual([])
})

it('staff see what ends each class, and what the last run counted; employers do not', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const report = await world.ok(rights.retention, { as: staff })
  expect(report.at).not.toBeNull()
  expect(report.endings.every(({ job, kept }) => (job === null) !== (kept === null))).toBe(true)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN')
  expect((await world.call(rights.retention, { as: employer })).status).toBe(403)
})
