import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { type OrderStatus, orderStatuses } from '#features/orders/orders/rules.ts'
import { assignRole, buildEmployee, buildUser } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

/*
 * A second description of the lifecycle, written from the decisions and not from the transition table: which bare moves
 * each caller may ask for. What also needs facts (a package, two signatures, an invoice) is refused for a bare order.
 */
type Who = 'employee' | 'employer' | 'staff' | 'super'
type Answer = 200 | 403 | 409

const beforeConfirming: readonly OrderStatus[] = ['NOT_STARTED', 'PENDING', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED']
const confirmedOn: readonly OrderStatus[] = [
  'CONFIRMED',
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
]
const legacyTargets: readonly OrderStatus[] = [
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
  'ACTIVE_LEASING',
  'CANCELLED',
]

interface ModelOrder {
  status: OrderStatus
  resume: OrderStatus | null
}

/** Moves that exist at all, and who may take them. */
function mayAsk(order: ModelOrder, to: OrderStatus): readonly Who[] {
  const { status, resume } = order
  const staff: readonly Who[] = ['staff', 'super']
  const buyer: readonly Who[] = ['employee', ...staff]
  const asks: Who[] = []
  const add = (...who: readonly Who[]) => asks.push(...who)
  if (status === 'NOT_STARTED' && to === 'PENDING') add(...buyer)
  if (status === 'PENDING' && to === 'PACKAGE_PROVIDED') add(...buyer)
  if (status === 'PACKAGE_PROVIDED' && (to === 'PENDING' || to === 'ALL_INFO_PROVIDED')) add(...buyer)
  if (status === 'ALL_INFO_PROVIDED' && (to === 'PACKAGE_PROVIDED' || to === 'CONFIRMED')) add(...buyer)
  if (status === 'CONFIRMED' && to === 'PROCESSED') add(...staff)
  if (status === 'PROCESSED' && to === 'WAITING_FOR_INVOICE_MATCH') add(...staff)
  if (status === 'WAITING_FOR_INVOICE_MATCH' && (to === 'WAITING_FOR_DELIVERY_DATE' || to === 'READY_FOR_BILLING'))
    add(...staff)
  if (status === 'WAITING_FOR_DELIVERY_DATE' && to === 'READY_FOR_BILLING') add(...buyer)
  if (status === 'WAITING_FOR_DELIVERY_DATE' && to === 'WAITING_FOR_INVOICE_MATCH') add(...staff)
  if (
    status === 'READY_FOR_BILLING' &&
    ['GRENKE_INVOICE_SENT', 'ACTIVE_LEASING', 'WAITING_FOR_INVOICE_MATCH', 'WAITING_FOR_DELIVERY_DATE'].includes(to)
  )
    add(...staff)
  if (status === 'GRENKE_INVOICE_SENT' && (to === 'ACTIVE_LEASING' || to === 'READY_FOR_BILLING')) add(...staff)
  if (confirmedOn.includes(status) && to === 'WAITING_FOR_CUSTOMER_COMMENT') add(...staff)
  if (status === 'WAITING_FOR_CUSTOMER_COMMENT' && to === resume) add(...buyer)
  if (
    [...beforeConfirming, ...confirmedOn, 'ACTIVE_LEASING', 'WAITING_FOR_CUSTOMER_COMMENT'].includes(status) &&
    to === 'CASE_X'
  )
    add(...staff)
  if (status === 'CASE_X' && (to === resume || to === 'CANCELLED')) add(...staff)
  if (beforeConfirming.includes(status) && to === 'CANCELLED') add('employee', 'employer', ...staff)
  if (
    [...confirmedOn, 'ACTIVE_LEASING', 'WAITING_FOR_CUSTOMER_COMMENT', 'CASE_X'].includes(status) &&
    to === 'CANCELLED'
  )
    add(...staff)
  if (status === 'CANCELLED' && to === 'REFUNDED') add(...staff)
  if (status === 'CANCELLED' && resume && to === resume && [...confirmedOn, 'ACTIVE_LEASING'].includes(resume))
    add(...staff)
  if (status === 'WIX' && legacyTargets.includes(to)) add('super')
  return asks
}

/** Moves whose conditions a bare order fulfils, with a reason, a question and an answer given. */
function isFree(order: ModelOrder, to: OrderStatus, who: Who): boolean {
  const { status, resume } = order
  if (status === 'NOT_STARTED' && to === 'PENDING') return true
  if (status === 'PACKAGE_PROVIDED' && to === 'PENDING') return true
  if (status === 'ALL_INFO_PROVIDED' && to === 'PACKAGE_PROVIDED') return true
  if (to === 'WAITING_FOR_CUSTOMER_COMMENT' || to === 'CASE_X') return true
  if (status === 'WAITING_FOR_CUSTOMER_COMMENT' && to === resume) return true
  if (status === 'CASE_X' && to === resume) return true
  if (status === 'CASE_X' && to === 'CANCELLED') return true
  if (beforeConfirming.includes(status) && to === 'CANCELLED') return true
  if (status === 'WIX') return who === 'super'
  // A bare order is no online order, and its person's last working day is far away; without a price card no lease end is
  // known, so everything that asks for it waits.
  return false
}

/** Moves that only an order cancellation makes: they exist, and no caller is offered them. */
function isOfCancellation({ status }: ModelOrder, to: OrderStatus): boolean {
  if (status === 'CANCELLED') return true
  return to === 'CANCELLED' && !beforeConfirming.includes(status) && status !== 'CASE_X' && status !== 'WIX'
}

function expected(order: ModelOrder, to: OrderStatus, who: Who): Answer {
  const allowed = mayAsk(order, to)
  if (allowed.length === 0) return 409
  if (!allowed.includes(who)) return 403
  return isFree(order, to, who) ? 200 : 409
}

function after(order: ModelOrder, to: OrderStatus): ModelOrder {
  if (to === 'WAITING_FOR_CUSTOMER_COMMENT') return { status: to, resume: order.status }
  if (to === 'CASE_X')
    return { status: to, resume: order.status === 'WAITING_FOR_CUSTOMER_COMMENT' ? order.resume : order.status }
  return { status: to, resume: null }
}

let world: World
let cast: Cast
let callers: Record<Who, Caller>

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  const { userId } = await buildUser(world)
  await assignRole(world, userId, 'SUPER_ADMIN')
  callers = { employee: cast.employee, employer: cast.employer, staff: cast.staff, super: await world.signIn(userId) }
})
afterAll(() => world.close())

