import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'

let world: World
let staff: Caller
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'SUPER_ADMIN')
  companyId = (await buildCompany(world)).companyId
})
afterAll(() => world.close())

const today = () => helsinkiDay(world.env.now())
const period = () => ({ from: addDays(today(), -1), to: addDays(today(), 1) })

/** A sent invoice with a line of each rate, due some days ago. */
const sent = (lines: readonly [cents: number, rate: number][], daysLate = 0) =>
  buildFeeInvoice(world, {
    companyId,
    dueDay: addDays(today(), -daysLate),
    lines: lines.map(([cents, vatBasisPoints]) => ({ cents, vatBasisPoints })),
  })

async function csv() {
  const reply = await world.call(bookkeeping.ledgerFile, { as: staff, query: { format: 'csv', ...period() } })
  const text = reply.raw.toString('utf8').replace('\uFEFF', '')
  const [head, ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  return { head: head!, rows }
}
const centsOf = (text: string) => Math.round(Number((text || '0').replace(',', '.')) * 100)

describe('bookkeeping', () => {
  it('exports the ledger with account codes, balanced for every day and voucher', async () => {
    await sent([
      [12_550, 2550],
      [1_135, 1350],
      [500, 0],
    ])
    const { head, rows } = await csv()
    expect(rows.length).toBeGreaterThanOrEqual(6)
    const at = (key: string) => head.indexOf(key)
    for (const by of ['Päivä', 'Tosite']) {
      const groups = Map.groupBy(rows, (row) => row[at(by)]!)
      for (const own of groups.values())
        expect(own.reduce((sum, row) => sum + centsOf(row[at('Debet')]!) - centsOf(row[at('Kredit')]!), 0)).toBe(0)
    }
    expect(rows.map((row) => row[at('Tili')])).toContain('1701')
  })

  it('sums sales by month and rate, and takes credit notes off', async () => {
    const of = async (percent: number) => {
      const { items } = await world.ok(bookkeeping.vatSummary, { as: staff, query: period() })
      return items.find((row) => row.vatPercent === percent && row.direction === 'SALES') ?? { net: 0, vat: 0 }
    }
    const before = await of(25.5)
    const id = await sent([[25_100, 2550]])
    const after = await of(25.5)
    expect([after.net - before.net, Math.round((after.vat - before.vat) * 100)]).toEqual([200, 5_100])
    await world.ok(invoices.credit, { as: staff, params: { id }, body: { reason: 'Peruttu' } })
    expect(await of(25.5)).toEqual(before)
  })

  it('reconciles what is open with the ledger and with the aged list, and finds what disagrees', async () => {
    const late = await sent([[10_000, 2550]], 20)
    await sent([[7_000, 2550]])
    const paid = await sent([[3_000, 2550]])
    await world.services.database.transaction(async (db) => {
      const payment = { direction: 'IN', paidDay: today(), method: 'BANK' } as const
      const record = (
        more: Pick<Parameters<typeof recordPayment>[2]['payment'], 'invoiceId' | 'amountCents' | 'source'>,
      ) => recordPayment(db, world.services, { actor: systemActor, payment: { ...payment, ...more } })
      await record({ invoiceId: paid, amountCents: 3_500, source: 'test:1' })
      await record({ invoiceId: late, amountCents: 1_000, source: 'test:2' })
      await record({ invoiceId: null, amountCents: 900, source: 'test:3' })
    })
    const read = () => world.ok(bookkeeping.reconciliation, { as: staff })
    const found = await read()
    // The bank has got 54 euros of which no statement says anything.
    const bank = { kind: 'BANK', ledger: 54, compared: null, difference: null, explained: [], agrees: false }
    expect(found.rows.filter(({ agrees }) => !agrees)).toEqual([bank])
    expect(found.isBalanced).toBe(false)
    const sales = found.aged.filter(({ direction }) => direction === 'SALES')
    expect(sales.find(({ age }) => age === 'DAYS_30')).toMatchObject({ count: 1, open: 90 })
    expect(sales.find(({ age }) => age === 'TO_REPAY')).toMatchObject({ count: 1, open: -5 })
    const aged = sales.reduce((sum, row) => sum + Math.round(row.open * 100), 0)
    const receivables = found.rows.find(({ kind }) => kind === 'RECEIVABLES')!
    expect(aged).toBe(Math.round(receivables.ledger * 100))
    expect(found.rows.find(({ kind }) => kind === 'PREPAYMENTS')).toMatchObject({ ledger: 9, compared: 9 })
    const db = world.services.database.primary
    await db.updateTable('invoices').set({ paid_cents: 0 }).where('id', '=', late).execute()
    const broken = await read()
    await db.updateTable('invoices').set({ paid_cents: 1_000 }).where('id', '=', late).execute()
    expect(broken.rows.find(({ kind }) => kind === 'RECEIVABLES')).toMatchObject({ difference: -10, agrees: false })
  })

  it('exports the codes of the settings, which only a super admin changes, and refuses the same code twice', async () => {
    const { version } = await world.ok(bookkeeping.accounts, { as: staff })
    const set = (as: Caller, code: string, at = version) =>
      world.call(bookkeeping.setAccounts, { as, body: { codes: { RECEIVABLES: code }, version: at } })
    expect((await set(await signedInAs(world, 'INTERNAL_ADMIN'), '1750')).status).toBe(403)
    expect((await set(staff, '3000')).body).toMatchObject({ fields: [{ path: 'codes.RECEIVABLES' }] })
    expect((await set(staff, '1750')).status).toBe(200)
    expect((await set(staff, '1760')).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    const { head, rows } = await csv()
    expect(rows.map((row) => row[head.indexOf('Tili')])).toContain('1750')
  })

  it('refuses a period that ends before it begins, and one over a year', async () => {
    const ask = (from: string, to: string) => world.call(bookkeeping.vatSummary, { as: staff, query: { from, to } })
    expect((await ask('2026-02-01', '2026-01-31')).body).toMatchObject({ fields: [{ path: 'to' }] })
    expect((await ask('2025-01-01', '2026-06-01')).body).toMatchObject({ fields: [{ path: 'to' }] })
  })
})
