import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { payments } from '#features/money/payments/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildEmployee, signedInAs, stepUp } from '#testing/builders.ts'
import { bankSends } from '#testing/money/bank-files.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

const payerIban = 'FI2112345600000785'
const otherIban = 'FI1410093000123458'
let world: World
let [maker, second] = [] as unknown as [Caller, Caller]
let person: Caller
let employeeId: string
beforeAll(async () => {
  world = await openWorld()
  maker = await signedInAs(world, 'INTERNAL_ADMIN')
  second = await signedInAs(world, 'INTERNAL_ADMIN')
  const employee = await buildEmployee(world, await buildCompany(world))
  employeeId = employee.employeeId
  person = await world.signIn(employee.userId)
})
afterAll(() => world.close())

const get = (id: string) => world.ok(invoices.get, { as: maker, params: { id } })
let serial = 0
const takeIn = (entry: string) => {
  serial += 1
  const xml = `<?xml version="1.0"?><Document><BkToCstmrStmt><GrpHdr><MsgId>R${serial}</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${world.services.brand.iban}</IBAN></Id></Acct><Ntry>${entry}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>REP${serial}</AcctSvcrRef>`
  return (details: string) =>
    bankSends(world, `${xml}<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`)
}

/** A person's bill of 100 € that is credited; with `fromBank` it was paid by a movement that tells its account. */
async function overpaid({ fromBank = true } = {}) {
  const bill = await world.ok(payments.create, {
    as: maker,
    body: { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 100, hasVat: true },
  })
  const id = bill.invoiceId
  if (fromBank)
    await takeIn('<Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>')(
      `<RltdPties><DbtrAcct><Id><IBAN>${payerIban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${bill.referenceNumber}</Ref></CdtrRefInf></Strd></RmtInf>`,
    )
  else
    await world.ok(invoices.pay, {
      as: maker,
      params: { id },
      body: { direction: 'IN', amount: 100, paidDay: helsinkiDay(world.env.now()), method: 'SVEA' },
    })
  await world.ok(invoices.credit, { as: maker, params: { id }, body: { reason: 'Peruttu' } })
  expect(await get(id)).toMatchObject({ open: -100, settlement: 'TO_REPAY' })
  return id
}
/** The repayment of a person's bill of 100 € that was paid in parts and is credited. */
async function repayPaidBy(paid: readonly (readonly [iban: string, amount: string])[]) {
  const bill = await world.ok(payments.create, {
    as: maker,
    body: { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 100, hasVat: true },
  })
  for (const [iban, amount] of paid)
    await takeIn(`<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`)(
      `<RltdPties><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${bill.referenceNumber}</Ref></CdtrRefInf></Strd></RmtInf>`,
    )
  // A part of the sum waits for a person, who settles the bill with it.
  const { items } = await world.ok(banking.entries, { as: maker, query: { state: 'OPEN', limit: 50 } })
  for (const { bankEntryId, version, amount } of items)
    await world.ok(banking.match, {
      as: maker,
      params: { id: bankEntryId },
      body: { version, parts: [{ invoiceId: bill.invoiceId, amount }] },
    })
  await world.ok(invoices.credit, { as: maker, params: { id: bill.invoiceId }, body: { reason: 'Peruttu' } })
  return (await repay(bill.invoiceId)).body
}
const repay = (invoiceId: string, iban?: string, as = maker) =>
  world.call(banking.repay, { as, body: { invoiceId, ...(iban ? { iban } : {}) } })
const confirmUnproven = (as: Caller, order: { paymentOrderId: string; version: number }) =>
  world.call(banking.confirmPayee, { as, params: { id: order.paymentOrderId }, body: { version: order.version } })
const confirm = async (as: Caller, order: { paymentOrderId: string; version: number }) =>
  confirmUnproven(await stepUp(world, as), order)
const make = (paymentOrderIds: string[]) =>
  world.call(banking.make, {
    as: maker,
    body: { executionDay: bankDayFrom(addDays(helsinkiDay(world.env.now()), 1)), paymentOrderIds },
  })
const release = (as: Caller, file: { paymentFileId: string; version: number }) => releaseFile(world, as, file)
const debit = (paymentOrderId: string) =>
  takeIn('<Amt Ccy="EUR">100.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>')(
    `<Refs><EndToEndId>${paymentOrderId.replaceAll('-', '')}</EndToEndId></Refs>`,
  )
