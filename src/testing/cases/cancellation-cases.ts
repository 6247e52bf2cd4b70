import { afterAll, beforeAll } from 'vitest'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import type { InvoiceParty, InvoicePurpose } from '#features/money/invoices/rules.ts'
import { orders } from '#features/orders/orders/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let cast: Cast

export let superAdmin: Caller

export const today = () => helsinkiDay(world.env.now())

export const staff = () => cast.staff

export const open = (orderId: string, more: Partial<BodyOf<typeof orderCancellations.create>> = {}) =>
  world.call(orderCancellations.create, {
    as: staff(),
    body: { orderId, reason: 'Pyörä oli väärä', reasonCode: 'WRONG_ORDER', ...more },
  })

export const get = (id: string, as: Caller = staff()) => world.ok(orderCancellations.get, { as, params: { id } })

export const change = async (id: string, body: Omit<BodyOf<typeof orderCancellations.update>, 'version'>) =>
  world.call(orderCancellations.update, {
    as: staff(),
    params: { id },
    body: { version: (await get(id)).version, ...body },
  })

export const complete = (id: string) => world.call(orderCancellations.complete, { as: staff(), params: { id } })

export const withdraw = (id: string, as: Caller = superAdmin) =>
  world.call(orderCancellations.withdraw, { as, params: { id } })

export const order = (orderId: string) => world.ok(orders.get, { as: staff(), params: { orderId } })

export const invoice = (id: string) => world.ok(invoices.get, { as: staff(), params: { id } })

export const pay = (id: string, amount: number, direction: 'IN' | 'OUT') =>
  world.ok(invoices.pay, {
    as: staff(),
    params: { id },
    body: { direction, amount, paidDay: today(), method: 'BANK' },
  })

/** A sent sales invoice of an order. */
export async function billed(
  orderId: string,
  {
    purpose,
    party,
    grossCents,
    line = {},
    companyId = cast.companyId,
  }: {
    purpose: InvoicePurpose
    party: InvoiceParty
    grossCents: number
    line?: object
    companyId?: string
  },
) {
  const buyer = { name: 'T', businessId: null, address: null, eInvoiceAddress: null, email: null }
  const { id } = await world.services.database.transaction((db) =>
    issueInvoice(db, world.services, {
      actor: systemActor,
      invoice: {
        companyId,
        purpose,
        party,
        orderId,
        employeeId: party === 'PERSON' ? cast.employeeId : null,
        buyer: { ...buyer, language: 'fi' },
        dueDay: today(),
        lines: [{ purpose, description: purpose, grossCents, vatBasisPoints: 2550, ...line }],
      },
    }),
  )
  return id
}

/** A confirmed order that nobody has processed yet. */
export async function confirmed() {
  const way = journeyOf(world, cast)
  const orderId = await way.start()
  await way.choosePackage(orderId)
  await way.answer(orderId)
  await way.sign(cast.employee, orderId, 'EMPLOYEE')
  await way.sign(cast.employer, orderId, 'EMPLOYER')
  await way.confirm(orderId)
  return orderId
}

/** Signs staff in anew, as after hours that have passed. */
export async function signInAgain(): Promise<void> {
  cast = { ...cast, staff: await world.signIn(cast.staff.userId) }
  superAdmin = await world.signIn(superAdmin.userId)
}

/** A world with the cast of an order for tests of cancellations. */
export function prepareCancellations() {
  beforeAll(async () => {
    world = await openWorld()
    cast = await buildCast(world)
    superAdmin = await signedInAs(world, 'SUPER_ADMIN')
    await world.services.database.primary
      .updateTable('bike_policies')
      .set({ order_count: 9 })
      .where('company_id', '=', cast.companyId)
      .execute()
  }, 60_000)
  afterAll(() => world.close())
}
