import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { confirmProposed } from '#testing/confirm-proposal.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'
import { type VoucherProgram, voucherPrograms } from '../rules/voucher-files.ts'

const reasons = { BANK: 'Tiliotteita ei ole vielä otettu käyttöön' }
const october = { month: '2026-10' }

let world: World
let staff: Caller
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  await at('2026-09-20')
  companyId = (await buildCompany(world)).companyId
  await at('2026-10-10')
  const invoiceId = await fee('Esimerkkityö & Äly; Oy', { cents: 12_550 }, { cents: 1_100, vatBasisPoints: 1_000 })
  await fee('=Laskuri "Oy"', { cents: 123_450 })
  await world.services.database.transaction((db) =>
    recordPayment(db, world.services, {
      actor: systemActor,
      payment: {
        invoiceId,
        direction: 'IN',
        amountCents: 5_000,
        paidDay: '2026-10-12',
        method: 'BANK',
        source: 'test:1',
      },
    }),
  )
  await at('2026-11-03')
})
afterAll(() => world.close())

async function at(day: string) {
  world.env.setNow(`${day}T10:00:00Z`)
  staff = await signedInAs(world, 'SUPER_ADMIN')
}
const fee = (name: string, ...lines: { cents: number; vatBasisPoints?: number }[]) =>
  buildFeeInvoice(world, { companyId, lines, buyer: { name } })
const taken = (program: VoucherProgram, as = staff, params = october) =>
  world.call(bookkeeping.voucherFile, { as, params, query: { program } })
const fileOf = async (program: VoucherProgram) => (await taken(program)).raw
const close = (version: number) =>
  world.ok(bookkeeping.close, { as: staff, params: october, body: { version, reasons } })

/** The account and the sum of each row, as a parser of others reads them. */
const readers: Record<VoucherProgram, (file: Buffer) => [account: string, cents: number][]> = {
  NETVISOR: (file) =>
    (parse(file.toString('latin1'), { delimiter: ';', columns: true }) as Record<string, string>[]).map((row) => [
      row.Tilinumero!,
      Math.round(100 * Number(row.Summa!.replace(',', '.'))),
    ]),
  PROCOUNTOR: (file) =>
    (parse(file.toString('latin1'), { delimiter: ';', quote: null }) as string[][])
      .filter(([kind]) => kind === '')
      .map((row) => [row[13]!, Math.round(100 * Number(row[3]) * Number(row[5]!.replace(',', '.')))]),
  FENNOA: (file) =>
    (parse(file, { delimiter: ';', columns: true }) as Record<string, string>[]).map((row) => [
      row.account!,
      Math.round(100 * Number(row.debit)) - Math.round(100 * Number(row.credit)),
    ]),
}
const ledger = async (): Promise<[string, number][]> => {
  const { items } = await world.ok(bookkeeping.balances, {
    as: staff,
    query: { from: '2026-10-01', to: '2026-10-31' },
  })
  return items.map(({ code, debit, credit }) => [code, Math.round(100 * debit) - Math.round(100 * credit)])
}
const byAccount = (rows: readonly [string, number][]) =>
  [...Map.groupBy(rows, ([account]) => account)]
    .map(([account, own]) => [account, own.reduce((sum, [, cents]) => sum + cents, 0)])
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1))

describe('the vouchers of a month for a bookkeeping program', () => {
  it('are there once the month is closed, and for whoever may read payments', async () => {
    expect((await taken('NETVISOR')).status).toBe(404)
    await close(0)
    expect((await taken('NETVISOR')).status).toBe(200)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    expect((await taken('NETVISOR', employer)).status).toBe(403)
    const wrong = await world.call(bookkeeping.voucherFile, {
      as: staff,
      params: october,
      anyQuery: { program: 'NONE' },
    })
    expect(wrong.status).toBe(400)
  })

  it.each(voucherPrograms)('%s is written to the byte as its golden file', async (program) => {
    const golden = readFileSync(path.join(import.meta.dirname, 'golden', `vouchers-${program.toLowerCase()}.csv`))
    expect((await fileOf(program)).toString('latin1')).toBe(golden.toString('latin1'))
  })

  it.each(voucherPrograms)('%s is read by another parser, and each account sums to the ledger', async (program) => {
    const rows = readers[program](await fileOf(program))
    expect(byAccount(rows)).toEqual(byAccount(await ledger()))
    expect(rows.reduce((sum, [, cents]) => sum + cents, 0)).toBe(0)
    expect(rows.length).toBeGreaterThan(8)
  })

  it('are the same bytes after later acts, new codes and new names', async () => {
    const before = await Promise.all(voucherPrograms.map(fileOf))
    await at('2026-10-20')
    await fee('Myöhäinen Oy', { cents: 7_000 })
    await at('2026-11-04')
    const { version } = await world.ok(bookkeeping.accounts, { as: staff })
    await world.ok(bookkeeping.setAccounts, { as: staff, body: { codes: { RECEIVABLES: '17A' }, version } })
    const after = await Promise.all(voucherPrograms.map(fileOf))
    expect(after.map((bytes, index) => bytes.equals(before[index]!))).toEqual([true, true, true])
  })

  it('are refused with line and field where the program would not take them, and no byte is sent', async () => {
    const opened = await world.ok(bookkeeping.open, {
      as: staff,
      params: october,
      body: { version: 1, reason: 'Tilin koodi muuttui' },
    })
    await confirmProposed(world, await signedInAs(world, 'INTERNAL_ADMIN'), opened)
    expect((await taken('NETVISOR')).body.code).toBe('PERIOD_NOT_CLOSED')
    await close(2)
    const refused = await taken('NETVISOR')
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(refused.body.fields[0]).toMatchObject({
      path: 'lines.2.Tilinumero',
      code: 'FILE_NO_NUMBER',
      message: 'Kentässä pitää olla numero. Tarkista tilien koodit ja avaa kuukausi uudelleen.',
    })
  })
})
