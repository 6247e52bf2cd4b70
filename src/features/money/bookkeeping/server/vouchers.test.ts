import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'
import { numberPosted } from './numbering.ts'

let world: World
let staff: Caller
let companyId: string
let invoiceId: string
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  companyId = (await buildCompany(world)).companyId
  invoiceId = await buildFeeInvoice(world, {
    companyId,
    lines: [{ cents: 123_450 }],
    buyer: { name: 'Esimerkkityö 100 % Oy' },
  })
  await buildFeeInvoice(world, { companyId, lines: [{ cents: 7_700 }] })
  await world.services.database.transaction((db) =>
    recordPayment(db, world.services, {
      actor: systemActor,
      payment: {
        invoiceId,
        direction: 'IN',
        amountCents: 50_000,
        paidDay: helsinkiDay(world.env.now()),
        method: 'BANK',
        source: 'test:1',
      },
    }),
  )
  await numberPosted(world.services)
})
afterAll(() => world.close())

const list = (query: object) => world.ok(bookkeeping.vouchers, { as: staff, query })
const found = async (search: string) => (await list({ search })).items.map(({ sum }) => sum)
const year = () => helsinkiDay(world.env.now()).slice(0, 4)

describe('vouchers', () => {
  it('are found by number, sum, party and the number of the invoice', async () => {
    expect(await found(`ML ${year()}/1`)).toEqual([1_234.51])
    expect(await found(`TI ${year()}/1`)).toEqual([500])
    expect(await found('1 234,50 €')).toEqual([1_234.51])
    expect(await found('1 234,52 €')).toEqual([])
    expect(await found('ESIMERKKITYÖ')).toEqual([500, 1_234.51])
    expect(await found('100 %')).toEqual([500, 1_234.51])
    expect(await found('%')).toEqual([500, 1_234.51])
    expect(await found('ei ole')).toEqual([])
    const { items } = await list({ search: '1 234,50' })
    expect(await found(items[0]!.document!)).toEqual([500, 1_234.51])
  })

  it('show their rows, and lead to the invoice that they come from', async () => {
    const { items } = await list({ search: '1234,50' })
    expect(items[0]).toMatchObject({ series: 'ML', number: `ML ${year()}/1`, invoiceId, ownDay: null, onAccount: null })
    expect(items[0]!.rows).toEqual([
      { account: 'RECEIVABLES', code: '1701', amount: 1_234.5, vatPercent: null },
      { account: 'SALES_FEE', code: '3020', amount: -983.67, vatPercent: 25.5 },
      { account: 'VAT_OUTPUT', code: '29391', amount: -250.84, vatPercent: 25.5 },
      { account: 'ROUNDING', code: '8585', amount: 0.01, vatPercent: null },
    ])
    const [one] = (await list({ id: items[0]!.voucherId })).items
    expect(one).toEqual(items[0])
  })

  it('of one account make its card, and its balance in the trial balance', async () => {
    const today = helsinkiDay(world.env.now())
    const card = await list({ account: 'RECEIVABLES', from: today, to: today })
    expect(card.items.map(({ onAccount }) => onAccount)).toEqual([-500, 77, 1_234.5])
    const balances = async (from: string, to: string) =>
      (await world.ok(bookkeeping.balances, { as: staff, query: { from, to } })).items
    const of = async (from: string, to: string) =>
      (await balances(from, to)).find(({ account }) => account === 'RECEIVABLES')
    expect(await of(today, today)).toEqual({
      account: 'RECEIVABLES',
      code: '1701',
      opening: 0,
      debit: 1_311.5,
      credit: 500,
      closing: 811.5,
    })
    const tomorrow = addDays(today, 1)
    expect(await of(tomorrow, tomorrow)).toMatchObject({ opening: 811.5, debit: 0, credit: 0, closing: 811.5 })
    const all = await balances(today, today)
    expect(Math.round(all.reduce((sum, { closing }) => sum + closing * 100, 0))).toBe(0)
  })

  it('are read by whoever may read payments alone, and refuse an account that is none', async () => {
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    expect((await world.call(bookkeeping.vouchers, { as: employer })).status).toBe(403)
    const asked = await world.call(bookkeeping.vouchers, { as: staff, anyQuery: { account: 'NONE' } })
    expect(asked.status).toBe(400)
    const period = { from: '2026-02-01', to: '2026-01-31' }
    expect((await world.call(bookkeeping.balances, { as: staff, query: period })).body).toMatchObject({
      fields: [{ path: 'to' }],
    })
  })
})
