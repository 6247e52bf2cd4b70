import { afterAll, beforeAll, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { takeInFromBank } from '#features/money/banking/server/statements/take-in.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { bankEntry, bankStatement } from '#testing/money/bank-files.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'

let world: World
let staff: Caller
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-20T10:00:00Z')
  staff = await signedInAs(world, 'SUPER_ADMIN')
  companyId = (await buildCompany(world)).companyId
})
afterAll(() => world.close())

const balances = async () =>
  (await world.ok(bookkeeping.bank, { as: staff, query: { from: '2026-11-01', to: '2026-11-30' } })).items
const reconciled = () => world.ok(bookkeeping.reconciliation, { as: staff })

it('shows the statement beside the ledger, explains what differs, and balances only when it does', async () => {
  expect((await reconciled()).isBalanced).toBe(true)
  const id = await buildFeeInvoice(world, { companyId, lines: [{ cents: 12_550 }] })
  const { referenceNumber } = await world.ok(invoices.get, { as: staff, params: { id } })
  const paid = bankEntry({ amount: '125.50', reference: referenceNumber! })
  const fee = bankEntry({ amount: '12.50', sign: 'DBIT', message: 'Palvelumaksu' })
  const first = bankStatement(world, paid + fee, { balances: ['0.00', '113.00', '2026-11-20'] })
  await takeInFromBank(world.services, { name: 'tiliote.xml', open: () => [first] })
  expect(await balances()).toEqual([
    {
      day: '2026-11-20',
      accounts: [{ iban: expect.stringMatching(/^FI/), closing: 113 }],
      statement: 113,
      ledger: 125.5,
      difference: 12.5,
      parts: [{ part: 'WAITING', amount: 12.5 }],
      unexplained: 0,
    },
  ])
  const found = await reconciled()
  expect(found).toMatchObject({ isBalanced: false, bankDay: '2026-11-20' })
  expect(found.rows.find(({ kind }) => kind === 'BANK')).toMatchObject({
    ledger: 125.5,
    compared: 113,
    difference: 12.5,
  })
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
  const period = { from: '2026-11-01', to: '2026-11-30' }
  expect((await world.call(bookkeeping.bank, { as: employer, query: period })).status).toBe(403)
  const backwards = { from: '2026-11-30', to: '2026-11-01' }
  expect((await world.call(bookkeeping.bank, { as: staff, query: backwards })).status).toBe(400)
})

it('posts the bank’s own fee when somebody puts it aside, takes it back when they open it again, and balances with it', async () => {
  const { items } = await world.ok(banking.entries, { as: staff, query: { state: 'OPEN' } })
  const fee = items.find(({ message }) => message === 'Palvelumaksu')!
  const aside = (version: number, reason: 'BANK_FEE' | 'ROUNDING') =>
    world.call(banking.setAside, { as: staff, params: { id: fee.bankEntryId }, body: { version, reason } })
  expect(await aside(fee.version, 'ROUNDING')).toMatchObject({ status: 409, body: { code: 'BANK_ITEM_UNFIT' } })
  expect((await aside(fee.version, 'BANK_FEE')).status).toBe(200)
  expect(await balances()).toMatchObject([{ statement: 113, ledger: 113, difference: 0, parts: [], unexplained: 0 }])
  expect((await reconciled()).isBalanced).toBe(true)
  const vouchers = async () =>
    (await world.ok(bookkeeping.vouchers, { as: staff, query: { account: 'BANK_FEES' } })).items
  expect(await vouchers()).toMatchObject([
    { series: 'TI', day: '2026-11-20', entryId: fee.bankEntryId, onAccount: 12.5 },
  ])
  const body = { version: fee.version + 1, reason: 'Kuului laskuun' }
  await world.ok(banking.reopen, { as: staff, params: { id: fee.bankEntryId }, body })
  expect((await vouchers()).map(({ onAccount }) => onAccount).toSorted()).toEqual([-12.5, 12.5])
  expect(await balances()).toMatchObject([
    { ledger: 125.5, parts: [{ part: 'WAITING', amount: 12.5 }], unexplained: 0 },
  ])
  await aside(fee.version + 2, 'BANK_FEE')
  expect((await reconciled()).isBalanced).toBe(true)
})
