import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planProcess } from '#features/lease-ends/absence-plans/rules/table.ts'
import { brokerageProcess } from '#features/lease-ends/brokerage/rules/table.ts'
import { exitProcess } from '#features/lease-ends/company-exits/rules/table.ts'
import { claimProcess } from '#features/lease-ends/insurance-claims/rules/table.ts'
import { cancellationProcess } from '#features/lease-ends/order-cancellations/rules/process.ts'
import { redemptionProcess } from '#features/lease-ends/redemptions/rules/table.ts'
import { returnProcess } from '#features/lease-ends/returns/rules/table.ts'
import { taskKinds } from '#features/operations/tasks/rules.ts'
import { turnKeeping, turnSources } from '#features/operations/tasks/server/sources.ts'
import { orderProcess } from '#features/orders/orders/rules/transitions.ts'
import { refreshTurns, verifyTurns } from '#platform/server/turns/run.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildEmployee, buildUser } from '#testing/builders.ts'
import { createTestDatabase } from '#testing/database.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { randomOf } from '#testing/random.ts'
import { turnsWithoutTask } from '#testing/turns-without-task.ts'
import { openWorld, type World } from '#testing/world.ts'
import { missingTriggers } from '../../server/turn-triggers.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const wrong = async () => (await verifyTurns(db(), world.env.now(), turnSources)).differences
const turnsOf = (subjectId: string) =>
  db().selectFrom('open_turns').selectAll().where('subject_id', '=', subjectId).orderBy('position').execute()

