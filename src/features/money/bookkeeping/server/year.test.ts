import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { postSuppliesOfDay } from '#features/money/invoices/ledger/server/supplies.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { isBankDay } from '#platform/values/bank-days.ts'
import { addDays, type Day, firstOfMonth, laterDay, type Month, monthOf } from '#platform/values/days.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { bankEntry, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { expectedTotals, randomFrom } from '#testing/money/invoice-oracle.ts'
import { openPurchases } from '#testing/money/purchases.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'

const boxOfRate = new Map([
  [2550, '301'],
  [1350, '302'],
  [1000, '303'],
])

let world: World
let staff: Caller
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2027-01-01T09:00:00Z')
  companyId = (await buildCompany(world)).companyId
})
afterAll(() => world.close())

const random = randomFrom(4_027)
const upTo = (count: number) => Math.floor(random() * count)
const euros = (cents: number) => (cents / 100).toFixed(2)

/** What a month's return has to say, in cents, added up from lines alone. */
const expected = new Map<Month, Map<string, number>>()
function expectTax(month: Month, box: string, cents: number) {
  const boxes = expected.get(month) ?? new Map<string, number>()
  expected.set(month, boxes.set(box, (boxes.get(box) ?? 0) + cents))
}

interface Bill {
  readonly id: string
  readonly cents: number
  readonly reference: string
  readonly payableFrom: Day
  readonly taxes: ReadonlyMap<number, bigint>
  /** Its supply is over, so that it may be credited. */
  readonly isSupplied: boolean
}
let open: Bill[] = []

/** A bill whose supply is of its month, of an earlier one, or ahead: what is ahead is paid after its supply. */
async function bill(day: Day) {
  const shift = [0, 0, 0, 40, 65, -35][upTo(6)]!
  const earlier = addDays(day, shift)
  const supplyDay = earlier < '2027-01-01' || earlier > '2027-12-31' ? day : earlier
  const rates = [2550, 1350, 1000, 0].filter(() => random() < 0.6)
  const lines = (rates.length > 0 ? rates : [2550]).map((vatBasisPoints) => ({
    cents: 100 + upTo(500_000),
    vatBasisPoints,
    supplyDay,
  }))
  const id = await buildFeeInvoice(world, { companyId, lines, dueDay: addDays(day, 14) })
  const { referenceNumber, total } = await world.ok(invoices.get, { as: staff, params: { id } })
  const { taxes } = expectedTotals(
    lines.map(({ cents, vatBasisPoints }) => ({ purpose: 'FEE', grossCents: cents, vatBasisPoints })),
  )
  addTaxes(monthOf(laterDay(supplyDay, day)), taxes, 1)
  const payableFrom = supplyDay > day ? supplyDay : addDays(day, 1 + upTo(30))
  const isSupplied = supplyDay <= day
  open.push({ id, cents: Math.round(total * 100), reference: referenceNumber!, payableFrom, taxes, isSupplied })
}

function addTaxes(month: Month, taxes: ReadonlyMap<number, bigint>, sign: 1 | -1) {
  for (const [rate, cents] of taxes) if (rate > 0) expectTax(month, boxOfRate.get(rate)!, sign * Number(cents))
}

async function credit(day: Day) {
  const chosen = open.find((one) => one.isSupplied)
  if (!chosen) return
  open = open.filter((one) => one !== chosen)
  await world.services.database.transaction((db) =>
    creditInvoice(db, world.services, { invoiceId: chosen.id, reason: 'Peruttu', actor: systemActor }),
  )
  addTaxes(monthOf(day), chosen.taxes, -1)
}

let store: Awaited<ReturnType<typeof openPurchases>>
let toPay: string[] = []
/** What our bank pays of released files, once their day has come. */
let leaving: { readonly endToEndId: string; readonly amount: string }[] = []

async function purchase(day: Day) {
  const cents = 1_000 + upTo(400_000)
  toPay.push(await store.approved(cents, day))
  const { nets } = expectedTotals([{ purpose: 'FEE', grossCents: cents, vatBasisPoints: 2550 }])
  // A store's bill says its tax itself: all that is not net.
  expectTax(monthOf(day), '307', cents - Number(nets.get(2550)))
}

async function payPurchases() {
  if (toPay.length === 0) return
  await store.queue(...toPay)
  const made = await store.make()
  expect(made.status).toBe(201)
  const orders = await Promise.all(toPay.map((id) => store.orderOf(id)))
  leaving = orders.map(({ paymentOrderId, amount }) => ({ endToEndId: paymentOrderId, amount: amount.toFixed(2) }))
  expect((await store.release(made.body)).status).toBe(200)
  toPay = []
}

