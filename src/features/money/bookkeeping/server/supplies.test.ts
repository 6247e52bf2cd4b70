import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { lockPaidInFull, recordFullPayments } from '#features/money/invoices/ledger/server/full-payments.ts'
import { recordPayment, reversePayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { postSuppliesOfDay } from '#features/money/invoices/ledger/server/supplies.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Day } from '#platform/values/days.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'

let world: World
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  at('2028-10-29')
  companyId = (await buildCompany(world)).companyId
})
afterAll(() => world.close())

const at = (day: Day) => world.env.setNow(`${day}T10:00:00Z`)
const invoice = (...lines: readonly (readonly [number, Day])[]) =>
  buildFeeInvoice(world, { companyId, lines: lines.map(([cents, supplyDay]) => ({ cents, supplyDay })) })
const pay = (invoiceId: string, amountCents: number, paidDay: Day) =>
  world.services.database.transaction((db) =>
    recordPayment(db, world.services, {
      actor: systemActor,
      payment: {
        invoiceId,
        direction: 'IN',
        amountCents,
        paidDay,
        method: 'BANK',
        source: `test:${invoiceId}:${paidDay}:${amountCents}`,
      },
    }),
  )
const credit = (invoiceId: string) =>
  world.services.database.transaction((db) =>
    creditInvoice(db, world.services, { invoiceId, reason: 'Peruttu', actor: systemActor }),
  )

/** What an invoice and its credit notes have moved on each account, by day. */
async function moved(invoiceId: string) {
  const { rows } = await sql<{ day: Day; account: string; cents: number }>`
    select r.day, r.account, sum(r.amount_cents)::bigint as cents from ledger_rows r join invoices i on i.id = r.invoice_id
     where (i.id = ${invoiceId} or i.credited_invoice_id = ${invoiceId}) and r.account not in ('BANK') group by 1, 2 having sum(r.amount_cents) <> 0 order by 1, 2`.execute(
    world.services.database.primary,
  )
  return rows.map(({ day, account, cents }) => `${day} ${account} ${cents}`)
}

/** Lets the days pass, with the job of each, up to a day. */
async function daysPass(until: Day) {
  at(until)
  await postSuppliesOfDay.run(world.services)
}