describe('the table of open turns', () => {
  it('has a task for every turn of every process, or a reason why it is nobody’s', () => {
    const processes = [
      orderProcess,
      redemptionProcess,
      returnProcess,
      brokerageProcess,
      claimProcess,
      cancellationProcess,
      planProcess,
      exitProcess,
    ]
    const turns = processes.flatMap(({ name, turns: byState }) =>
      Object.values(byState as Record<string, readonly { action: string; awaited: string }[]>)
        .flat()
        .map(({ action, awaited }) => `${name}:${action}:${awaited}`),
    )
    const known = new Set<string>([
      ...Object.values(taskKinds).flatMap((kind) => kind.turns),
      ...Object.keys(turnsWithoutTask),
    ])
    expect([...new Set(turns)].filter((turn) => !known.has(turn))).toEqual([])
  })

  it('is followed by the triggers that its sources declare', async () => {
    const database = await createTestDatabase()
    const client = new pg.Client(database.connection)
    await client.connect()
    try {
      expect(await missingTriggers(client), 'npm run turns:sql prints what a new migration needs').toBe('')
    } finally {
      await client.end()
      await database.drop()
    }
  })

  it('holds a turn at the end of the transaction that opens it, and keeps what does not change', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    expect(await turnsOf(orderId)).toMatchObject([
      { action: 'openPackage', awaited: 'EMPLOYEE', user_id: cast.employee.userId, company_id: cast.companyId },
    ])
    await way.choosePackage(orderId)
    await way.answer(orderId)
    const before = await turnsOf(orderId)
    expect(before.map(({ awaited, action }) => `${awaited} ${action}`)).toEqual(['EMPLOYEE sign', 'EMPLOYER sign'])
    expect(before.every(({ told_at }) => told_at !== null)).toBe(true)
    await way.sign(cast.employee, orderId, 'EMPLOYEE')
    expect(await turnsOf(orderId)).toEqual([{ ...before[1], position: 0 }])
  })

  it('is written by nothing that is taken back', async () => {
    const company = await buildCompany(world)
    const { employeeId } = await buildEmployee(world, company)
    await refreshTurns(world.services, turnKeeping)
    const fails = world.services.database.transaction(async (own) => {
      await own.updateTable('beneficiary_employees').set({ status: 'PENDING' }).where('id', '=', employeeId).execute()
      const { rows } = await sql<{
        count: number
      }>`select count(*)::int from open_turns where subject_id = ${employeeId}`.execute(own)
      expect(rows[0], 'a transaction reads its own turns').toEqual({ count: 1 })
      throw new Error('taken back')
    })
    await expect(fails).rejects.toThrow('taken back')
    expect(await turnsOf(employeeId)).toEqual([])
    expect(await db().selectFrom('turns_to_refresh').selectAll().execute()).toEqual([])
  })

  it('is judged by the job where more is touched than a transaction judges itself', async () => {
    const company = await buildCompany(world)
    const ids: string[] = []
    for (let i = 0; i < 53; i += 1) ids.push((await buildEmployee(world, company)).employeeId)
    await refreshTurns(world.services, turnKeeping)
    await world.services.database.transaction((own) =>
      own.updateTable('beneficiary_employees').set({ status: 'PENDING' }).where('id', 'in', ids).execute(),
    )
    const open = async () => {
      const rows = await db().selectFrom('open_turns').select('id').where('subject_id', 'in', ids).execute()
      return rows.length
    }
    expect([await open(), await wrong()]).toEqual([50, []])
    await refreshTurns(world.services, turnKeeping)
    expect([await open(), await wrong()]).toEqual([53, []])
  })

  it('of two transactions that touch one subject the second judges what the first has left', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    await way.choosePackage(orderId)
    await way.answer(orderId)
    const { database } = world.services
    const named = await buildUser(world)
    // One takes the only admin’s account, the other names somebody else who signs.
    await Promise.all([
      database.transaction((own) =>
        own
          .updateTable('users')
          .set({ deactivated_at: world.env.now() })
          .where('id', '=', cast.employer.userId)
          .execute(),
      ),
      assignRole(world, named.userId, 'EMPLOYER_ADMIN', { companyId: cast.companyId }),
    ])
    await refreshTurns(world.services, turnKeeping)
    expect(await wrong()).toEqual([])
  })

  it('is filled anew by the job where it is empty', async () => {
    const before = (await db().selectFrom('open_turns').select('id').execute()).length
    await db().deleteFrom('open_turns').execute()
    await db().deleteFrom('turn_sources').execute()
    expect((await wrong()).length).toBeGreaterThan(5)
    await refreshTurns(world.services, turnKeeping)
    expect(await wrong()).toEqual([])
    expect((await db().selectFrom('open_turns').select('id').execute()).length).toBe(before)
  })

  it('stands as the facts say when policies, roles, leaving days and signers change at random', async () => {
    const next = randomOf(7)
    const below = (count: number) => Math.floor(next() * count)
    const casts = [await buildCast(world), await buildCast(world), await buildCast(world)]
    const today = helsinkiDay(world.env.now())
    for (const [at, cast] of casts.entries()) {
      const way = journeyOf(world, cast)
      const orderId = await way.start()
      if (at > 0) await way.choosePackage(orderId)
      if (at > 1) await way.answer(orderId)
    }
    const { database } = world.services
    const change = (cast: (typeof casts)[number]) => {
      const kind = below(5)
      return database.transaction(async (own) => {
        if (kind === 0)
          await own
            .updateTable('beneficiary_employees')
            .set({ last_working_day: below(2) === 0 ? '2999-12-31' : addDays(today, below(900) - 30) })
            .where('id', '=', cast.employeeId)
            .execute()
        if (kind === 1)
          await sql`insert into bike_policies (id, company_id, number, max_price_cents, allows_leave_before_end, requires_trial_over, order_count, created_by, body)
            select gen_random_uuid(), company_id, max(number) + 1, max(max_price_cents), ${below(2) === 0}, ${below(2) === 0}, ${below(3)},
              (array_agg(created_by))[1], (array_agg(body))[1] from bike_policies where company_id = ${cast.companyId} group by company_id`.execute(
            own,
          )
        if (kind === 2)
          await own
            .updateTable('users')
            .set({ deactivated_at: below(2) === 0 ? world.env.now() : null })
            .where('id', '=', cast.employer.userId)
            .execute()
        if (kind === 3)
          await own
            .updateTable('companies')
            .set({ signer_user_ids: below(2) === 0 ? [] : [cast.employer.userId] })
            .where('id', '=', cast.companyId)
            .execute()
        if (kind === 4)
          await own
            .updateTable('beneficiary_employees')
            .set({ job_trial_period_end: below(2) === 0 ? null : addDays(today, below(60) - 30) })
            .where('id', '=', cast.employeeId)
            .execute()
      })
    }
    for (let step = 0; step < 60; step += 1) {
      await change(casts[below(casts.length)]!)
      expect(await wrong(), `after step ${step}`).toEqual([])
    }
  }, 120_000)
})