/** A bare order in a status, as if it had come there; its history does not matter to a bare move. */
async function orderIn(model: ModelOrder): Promise<{ orderId: string; employee: Caller }> {
  const person = await buildEmployee(world, { companyId: cast.companyId })
  const journey = journeyOf(world, { ...cast, employeeId: person.employeeId })
  const orderId = await journey.start()
  await sql`update orders set status = ${model.status}, resume_status = ${model.resume} where id = ${orderId}`.execute(
    world.services.database.primary,
  )
  return { orderId, employee: await world.signIn(person.userId) }
}

const everybody = ['employee', 'employer', 'staff', 'super'] as const
const resumable: readonly OrderStatus[] = [...beforeConfirming, ...confirmedOn, 'ACTIVE_LEASING']
const remembers = (status: OrderStatus) => status === 'WAITING_FOR_CUSTOMER_COMMENT' || status === 'CASE_X'
const bodyOf = (to: OrderStatus, version: number) => {
  const given = { version, reason: 'Syy', answer: 'Näin.' }
  return to === 'WAITING_FOR_CUSTOMER_COMMENT' ? { to, ...given, question: 'Mitä?' } : { to, ...given }
}

describe('the lifecycle, compared with a model that was written apart from the table', () => {
  it.each(orderStatuses)('%s: each caller is offered what the model says, and all else is refused', async (status) => {
    const model: ModelOrder = { status, resume: remembers(status) ? 'CONFIRMED' : null }
    const { orderId, employee } = await orderIn(model)
    const read = (who: Who) =>
      world.ok(orders.get, { as: who === 'employee' ? employee : callers[who], params: { orderId } })
    for (const who of everybody) {
      const wanted = orderStatuses
        .filter((to) => mayAsk(model, to).includes(who) && !isOfCancellation(model, to))
        .map((to) => `${to} ${isFree(model, to, who)}`)
      const offered = (await read(who)).allowedTransitions.map(({ to, allowed }) => `${to} ${allowed}`)
      expect(offered, who).toEqual(wanted)
    }
    // Every move that somebody may make, asked for by somebody who may not or may not yet; and one that does not exist.
    const { version } = await read('staff')
    const tried = orderStatuses.filter((to) => to === status || mayAsk(model, to).length > 0)
    for (const [turn, to] of tried.entries()) {
      const refused = everybody.filter((who) => expected(model, to, who) !== 200)
      const who = refused[turn % refused.length]
      if (!who) continue
      const reply = await world.call(orders.move, {
        as: who === 'employee' ? employee : callers[who],
        params: { orderId },
        body: bodyOf(to, version),
      })
      expect(reply.status, `${who}: ${status} → ${to} ${JSON.stringify(reply.body)}`).toBe(expected(model, to, who))
    }
    expect((await read('staff')).version).toBe(version)
  })

  it.each(orderStatuses.filter((status) => status !== 'REFUNDED'))(
    '%s: random walks follow the model',
    async (start) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...resumable),
          fc.array(fc.record({ pick: fc.nat(), who: fc.constantFrom<Who>(...everybody), legal: fc.boolean() }), {
            minLength: 5,
            maxLength: 8,
          }),
          async (resume, steps) => {
            const back =
              start === 'WAITING_FOR_CUSTOMER_COMMENT' && !confirmedOn.includes(resume) ? 'CONFIRMED' : resume
            let model: ModelOrder = { status: start, resume: remembers(start) ? back : null }
            const { orderId, employee } = await orderIn(model)
            const read = () => world.ok(orders.get, { as: callers.staff, params: { orderId } })
            let { version } = await read()
            for (const { pick, who, legal } of steps) {
              const open = orderStatuses.filter((to) => expected(model, to, who) === 200)
              const choices = legal && open.length > 0 ? open : orderStatuses
              const to = choices[pick % choices.length]!
              const reply = await world.call(orders.move, {
                as: who === 'employee' ? employee : callers[who],
                params: { orderId },
                body: bodyOf(to, version),
              })
              const step = `${who}: ${model.status} → ${to} ${JSON.stringify(reply.body)}`
              expect(reply.status, step).toBe(expected(model, to, who))
              if (reply.status === 200) model = after(model, to)
              const now = await read()
              expect(now.orderStatus, step).toBe(model.status)
              version = now.version
            }
          },
        ),
        { numRuns: 2, seed: 20261121, endOnFailure: true },
      )
    },
  )

  it.each(beforeConfirming)('%s: everybody who takes part may cancel', async (status) => {
    for (const who of everybody) {
      const { orderId, employee } = await orderIn({ status, resume: null })
      const as = who === 'employee' ? employee : callers[who]
      const { version } = await world.ok(orders.get, { as, params: { orderId } })
      const moved = await world.ok(orders.move, {
        as,
        params: { orderId },
        body: { to: 'CANCELLED', version, reason: 'Syy' },
      })
      expect(moved.orderStatus).toBe('CANCELLED')
    }
  })
})
