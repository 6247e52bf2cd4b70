import { generateSecret, generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { insertLines } from '#features/money/invoices/ledger/server/issue.ts'
import { priceLines } from '#features/money/invoices/rules/lines.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildStore, buildUser, signedInAs, stepUp } from '#testing/builders.ts'
import { bankBrings } from '#testing/money/bank-files.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

const storeIban = 'FI2112345600000785'
let world: World
let maker: Caller
let releaser: Caller
let other: Caller
let companyId: string
let bikeStoreId: string
beforeAll(async () => {
  world = await openWorld()
  const people = [1, 2, 3].map(() => signedInAs(world, 'INTERNAL_ADMIN'))
  ;[maker, releaser, other] = (await Promise.all(people)) as [Caller, Caller, Caller]
  companyId = (await buildCompany(world)).companyId
  bikeStoreId = (await buildStore(world, { iban: storeIban })).bikeStoreId
})
afterAll(() => world.close())

let serial = 0
/** A store's invoice that has come. */
async function received(cents: number, iban: string): Promise<string> {
  const { env, database } = world.services
  const id = env.id()
  serial += 1
  const { lines, totals } = priceLines([
    { purpose: 'OTHER' as const, description: 'Pyörä', grossCents: cents, vatBasisPoints: 2550 },
  ])
  await database.transaction(async (db) => {
    await db
      .insertInto('invoices')
      .values({
        id,
        company_id: companyId,
        direction: 'PURCHASE',
        party: 'STORE',
        stage: 'RECEIVED',
        status: 'RECEIVED',
        bike_store_id: bikeStoreId,
        number: `K${serial}`,
        reference_number: '1232',
        iban,
        issue_day: '2026-11-01',
        due_day: '2026-11-30',
        // Of no order: what it was entered for stands for the match.
        matched_at: env.now(),
        net_cents: totals.netCents,
        vat_cents: totals.vatCents,
        total_cents: totals.grossCents,
      })
      .execute()
    await insertLines(db, env, { companyId, invoiceId: id, lines })
  })
  return id
}

/** A store's checked invoice, approved by the maker. */
async function approved(cents: number): Promise<string> {
  const id = await received(cents, storeIban)
  for (const status of ['VERIFIED', 'APPROVED'] as const) {
    const { version } = await get(id)
    await world.ok(invoices.setStatus, { as: maker, params: { id }, body: { status, version } })
  }
  return id
}

const get = (id: string) => world.ok(invoices.get, { as: maker, params: { id } })
const statusOf = async (id: string) => (await get(id)).status
const queue = (invoiceIds: string[]) => world.ok(banking.queue, { as: maker, body: { invoiceIds } })

/** The next bank day, on which a file is carried out. */
const executionDay = () => bankDayFrom(addDays(helsinkiDay(world.env.now()), 1))

async function madeFile(cents: number) {
  const invoiceId = await approved(cents)
  expect(await queue([invoiceId])).toMatchObject({ queued: 1 })
  const file = await world.ok(banking.make, { as: maker, body: { executionDay: executionDay() } })
  const { items } = await world.ok(banking.orders, { as: maker, query: { paymentFileId: file.paymentFileId } })
  return { invoiceId, file, order: items[0]! }
}
const release = (as: Caller, file: { paymentFileId: string; version: number }) => releaseFile(world, as, file)

const takeIn = (xml: string) => bankBrings(world, xml)
const debit = (paymentOrderId: string, amount: string, { sign = 'DBIT', more = '' } = {}) => {
  serial += 1
  return `<?xml version="1.0"?><Document><BkToCstmrStmt><GrpHdr><MsgId>O${serial}</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${world.services.brand.iban}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>OUT${serial}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${paymentOrderId.replaceAll('-', '')}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
}

describe('a payment to a store', () => {
  it('goes from the approved invoice by a file that another person releases to PAID by the bank’s movement', async () => {
    const { invoiceId, file, order } = await madeFile(120_000)
    expect(await statusOf(invoiceId)).toBe('PAYMENT_QUEUED')
    const own = await release(maker, file)
    expect(own.body).toMatchObject({ code: 'PAYMENT_FILE_NOT_RELEASABLE', details: { unmet: ['OWN_WORK'] } })
    const download = () => world.call(banking.download, { as: releaser, params: { id: file.paymentFileId } })
    expect((await download()).status).toBe(404)
    expect((await release(releaser, file)).body).toMatchObject({ state: 'RELEASED' })
    const bytes = async () => (await download()).raw.toString()
    expect(await bytes()).toContain('<InstdAmt Ccy="EUR">1200.00</InstdAmt>')
    expect(await bytes()).toBe(await bytes())
    expect(await statusOf(invoiceId)).toBe('PAYMENT_SENT_TO_BANK')
    // Another sum than was ordered pays nothing by itself.
    expect(await takeIn(debit(order.paymentOrderId, '1199.99'))).toMatchObject({ matchedCount: 0 })
    expect(await takeIn(debit(order.paymentOrderId, '1200.00'))).toMatchObject({ matchedCount: 1 })
    expect(await get(invoiceId)).toMatchObject({ status: 'PAID', open: 0 })
    const { items } = await world.ok(banking.paymentFiles, { as: releaser })
    expect(items[0]).toMatchObject({ paymentFileId: file.paymentFileId, state: 'RELEASED', unmet: ['NOT_MADE'] })
  })

  it('is released by one of two people who do it at the same moment, and queued by one', async () => {
    const { invoiceId, file } = await madeFile(50_000)
    const replies = await Promise.all([release(releaser, file), release(other, file)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await statusOf(invoiceId)).toBe('PAYMENT_SENT_TO_BANK')
    const second = await approved(1_000)
    const both = await Promise.all([queue([second]), queue([second])])
    expect(both.map(({ queued }) => queued).sort()).toEqual([0, 1])
  })

  it('is not released by whom its maker gave the right a short while ago', async () => {
    const { file } = await madeFile(20_000)
    const since = (days: number) =>
      world.services.database.primary
        .updateTable('user_roles')
        .set({ created_by: maker.userId, created_at: new Date(world.env.now().getTime() - days * 86_400_000) })
        .where('user_id', '=', other.userId)
        .execute()
    await since(1)
    expect((await release(other, file)).body).toMatchObject({ details: { unmet: ['OWN_WORK'] } })
    await since(31)
    expect((await release(other, file)).body).toMatchObject({ state: 'RELEASED' })
  })

  it('is released by nobody at the end of a chain of new colleagues, nor by two whom its maker has just chosen', async () => {
    const { file } = await madeFile(21_000)
    const give = async (userId: string, by: string, role: 'INTERNAL_ADMIN' | 'SUPER_ADMIN') => {
      await assignRole(world, userId, role)
      const given = world.services.database.primary.updateTable('user_roles').set({ created_by: by })
      await given.where('user_id', '=', userId).where('role_id', '=', roleId(role)).execute()
    }
    const chosen = async (by: string) => {
      const { userId } = await buildUser(world)
      await give(userId, by, 'INTERNAL_ADMIN')
      return world.signIn(userId)
    }
    const [first, another] = [await chosen(maker.userId), await chosen(maker.userId)]
    const [last, aside] = [await chosen(first.userId), await chosen(releaser.userId)]
    await give(last.userId, another.userId, 'SUPER_ADMIN')
    for (const as of [first, last])
      expect((await release(as, file)).body).toMatchObject({ details: { unmet: ['OWN_WORK'] } })
    expect((await release(aside, file)).body).toMatchObject({ state: 'RELEASED' })
  })

  it('is not released by whoever has just chosen its maker', async () => {
    const { file } = await madeFile(22_000)
    const roles = world.services.database.primary.updateTable('user_roles')
    const choose = (created_by: string | null) =>
      roles.set({ created_by }).where('user_id', '=', maker.userId).execute()
    await choose(releaser.userId)
    expect((await release(releaser, file)).body).toMatchObject({ details: { unmet: ['OWN_WORK'] } })
    await choose(null)
    expect((await release(releaser, file)).body).toMatchObject({ state: 'RELEASED' })
  })

  it('that the bank refuses or takes back can be approved and paid again', async () => {
    const { invoiceId, file, order } = await madeFile(30_000)
    await release(releaser, file)
    const report = `<?xml version="1.0"?><Document><CstmrPmtStsRpt><GrpHdr><MsgId>R</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file.messageId}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${order.paymentOrderId.replaceAll('-', '')}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
    expect(await takeIn(report)).toMatchObject({ kind: 'PAIN002', matchedCount: 1 })
    const removed = await get(invoiceId)
    expect(removed).toMatchObject({ status: 'PAYMENT_TRANSACTION_REMOVED' })
    expect((await takeIn(debit(order.paymentOrderId, '300.00'))).matchedCount).toBe(0)
    const body = { status: 'APPROVED' as const, version: removed.version }
    await world.ok(invoices.setStatus, { as: maker, params: { id: invoiceId }, body })
    await queue([invoiceId])
    const again = await world.ok(banking.make, { as: maker, body: { executionDay: executionDay() } })
    await release(releaser, again)
    const { items } = await world.ok(banking.orders, { as: maker, query: { paymentFileId: again.paymentFileId } })
    const sent = items.find((one) => one.invoiceId === invoiceId)!
    await takeIn(debit(sent.paymentOrderId, '300.00'))
    expect(await statusOf(invoiceId)).toBe('PAID')
    await takeIn(debit(sent.paymentOrderId, '300.00', { sign: 'CRDT', more: '<RvslInd>true</RvslInd>' }))
    expect(await get(invoiceId)).toMatchObject({ status: 'PAYMENT_TRANSACTION_REMOVED', open: 300 })
  })

  it('is released by its maker where nobody else may, after 24 hours and with a fresh code', async () => {
    const db = world.services.database.primary
    const { file } = await madeFile(70_000)
    const others = await db.selectFrom('users').select('id').where('id', '<>', maker.userId).execute()
    const setOthers = (deactivated_at: Date | null) =>
      db
        .updateTable('users')
        .set({ deactivated_at })
        .where(
          'id',
          'in',
          others.map(({ id }) => id),
        )
        .execute()
    const secret = generateSecret()
    const app = { totp_secret_sealed: world.services.vault.seal(secret), totp_confirmed_at: world.env.now() }
    await db.updateTable('users').set(app).where('id', '=', maker.userId).execute()
    await setOthers(world.env.now())
    const alone = async (hours: number, code = '000000') => {
      world.env.advance(hours * 3_600_000)
      const as = await stepUp(world, await world.signIn(maker.userId))
      const body = { version: file.version, code }
      return world.call(banking.release, { as, params: { id: file.paymentFileId }, body })
    }
    expect((await alone(0)).body).toMatchObject({ details: { unmet: ['TOO_SOON'] } })
    expect((await alone(23)).body).toMatchObject({ details: { unmet: ['TOO_SOON'] } })
    world.env.advance(3_600_000)
    const epoch = Math.floor(world.env.now().getTime() / 1000)
    const code = generateSync({ secret, epoch })
    expect((await alone(0, code === '000000' ? '000001' : '000000')).body).toMatchObject({ code: 'CODE_WRONG' })
    expect((await alone(0, code)).body).toMatchObject({ state: 'RELEASED' })
    world.env.advance(-24 * 3_600_000)
    await setOthers(null)
  })

  it('waits while the register has no account, also when its file has been made', async () => {
    const { file } = await madeFile(700)
    const db = world.services.database.primary
    const setIban = (iban: string | null) =>
      db.updateTable('bike_stores').set({ iban }).where('id', '=', bikeStoreId).execute()
    const waiting = await approved(901)
    await setIban(null)
    expect(await queue([waiting])).toMatchObject({ queued: 0, items: [{ problem: 'NO_REGISTER_IBAN' }] })
    const body = { version: file.version }
    const released = await release(releaser, file)
    expect(released.body).toMatchObject({ details: { unmet: ['PAYEE_CHANGED'] } })
    await setIban(storeIban)
    await world.ok(banking.withdraw, { as: maker, params: { id: file.paymentFileId }, body })
  })

  it('waits when its account is not that of the register, and leaves the queue with a reason', async () => {
    const strange = await received(900, 'FI1410093000123458')
    const step = async (status: 'VERIFIED' | 'APPROVED') => {
      const { version } = await get(strange)
      return world.call(invoices.setStatus, { as: maker, params: { id: strange }, body: { status, version } })
    }
    await step('VERIFIED')
    expect((await step('APPROVED')).body).toMatchObject({
      code: 'INVOICE_NOT_PAYABLE',
      details: { problem: 'PAYEE_WAITS' },
    })
    expect(await get(strange)).toMatchObject({ status: 'VERIFIED', unpayable: { problem: 'PAYEE_WAITS' } })
    expect(await queue([strange])).toMatchObject({ queued: 0, items: [{ problem: 'NOT_APPROVED' }] })
    const { invoiceId, file, order } = await madeFile(800)
    const remove = (version: number) =>
      world.call(banking.remove, {
        as: maker,
        params: { id: order.paymentOrderId },
        body: { version, reason: 'Kahdesti laskutettu' },
      })
    expect((await remove(order.version)).body).toMatchObject({ code: 'PAYMENT_ORDER_STEP_NOT_ALLOWED' })
    await world.ok(banking.withdraw, {
      as: maker,
      params: { id: file.paymentFileId },
      body: { version: file.version },
    })
    const { items } = await world.ok(banking.orders, { as: maker, query: { state: 'QUEUED' } })
    const waiting = items.find((one) => one.invoiceId === invoiceId)!
    expect((await remove(waiting.version)).body).toMatchObject({ state: 'REMOVED' })
    expect(await statusOf(invoiceId)).toBe('PAYMENT_TRANSACTION_REMOVED')
  })
})
