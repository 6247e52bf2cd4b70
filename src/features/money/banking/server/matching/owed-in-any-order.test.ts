import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconciliation } from '#features/money/bookkeeping/server/books.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { type PurchaseStep, purchaseShop } from '#testing/money/purchase-steps.ts'
import { openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

/** `MONEY_RUNS=100 MONEY_SEED=3 npm test -- owed-in-any-order` goes much further than every run of the tests does. */
const runs = Number(process.env.MONEY_RUNS ?? 2)
const seed = Number(process.env.MONEY_SEED ?? 7)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Money {
  id: string
  /** What is owed of it: its total less its credit notes. */
  owed: number
  /** What has gone to the store by any way, less what has come back. */
  paid: number
  waiting: number
  sent: number
  ledger: number
  open: number
}

/** Each purchase of an order, by rows that nobody sums up: payments, credit notes, payment orders and the ledger. */
async function money(): Promise<Money[]> {
  const found = await sql<Money>`
    select i.id, i.open_cents as open,
           (i.total_cents + coalesce((select sum(n.total_cents) from invoices n where n.credited_invoice_id = i.id), 0))::bigint as owed,
           coalesce((select sum(case p.direction when 'OUT' then p.amount_cents else -p.amount_cents end) from payments p where p.invoice_id = i.id), 0)::bigint as paid,
           coalesce((select sum(o.amount_cents) from payment_orders o where o.invoice_id = i.id and o.state in ('ASKED', 'TO_CONFIRM', 'QUEUED')), 0)::bigint as waiting,
           coalesce((select sum(o.amount_cents) from payment_orders o where o.invoice_id = i.id and o.state = 'SENT'), 0)::bigint as sent,
           -coalesce((select sum(r.amount_cents) from ledger_rows r where r.account = 'PAYABLES'
                       and (r.invoice_id = i.id or r.invoice_id in (select n.id from invoices n where n.credited_invoice_id = i.id))), 0)::bigint as ledger
      from invoices i
     where i.direction = 'PURCHASE' and i.credited_invoice_id is null and i.stage not in ('STARTED', 'INVOICED', 'RECEIVED', 'INVALIDATED')`.execute(
    world.services.database.primary,
  )
  return found.rows
}

it(
  'never releases more than is owed, and expects back what was credited or paid otherwise since',
  async () => {
    const shop = await purchaseShop(world)
    const expected = async () => {
      const { items } = await world.ok(banking.overpaid, { as: shop.staff, query: { limit: 100 } })
      const purchases = items.filter(({ direction }) => direction === 'PURCHASE')
      return Object.fromEntries(purchases.map(({ invoiceId, amount }) => [invoiceId, Math.round(amount * 100)]))
    }
    const taken: string[] = []
    const done = new Set<string>()
    const take = async (step: PurchaseStep) => {
      const before = new Map((await money()).map((one) => [one.id, one]))
      if (await shop.take(step)) done.add(step.action)
      taken.push(step.action)
      const after = await money()
      const path = taken.slice(-12).join(' ')
      for (const one of after) {
        expect(one.open, `open after ${path}`).toBe(one.owed - one.paid)
        expect(one.ledger, `the ledger after ${path}`).toBe(one.open)
        expect(one.waiting, `waiting after ${path}`).toBeLessThanOrEqual(Math.max(one.open, 0))
        const hasLeft = one.sent > (before.get(one.id)?.sent ?? 0)
        if (hasLeft) expect(one.sent + one.paid, `released after ${path}`).toBeLessThanOrEqual(one.owed)
      }
      const back = after.map(({ id, sent, paid, owed }) => [id, sent + paid - owed] as const)
      const due = Object.fromEntries(back.filter(([, cents]) => cents > 0))
      expect(await expected(), `expected back after ${path}`).toEqual(due)
      const books = await reconciliation(world.services.database.primary, helsinkiDay(world.env.now()))
      // The bank's own balance is told by its statements alone, which this shop has none of.
      expect(
        books.rows.filter(({ kind, agrees }) => kind !== 'BANK' && !agrees),
        `the books after ${path}`,
      ).toEqual([])
      return { sent: after.reduce((sum, one) => sum + one.sent, 0), due }
    }
    const all = (actions: readonly PurchaseStep['action'][], cents = 1_000) =>
      actions.reduce(
        async (last, action) => {
          await last
          return take({ action, order: 0, invoice: 0, cents })
        },
        Promise.resolve({ sent: 0, due: {} as Record<string, number> }),
      )

    await shop.addOrder()
    // The whole way, a credit on the way, and the money back: so that no draw of the steps leaves it out.
    expect((await all(['match', 'approve', 'queue', 'make', 'release'])).sent).toBe(300_000)
    expect(Object.values((await all(['creditPart'], 4_000)).due)).toEqual([4_000])
    expect(Object.values((await all(['credit'])).due)).toEqual([300_000])
    expect(Object.values((await all(['book'])).due)).toEqual([300_000])
    expect((await all(['comesBack'])).due).toEqual({})
    await shop.addOrder()
    // A file that is taken back, and a payment that the bank refuses and that is made again.
    const queued = ['match', 'approve', 'queue', 'make', 'withdraw', 'make', 'release', 'reject'] as const
    expect((await all(queued)).sent).toBe(0)
    expect((await all(['approve', 'queue', 'make', 'release'])).sent).toBe(300_000)
    await shop.addOrder()
    // Each step once where it is taken, so that none of them is drawn only to be refused.
    for (const action of shop.actions) await take({ action, order: 0, invoice: 0, cents: 1_001 })
    expect(shop.actions.filter((action) => !done.has(action))).toEqual([])
    await fc.assert(
      fc.asyncProperty(fc.array(shop.steps, { minLength: 18, maxLength: 18 }), async (steps) => {
        await shop.addOrder()
        // Most orders are paid, so that what is drawn meets payments on their way.
        const way = ['match', 'approve', 'queue', 'make', 'release', 'book'] as const
        for (const [place, step] of steps.entries()) {
          const next = place % 3 === 0 ? way[place / 3] : undefined
          await take(next ? { ...step, action: next, order: 0, invoice: 0 } : step)
        }
      }),
      { numRuns: runs, seed, endOnFailure: true },
    )
  },
  120_000 + runs * 90_000,
)
