import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { payments } from '#features/money/payments/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { assignRole, signedInAs, stepUp } from '#testing/builders.ts'
import {
  confirm,
  employeeId,
  get,
  isListed,
  mailedToken,
  make,
  maker,
  otherIban,
  overpaid,
  payerIban,
  person,
  prepareRepayments,
  release,
  repay,
  second,
  takeIn,
  world,
} from '#testing/cases/repayment-cases.ts'
import { banking } from '../../contract.ts'

prepareRepayments()

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

describe('a repayment', () => {
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
