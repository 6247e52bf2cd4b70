import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconciliation } from '#features/money/bookkeeping/server/books.ts'
import { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { moneyOffice } from '#testing/money/money-steps.ts'
import { openWorld, type World } from '#testing/world.ts'

/** `MONEY_RUNS=200 MONEY_SEED=3 npm test -- money-in-any-order` goes much further than every run of the tests does. */
const runs = Number(process.env.MONEY_RUNS ?? 3)
const seed = Number(process.env.MONEY_SEED ?? 7)

let world: World
let peer: Awaited<ReturnType<typeof startDemoPaytrail>>
beforeAll(async () => {
  peer = await startDemoPaytrail()
  world = await openWorld({
    variables: {
      PAYTRAIL_URL: peer.config.url,
      PAYTRAIL_MERCHANT_ID: peer.config.merchantId,
      PAYTRAIL_SECRET: peer.config.secret,
    },
  })
})
afterAll(async () => {
  await world.close()
  await peer.close()
})

/** What the ledger says that the insurer owes, and what its claims say. */
async function insurer(claims: ReadonlyMap<string, { cents: number }>) {
  const db = world.services.database.primary
  const ledger = await db
    .selectFrom('ledger_rows')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_cents'), sql.lit(0)).as('cents'))
    .where('account', '=', 'INSURANCE_RECEIVABLES')
    .executeTakeFirstOrThrow()
  const paid = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_cents'), sql.lit(0)).as('cents'))
    .where('payer_kind', '=', 'INSURER')
    .executeTakeFirstOrThrow()
  const decided = [...claims.values()].reduce((sum, { cents }) => sum + cents, 0)
  return { ledger: Number(ledger.cents), claims: decided - Number(paid.cents) }
}

it(
  'keeps the ledger equal to what the invoices say, whatever people and files do in whatever order',
  async () => {
    const office = await moneyOffice(world, peer)
    const balanced = async (after: string) => {
      const found = await reconciliation(world.services.database.primary, helsinkiDay(world.env.now()))
      const owed = found.rows
        .filter(({ kind }) => kind === 'RECEIVABLES' || kind === 'PAYABLES')
        .map(({ compared }) => Math.round(compared! * 100))
      const aged = (direction: string) =>
        found.aged
          .filter((row) => row.direction === direction)
          .reduce((sum, row) => sum + Math.round(row.open * 100), 0)
      // No bank has sent a statement.
      const isBalanced = found.rows.every(({ kind, agrees }) => kind === 'BANK' || agrees)
      expect({ isBalanced, aged: [aged('SALES'), aged('PURCHASE')] }, after).toEqual({
        isBalanced: true,
        aged: owed,
      })
      const owes = await insurer(office.claims)
      expect(owes.ledger, after).toBe(owes.claims)
    }
    // Each kind of act once, so that no draw of the steps leaves one out.
    await office.issue(5_000)
    for (const [index, action] of office.actions.entries()) {
      await office.take({ action, invoice: index, cents: 1_000 + index })
      await balanced(action)
    }
    for (const cents of [4_400, 4_401, 4_402, 4_403]) {
      for (const action of ['bill', 'payOnline', 'refundOnline', 'endRefunds'] as const) {
        await office.take({ action, invoice: 0, cents: action === 'payOnline' ? 6_001 : cents })
        await balanced(action)
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(office.steps, { minLength: 14, maxLength: 14 }), async (steps) => {
        await office.issue(5_000)
        for (const step of steps) {
          await office.take(step)
          await balanced(step.action)
        }
      }),
      { numRuns: runs, seed, endOnFailure: true },
    )
    for (const id of office.made) {
      const { status, total, credited, paid, writtenOff, open } = await office.get(id)
      expect(Math.abs(Math.round((total - credited - paid - writtenOff - open) * 100)), status).toBe(0)
    }
    const moved = await world.services.database.primary
      .selectFrom('payments')
      .select(['method', 'direction'])
      .distinct()
      .execute()
    const ways = moved.map(({ method, direction }) => `${method} ${direction}`)
    expect(ways).toEqual(expect.arrayContaining(['BANK IN', 'BANK OUT', 'PAYTRAIL IN', 'PAYTRAIL OUT']))
  },
  60_000 + runs * 60_000,
)
