import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { helsinkiDay } from '#platform/values/days.ts'
import { moneyOffice } from '#testing/money-steps.ts'
import { openWorld, type World } from '#testing/world.ts'
import { reconciliation } from './bookkeeping.ts'

/** `MONEY_RUNS=200 MONEY_SEED=3 npm test -- money-in-any-order` goes much further than every run of the tests does. */
const runs = Number(process.env.MONEY_RUNS ?? 3)
const seed = Number(process.env.MONEY_SEED ?? 7)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it(
  'keeps the ledger equal to what the invoices say, whatever people and files do in whatever order',
  async () => {
    const office = await moneyOffice(world)
    const balanced = async (after: string) => {
      const found = await reconciliation(world.services.database.primary, helsinkiDay(world.env.now()))
      const owed = found.rows
        .filter(({ account }) => account !== 'PREPAYMENTS')
        .map(({ open }) => Math.round(open * 100))
      const aged = (direction: string) =>
        found.aged
          .filter((row) => row.direction === direction)
          .reduce((sum, row) => sum + Math.round(row.open * 100), 0)
      expect({ isBalanced: found.isBalanced, aged: [aged('SALES'), aged('PURCHASE')] }, after).toEqual({
        isBalanced: true,
        aged: owed,
      })
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
      expect(Math.round((total - credited - paid - writtenOff) * 100), status).toBe(Math.round(open * 100))
    }
    const moved = await world.services.database.primary
      .selectFrom('payments')
      .select(['direction'])
      .distinct()
      .orderBy('direction')
      .execute()
    expect(moved.map(({ direction }) => direction)).toEqual(['IN', 'OUT'])
  },
  60_000 + runs * 60_000,
)
