import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import type { PermissionName, RoleName } from '#platform/contract/permissions.ts'
import { closeAlarm, raiseAlarm } from '#platform/server/events/record-alarms.ts'
import { roleId, stableId } from '#platform/server/roles/role-ids.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { recording } from '#testing/scale/recorder.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { tasks } from '../../contract.ts'
import { isLate, taskActions } from '../../rules.ts'
import { EACH_MAX, ONE_MAX } from '../../server/asking.ts'
import { today as desk, type StaffTask } from '../contract.ts'
import type { TaskView } from '../work.ts'

let world: World
let company: { companyId: string }
let staff: Caller
let colleague: Caller
let employeeId: string

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN', {}, { first_name: 'Tuuli', last_name: 'Esimerkki' })
  colleague = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await buildCompany(world)
  employeeId = (await buildEmployee(world, company, { status: 'PENDING' })).employeeId
})

const today = () => helsinkiDay(world.env.now())
const list = async (query: object = {}, as = staff) =>
  (await world.ok(desk.list, { as, query: { companyId: company.companyId, action: 'decideApplication', ...query } }))
    .data
const theTask = async (query: object = {}, as = staff): Promise<StaffTask> => {
  const [task] = await list(query, as)
  return task!
}
const own = (task: StaffTask, mine: boolean, as = staff) =>
  world.call(desk.setOwner, { as, params: { turnId: task.care!.turnId }, body: { mine, version: task.care!.version } })
const snooze = (task: StaffTask, until: string, reason = 'odotamme yrityksen vastausta', as = staff) =>
  world.call(desk.snooze, {
    as,
    params: { turnId: task.care!.turnId },
    body: { until, reason, version: task.care!.version },
  })
const views = async (as = staff) => {
  const found = await Promise.all(
    (['ALL', 'MINE', 'UNOWNED', 'SNOOZED'] as const).map(async (view) =>
      (await list({ view }, as)).length > 0 ? view : null,
    ),
  )
  return found.filter(Boolean)
}
const eventsOf = (turnId: string) =>
  world.services.database.primary.selectFrom('events').select('data').where('subject_id', '=', turnId).execute()

