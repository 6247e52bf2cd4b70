import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proposals } from '#features/ground/proposals/contract.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { postVouchers } from '#features/money/invoices/ledger/server/post.ts'
import { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { confirmProposed } from '#testing/confirm-proposal.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { moneyOffice } from '#testing/money/money-steps.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'

const reasons = { BANK: 'Tiliotteita ei ole vielä otettu käyttöön' }
const [september, october, november] = ['2026-09', '2026-10', '2026-11'].map((month) => ({ month })) as [
  { month: string },
  { month: string },
  { month: string },
]

let peer: Awaited<ReturnType<typeof startDemoPaytrail>>
let world: World
let staff: Caller
let second: Caller
let companyId: string
let invoiceId: string
beforeAll(async () => {
  peer = await startDemoPaytrail()
  const { url, merchantId, secret } = peer.config
  world = await openWorld({
    variables: { PAYTRAIL_URL: url, PAYTRAIL_MERCHANT_ID: merchantId, PAYTRAIL_SECRET: secret },
  })
  await at('2026-09-20')
  companyId = (await buildCompany(world)).companyId
  await fee(12_550)
  await at('2026-10-10')
  invoiceId = await fee(25_100)
  await paid(5_000, '2026-10-12')
})
afterAll(async () => {
  await world.close()
  await peer.close()
})

/** The clock stands at noon of a day, and the staff have signed in then. */
async function at(day: string) {
  world.env.setNow(`${day}T10:00:00Z`)
  staff = await signedInAs(world, 'SUPER_ADMIN')
  second = await signedInAs(world, 'INTERNAL_ADMIN')
}
const fee = (cents: number) => buildFeeInvoice(world, { companyId, lines: [{ cents }] })
const paid = (amountCents: number, paidDay: string) =>
  world.services.database.transaction((db) =>
    recordPayment(db, world.services, {
      actor: systemActor,
      payment: { invoiceId, direction: 'IN', amountCents, paidDay, method: 'BANK', source: `test:${paidDay}` },
    }),
  )
const close = (params: { month: string }, version = 0, more: object = { reasons }, key?: string) =>
  world.call(bookkeeping.close, { as: staff, params, body: { version, ...more }, ...(key ? { key } : {}) })
const details = (params: { month: string }) => world.ok(bookkeeping.month, { as: staff, params })
const file = async (from: string, to: string, format: 'csv' | 'xlsx' = 'csv') =>
  (await world.call(bookkeeping.ledgerFile, { as: staff, query: { format, from, to } })).raw
const octoberFile = (format?: 'csv' | 'xlsx') => file('2026-10-01', '2026-10-31', format)
const vouchers = async () =>
  (
    await sql<{ series: string; number: number | null; day: string; own_day: string | null }>`
      select series, number, day, own_day from vouchers order by series, year, number`.execute(
      world.services.database.primary,
    )
  ).rows

describe('closing a month', () => {
  it('is refused before the month is over, before the months before it, and for months without vouchers', async () => {
    expect((await close(october)).body.code).toBe('PERIOD_NOT_OVER')
    await at('2026-11-03')
    expect((await close(october)).body.code).toBe('PERIOD_OUT_OF_ORDER')
    expect((await close({ month: '2026-08' })).status).toBe(404)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    const asked = await world.call(bookkeeping.close, { as: employer, params: september, body: { version: 0 } })
    expect(asked.status).toBe(403)
  })

  it('wants a reason for each difference, and changes nothing without it', async () => {
    expect((await close(september, 0, {})).status).toBe(200)
    const before = await details(october)
    expect(before.checks).toMatchObject([
      { kind: 'BANK', ledger: 50, compared: null, agrees: false },
      { kind: 'RECEIVABLES', ledger: 326.5, compared: 326.5, agrees: true },
      { kind: 'PAYABLES', agrees: true },
      { kind: 'PREPAYMENTS', agrees: true },
      { kind: 'DEDUCTIONS', agrees: true },
    ])
    expect((await close(october, 0, {})).body).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: 'reasons.BANK', code: 'REQUIRED' }],
    })
    expect(await details(october)).toEqual(before)
  })

  it('keeps who closed it and why it differs, happens once, and answers its repetition alike', async () => {
    expect((await close(october, 4)).body.code).toBe('VERSION_CONFLICT')
    const first = await close(october, 0, { reasons }, 'closing-october')
    expect(first.body).toMatchObject({
      state: 'CLOSED',
      version: 1,
      compared: { agree: 4, explained: 1 },
      unnumbered: 0,
    })
    expect(first.body.checks[0]).toMatchObject({ kind: 'BANK', reason: reasons.BANK })
    expect(first.body.closedBy).toBeTruthy()
    expect((await close(october, 0, { reasons }, 'closing-october')).body).toEqual(first.body)
    expect((await close(october, 1)).body.code).toBe('PERIOD_CLOSED')
    const { items } = await world.ok(bookkeeping.months, { as: staff })
    expect(items.map(({ month, state, isNext }) => [month, state, isNext])).toEqual([
      ['2026-11', 'OPEN', true],
      ['2026-10', 'CLOSED', false],
      ['2026-09', 'CLOSED', false],
    ])
  })
})

