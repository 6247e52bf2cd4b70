import { afterAll, beforeAll, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { type InvoiceStatus, invoiceStatuses } from '#features/money/invoices/rules.ts'
import { payments } from '#features/money/payments/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, addMonths, firstOfMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { bankSends } from '#testing/money/bank-files.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const seen = new Set<InvoiceStatus>()
const today = () => helsinkiDay(world.env.now())
const as = () => cast.staff

async function look(id: string) {
  const invoice = await world.ok(invoices.get, { as: as(), params: { id } })
  seen.add(invoice.status)
  return invoice
}
async function step(id: string, status: InvoiceStatus) {
  const { version } = await look(id)
  await world.ok(invoices.setStatus, { as: as(), params: { id }, body: { status, version, reason: 'Testi' } })
  expect((await look(id)).status).toBe(status)
}
async function pay(id: string, amount: number, method: 'BANK' | 'MANUAL') {
  const body = { direction: 'IN' as const, amount, paidDay: today(), method, reason: 'Testi' }
  await world.ok(invoices.pay, { as: as(), params: { id }, body })
  await look(id)
}

/** A run's drafts: left out, deleted, kept and sent. */
async function billMonth() {
  const company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  await buildRunningLease(world, { company })
  const month = monthOf(today())
  for (const [run, status] of [
    [month, 'OVERRIDDEN'],
    [monthOf(addMonths(firstOfMonth(month), 1)), 'DELETED'],
  ] as const) {
    const { billingRunId } = await world.ok(billing.start, { as: as(), body: { month: run } })
    await continueBilling.run(world.services)
    const { items } = await world.ok(billing.run, { as: as(), params: { id: billingRunId } })
    await step(items[0]!.invoiceId, status)
  }
}

/** A person's bill: drafted, voided, sent, paid in part, whole and by hand. */
async function billPerson() {
  const bill = (isDraft: boolean) =>
    world.ok(payments.create, {
      as: as(),
      body: { beneficiaryEmployeeId: cast.employeeId, description: 'Lukko', amount: 20, hasVat: true, isDraft },
    })
  const voided = await bill(true)
  await look(voided.invoiceId)
  await step(voided.invoiceId, 'NOT_SENT')
  await step(voided.invoiceId, 'INVALIDATED')
  const draft = await bill(true)
  const { version } = await look(draft.invoiceId)
  const body = { status: 'SENT' as const, version }
  const bare = await world.call(invoices.setStatus, { as: as(), params: { id: draft.invoiceId }, body })
  expect(bare.body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
  expect(await world.ok(payments.send, { as: as(), params: { id: draft.invoiceId }, body: {} })).toMatchObject({
    status: 'SENT',
    open: 20,
  })
  await look(draft.invoiceId)
  await pay(draft.invoiceId, 5, 'BANK')
  await pay(draft.invoiceId, 15, 'BANK')
  const byHand = await bill(false)
  await pay(byHand.invoiceId, 20, 'MANUAL')
}

/** A store's invoice from our purchase order to the bank and back. */
async function payStore() {
  const journey = journeyOf(world, cast)
  const orderId = await journey.start()
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(cast.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  await journey.confirm(orderId)
  const open = () => world.call(invoices.startPurchase, { as: as(), params: { orderId }, body: {} })
  expect((await open()).body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
  await journey.process(orderId)
  const { items } = await world.ok(invoices.list, { as: as(), query: { orderId } })
  expect(items).toMatchObject([{ status: 'STARTED', settlement: 'NOT_OWED', total: 3000 }])
  await step(items[0]!.invoiceId, 'INVALIDATED')
  const ordered = await open()
  expect(ordered.body).toMatchObject({ status: 'STARTED', settlement: 'NOT_OWED', total: 3000 })
  await look(ordered.body.invoiceId)
  const { invoiceId } = await world.ok(invoices.enter, {
    as: as(),
    body: { orderId, number: 'K-7', issueDay: today(), dueDay: addDays(today(), 14), total: 3000, vatPercent: 25.5 },
  })
  await step(invoiceId, 'VERIFIED')
  await journey.match(orderId, invoiceId)
  await journey.deliver(orderId)
  await look(ordered.body.invoiceId)
  const db = world.services.database.primary
  const iban = 'FI2112345600000785'
  await db.updateTable('invoices').set({ iban }).where('id', '=', invoiceId).execute()
  await db.updateTable('bike_stores').set({ iban }).where('id', '=', cast.bikeStoreId).execute()
  for (const status of ['PAYMENT_DENIED', 'VERIFIED', 'APPROVED'] as const) await step(invoiceId, status)
  await world.ok(banking.queue, { as: as(), body: { invoiceIds: [invoiceId] } })
  await look(invoiceId)
  const executionDay = bankDayFrom(addDays(today(), 1))
  const file = await world.ok(banking.make, { as: as(), body: { executionDay } })
  const releaser = await signedInAs(world, 'INTERNAL_ADMIN')
  expect((await releaseFile(world, releaser, file)).status).toBe(200)
  await look(invoiceId)
  const report = `<?xml version="1.0"?><Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${file.messageId}</OrgnlMsgId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`
  await bankSends(world, report)
  await look(invoiceId)
}

it('every status of the specification is reached by a call or a file', async () => {
  await payStore()
  await billPerson()
  await billMonth()
  expect([...seen].toSorted()).toEqual([...invoiceStatuses].toSorted())
}, 120_000)