describe('an owner', () => {
  it('takes a task, which is then the owner’s and nobody else’s, and gives it back', async () => {
    expect(await views()).toEqual(['ALL', 'UNOWNED'])
    const taken = await own(await theTask(), true)
    expect([taken.status, taken.body.care?.owner]).toEqual([200, { userId: staff.userId, name: 'Esimerkki Tuuli' }])
    expect([await views(), await views(colleague)]).toEqual([['ALL', 'MINE'], ['ALL']])
    const given = await own(await theTask(), false)
    expect(given.body.care?.owner).toBeNull()
    expect(await views()).toEqual(['ALL', 'UNOWNED'])
    const steps = (await eventsOf(given.body.care!.turnId)).map(({ data }) => (data as { act: string }).act)
    expect(steps).toEqual(['take', 'give-back'])
  })

  it('is changed by a colleague who has seen who it is, and not by one who has not', async () => {
    const before = await theTask()
    await own(before, true)
    const late = await own(before, true, colleague)
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT'])
    expect((await theTask()).care?.owner?.userId).toBe(staff.userId)
    const seen = await own(await theTask({}, colleague), true, colleague)
    expect(seen.body.care?.owner?.userId).toBe(colleague.userId)
  })

  it('of two who take a task at once is one', async () => {
    const task = await theTask()
    const both = await Promise.all([own(task, true), own(task, true, colleague)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('takes once, however often the call is repeated with its key', async () => {
    const task = await theTask()
    const call = {
      as: staff,
      params: { turnId: task.care!.turnId },
      body: { mine: true, version: 0 },
      key: 'key-of-care-1',
    }
    const [first, again] = [await world.call(desk.setOwner, call), await world.call(desk.setOwner, call)]
    expect([first.body.care?.version, again.body.care?.version]).toEqual([1, 1])
    expect(await eventsOf(task.care!.turnId)).toHaveLength(1)
  })

  it('and a snooze vanish with the turn', async () => {
    const task = await theTask()
    await own(task, true)
    const { employee } = await world.ok(employees.details, { as: staff, params: { id: employeeId } })
    await world.ok(employees.decide, {
      as: staff,
      params: { id: employeeId },
      body: { status: 'ACCEPTED', version: employee.version },
    })
    expect(await theTask()).toBeUndefined()
    const left = await world.services.database.primary
      .selectFrom('task_care')
      .selectAll()
      .where('turn_id', '=', task.care!.turnId)
      .execute()
    expect(left).toEqual([])
    const gone = await own(task, false)
    expect([gone.status, gone.body.code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('a task that is put off', () => {
  it('stands among the snoozed alone, with who put it off and why, and is back on its day by itself', async () => {
    const now = world.env.now()
    const { status, body } = await snooze(await theTask(), addDays(today(), 2))
    expect([status, body.care?.snooze]).toEqual([
      200,
      { until: addDays(today(), 2), reason: 'odotamme yrityksen vastausta', by: 'Esimerkki Tuuli' },
    ])
    expect(await views(colleague)).toEqual(['SNOOZED'])
    world.env.advance(86_400_000)
    expect(await views(colleague)).toEqual(['SNOOZED'])
    world.env.advance(86_400_000)
    expect(await views(colleague)).toEqual(['ALL', 'UNOWNED'])
    expect((await theTask()).care?.snooze).toBeNull()
    world.env.setNow(now)
  })

  it('waits again when it is woken before', async () => {
    const { body } = await snooze(await theTask(), addDays(today(), 2))
    const woken = await world.call(desk.wake, {
      as: colleague,
      params: { turnId: body.care!.turnId },
      body: { version: body.care!.version },
    })
    expect([woken.status, woken.body.care?.snooze]).toEqual([200, null])
    expect(await views()).toEqual(['ALL', 'UNOWNED'])
  })

  it('is not put off for the employer, whose own list has no word of it', async () => {
    await snooze(await theTask(), addDays(today(), 2))
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const { data } = await world.ok(tasks.list, { as: admin })
    expect(data.filter(({ action }) => action === 'decideApplication')).toHaveLength(1)
    expect(JSON.stringify(data)).not.toContain('odotamme')
  })

  it.each([
    ['today', 0],
    ['a day behind', -1],
    ['more than ninety days ahead', 91],
  ])('is not put off until %s', async (_, days) => {
    const reply = await snooze(await theTask(), addDays(today(), days))
    expect([reply.status, reply.body.fields?.map(({ path }) => path)]).toEqual([400, ['until']])
    expect(await views()).toEqual(['ALL', 'UNOWNED'])
  })

  it('has a reason', async () => {
    const reply = await snooze(await theTask(), addDays(today(), 2), '  ')
    expect([reply.status, reply.body.fields?.map(({ path }) => path)]).toEqual([400, ['reason']])
  })
})

it('that the record has been cut is nobody’s to take, and nobody puts it off', async () => {
  const db = world.services.database.primary
  await raiseAlarm(db, world.env, 1)
  const [alarm] = await list({ action: 'explainRecord', companyId: undefined }, colleague)
  expect(alarm?.care).toBe(null)
  const turn = await db
    .selectFrom('open_turns')
    .select('id')
    .where('subject_id', '=', alarm!.subjectId)
    .executeTakeFirstOrThrow()
  const care = { turnId: turn.id, version: 0 }
  expect((await snooze({ ...alarm!, care } as StaffTask, addDays(today(), 3), 'ei nyt', colleague)).status).toBe(404)
  expect((await own({ ...alarm!, care } as StaffTask, true, colleague)).status).toBe(404)
  await closeAlarm(db, world.env)
})

describe('an act of two people', () => {
  const proposal = async (as: Caller, view: TaskView = 'ALL') =>
    (await world.ok(desk.list, { as, query: { view, action: 'confirmProposal' } })).data[0]
  const propose = (name: PermissionName, role: RoleName = 'EMPLOYER_EDITOR') =>
    world.ok(roles.grantPermission, {
      as: colleague,
      params: { roleId: roleId(role), permissionId: stableId('permission', name) },
      query: {},
    })

  it('is taken and put off by whoever may confirm it, and stands in no list of its proposer', async () => {
    const other = await signedInAs(world, 'SUPER_ADMIN')
    await propose('employee:read-private')
    expect(await proposal(colleague)).toBeUndefined()
    const task = (await proposal(other))!
    expect((await own(task, true, colleague)).status).toBe(404)
    expect((await own(task, true, other)).body.care?.owner?.userId).toBe(other.userId)
    expect((await proposal(other, 'MINE'))?.id).toBe(task.id)
    expect(await proposal(other, 'UNOWNED')).toBeUndefined()
    await snooze((await proposal(other))!, addDays(today(), 2), 'kysyn ensin', other)
    expect(await proposal(other)).toBeUndefined()
    expect((await proposal(other, 'SNOOZED'))?.care?.snooze?.reason).toBe('kysyn ensin')
  })

  it('costs a list as many statements as several do', async () => {
    const other = await signedInAs(world, 'SUPER_ADMIN')
    const counted = async () => {
      const read = () => world.ok(desk.list, { as: other, query: { action: 'confirmProposal' } })
      const { statements, result } = await recording(read)
      return { rows: result.data.length, statements: statements.length }
    }
    await counted()
    const one = await counted()
    await propose('company-unit:write')
    await propose('company-unit:write', 'EMPLOYER_REPORTING')
    const more = await counted()
    expect([more.rows - one.rows, more.statements - one.statements]).toEqual([2, 0])
  })
})

describe('the staff’s list', () => {
  it('is not shared out by an employer, and holds no turn that waits for another', async () => {
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    expect((await own(await theTask(), true, admin)).status).toBe(403)
    const cast = await buildCast(world)
    const orderId = await journeyOf(world, cast).start()
    const turn = await world.services.database.primary
      .selectFrom('open_turns')
      .select(['id', 'awaited'])
      .where('subject_id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(turn.awaited).toBe('EMPLOYEE')
    for (const turnId of [turn.id, world.env.id()]) {
      const call = { as: staff, params: { turnId } }
      const replies = [
        await world.call(desk.setOwner, { ...call, body: { mine: true, version: 0 } }),
        await world.call(desk.snooze, { ...call, body: { until: addDays(today(), 2), reason: 'x', version: 0 } }),
        await world.call(desk.wake, { ...call, body: { version: 0 } }),
      ]
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
    }
  })

  it('is searched by the words of a row, in the reader’s language, and sorted as asked', async () => {
    const task = await theTask()
    const found = async (search: string) => (await list({ search })).length
    expect(await found(`päätä ${task.about!.split(' ')[0]}`)).toBe(1)
    expect(await found('päätä jostakin muusta')).toBe(0)
    await buildEmployee(world, company, { status: 'PENDING' })
    world.env.advance(1)
    const [first, second] = await list({ sort: 'since' })
    expect((await list({ sort: '-since' })).map(({ id }) => id)).toEqual([second!.id, first!.id])
  })

  it('goes along as a file with who sees to each', async () => {
    await own(await theTask(), true)
    const query = { format: 'csv' as const, companyId: company.companyId, action: 'decideApplication' as const }
    const file = await world.call(desk.listFile, { as: staff, query })
    const lines = file.raw.toString('utf8').trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('Tekijä')
    expect(lines[1]).toContain('Päätä hakemuksesta')
    expect(lines[1]).toContain('Esimerkki Tuuli')
  })

  it('is counted as it is listed', async () => {
    await own(await theTask(), true)
    await buildEmployee(world, company, { status: 'PENDING' })
    const unowned = (await list({ view: 'UNOWNED' }))[0]!
    await snooze(unowned, addDays(today(), 3))
    const { places: _, ...summary } = await world.ok(desk.summary, { as: staff })
    const count = async (query: object) => (await world.ok(desk.list, { as: staff, query })).data.length
    expect(summary).toEqual({
      all: await count({}),
      late: await count({ late: true }),
      mine: await count({ view: 'MINE' }),
      unowned: await count({ view: 'UNOWNED' }),
      snoozed: await count({ view: 'SNOOZED' }),
    })
    expect([summary.mine, summary.snoozed]).toEqual([expect.any(Number), expect.any(Number)])
  })

  it('has one’s own tasks however many older ones of their kind wait', async () => {
    for (let i = 0; i < ONE_MAX; i += 1) await buildEmployee(world, company, { status: 'PENDING' })
    world.env.advance(1)
    const { employeeId: newest } = await buildEmployee(world, company, { status: 'PENDING' })
    expect((await list()).length).toBe(ONE_MAX)
    const turn = await world.services.database.primary
      .selectFrom('open_turns')
      .select('id')
      .where('subject_id', '=', newest)
      .executeTakeFirstOrThrow()
    await world.ok(desk.setOwner, { as: staff, params: { turnId: turn.id }, body: { mine: true, version: 0 } })
    expect((await list()).map(({ id }) => id)).not.toContain(`decideApplication:${newest}`)
    expect((await list({ view: 'MINE' })).map(({ id }) => id)).toEqual([`decideApplication:${newest}`])
  })

  it('counts all that waits and writes all of it into a file, however much of it the list names', async () => {
    const query = { companyId: company.companyId }
    const before = await world.ok(desk.summary, { as: staff })
    for (let i = 0; i < EACH_MAX; i += 1) await buildEmployee(world, company, { status: 'PENDING' })
    const after = await world.ok(desk.summary, { as: staff })
    expect([after.all - before.all, after.unowned - before.unowned]).toEqual([EACH_MAX, EACH_MAX])
    const { data, total, truncated } = await world.ok(desk.list, { as: staff, query })
    expect([data.length, total, truncated]).toEqual([EACH_MAX + 1, EACH_MAX + 2, true])
    const file = await world.call(desk.listFile, { as: staff, query: { ...query, format: 'csv' as const } })
    expect(file.raw.toString('utf8').trim().split('\r\n')).toHaveLength(EACH_MAX + 3)
    const { turnId } = data[0]!.care!
    await world.ok(desk.snooze, {
      as: staff,
      params: { turnId },
      body: { until: addDays(today(), 3), reason: 'Odotetaan', version: 0 },
    })
    const asleep = await world.ok(desk.summary, { as: staff })
    expect([asleep.all - after.all, asleep.snoozed - after.snoozed]).toEqual([-1, 1])
  })

  const views = { all: 'ALL', mine: 'MINE', unowned: 'UNOWNED', snoozed: 'SNOOZED' } as const

  /** What the list names of each kind to one of the staff; the counts of all kinds are the same. */
  async function namedAndCounted(as: Caller) {
    const named = { all: 0, late: 0, mine: 0, unowned: 0, snoozed: 0 }
    for (const action of taskActions) {
      for (const [key, view] of Object.entries(views)) {
        const { data, total, truncated } = await world.ok(desk.list, { as, query: { action, view } })
        // Of applications alone more wait than one kind names.
        expect([data.length, truncated]).toEqual(total > ONE_MAX ? [ONE_MAX, true] : [total, false])
        named[key as keyof typeof views] += total
      }
      const late = await world.ok(desk.list, { as, query: { action, late: true } })
      named.late += late.data.filter((task) => isLate(task, today())).length
    }
    const { places: _, ...counts } = await world.ok(desk.summary, { as })
    expect(counts).toEqual(named)
    return named
  }

  it('counts what the list names, for everything that waits in a service', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    await way.choosePackage(orderId)
    await way.answer(orderId)
    await way.sign(cast.employee, orderId, 'EMPLOYEE')
    await way.sign(cast.employer, orderId, 'EMPLOYER')
    await way.confirm(orderId)
    // Both the order and its cancellation wait for one to be settled.
    const body = { orderId, reason: 'Pyörä oli väärä', reasonCode: 'WRONG_ORDER' as const }
    await world.ok(orderCancellations.create, { as: staff, body })
    const ofStaff = await namedAndCounted(staff)
    // One of the staff whose own matter two of the turns are.
    const party = await signedInAs(world, 'INTERNAL_ADMIN')
    const db = world.services.database.primary
    const turns = db.selectFrom('open_turns').select('id').where('action', '=', 'decide').limit(2)
    const before = await db.selectFrom('open_turns').selectAll().where('id', 'in', turns).execute()
    const concern = (id: string, concerned: string[]) =>
      db.updateTable('open_turns').set({ concerned }).where('id', '=', id).execute()
    for (const { id, concerned } of before) await concern(id, [...concerned, party.userId])
    expect((await namedAndCounted(party)).all).toBe(ofStaff.all - before.length)
    for (const { id, concerned } of before) await concern(id, concerned)
    expect(before).toHaveLength(2)
    expect(ofStaff.snoozed).toBeGreaterThan(0)
    const { places } = await world.ok(desk.summary, { as: staff })
    const { total } = await world.ok(desk.list, { as: staff, query: { action: 'decideApplication' } })
    expect(places.find(({ page }) => page === '/admin')?.count).toBe(total)
    expect(ofStaff.all).toBeGreaterThan(ONE_MAX)
  })
})
