import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemMover } from '#platform/process/plan.ts'
import type { Process, Step, Words } from '#platform/process/table.ts'
import { buildCompany, buildEmployee, buildUser } from '#testing/builders.ts'
import { recording } from '#testing/scale/recorder.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { Actor, EventType } from '../events/events.ts'
import { type ProcessServer, takeStep } from './take-step.ts'

interface DoorWords extends Words {
  state: 'OPEN' | 'SHUT'
  step: 'shut' | 'lock'
  guard: 'NO_KEY'
  effect: 'RING'
  capacity: 'SYSTEM'
  action: 'shut'
  awaited: never
  facts: { hasKey: boolean }
  turnFacts: object
}

interface Door {
  readonly id: string
  readonly state: DoorWords['state']
  readonly companyId: string
  readonly employeeId: string
}

const ordinary: Omit<Step<DoorWords>, 'name' | 'number' | 'from' | 'to'> = {
  way: 'forward',
  permission: 'order:read',
  capacities: ['SYSTEM'],
  guards: [],
  effects: [],
  action: 'shut',
}

const process: Process<DoorWords> = {
  name: 'door',
  states: ['OPEN', 'SHUT'],
  steps: [
    { ...ordinary, name: 'shut', number: 'D1', from: ['OPEN'], to: 'SHUT', effects: ['RING'] },
    { ...ordinary, name: 'lock', number: 'D2', from: ['SHUT'], to: 'SHUT', guards: ['NO_KEY'] },
  ],
  guards: { NO_KEY: ({ hasKey }) => hasKey },
  given: new Set(),
  remembered: () => null,
  turns: { OPEN: [], SHUT: [] },
}

let world: World
let door: Door
let actor: Actor
beforeAll(async () => {
  world = await openWorld()
  const company = await buildCompany(world)
  const { employeeId } = await buildEmployee(world, company)
  door = { id: world.env.id(), state: 'OPEN', companyId: company.companyId, employeeId }
  actor = { kind: 'STAFF', userId: (await buildUser(world)).userId }
})
afterAll(() => world.close())

let rings = 0
const server = (effect: () => Promise<void>): ProcessServer<DoorWords, Door, { state: Door['state'] }> => ({
  process,
  effects: { RING: effect },
  idOf: (row) => row.id,
  stateOf: ({ state }) => state,
  changed: (row, changes) => ({ ...row, ...changes }),
  facts: () => ({ hasKey: false }),
  turnFacts: () => ({}),
  event: ({ id, companyId, employeeId }) => ({
    type: 'PROCESS_STEP' as EventType,
    subject: { type: 'register' as const, id },
    companyId,
    employeeId,
    shared: false,
    data: { process: 'door', own: 1 },
  }),
  write: async (_db, _services, row, { state }) => ({ ...row, state }),
  notify: async () => {},
  refuse: (_row, _input, reason, unmet) => new Error(`${reason} ${unmet.join()}`),
})
const ring = async () => {
  rings += 1
}

const take = (row: Door, step: DoorWords['step'], effect = ring) =>
  world.services.database.transaction((db) =>
    takeStep(server(effect), db, world.services, row, { step, mover: systemMover, actor, reason: 'Tuulee' }),
  )

it('links the event of a step into its chain with two statements', async () => {
  const { statements } = await recording(() => take({ ...door, id: world.env.id() }, 'shut', async () => {}))
  expect(statements.map(({ text }) => text).filter((text) => text.includes('event_chains'))).toHaveLength(2)
  expect(statements).toHaveLength(2)
})

const events = () =>
  world.services.database.primary.selectFrom('events').selectAll().where('subject_id', '=', door.id).execute()

it('writes one event of a step, with its type, subject, actor, company, employee and what it was', async () => {
  expect(await take(door, 'shut')).toMatchObject({ state: 'SHUT' })
  expect(rings).toBe(1)
  const written = await events()
  expect(written).toHaveLength(1)
  expect(written[0]).toMatchObject({
    type: 'PROCESS_STEP',
    subject_type: 'register',
    subject_id: door.id,
    actor_kind: 'STAFF',
    actor_user_id: actor.userId,
    company_id: door.companyId,
    beneficiary_employee_id: door.employeeId,
    shared: false,
    data: { process: 'door', own: 1, from: 'OPEN', to: 'SHUT', edge: 'D1', step: 'shut', reason: 'Tuulee' },
  })
})

it('writes none of a step that is refused, and none of one whose effect fails', async () => {
  const before = (await events()).length
  await expect(take({ ...door, state: 'SHUT' }, 'lock')).rejects.toThrow('UNMET NO_KEY')
  await expect(take({ ...door, state: 'SHUT' }, 'shut')).rejects.toThrow('NO_STEP')
  const fails = async () => {
    throw new Error('no bell')
  }
  await expect(take(door, 'shut', fails)).rejects.toThrow('no bell')
  expect((await events()).length).toBe(before)
})
