import fc from 'fast-check'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { enterStoreCredit } from '#features/money/invoices/server/store-credit.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { anotherOrder, buildCast } from '#testing/journey.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import type { World } from '#testing/world.ts'
import { bankEntry, bankReport, bankSends, bankStatement } from './bank-files.ts'
import { storeIban } from './purchases.ts'

type Journey = Awaited<ReturnType<typeof anotherOrder>>['journey']

/** One thing that is done with one of the orders, counted from the newest, and with one of its invoices. */
export interface PurchaseStep {
  readonly action: PurchaseAction
  readonly order: number
  readonly invoice: number
  readonly cents: number
}
type PurchaseAction = keyof ReturnType<typeof actionsOf>

interface Order {
  readonly orderId: string
  readonly journey: Journey
}

async function openShop(world: World) {
  const cast = await buildCast(world)
  const releaser = await signedInAs(world, 'INTERNAL_ADMIN')
  const store = world.services.database.primary.updateTable('bike_stores').where('id', '=', cast.bikeStoreId)
  await store.set({ iban: storeIban }).execute()
  const orders: Order[] = []
  return { world, cast, staff: cast.staff, releaser, orders }
}
type Shop = Awaited<ReturnType<typeof openShop>>

/** A delivered order that waits for its store's invoice, and the first one of it. */
async function addOrder({ world, cast, orders }: Shop): Promise<void> {
  const { journey, orderId } = await anotherOrder(world, cast)
  await journey.toProcessed(orderId)
  await journey.deliver(orderId)
  orders.push({ orderId, journey })
  await journey.enterInvoice(orderId, 3000, storeIban)
}

/** The purchases of an order, the oldest first. */
async function invoicesOf({ world }: Shop, orderId: string): Promise<string[]> {
  const found = world.services.database.primary.selectFrom('invoices').select('id').where('order_id', '=', orderId)
  const purchases = found.where('direction', '=', 'PURCHASE').where('credited_invoice_id', 'is', null)
  const rows = await purchases.where('stage', 'not in', ['STARTED', 'INVOICED']).orderBy('created_at').execute()
  return rows.map(({ id }) => id)
}

const today = ({ world }: Shop) => helsinkiDay(world.env.now())
/** Whether a step was done that throws when it is refused. */
const tried = (step: Promise<unknown>) => step.then(() => true).catch(() => false)
/** Whether a call was taken. */
const taken = (call: Promise<{ status: number }>) => call.then(({ status }) => status < 300)

function stepsOfOrders(shop: Shop) {
  const { world, staff } = shop
  return {
    anotherInvoice: ({ journey, orderId }: Order) => tried(journey.enterInvoice(orderId, 3000, storeIban)),
    match: ({ journey, orderId }: Order, invoiceId: string) => tried(journey.match(orderId, invoiceId, 'Sovittu')),
    change: ({ journey, orderId }: Order) =>
      tried(journey.move(staff, orderId, 'WAITING_FOR_INVOICE_MATCH', { reason: 'Väärä lasku' })),
    cancel: ({ orderId }: Order) =>
      taken(
        world.call(orderCancellations.create, {
          as: staff,
          body: { orderId, reason: 'Väärä pyörä', reasonCode: 'WRONG_ORDER', bikeAt: 'STORE' },
        }),
      ),
  }
}

function stepsByHand(shop: Shop) {
  const { world, staff } = shop
  const pay = (id: string, cents: number, direction: 'IN' | 'OUT', method: 'MANUAL' | 'NETTING') =>
    taken(
      world.call(invoices.pay, {
        as: staff,
        params: { id },
        body: { direction, amount: cents / 100, paidDay: today(shop), method, reason: 'Sovittu liikkeen kanssa' },
      }),
    )
  const credit = (invoiceId: string, totalCents: number) =>
    tried(
      world.services.database.transaction((tx) =>
        enterStoreCredit(tx, world.services, {
          invoiceId,
          number: `H${world.env.id().slice(-8)}`,
          issueDay: today(shop),
          totalCents,
          actor: systemActor,
        }),
      ),
    )
  return {
    credit: async (_: Order, id: string) => {
      const { total, credited } = await world.ok(invoices.get, { as: staff, params: { id } })
      return credit(id, Math.round((total - credited) * 100))
    },
    creditPart: (_: Order, id: string, cents: number) => credit(id, cents),
    payByHand: (_: Order, id: string, cents: number) => pay(id, cents % 2 ? 300_000 : cents, 'OUT', 'MANUAL'),
    setOff: (_: Order, id: string, cents: number) => pay(id, cents, 'OUT', 'NETTING'),
    payBack: (_: Order, id: string, cents: number) => pay(id, cents, 'IN', 'MANUAL'),
  }
}

