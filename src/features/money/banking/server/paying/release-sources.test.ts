import { afterAll, beforeAll, expect, it } from 'vitest'
import { proposals } from '#features/ground/proposals/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, signedInAs, stepUp } from '#testing/builders.ts'
import { bankEntry, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { openPurchases, storeIban } from '#testing/money/purchases.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

const payerIban = 'FI4950009420028730'
const otherIban = 'FI1410093000123458'
let world: World
let office: Awaited<ReturnType<typeof openPurchases>>
let company: Awaited<ReturnType<typeof buildCompany>>
let employeeId: string
let personId: string
let maker: Caller
let second: Caller
beforeAll(async () => {
  world = await openWorld()
  office = await openPurchases(world)
  maker = office.maker
  second = office.releaser
  company = await buildCompany(world)
  const employee = await buildEmployee(world, company)
  employeeId = employee.employeeId
  personId = employee.userId
})
afterAll(() => world.close())

const nameOf = async ({ userId }: { userId: string }) => {
  const users = world.services.database.primary.selectFrom('users').select(['last_name', 'first_name'])
  const { last_name, first_name } = await users.where('id', '=', userId).executeTakeFirstOrThrow()
  return `${last_name} ${first_name}`
}
const credited = async (id: string) => {
  await world.ok(invoices.credit, { as: maker, params: { id }, body: { reason: 'Peruttu' } })
  return id
}
const bill = () =>
  world.ok(payments.create, {
    as: maker,
    body: { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 100, hasVat: true },
  })
/** A bill that a movement has paid, delivered in some way, and that is credited since. */
async function paidByBank(deliver: (file: Buffer) => Promise<unknown>) {
  const { invoiceId, referenceNumber } = await bill()
  await deliver(bankStatement(world, bankEntry({ amount: '100.00', reference: referenceNumber!, iban: payerIban })))
  return credited(invoiceId)
}
/** An invoice that was paid in a way that tells no account, and is credited since. */
async function paidOtherwise(id: string, amount: number) {
  const paidDay = helsinkiDay(world.env.now())
  await world.ok(invoices.pay, {
    as: maker,
    params: { id },
    body: { direction: 'IN', amount, paidDay, method: 'SVEA' },
  })
  return credited(id)
}
const repay = (invoiceId: string, iban?: string) =>
  world.ok(banking.repay, { as: maker, body: { invoiceId, ...(iban ? { iban } : {}) } })
const orderOf = (invoiceId: string) => office.orderOf(invoiceId)
const confirm = async (as: Caller, invoiceId: string) => {
  const { paymentOrderId: id, version } = await orderOf(invoiceId)
  await world.ok(banking.confirmPayee, { as: await stepUp(world, as), params: { id }, body: { version } })
}
/** Gives the account by the link that somebody was last sent. */
async function giveByLink(userId: string) {
  const { link } = await world.services.database.primary
    .selectFrom('notifications')
    .select('link')
    .where('user_id', '=', userId)
    .where('template', '=', 'banking:notice.accountAsked')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const token = link!.replace('/takaisinmaksu/', '')
  await world.ok(banking.giveAccount, { params: { token }, body: { iban: otherIban } })
}
/** The page of a file of these alone, as its releaser reads it. */
async function pageOf(...invoiceIds: string[]) {
  const paymentOrderIds = await Promise.all(invoiceIds.map(async (id) => (await orderOf(id)).paymentOrderId))
  const executionDay = bankDayFrom(addDays(helsinkiDay(world.env.now()), 1))
  const file = await world.ok(banking.make, { as: maker, body: { executionDay, paymentOrderIds } })
  const page = await world.ok(banking.paymentFile, { as: second, params: { id: file.paymentFileId } })
  return invoiceIds.map((id) => page.payments.find((one) => one.invoiceId === id)!)
}

it('names the movement from the paying account, and who brought and who confirmed its file', async () => {
  const bringer = await signedInAs(world, 'INTERNAL_ADMIN')
  const byFolder = await paidByBank((file) => bankSends(world, file))
  const byHand = await paidByBank(async (file) => {
    const made = await world.call(banking.takeIn, { as: bringer, query: { fileName: 'a.xml' }, body: file })
    const { proposalId: id, version } = made.body
    await world.ok(proposals.confirm, { as: second, params: { id }, body: { version } })
  })
  await repay(byFolder)
  await repay(byHand)
  const [folder, hand] = await pageOf(byFolder, byHand)
  const movement = { bookedDay: '2026-11-20', amount: 100, payer: 'Testi Maksaja', takenBy: null, confirmedBy: null }
  expect(folder).toMatchObject({
    kind: 'REPAYMENT',
    iban: payerIban,
    account: { from: 'PAYING_ACCOUNT', namedBy: null, movement },
  })
  const people = { takenBy: await nameOf(bringer), confirmedBy: await nameOf(second) }
  expect(hand).toMatchObject({
    iban: payerIban,
    account: { from: 'PAYING_ACCOUNT', movement: { ...movement, ...people } },
    approvedBy: await nameOf(maker),
  })
})

it('names who gave an account by hand and who confirmed it, and who stands behind one of a link', async () => {
  const typed = await paidOtherwise((await bill()).invoiceId, 100)
  await repay(typed, otherIban)
  await confirm(second, typed)
  const asked = await paidOtherwise((await bill()).invoiceId, 100)
  await repay(asked)
  await giveByLink(personId)
  await confirm(second, asked)
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const ofCompany = await paidOtherwise(
    await buildFeeInvoice(world, { companyId: company.companyId, lines: [{ cents: 5_000 }] }),
    50,
  )
  await repay(ofCompany)
  await giveByLink(admin.userId)
  const { items } = await world.ok(banking.ownRepayments, { as: admin })
  await world.ok(banking.approveAccount, {
    as: await stepUp(world, admin),
    params: { id: ofCompany },
    body: { version: items[0]!.version, iban: otherIban },
  })
  await confirm(second, ofCompany)
  const [staff, link, linkOfCompany] = await pageOf(typed, asked, ofCompany)
  const confirmed = { confirmedBy: await nameOf(second), confirmedAt: expect.any(String), movement: null }
  expect(staff!.account).toMatchObject({ from: 'STAFF', namedBy: await nameOf(maker), ...confirmed })
  expect(link!.account).toMatchObject({ from: 'LINK', namedBy: null, approvedBy: null, ...confirmed })
  expect(linkOfCompany!.account).toMatchObject({ from: 'LINK', approvedBy: await nameOf(admin), ...confirmed })
  expect([staff, link, linkOfCompany].map((one) => one!.iban)).toEqual([otherIban, otherIban, otherIban])
})

it('says of an account of the register that it is that of the register, for a store and for a lessor', async () => {
  const db = world.services.database.primary
  const lessor = db.updateTable('leasing_companies').where('id', '=', company.leasingCompanyId)
  await lessor.set({ iban: payerIban }).execute()
  const party = { party: 'LESSOR' as const, lessorId: company.leasingCompanyId }
  const fee = await buildFeeInvoice(world, { companyId: company.companyId, lines: [{ cents: 7_000 }], party })
  const toLessor = await paidOtherwise(fee, 70)
  await repay(toLessor)
  const toStore = await office.approved(60_000)
  await office.queue(toStore)
  const [ofLessor, ofStore] = await pageOf(toLessor, toStore)
  // Neither register says who has confirmed it: the page says that too.
  expect(ofLessor).toMatchObject({ iban: payerIban, account: { from: 'REGISTER', confirmedBy: null, movement: null } })
  expect(ofStore).toMatchObject({ iban: storeIban, account: { from: 'REGISTER', confirmedBy: null, isNewer: false } })
})