let balance = 0
/** The bank's statement of a day: what employers pay, what leaves, and now and then a fee of its own. */
async function statement(day: Day) {
  const paid = open.filter(({ payableFrom }) => payableFrom <= day).slice(0, 4)
  const fee = random() < 0.1 ? 100 + upTo(900) : 0
  const debits = leaving
  leaving = []
  const entries = [
    ...paid.map(({ cents, reference }) => bankEntry({ amount: euros(cents), reference, day })),
    ...debits.map((one) => bankEntry({ ...one, sign: 'DBIT', day })),
    ...(fee > 0 ? [bankEntry({ amount: euros(fee), sign: 'DBIT', message: 'Palvelumaksu', day })] : []),
  ]
  const opening = balance
  balance += paid.reduce((sum, { cents }) => sum + cents, 0) - fee
  balance -= debits.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  const balances = [euros(opening), euros(balance), day] as const
  const file = await bankSends(world, bankStatement(world, entries.join(''), { id: `S-${day}`, balances }))
  expect(file.matched_count, day).toBe(paid.length + debits.length)
  open = open.filter((one) => !paid.includes(one))
  if (fee > 0) await putAside()
}

async function putAside() {
  const { items } = await world.ok(banking.entries, { as: staff, query: { state: 'OPEN' } })
  const { bankEntryId: id, version } = items[0]!
  await world.ok(banking.setAside, { as: staff, params: { id }, body: { version, reason: 'BANK_FEE' } })
}

/** Closes a month without a reason for anything: all that is compared agrees, and the return is that of the lines. */
async function close(month: Month) {
  const closed = await world.call(bookkeeping.close, { as: staff, params: { month }, body: { version: 0 } })
  expect([month, closed.status, closed.body.checks?.filter((one) => !one.agrees)]).toEqual([month, 200, []])
  const { boxes, strange } = await world.ok(bookkeeping.vatReturn, { as: staff, params: { month } })
  const returned = Object.fromEntries(boxes.map(({ box, amount }) => [box, Math.round(amount * 100)]))
  for (const box of ['301', '302', '303', '307'])
    expect([month, box, returned[box]]).toEqual([month, box, expected.get(month)?.get(box) ?? 0])
  expect(strange).toBe(0)
  await world.ok(bookkeeping.file, { as: staff, params: { month }, body: { version: 1 } })
}

/** The sums of the books, without the product's own reckoning of them. */
async function differences(): Promise<Record<string, number>> {
  const { rows } = await sql<{ receivables: number; payables: number; unbalanced: number; bank: number }>`
    select (select coalesce(sum(amount_cents), 0) from ledger_rows where account = 'RECEIVABLES')
             - (select coalesce(sum(open_cents), 0) from invoices where direction = 'SALES' and stage = 'SENT') as receivables,
           -(select coalesce(sum(amount_cents), 0) from ledger_rows where account = 'PAYABLES')
             - (select coalesce(sum(open_cents), 0) from invoices where direction = 'PURCHASE') as payables,
           (select coalesce(sum(amount_cents), 0) from ledger_rows) as unbalanced,
           (select coalesce(sum(amount_cents), 0) from ledger_rows where account = 'BANK') - ${balance}::bigint as bank`.execute(
    world.services.database.primary,
  )
  return Object.fromEntries(Object.entries(rows[0]!).map(([key, value]) => [key, Number(value)]))
}

it('a year closed month by month: bank, open invoices and returns agree with the ledger each day', async () => {
  const none = { receivables: 0, payables: 0, unbalanced: 0, bank: 0 }
  for (let day = '2027-01-01'; day <= '2028-01-08'; day = addDays(day, 1)) {
    world.env.setNow(`${day}T09:00:00Z`)
    if (/-(01|16)$/.test(day)) {
      staff = await signedInAs(world, 'SUPER_ADMIN')
      store = await openPurchases(world)
    }
    await postSuppliesOfDay.run(world.services)
    const isOfYear = day <= '2027-12-31'
    if (isOfYear && (day === '2027-01-01' || random() < 0.35)) await bill(day)
    if (isOfYear && random() < 0.04) await credit(day)
    if (isOfYear && random() < 0.08) await purchase(day)
    if (day.endsWith('-15')) await payPurchases()
    if (isBankDay(day)) await statement(day)
    expect([day, await differences()]).toEqual([day, none])
    if (day.endsWith('-07') && day > '2027-02-01') await close(monthOf(addDays(firstOfMonth(monthOf(day)), -1)))
  }
  const { items } = await world.ok(bookkeeping.months, { as: staff })
  expect(items.filter(({ state }) => state === 'FILED')).toHaveLength(12)
}, 600_000)