describe('what is billed ahead', () => {
  it('stands gross in its year, and is a sale with its VAT in the year of its supply', async () => {
    at('2028-10-29')
    const id = await invoice([120_033, '2029-01-31'])
    expect(await moved(id)).toEqual(['2028-10-29 ADVANCE_INVOICES -120033', '2028-10-29 RECEIVABLES 120033'])
    await daysPass('2028-12-31')
    expect(await moved(id)).toHaveLength(2)
    await daysPass('2029-02-03')
    expect((await moved(id)).slice(2)).toEqual([
      '2029-01-31 ADVANCE_INVOICES 120033',
      '2029-01-31 SALES_FEE -95644',
      '2029-01-31 VAT_OUTPUT -24389',
    ])
    const before = await moved(id)
    await daysPass('2029-03-03')
    expect(await moved(id)).toEqual(before)
  })

  it('is a sale as far as it is paid before, on the day of payment, and none when the payment is taken back', async () => {
    at('2029-03-10')
    const id = await invoice([100_000, '2029-06-30'])
    const payment = await pay(id, 25_000, '2029-03-20')
    const paid = ['2029-03-20 ADVANCE_INVOICES 25000', '2029-03-20 RECEIVABLES -25000']
    const sold = ['2029-03-20 SALES_FEE -19920', '2029-03-20 VAT_OUTPUT -5080']
    expect((await moved(id)).slice(2)).toEqual([...paid, ...sold])
    at('2029-04-02')
    await world.services.database.transaction((db) =>
      reversePayment(db, world.services, { paymentId: payment!, reason: 'Väärä lasku', actor: systemActor }),
    )
    expect((await moved(id)).slice(6)).toEqual([
      '2029-04-02 ADVANCE_INVOICES -25000',
      '2029-04-02 RECEIVABLES 25000',
      '2029-04-02 SALES_FEE 19920',
      '2029-04-02 VAT_OUTPUT 5080',
    ])
    await pay(id, 100_000, '2029-04-10')
    expect((await moved(id)).filter((row) => row.includes('04-10'))).toEqual([
      '2029-04-10 ADVANCE_INVOICES 100000',
      '2029-04-10 RECEIVABLES -100000',
      '2029-04-10 SALES_FEE -79681',
      '2029-04-10 VAT_OUTPUT -20319',
    ])
    await daysPass('2029-07-01')
    expect(await moved(id)).toHaveLength(14)
  })

  it('is a sale when the bank’s file pays it whole by its reference', async () => {
    at('2029-08-01')
    const id = await invoice([12_550, '2029-10-31'])
    const { reference_number: reference } = await world.services.database.primary
      .selectFrom('invoices')
      .select('reference_number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await world.services.database.transaction(async (db) => {
      const payment = {
        referenceNumber: reference!,
        amountCents: 12_550,
        paidDay: '2029-08-10',
        method: 'BANK' as const,
        entryId: world.env.id(),
        source: 'test:whole',
      }
      const payments = await lockPaidInFull(db, world.services, [payment])
      await recordFullPayments(db, world.services, { payments, actor: systemActor })
    })
    expect((await moved(id)).slice(2)).toEqual([
      '2029-08-10 ADVANCE_INVOICES 12550',
      '2029-08-10 RECEIVABLES -12550',
      '2029-08-10 SALES_FEE -10000',
      '2029-08-10 VAT_OUTPUT -2550',
    ])
  })

  it('that is credited before it is supplied or paid leaves no sale and no VAT in any year', async () => {
    at('2029-11-05')
    const id = await invoice([50_000, '2030-01-31'])
    at('2029-12-01')
    await credit(id)
    await daysPass('2030-03-01')
    expect(await moved(id)).toEqual([
      '2029-11-05 ADVANCE_INVOICES -50000',
      '2029-11-05 RECEIVABLES 50000',
      '2029-12-01 ADVANCE_INVOICES 50000',
      '2029-12-01 RECEIVABLES -50000',
    ])
  })

  it('is counted a line at a time: the month itself at once, each later one in its month', async () => {
    at('2030-04-02')
    const id = await invoice([12_550, '2030-04-30'], [12_550, '2030-05-31'], [12_550, '2030-06-30'])
    await daysPass('2030-07-01')
    expect((await moved(id)).filter((row) => row.includes('SALES'))).toEqual([
      '2030-04-02 SALES_FEE -10000',
      '2030-05-31 SALES_FEE -10000',
      '2030-06-30 SALES_FEE -10000',
    ])
  })

  it('belongs to the year of its supply when it is billed after it', async () => {
    at('2031-01-08')
    const id = await invoice([12_550, '2030-12-31'], [25_100, '2031-01-31'])
    expect(await moved(id)).toEqual([
      '2030-12-31 RECEIVABLES 12550',
      '2030-12-31 SALES_FEE -10000',
      '2030-12-31 VAT_OUTPUT -2550',
      '2031-01-08 RECEIVABLES 25100',
      '2031-01-08 SALES_FEE -20000',
      '2031-01-08 VAT_OUTPUT -5100',
    ])
  })
})

it('a chain of two years has each month’s sales and VAT in it, and the receivables are what is open', async () => {
  const sold = new Map<string, number>()
  for (let at24 = 0; at24 < 24; at24 += 1) {
    const day = (months: number, date: string) => {
      const index = at24 + months
      return `${2032 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-${date}`
    }
    at(day(0, '05'))
    await postSuppliesOfDay.run(world.services)
    const [gross, ahead] = [12_550 * (1 + (at24 % 3)), at24 % 4]
    const id = await invoice([gross, day(ahead, '20')])
    const pays = at24 % 5 === 0
    if (pays) await pay(id, gross, day(0, '06'))
    const month = (pays ? day(0, '06') : day(ahead, '20')).slice(0, 7)
    sold.set(month, (sold.get(month) ?? 0) + gross)
  }
  await daysPass('2034-12-31')
  const { rows } = await sql<{ month: string; gross: number; vat: number }>`
    select to_char(day, 'YYYY-MM') as month, -sum(amount_cents)::bigint as gross, -sum(amount_cents) filter (where account = 'VAT_OUTPUT')::bigint as vat
      from ledger_rows where account in ('SALES_FEE', 'VAT_OUTPUT', 'ROUNDING') and day >= '2032-01-01' group by 1 order by 1`.execute(
    world.services.database.primary,
  )
  expect(rows.map(({ month, gross }) => [month, gross])).toEqual([...sold].toSorted())
  expect(rows.every(({ gross, vat }) => vat * 12_550 === gross * 2_550)).toBe(true)
  const staff = await signedInAs(world, 'SUPER_ADMIN')
  const checked = await world.ok(bookkeeping.reconciliation, { as: staff })
  expect(checked.rows.find(({ kind }) => kind === 'RECEIVABLES')).toMatchObject({ agrees: true })
}, 120_000)
