import { afterAll, beforeAll, expect, it } from 'vitest'
import { proposals } from '#features/ground/proposals/contract.ts'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { buildEmployee } from '#testing/builders.ts'
import { openPurchases, storeIban } from '#testing/money/purchases.ts'
import { openWorld, type World } from '#testing/world.ts'

const other = 'FI1410093000123458'
let world: World
let office: Awaited<ReturnType<typeof openPurchases>>
beforeAll(async () => {
  world = await openWorld()
  office = await openPurchases(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const change = async (invoiceId: string, iban: string) => {
  const { version } = await office.get(invoiceId)
  const body = { version, iban, reason: 'Liike ilmoitti' }
  return world.call(invoices.setAccount, { as: office.maker, params: { id: invoiceId }, body })
}

it('of a payee in a register is that of the register alone, and is corrected to it at once', async () => {
  const invoiceId = await office.approved(50_000)
  const set = (iban: string | null) => db().updateTable('invoices').set({ iban }).where('id', '=', invoiceId).execute()
  await set(other)
  expect(await office.get(invoiceId)).toMatchObject({
    iban: other,
    unpayable: { problem: 'PAYEE_WAITS' },
    account: { isRegistered: true, registerIban: storeIban, mayChange: true },
  })
  expect((await change(invoiceId, other)).body).toMatchObject({ fields: [{ path: 'iban' }] })
  expect((await change(invoiceId, world.services.brand.iban)).body).toMatchObject({
    fields: [{ path: 'iban', code: 'IBAN_OWN' }],
  })
  expect(await office.get(invoiceId)).toMatchObject({ iban: other })
  expect((await change(invoiceId, 'FI21 1234 5600 0007 85')).body).toMatchObject({ iban: storeIban })
  expect(await office.get(invoiceId)).toMatchObject({ unpayable: null })
  // Nothing is missing where the register has it.
  await set(null)
  expect(await office.queue(invoiceId)).toMatchObject({ queued: 1, items: [{ iban: storeIban }] })
  expect((await change(invoiceId, storeIban)).body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
})

it('of a payee in no register is completed by two, who stand on the page of the file that pays it', async () => {
  const invoiceId = await office.approved(12_000)
  const { company_id, ...company } = await db()
    .selectFrom('invoices as i')
    .innerJoin('company_units as u', 'u.company_id', 'i.company_id')
    .select(['i.company_id', 'u.id as unitId'])
    .where('i.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const { employeeId } = await buildEmployee(world, { companyId: company_id, ...company })
  await db()
    .updateTable('invoices')
    .set({ party: 'PERSON', bike_store_id: null, beneficiary_employee_id: employeeId, iban: null })
    .where('id', '=', invoiceId)
    .execute()
  expect(await office.queue(invoiceId)).toMatchObject({ queued: 0, items: [{ problem: 'NO_IBAN' }] })
  const asked = await change(invoiceId, other)
  expect(asked.status).toBe(202)
  expect(asked.body).toMatchObject({ kind: 'INVOICE_ACCOUNT', state: 'OPEN' })
  expect((await change(invoiceId, storeIban)).body).toMatchObject({ code: 'PROPOSAL_EXISTS' })
  expect(await office.get(invoiceId)).toMatchObject({ iban: null, unpayable: { problem: 'NO_IBAN' } })
  const { proposalId: id, version } = asked.body as { proposalId: string; version: number }
  const confirm = (as: typeof office.maker) => world.call(proposals.confirm, { as, params: { id }, body: { version } })
  expect((await confirm(office.maker)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
  expect((await confirm(office.releaser)).body).toMatchObject({ state: 'DONE' })
  expect(await office.get(invoiceId)).toMatchObject({ iban: other, unpayable: null })
  expect(await office.queue(invoiceId)).toMatchObject({ queued: 1 })
  const file = (await office.make()).body
  const page = await world.ok(banking.paymentFile, { as: office.releaser, params: { id: file.paymentFileId } })
  const paid = page.payments.find((one) => one.invoiceId === invoiceId)!
  expect(paid).toMatchObject({ iban: other, account: { from: 'INVOICE' } })
  expect(paid.account.namedBy).toBeTruthy()
  expect(paid.account.confirmedBy).toBeTruthy()
  expect(paid.account.confirmedBy).not.toBe(paid.account.namedBy)
})

it('is overtaken when the invoice has another one by the time of the yes', async () => {
  const invoiceId = await office.approved(13_000)
  const invoice = db().updateTable('invoices').where('id', '=', invoiceId)
  await invoice.set({ party: 'EMPLOYER', bike_store_id: null, iban: null }).execute()
  const { proposalId: id, version } = (await change(invoiceId, other)).body as { proposalId: string; version: number }
  await invoice.set({ iban: storeIban }).execute()
  const reply = await world.call(proposals.confirm, { as: office.releaser, params: { id }, body: { version } })
  expect(reply.status).toBe(409)
  expect(await office.get(invoiceId)).toMatchObject({ iban: storeIban })
})
