import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../../contract.ts'
import { creditLosses } from '../contract.ts'

let world: World
let staff: Caller
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-09-10T10:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  companyId = (await buildCompany(world)).companyId
  await fee(1_000)
})
afterAll(() => world.close())

const get = (id: string) => world.ok(invoices.get, { as: staff, params: { id } })
const fee = (cents: number, more: object = {}) =>
  buildFeeInvoice(world, { companyId, lines: [{ cents, ...more }], dueDay: '2026-09-20' })
const pay = (invoiceId: string, amountCents: number) =>
  world.services.database.transaction((db) =>
    recordPayment(db, world.services, {
      actor: systemActor,
      payment: {
        invoiceId,
        direction: 'IN',
        amountCents,
        paidDay: '2026-09-10',
        method: 'BANK',
        source: world.env.id(),
      },
    }),
  )
async function writtenOff(cents: number) {
  const id = await fee(cents)
  const { version } = await get(id)
  await world.ok(invoices.writeOff, { as: staff, params: { id }, body: { reason: 'Konkurssi', version } })
  return id
}
const finish = async (id: string, more: object = {}, as = staff) =>
  world.call(creditLosses.finish, {
    as,
    params: { id },
    body: { version: (await get(id)).version, ground: 'BANKRUPTCY', evidence: 'Jakoluettelo 1.9.2026', ...more },
  })
const outputTax = async () => {
  const { boxes } = await world.ok(bookkeeping.vatReturn, { as: staff, params: { month: '2026-09' } })
  return boxes.find(({ box }) => box === '301')!.amount
}
const lossOf = async (id: string) => (await world.ok(creditLosses.list, { as: staff, query: { id } })).items[0]
const balanceOf = async (id: string) =>
  Object.fromEntries(
    (
      await sql<{ account: string; cents: number }>`
        select account, sum(amount_cents)::bigint as cents from ledger_rows where invoice_id = ${id} group by 1`.execute(
        world.services.database.primary,
      )
    ).rows.map(({ account, cents }) => [account, Number(cents)]),
  )

describe('a final credit loss', () => {
  it('takes the VAT of the bill back once, on the day on which it is noted, and is listed with it', async () => {
    const before = await outputTax()
    const id = await writtenOff(125_500)
    expect(await lossOf(id)).toMatchObject({ gross: 1255, vat: 255, net: 1000, ground: null })
    expect(await outputTax()).toBe(before + 255)
    const done = await finish(id)
    expect(done).toMatchObject({
      status: 201,
      body: { vat: 255, ground: 'BANKRUPTCY', evidence: 'Jakoluettelo 1.9.2026', finalDay: '2026-09-10' },
    })
    expect(await outputTax()).toBe(before)
    expect(await balanceOf(id)).toMatchObject({ RECEIVABLES: 0, CREDIT_LOSSES: 100_000, VAT_OUTPUT: 0 })
    expect((await finish(id)).body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
    const file = await world.call(creditLosses.file, { as: staff, query: { format: 'csv', final: true } })
    expect(file.raw.toString()).toMatch(/1\s?000,00;255,00;1\s?255,00;Konkurssi/)
  })

  it('is owed again as far as money comes, to the cent once all has come', async () => {
    const id = await writtenOff(125_500)
    await finish(id)
    await pay(id, 25_100)
    expect(await balanceOf(id)).toMatchObject({ RECEIVABLES: 0, CREDIT_LOSSES: 80_000, VAT_OUTPUT: -5_100 })
    expect(await lossOf(id)).toMatchObject({ gross: 1004, vat: 204 })
    await pay(id, 100_400)
    expect(await balanceOf(id)).toMatchObject({ RECEIVABLES: 0, CREDIT_LOSSES: 0, VAT_OUTPUT: -25_500 })
  })

  it('is refused without evidence, at an old version, for what is not written off or supplied later, and to a reader', async () => {
    const id = await writtenOff(10_000)
    expect((await finish(id, { evidence: '' })).status).toBe(400)
    expect((await finish(id, { version: 99 })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    expect((await finish(id, {}, await signedInAs(world, 'BOOKKEEPING_READER'))).status).toBe(403)
    expect((await finish(await fee(10_000))).body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
    const later = await fee(10_000, { supplyDay: '2026-12-01' })
    const { version } = await get(later)
    await world.ok(invoices.writeOff, { as: staff, params: { id: later }, body: { reason: 'Konkurssi', version } })
    expect((await finish(later)).body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
    expect((await lossOf(id))?.ground).toBeNull()
  })
})
