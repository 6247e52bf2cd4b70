import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postVouchers } from '#features/money/invoices/ledger/server/post.ts'
import { postingsOfInvoice } from '#features/money/invoices/rules/posting.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { openPurchases } from '#testing/money/purchases.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'

let world: World
let office: Awaited<ReturnType<typeof openPurchases>>
let staff: Caller
let sentDay: string
beforeAll(async () => {
  world = await openWorld()
  office = await openPurchases(world)
  staff = office.maker
  const { companyId } = office
  const today = helsinkiDay(world.env.now())
  const fee = (cents: number, due: number) =>
    buildFeeInvoice(world, { companyId, lines: [{ cents }], dueDay: addDays(today, due) })
  await fee(10_000, 3)
  await fee(20_000, 20)
  await fee(40_000, 200)
  const late = await fee(80_000, 5)
  await sql`update invoices set due_day = ${addDays(today, -40)} where id = ${late}`.execute(
    world.services.database.primary,
  )
  await office.approved(50_000)
  const paid = await office.approved(70_000)
  await office.queue(paid)
  const { body } = await office.make()
  await office.release(body)
  sentDay = (await office.fileOf(body.paymentFileId)).executionDay
  await world.services.database.transaction((db) =>
    postVouchers(db, world.env, [
      {
        voucher: `invoice:${world.env.id()}:verified:1`,
        companyId,
        day: today,
        invoiceId: null,
        postings: postingsOfInvoice('PURCHASE', [
          { purpose: 'OTHER', vatBasisPoints: 2_550, netCents: 20_000, vatCents: 5_100, grossCents: 25_100 },
        ]),
      },
    ]),
  )
})
afterAll(() => world.close())

const shown = () => world.ok(bookkeeping.outlook, { as: staff })
const cents = (euros: number) => Math.round(100 * euros)
const total = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + cents(of(row)), 0)
/** What the registers of invoices and payment orders hold. */
async function registers() {
  const { rows } = await sql<{ sales: number; purchases: number; sent: number }>`
    select coalesce(sum(open_cents) filter (where direction = 'SALES'), 0)::int as sales,
           coalesce(sum(open_cents) filter (where direction = 'PURCHASE'), 0)::int as purchases,
           (select coalesce(sum(amount_cents), 0)::int from payment_orders where state = 'SENT') as sent
      from invoices`.execute(world.services.database.primary)
  return rows[0]!
}

it('says what is due in, due out and on its way by week, in sum what the registers hold', async () => {
  const { cash } = await shown()
  const { sales, purchases, sent } = await registers()
  expect([sales, purchases, sent]).toEqual([150_000, 120_000, 70_000])
  expect(total(cash, ({ dueIn }) => dueIn)).toBe(sales)
  expect(total(cash, ({ onItsWay }) => onItsWay)).toBe(sent)
  expect(total(cash, ({ dueOut }) => dueOut)).toBe(purchases - sent)
  expect(cash[0]).toMatchObject({ time: 'OVERDUE', dueIn: 800 })
  expect(cash.at(-1)).toMatchObject({ time: 'LATER', dueIn: 400 })
  const way = cash.filter(({ onItsWay }) => onItsWay > 0)
  expect(way).toHaveLength(1)
  expect(way[0]!.from! <= sentDay && sentDay < addDays(way[0]!.from!, 7)).toBe(true)
})

it('says what is open by age as the reconciliation does, whose receivables it sums to', async () => {
  const { aged } = await shown()
  const compared = await world.ok(bookkeeping.reconciliation, { as: staff })
  expect(aged).toEqual(compared.aged)
  const receivables = compared.rows.find(({ kind }) => kind === 'RECEIVABLES')!
  expect(
    total(
      aged.filter(({ direction }) => direction === 'SALES'),
      ({ open }) => open,
    ),
  ).toBe(cents(receivables.compared!))
  expect(aged).toContainEqual({ direction: 'SALES', age: 'DAYS_60', count: 1, open: 800 })
})

it('says the tax of twelve months, each as its return does', async () => {
  const { tax } = await shown()
  const month = helsinkiDay(world.env.now()).slice(0, 7)
  expect(tax).toHaveLength(12)
  const { boxes } = await world.ok(bookkeeping.vatReturn, { as: staff, params: { month } })
  const inBox = (name: string) => boxes.find(({ box }) => box === name)!.amount
  expect(tax.at(-1)).toEqual({ month, sales: inBox('301'), deducted: inBox('307'), toPay: inBox('308') })
  expect(inBox('301')).toBeGreaterThan(0)
  expect(inBox('307')).toBeGreaterThan(51)
  expect(tax.slice(0, -1).every(({ sales, deducted }) => sales === 0 && deducted === 0)).toBe(true)
})

it('is read by whoever may read payments alone', async () => {
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: office.companyId })
  expect((await world.call(bookkeeping.outlook, { as: employer })).status).toBe(403)
})
