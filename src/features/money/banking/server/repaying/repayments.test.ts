import { describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, signedInAs, stepUp } from '#testing/builders.ts'
import {
  confirm,
  confirmUnproven,
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
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import type { Caller } from '#testing/world.ts'
import { banking } from '../../contract.ts'

prepareRepayments()

const debit = (paymentOrderId: string) =>
  takeIn('<Amt Ccy="EUR">100.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>')(
    `<Refs><EndToEndId>${paymentOrderId.replaceAll('-', '')}</EndToEndId></Refs>`,
  )

/** What the staff are waited for with an invoice. */
const tasksOf = async (invoiceId: string) => {
  const { number } = await get(invoiceId)
  const { data } = await world.ok(tasks.list, { as: maker })
  return data.filter(({ about }) => about?.split(' · ')[0] === number).map(({ action }) => action)
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
      world.call(banking.approveAccount, { as, params: { id: order.invoiceId }, anyBody: body })
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
})
