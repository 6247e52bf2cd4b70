import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast
let journey: ReturnType<typeof journeyOf>
let orderId: string

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  journey = journeyOf(world, cast)
  orderId = await journey.start()
})
afterAll(() => world.close())

const timeline = async (as: Caller, id = orderId) =>
  (await world.ok(orders.timeline, { as, params: { orderId: id } })).items
const note = (as: Caller | null, text: string, id = orderId, key?: string) =>
  world.call(orders.addNote, { as, params: { orderId: id }, body: { text }, ...(key ? { key } : {}) })

describe('a note on an order', () => {
  it('stands in the staff’s history, newest first, with who wrote it', async () => {
    const reply = await note(cast.staff, '  Liike lupasi pyörän viikolla 12.\n')
    expect(reply.status).toBe(201)
    const [newest] = await timeline(cast.staff)
    expect(newest).toMatchObject({
      type: 'ORDER_NOTE_ADDED',
      actor: 'STAFF',
      mine: true,
      note: 'Liike lupasi pyörän viikolla 12.',
    })
    expect(newest?.actorName).not.toBeNull()
  })

  it('is seen by neither buyer nor employer', async () => {
    for (const party of [cast.employee, cast.employer]) {
      const items = await timeline(party)
      expect(items.length).toBeGreaterThan(0)
      expect(items.filter((item) => item.type === 'ORDER_NOTE_ADDED' || item.note !== null)).toEqual([])
    }
  })

  it('is written by staff only, with words in it, once for a repeated key, on an order that exists', async () => {
    const before = (await timeline(cast.staff)).length
    expect((await note(cast.employer, 'Ei')).status).toBe(403)
    expect((await note(cast.employee, 'Ei')).status).toBe(403)
    expect((await note(null, 'Ei')).status).toBe(401)
    expect((await note(cast.staff, '   ')).status).toBe(400)
    expect((await note(cast.staff, 'Ei', world.env.id())).status).toBe(404)
    expect(await timeline(cast.staff)).toHaveLength(before)
    const key = world.env.id()
    await note(cast.staff, 'Kerran', orderId, key)
    expect((await note(cast.staff, 'Kerran', orderId, key)).status).toBe(201)
    expect(await timeline(cast.staff)).toHaveLength(before + 1)
  })
})

describe('the reasons in a history', () => {
  const move = async (as: Caller, id: string, to: 'CASE_X' | 'CANCELLED', reason: string) => {
    const { version } = await journey.order(cast.staff, id)
    await world.ok(orders.move, { as, params: { orderId: id }, body: { to, version, reason } })
  }
  const reasons = async (as: Caller, id: string) =>
    (await timeline(as, id)).flatMap(({ reason }) => (reason === null ? [] : [reason]))

  it('of an early cancellation are read by all, of a special case by staff alone', async () => {
    const company = await buildCompany(world)
    const person = await buildEmployee(world, company)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
    const buyer = await world.signIn(person.userId)
    const { orderId: id } = await world.ok(orders.start, {
      as: buyer,
      body: { beneficiaryEmployeeId: person.employeeId },
    })
    await move(cast.staff, id, 'CASE_X', 'Epäily väärästä hinnasta')
    expect(await reasons(buyer, id)).toEqual([])
    expect(await reasons(employer, id)).toEqual([])
    expect(await reasons(cast.staff, id)).toEqual(['Epäily väärästä hinnasta'])
    await move(cast.employer, orderId, 'CANCELLED', 'Työsuhde päättyy')
    for (const reader of [cast.employee, cast.employer, cast.staff])
      expect(await reasons(reader, orderId)).toEqual(['Työsuhde päättyy'])
  })
})