describe('a closed month', () => {
  it('exports the same bytes after acts of every kind that are dated into it, new codes and new names', async () => {
    const before = [await octoberFile(), await octoberFile('xlsx')]
    const sums = await world.ok(bookkeeping.vatSummary, { as: staff, query: { from: '2026-10-01', to: '2026-10-31' } })
    await at('2026-10-20')
    const office = await moneyOffice(world, peer)
    for (let bill = 0; bill < 12; bill += 1) await office.issue(5_000 + bill)
    for (const [index, action] of [...office.actions, ...office.actions].entries())
      await office.take({ action, invoice: index, cents: 1_000 + index })
    await paid(1_000, '2026-10-31')
    await at('2026-11-04')
    const { version } = await world.ok(bookkeeping.accounts, { as: staff })
    await world.ok(bookkeeping.setAccounts, { as: staff, body: { codes: { RECEIVABLES: '1777' }, version } })
    const db = world.services.database.primary
    await db.updateTable('companies').set({ name: 'Uusi Nimi Oy' }).where('id', '=', companyId).execute()
    const late = (await vouchers()).filter(({ own_day }) => own_day)
    expect(late.length).toBeGreaterThan(30)
    expect(new Set(late.map(({ day }) => day))).toEqual(new Set(['2026-11-01']))
    const after = [await octoberFile(), await octoberFile('xlsx')]
    expect(after.map((bytes, index) => bytes.equals(before[index]!))).toEqual([true, true])
    expect(
      await world.ok(bookkeeping.vatSummary, { as: staff, query: { from: '2026-10-01', to: '2026-10-31' } }),
    ).toEqual(sums)
    const next = (await file('2026-11-01', '2026-11-30')).toString()
    expect(next).toContain('01.11.2026;31.10.2026;TI 2026/')
    expect(next).toContain(';1777;')
  })

  it('is opened again by two people alone, and not once it is filed', async () => {
    const ask = (version: number, params = october) =>
      world.call(bookkeeping.open, { as: staff, params, body: { version, reason: 'Kuukausi jäi kesken' } })
    expect((await ask(1, september)).body.code).toBe('PERIOD_OUT_OF_ORDER')
    const asked = await ask(1)
    expect(asked.status).toBe(202)
    const own = { as: staff, params: { id: asked.body.proposalId }, body: { version: asked.body.version } }
    expect((await world.call(proposals.confirm, own)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await details(october)).state).toBe('CLOSED')
    await confirmProposed(world, second, asked.body)
    expect(await details(october)).toMatchObject({ state: 'OPEN', version: 2, closedBy: null })
    expect((await ask(2)).body.code).toBe('PERIOD_NOT_CLOSED')
    expect((await close(october, 2)).body).toMatchObject({ state: 'CLOSED', version: 3 })
    const again = await ask(3)
    const filed = (version: number) => world.call(bookkeeping.file, { as: staff, params: october, body: { version } })
    expect((await filed(2)).body.code).toBe('VERSION_CONFLICT')
    expect((await filed(3)).body).toMatchObject({ state: 'FILED', version: 4, canOpen: false })
    expect((await filed(4)).body.code).toBe('PERIOD_FILED')
    expect((await ask(4)).body.code).toBe('PERIOD_FILED')
    const yes = { as: second, params: { id: again.body.proposalId }, body: { version: again.body.version } }
    expect((await world.call(proposals.confirm, yes)).body).toMatchObject({ details: { unmet: ['OVERTAKEN'] } })
    expect((await world.call(bookkeeping.file, { as: staff, params: november, body: { version: 1 } })).status).toBe(404)
  })
})

describe('numbers of vouchers', () => {
  it('run without gaps in each series and year, whoever numbers at once', async () => {
    await Promise.all([fee(100), fee(200), octoberFile(), fee(300), octoberFile(), octoberFile()])
    await octoberFile()
    for (const own of Map.groupBy(await vouchers(), ({ series }) => series).values())
      expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => index + 1))
  })

  it('are given once more where a numbering was stopped, and never changed', async () => {
    await fee(400)
    const { database } = world.services
    const stopped = database.transaction(async (db) => {
      await sql`update vouchers set number = 900 where number is null`.execute(db)
      throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    await octoberFile()
    expect((await vouchers()).filter(({ number }) => number === null)).toEqual([])
    for (const change of [sql`update vouchers set number = number + 1000`, sql`delete from vouchers`])
      await expect(change.execute(database.primary)).rejects.toThrow('numbered once and never changed')
  })

  it('come to no voucher that does not balance, and none gets rows later', async () => {
    const before = await vouchers()
    const post = (voucher: string, amountCents: number) =>
      world.services.database.transaction((db) =>
        postVouchers(db, world.services.env, [
          {
            voucher,
            companyId: null,
            day: '2026-11-04',
            invoiceId: null,
            postings: [
              { account: 'BANK', amountCents, vatBasisPoints: null },
              { account: 'PAYMENT_FEES', amountCents: -100, vatBasisPoints: null },
            ],
          },
        ]),
      )
    await expect(post('test:wrong', 101)).rejects.toThrow('do not balance')
    expect(await vouchers()).toEqual(before)
    await post('test:right', 100)
    await expect(post('test:right', 100)).rejects.toThrow('ledger_rows')
    expect((await vouchers()).length).toBe(before.length + 1)
  })
})