/** Until somebody waits for a payment file that a transaction holds; fails when what should wait ends first. */
async function untilItsFileIsWaitedFor(tx: Db, waiting: Promise<unknown>): Promise<void> {
  const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  waiting.then(end, end)
  while (!hasEnded) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where ${own.rows[0]!.pid}::int = any(pg_blocking_pids(pid)) and query like '%"payment_files"%for update%'`.execute(
      world.services.database.primary,
    )
    if (rows.length > 0) return
  }
  throw new Error('nobody has waited for the file')
}
const isListed = async (invoiceId: string) =>
  (await world.ok(banking.overpaid, { as: maker })).items.some((row) => row.invoiceId === invoiceId)

/** What the staff are waited for with an invoice. */
const tasksOf = async (invoiceId: string) => {
  const { number } = await get(invoiceId)
  const { data } = await world.ok(tasks.list, { as: maker })
  return data.filter(({ about }) => about?.split(' · ')[0] === number).map(({ action }) => action)
}

/** The page that the person was last mailed. */
async function mailedToken(): Promise<string> {
  const rows = await world.services.database.primary
    .selectFrom('notifications')
    .select('link')
    .where('user_id', '=', person.userId)
    .where('template', '=', 'banking:notice.accountAsked')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows[0]!.link!.replace('/takaisinmaksu/', '')
}

describe('a repayment', () => {
  it('goes to the account the money came from, by a file that another person releases, and settles the invoice', async () => {
    const invoiceId = await overpaid()
    expect(await isListed(invoiceId)).toBe(true)
    expect(await tasksOf(invoiceId)).toEqual(['repayPayer'])
    const order = await repay(invoiceId)
    expect(await tasksOf(invoiceId)).toEqual([])
    expect(order.body).toMatchObject({ state: 'QUEUED', iban: payerIban, amount: 100, accountFrom: 'PAYING_ACCOUNT' })
    expect(await isListed(invoiceId)).toBe(false)
    expect((await repay(invoiceId)).body).toMatchObject({ code: 'PAYMENT_ORDER_STEP_NOT_ALLOWED' })
    const file = (await make([order.body.paymentOrderId])).body
    expect((await release(maker, file)).body).toMatchObject({ details: { unmet: ['OWN_WORK'] } })
    expect((await release(second, file)).body).toMatchObject({ state: 'RELEASED' })
    await debit(order.body.paymentOrderId)
    expect(await get(invoiceId)).toMatchObject({ open: 0, paid: 0 })
    const { items } = await world.ok(banking.orders, { as: maker, query: { paymentFileId: file.paymentFileId } })
    expect(items).toMatchObject([{ kind: 'REPAYMENT', state: 'PAID' }])
  })

  it('to another account leaves only after somebody else has confirmed that account', async () => {
    const invoiceId = await overpaid()
    expect((await repay(invoiceId, 'FI1410093000123459')).body).toMatchObject({ fields: [{ path: 'iban' }] })
    const order = (await repay(invoiceId, otherIban)).body
    expect(order).toMatchObject({ state: 'TO_CONFIRM', accountFrom: 'STAFF' })
    expect(await tasksOf(invoiceId)).toEqual(['settleRepayment'])
    expect((await make([order.paymentOrderId])).body).toMatchObject({ code: 'NOTHING_TO_PAY' })
    const puppet = await signedInAs(world, 'INTERNAL_ADMIN')
    const held = world.services.database.primary.updateTable('user_roles').where('user_id', '=', puppet.userId)
    await held.set({ created_by: maker.userId }).execute()
    expect((await confirm(puppet, order)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    expect((await confirm(maker, order)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    const unproven = await world.signIn(second.userId)
    expect((await confirmUnproven(unproven, order)).body).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    const both = await Promise.all([confirm(second, order), confirm(second, order)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await make([order.paymentOrderId])).status).toBe(201)
  })

  it('to a lessor goes to the account of its register, and is not released once the register has another', async () => {
    const { companyId, leasingCompanyId } = await buildCompany(world)
    const invoiceId = await buildFeeInvoice(world, {
      companyId,
      lines: [{ cents: 10_000 }],
      party: { party: 'LESSOR', lessorId: leasingCompanyId },
    })
    await world.ok(invoices.pay, {
      as: maker,
      params: { id: invoiceId },
      body: { direction: 'IN', amount: 100, paidDay: helsinkiDay(world.env.now()), method: 'SVEA' },
    })
    await world.ok(invoices.credit, { as: maker, params: { id: invoiceId }, body: { reason: 'Peruttu' } })
    expect((await repay(invoiceId)).body).toMatchObject({ fields: [{ path: 'iban', code: 'REQUIRED' }] })
    const keep = (iban: string) =>
      world.services.database.primary
        .updateTable('leasing_companies')
        .set({ iban })
        .where('id', '=', leasingCompanyId)
        .execute()
    await keep(payerIban)
    const { items } = await world.ok(banking.overpaid, { as: maker })
    expect(items.find((row) => row.invoiceId === invoiceId)).toMatchObject({ iban: null, registerIban: payerIban })
    const order = (await repay(invoiceId)).body
    expect(order).toMatchObject({ state: 'QUEUED', iban: payerIban, accountFrom: 'REGISTER' })
    const file = (await make([order.paymentOrderId])).body
    await keep(otherIban)
    expect((await release(second, file)).body).toMatchObject({ details: { unmet: ['PAYEE_CHANGED'] } })
    await keep(payerIban)
    expect((await release(second, file)).body).toMatchObject({ state: 'RELEASED' })
  })

  it('asks the person for an account by a link, takes one once, and tells the person which', async () => {
    const invoiceId = await overpaid({ fromBank: false })
    const order = (await repay(invoiceId)).body
    expect(order).toMatchObject({ state: 'ASKED', iban: null })
    const token = await mailedToken()
    const page = () => world.ok(banking.repaymentPage, { params: { token } })
    expect(await page()).toMatchObject({ state: 'ASKED', amount: 100 })
    const give = (iban: string) => world.call(banking.giveAccount, { params: { token }, body: { iban } })
    expect((await give('FI21 1234')).body).toMatchObject({ fields: [{ path: 'iban', code: 'IBAN_INVALID' }] })
    expect((await give('FI21 1234 5600 0007 85')).body).toMatchObject({ state: 'TO_CONFIRM' })
    expect((await give(otherIban)).body).toMatchObject({ code: 'PAYMENT_ORDER_STEP_NOT_ALLOWED' })
    const { items } = await world.ok(banking.orders, { as: maker, query: { state: 'TO_CONFIRM' } })
    const given = items.find((one) => one.paymentOrderId === order.paymentOrderId)!
    expect(given).toMatchObject({ iban: payerIban, accountFrom: 'PAYER' })
    expect((await confirm(maker, given)).body).toMatchObject({ state: 'QUEUED' })
    const told = await world.services.database.primary
      .selectFrom('notifications')
      .select('template_values')
      .where('user_id', '=', person.userId)
      .where('template', '=', 'banking:notice.accountGiven')
      .executeTakeFirstOrThrow()
    expect(told.template_values).toMatchObject({ account: 'FI21 … 0785' })
  })

  it('waits for an admin of the company when a link has named its account, and is a task of staff once nobody has named one', async () => {
    const company = await buildCompany(world)
    const admins = [
      await signedInAs(world, 'EMPLOYER_ADMIN', company),
      await signedInAs(world, 'EMPLOYER_ADMIN', company),
    ]
    const stranger = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const db = world.services.database.primary
    const asked = async () => {
      const id = await buildFeeInvoice(world, { companyId: company.companyId, lines: [{ cents: 5_000 }] })
      const paidDay = helsinkiDay(world.env.now())
      await world.ok(invoices.pay, {
        as: maker,
        params: { id },
        body: { direction: 'IN', amount: 50, paidDay, method: 'SVEA' },
      })
      await world.ok(invoices.credit, { as: maker, params: { id }, body: { reason: 'Peruttu' } })
      return { id, order: (await repay(id)).body }
    }
    const { order } = await asked()
    expect(order).toMatchObject({ state: 'ASKED' })
    const notices = (template: string) =>
      db.selectFrom('notifications').select(['user_id', 'link']).where('template', '=', template).execute()
    const sent = (await notices('banking:notice.accountAsked')).find(({ user_id: id }) => id === admins[0]!.userId)!
    const token = sent.link!.replace('/takaisinmaksu/', '')
    await world.ok(banking.giveAccount, { params: { token }, body: { iban: otherIban } })
    const told = (await notices('banking:notice.employerAccountGiven')).map(({ user_id: id }) => id)
    expect(told).toEqual(expect.arrayContaining(admins.map(({ userId }) => userId)))
    expect(told).not.toContain(stranger.userId)

    // A member of staff has no means to know the account: it counts once an admin of the company has approved it, signed in.
    const [own, other] = admins as [Caller, Caller]
    const approve = (as: Caller, body: object) =>
      world.call(banking.approveAccount, { as, params: { id: order.invoiceId }, body: body as never })
    const waiting = async (as: Caller) => (await world.ok(banking.ownRepayments, { as })).items
    const [asked1] = await waiting(own)
    expect(asked1).toMatchObject({ invoiceId: order.invoiceId, amount: 50, iban: otherIban })
    expect(await waiting(stranger)).toEqual([])
    const ofStaff = async () =>
      (await world.ok(banking.orders, { as: maker, query: {} })).items.find(
        (one) => one.paymentOrderId === order.paymentOrderId,
      )!
    const refused = await ofStaff()
    expect(refused).toMatchObject({ state: 'TO_CONFIRM', awaitsCompany: true })
    expect((await confirm(maker, refused)).body).toMatchObject({ code: 'ACCOUNT_NOT_APPROVED' })
    expect(await ofStaff()).toEqual(refused)
    expect(await tasksOf(order.invoiceId)).toEqual([])
    const actions = async (as: Caller) => (await world.ok(tasks.list, { as })).data.map(({ action }) => action)
    expect(await actions(own)).toContain('approveAccount')

    const { version } = asked1!
    const right = { version, iban: payerIban }
    expect((await approve(own, right)).body).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    const sure = await stepUp(world, own)
    expect((await approve(sure, { version, iban: 'FI21 1234' })).body).toMatchObject({ fields: [{ path: 'iban' }] })
    expect((await approve(await stepUp(world, stranger), right)).status).toBe(404)
    expect((await approve(maker, right)).status).toBe(403)
    expect((await approve(person, right)).status).toBe(403)
    expect((await approve(sure, { ...right, version: version - 1 })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    expect((await approve(sure, { version, iban: 'FI21 1234 5600 0007 85' })).body).toMatchObject({ iban: payerIban })
    expect((await approve(sure, right)).body).toMatchObject({ code: 'PAYMENT_ORDER_STEP_NOT_ALLOWED' })
    expect([await waiting(own), await actions(other)]).toEqual([[], []])
    expect((await notices('banking:notice.accountApproved')).map(({ user_id: id }) => id)).toEqual([other.userId])
    expect((await world.call(banking.repaymentPage, { params: { token } })).body.code).toBe('TOKEN_NOT_VALID')
    expect(await tasksOf(order.invoiceId)).toEqual(['settleRepayment'])
    expect((await confirm(maker, await ofStaff())).body).toMatchObject({ state: 'QUEUED', iban: payerIban })

    const late = await asked()
    expect(await tasksOf(late.id)).toEqual([])
    const before = addDays(helsinkiDay(world.env.now()), -61)
    await db
      .updateTable('payment_orders')
      .set({ created_at: new Date(`${before}T08:00:00Z`) })
      .where('id', '=', late.order.paymentOrderId)
      .execute()
    expect(await tasksOf(late.id)).toEqual(['settleRepayment'])
  })

  it('cannot be queued, sent or paid for a company without its approval, whatever is written', async () => {
    const order = await world.services.database.primary
      .selectFrom('payment_orders')
      .select('id')
      .where('needs_approval', '=', true)
      .where('approved_at', 'is', null)
      .executeTakeFirstOrThrow()
    for (const state of ['QUEUED', 'SENT', 'PAID'] as const) {
      const written = world.services.database.primary
        .updateTable('payment_orders')
        .set({ state, payee_iban: otherIban })
        .where('id', '=', order.id)
        .execute()
      await expect(written).rejects.toThrow('payment_orders_approval_check')
    }
  })

  it('that was asked for and taken out kills its link, and the invoice is listed again', async () => {
    const invoiceId = await overpaid({ fromBank: false })
    const order = (await repay(invoiceId)).body
    const token = await mailedToken()
    const params = { id: order.paymentOrderId }
    const body = { version: order.version, reason: 'Siirretään toiselle laskulle' }
    expect(await world.ok(banking.remove, { as: maker, params, body })).toMatchObject({ state: 'REMOVED' })
    expect((await world.call(banking.repaymentPage, { params: { token } })).body.code).toBe('TOKEN_NOT_VALID')
    expect(await isListed(invoiceId)).toBe(true)
  })

  it('is not released when less is to be repaid by then', async () => {
    const invoiceId = await overpaid()
    const order = (await repay(invoiceId)).body
    const file = (await make([order.paymentOrderId])).body
    const paid = (await get(invoiceId)).payments[0]!
    await world.ok(invoices.reverse, {
      as: maker,
      params: { paymentId: paid.paymentId },
      body: { reason: 'Väärä lasku' },
    })
    expect((await release(second, file)).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: { state: 'WITHDRAWN', unmet: ['NOT_MADE'] } },
    })
  })

  /** The payment service has paid so much back. */
  const drop = (invoiceId: string, amountCents: number) =>
    world.services.database.transaction((tx) =>
      recordPayment(tx, world.services, {
        actor: systemActor,
        payment: {
          invoiceId,
          direction: 'OUT',
          amountCents,
          paidDay: helsinkiDay(world.env.now()),
          method: 'PAYTRAIL',
          source: `refund:${world.env.id()}`,
        },
      }),
    )
  const orderNow = async (id: string) =>
    world.services.database.primary
      .selectFrom('payment_orders')
      .select(['state', 'payment_file_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const fileNow = async (id: string) =>
    world.services.database.primary.selectFrom('payment_files').select('state').where('id', '=', id).executeTakeFirst()
  const noticesOf = async (template: string) =>
    world.services.database.primary
      .selectFrom('notifications')
      .select(['user_id', 'template_values'])
      .where('template', '=', template)
      .where('user_id', '=', second.userId)
      .execute()

  it('stays in its file, with all the others, when what is left still covers it', async () => {
    const invoiceId = await overpaid()
    const order = (await repay(invoiceId)).body
    const file = (await make([order.paymentOrderId])).body
    await world.ok(invoices.pay, {
      as: maker,
      params: { id: invoiceId },
      body: { direction: 'IN', amount: 20, paidDay: helsinkiDay(world.env.now()), method: 'SVEA' },
    })
    await drop(invoiceId, 2_000)
    expect((await get(invoiceId)).open).toBe(-100)
    expect(await orderNow(order.paymentOrderId)).toEqual({ state: 'QUEUED', payment_file_id: file.paymentFileId })
    expect(await fileNow(file.paymentFileId)).toEqual({ state: 'MADE' })
    expect((await release(second, file)).body).toMatchObject({ state: 'RELEASED' })
  })

  it('whose account its namer’s new colleague confirmed alone is released by neither, unless after 24 hours with a code', async () => {
    const invoiceId = await overpaid()
    const order = (await repay(invoiceId, otherIban)).body
    const puppet = await signedInAs(world, 'INTERNAL_ADMIN')
    const db = world.services.database.primary
    const held = db.updateTable('user_roles').where('user_id', '=', puppet.userId)
    await held.set({ created_by: maker.userId }).execute()
    const others = db.updateTable('users').where('id', 'not in', [maker.userId, puppet.userId])
    await others.set({ deactivated_at: world.env.now() }).execute()
    expect((await confirm(puppet, order)).status).toBe(200)
    // By now the colleague would be a second person to whoever named the account.
    await held.set({ created_by: null }).execute()
    const file = (await make([order.paymentOrderId])).body
    for (const as of [maker, puppet])
      expect((await release(as, file)).body).toMatchObject({ details: { unmet: ['TOO_SOON'] } })
    world.env.advance(25 * 3_600_000)
    const later = await stepUp(world, await world.signIn(puppet.userId))
    const body = { version: file.version, code: '000000' }
    const params = { id: file.paymentFileId }
    expect((await world.call(banking.release, { as: later, params, body })).body).toMatchObject({ code: 'CODE_WRONG' })
    world.env.advance(-25 * 3_600_000)
    await others.set({ deactivated_at: null }).execute()
    expect((await release(puppet, file)).body).toMatchObject({ details: { unmet: ['OWN_WORK'] } })
    expect((await release(second, file)).body).toMatchObject({ state: 'RELEASED' })
    await db.updateTable('users').set({ deactivated_at: world.env.now() }).where('id', '=', puppet.userId).execute()
  })

  it('to oneself is confirmed by somebody else, though its payer is of the staff', async () => {
    const order = (await repay(await overpaid(), otherIban)).body
    await assignRole(world, person.userId, 'INTERNAL_ADMIN')
    expect((await confirm(person, order)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    const roles = world.services.database.primary.deleteFrom('user_roles').where('user_id', '=', person.userId)
    await roles.where('role_id', '=', roleId('INTERNAL_ADMIN')).execute()
    expect((await confirm(second, order)).status).toBe(200)
  })

  it('is taken out with its file when the money has gone back another way, and the staff are told', async () => {
    const invoiceId = await overpaid()
    const order = (await repay(invoiceId)).body
    const other = (await repay(await overpaid())).body
    const file = (await make([order.paymentOrderId, other.paymentOrderId])).body
    await drop(invoiceId, 10_000)
    expect(await orderNow(order.paymentOrderId)).toEqual({ state: 'REMOVED', payment_file_id: null })
    expect(await orderNow(other.paymentOrderId)).toEqual({ state: 'QUEUED', payment_file_id: null })
    expect(await fileNow(file.paymentFileId)).toEqual({ state: 'WITHDRAWN' })
    const { number } = await get(invoiceId)
    const notices = (await noticesOf('banking:notice.fileGivenUp')).map((row) => row.template_values)
    expect(notices).toContainEqual(expect.objectContaining({ number, count: 1 }))
    const waiting = await overpaid()
    const queued = (await repay(waiting)).body
    await drop(waiting, 10_000)
    expect(await orderNow(queued.paymentOrderId)).toEqual({ state: 'REMOVED', payment_file_id: null })
    expect(await noticesOf('banking:notice.orderDropped')).toHaveLength(1)
  })

  it('is taken out of a newer file too, when it changes files at the same moment', async () => {
    const { database } = world.services
    const invoiceId = await overpaid()
    const order = (await repay(invoiceId)).body
    const first = (await make([order.paymentOrderId])).body
    const next = world.env.id()
    let dropped: Promise<unknown> | undefined
    await database.transaction(async (tx) => {
      await tx.updateTable('payment_files').set({ state: 'WITHDRAWN' }).where('id', '=', first.paymentFileId).execute()
      dropped = drop(invoiceId, 10_000)
      await untilItsFileIsWaitedFor(tx, dropped)
      const {
        id: _id,
        message_id: _message,
        ...like
      } = await tx
        .selectFrom('payment_files')
        .selectAll()
        .where('id', '=', first.paymentFileId)
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('payment_files')
        .values({ ...like, id: next, message_id: next.replaceAll('-', ''), state: 'MADE' })
        .execute()
      await tx
        .updateTable('payment_orders')
        .set({ payment_file_id: next })
        .where('id', '=', order.paymentOrderId)
        .execute()
    })
    await dropped
    expect(await orderNow(order.paymentOrderId)).toEqual({ state: 'REMOVED', payment_file_id: null })
    expect(await fileNow(next)).toEqual({ state: 'WITHDRAWN' })
  })

  it('is either released or taken out, by whoever comes first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const invoiceId = await overpaid()
      const order = (await repay(invoiceId)).body
      const file = (await make([order.paymentOrderId])).body
      const [released] = await Promise.all([release(second, file), drop(invoiceId, 10_000)])
      const [state, kept] = [await orderNow(order.paymentOrderId), await fileNow(file.paymentFileId)]
      expect([released.status, state.state, kept?.state]).toEqual(
        released.status === 200 ? [200, 'SENT', 'RELEASED'] : [409, 'REMOVED', 'WITHDRAWN'],
      )
    }
  })

  it('goes to no account that has not paid as much', async () => {
    const shared = await repayPaidBy([
      [payerIban, '90.00'],
      [otherIban, '10.00'],
    ])
    expect(shared).toMatchObject({ state: 'ASKED', iban: null, amount: 100 })
    const own = await repayPaidBy([
      [payerIban, '60.00'],
      [payerIban, '40.00'],
    ])
    expect(own).toMatchObject({ state: 'QUEUED', iban: payerIban, amount: 100 })
  })

  it('is refused for what is not overpaid, and to everybody but staff', async () => {
    const bill = await world.ok(payments.create, {
      as: maker,
      body: { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 5, hasVat: true },
    })
    expect((await repay(bill.invoiceId)).body).toMatchObject({ code: 'NOTHING_TO_PAY' })
    expect((await repay(world.env.id())).status).toBe(404)
    expect((await repay(bill.invoiceId, undefined, person)).status).toBe(403)
  })
})