function stepsToTheBank(shop: Shop) {
  const { world, staff, releaser } = shop
  const fileMade = async (place: number) => {
    const { items } = await world.ok(banking.paymentFiles, { as: staff, query: { limit: 100 } })
    const made = items.filter(({ state }) => state === 'MADE')
    return made[place % Math.max(1, made.length)]
  }
  return {
    async approve(_: Order, id: string) {
      const { version } = await world.ok(invoices.get, { as: staff, params: { id } })
      return taken(world.call(invoices.setStatus, { as: staff, params: { id }, body: { status: 'APPROVED', version } }))
    },
    queue: async (_: Order, id: string) =>
      (await world.ok(banking.queue, { as: staff, body: { invoiceIds: [id] } })).queued > 0,
    make: () =>
      taken(world.call(banking.make, { as: staff, body: { executionDay: bankDayFrom(addDays(today(shop), 1)) } })),
    async withdraw(_: Order, _id: string, cents: number) {
      const file = await fileMade(cents)
      if (!file) return false
      const params = { id: file.paymentFileId }
      return taken(world.call(banking.withdraw, { as: staff, params, body: { version: file.version } }))
    },
    async release(_: Order, _id: string, cents: number) {
      const file = await fileMade(cents)
      return file !== undefined && taken(releaseFile(world, releaser, file))
    },
  }
}

function stepsOfTheBank({ world, staff }: Shop) {
  const sentOrder = async (place: number) => {
    const { items } = await world.ok(banking.orders, { as: staff, query: { state: 'SENT', limit: 100 } })
    return items[place % Math.max(1, items.length)]
  }
  return {
    async book(_: Order, _id: string, cents: number) {
      const order = await sentOrder(cents)
      if (!order) return false
      const parts = { amount: order.amount.toFixed(2), sign: 'DBIT' as const, endToEndId: order.paymentOrderId }
      await bankSends(world, bankStatement(world, bankEntry(parts)))
      return true
    },
    async reject(_: Order, _id: string, cents: number) {
      const order = await sentOrder(cents)
      if (order) await bankSends(world, bankReport({ endToEndId: order.paymentOrderId }))
      return order !== undefined
    },
    /** What is expected back comes, and somebody matches it. */
    async comesBack() {
      const { items } = await world.ok(banking.overpaid, { as: staff, query: { limit: 100 } })
      const row = items.find(({ direction }) => direction === 'PURCHASE')
      if (!row) return false
      await bankSends(world, bankStatement(world, bankEntry({ amount: row.amount.toFixed(2) })))
      const open = await world.ok(banking.entries, { as: staff, query: { state: 'OPEN', direction: 'CREDIT' } })
      const entry = open.items.find(({ amount }) => amount === row.amount)!
      const body = { version: entry.version, parts: [{ invoiceId: row.invoiceId, amount: row.amount }] }
      return taken(world.call(banking.match, { as: staff, params: { id: entry.bankEntryId }, body }))
    },
  }
}

type Action = (of: Order, id: string, cents: number) => Promise<boolean>

/** What staff, stores and the bank do with the purchases of orders, and whether it was done; a refusal is as good. */
const actionsOf = (shop: Shop) => ({
  ...stepsOfOrders(shop),
  ...stepsByHand(shop),
  ...stepsToTheBank(shop),
  ...stepsOfTheBank(shop),
})

/** Orders with their stores' invoices, and a way to do one thing after another with them. */
export async function purchaseShop(world: World) {
  const shop = await openShop(world)
  const actions = actionsOf(shop)
  const names = Object.keys(actions) as PurchaseAction[]
  return {
    staff: shop.staff,
    addOrder: () => addOrder(shop),
    actions: names,
    /** @returns whether it was done, or refused */
    async take({ action, order, invoice, cents }: PurchaseStep): Promise<boolean> {
      const one = shop.orders.at(-1 - (order % shop.orders.length))!
      const ids = await invoicesOf(shop, one.orderId)
      return (actions[action] as Action)(one, ids[invoice % ids.length]!, cents)
    },
    steps: fc.record<PurchaseStep>({
      action: fc.constantFrom(...names),
      order: fc.nat(1),
      invoice: fc.nat(1),
      cents: fc.integer({ min: 1, max: 9_000 }),
    }),
  }
}
