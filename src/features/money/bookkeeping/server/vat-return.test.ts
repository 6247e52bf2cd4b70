import { afterAll, beforeAll, expect, it } from 'vitest'
import { postVouchers } from '#features/money/invoices/ledger/server/post.ts'
import { postingsOfInvoice } from '#features/money/invoices/rules/posting.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'

const [october, november] = [{ month: '2026-10' }, { month: '2026-11' }]

let world: World
let staff: Caller
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  await at('2026-10-10')
  companyId = (await buildCompany(world)).companyId
  await fees({ cents: 12_550 }, { cents: 1_100, vatBasisPoints: 1_000 }, { cents: 5_000, vatBasisPoints: 0 })
  await purchase('2026-10-12')
})
afterAll(() => world.close())

async function at(day: string) {
  world.env.setNow(`${day}T10:00:00Z`)
  staff = await signedInAs(world, 'SUPER_ADMIN')
}
const fees = (...lines: { cents: number; vatBasisPoints?: number }[]) => buildFeeInvoice(world, { companyId, lines })
const group = {
  purpose: 'OTHER',
  vatBasisPoints: 2_550,
  netCents: 20_000,
  vatCents: 5_100,
  grossCents: 25_100,
} as const
/** A purchase of 200.00 € and 51.00 € VAT. */
const purchase = (day: string) =>
  world.services.database.transaction((db) =>
    postVouchers(db, world.env, [
      {
        voucher: `invoice:${world.env.id()}:verified:1`,
        companyId,
        day,
        invoiceId: null,
        postings: postingsOfInvoice('PURCHASE', [group]),
      },
    ]),
  )
const boxes = async (params: { month: string }) =>
  Object.fromEntries(
    (await world.ok(bookkeeping.vatReturn, { as: staff, params })).boxes.map(({ box, amount, late }) => [
      box,
      late === 0 ? amount : [amount, late],
    ]),
  )
const reasons = { BANK: 'Tiliotteita ei ole', PAYABLES: 'Ostolasku on vain kirjattu' }

it('says each box from the ledger, and leads from a box to its vouchers', async () => {
  expect(await boxes(october)).toEqual({ '301': 25.5, '302': 0, '303': 1, '307': 51, '308': -24.5, '309': 0 })
  const of = async (box: '301' | '303' | '307' | '309') =>
    (
      await world.ok(bookkeeping.vouchers, { as: staff, query: { box, from: '2026-10-01', to: '2026-10-31' } })
    ).items.map(({ series }) => series)
  expect([await of('301'), await of('303'), await of('307'), await of('309')]).toEqual([['ML'], ['ML'], ['OL'], []])
  const file = await world.call(bookkeeping.vatReturnFile, { as: staff, params: october, query: { format: 'csv' } })
  expect(file.raw.toString()).toContain('307;Verokauden vähennettävä vero;51,00;0,00')
})

it('does not change once it is filed: what comes later is in the next, and says so', async () => {
  await at('2026-11-05')
  const body = { version: 0, reasons }
  const closed = await world.ok(bookkeeping.close, { as: staff, params: october, body })
  await world.ok(bookkeeping.file, { as: staff, params: october, body: { version: closed.version } })
  const filed = await boxes(october)
  await purchase('2026-10-20')
  await fees({ cents: 25_100 })
  expect(await boxes(october)).toEqual(filed)
  expect(await boxes(november)).toMatchObject({ '301': 51, '307': [51, 51], '308': [0, -51] })
  const { state, filedBy, filingDay } = await world.ok(bookkeeping.vatReturn, { as: staff, params: october })
  expect({ state, filingDay, isNamed: filedBy !== null }).toEqual({
    state: 'FILED',
    filingDay: '2026-12-12',
    isNamed: true,
  })
})

it('is there for months of the books alone, and for whoever may read payments', async () => {
  const asked = (month: string, as = staff) => world.call(bookkeeping.vatReturn, { as, params: { month } })
  expect([(await asked('2026-09')).status, (await asked('2026-12')).status]).toEqual([404, 404])
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
  expect((await asked('2026-10', employer)).status).toBe(403)
})
