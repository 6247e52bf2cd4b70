import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { schemaCheck } from '#testing/files/xml-schema.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { openWorld, type World } from '#testing/world.ts'
import { eInvoices } from '../contract.ts'
import { deliverEInvoices } from './deliver-job.ts'

let world: World
let staff: { as: Awaited<ReturnType<typeof signedInAs>> }
let companyId: string
beforeAll(async () => {
  world = await openWorld()
  staff = { as: await signedInAs(world, 'INTERNAL_ADMIN') }
  companyId = (await buildCompany(world)).companyId
})
afterAll(() => world.close())

async function sentInvoice(): Promise<string> {
  const invoiceId = await buildFeeInvoice(world, {
    companyId,
    lines: [{ cents: 1_500 }],
    buyer: {
      email: 'laskut@testi.example',
      businessId: '1234567-1',
      address: 'Mallitie 1, 00100 Helsinki',
      eInvoiceAddress: '003712345671',
      eInvoiceOperator: '003799999002',
    },
  })
  await world.services.database.transaction((db) => deliverInvoice(db, world.services, invoiceId))
  await makeDocuments.run(world.services)
  return invoiceId
}

const toldOf = async (invoiceId: string) => {
  const { primary } = world.services.database
  const events = await primary
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'E_INVOICE_STATE_CHANGED')
    .where('subject_id', '=', invoiceId)
    .execute()
  const mails = await primary
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', 'laskut@testi.example')
    .execute()
  return { states: events.map(({ data }) => (data as { to: string }).to), mails: mails.length }
}

it('a Finvoice stays in the local outbox where no gateway is: valid, told and written once, seen by staff', async () => {
  const invoiceId = await sentInvoice()
  const rounds = [await deliverEInvoices.run(world.services)]
  world.env.advance(60 * 60_000)
  rounds.push(await deliverEInvoices.run(world.services))
  expect(rounds).toEqual([
    { queued: 1, handled: 0 },
    { queued: 0, handled: 0 },
  ])
  expect(await toldOf(invoiceId)).toEqual({ states: ['LOCAL'], mails: 1 })
  const { items } = await world.ok(eInvoices.sent, { ...staff, query: { state: 'LOCAL' } })
  expect(items).toMatchObject([{ invoiceId, toAddress: '003712345671', state: 'LOCAL', attempts: 0, reason: null }])
  const file = await world.call(eInvoices.document, { ...staff, params: { id: items[0]!.eInvoiceId } })
  expect(schemaCheck('Finvoice3.0.xsd')(file.raw)).toEqual([])
  expect(file.raw.toString('latin1')).toContain(`<InvoiceNumber>${items[0]!.number}</InvoiceNumber>`)
  // Whoever asks again by hand makes no second one.
  const again = await world.call(eInvoices.send, { ...staff, body: { invoiceId } })
  expect(again.body).toMatchObject({ code: 'E_INVOICE_NOT_SENDABLE', details: { reason: 'ON_ITS_WAY' } })
})

it('two nodes at the same moment leave one Finvoice in the local outbox', async () => {
  const invoiceId = await sentInvoice()
  await Promise.all([deliverEInvoices.run(world.services), deliverEInvoices.run(world.services)])
  expect((await toldOf(invoiceId)).states).toEqual(['LOCAL'])
  const { items } = await world.ok(eInvoices.sent, { ...staff, query: { limit: 100 } })
  expect(items.filter((one) => one.invoiceId === invoiceId)).toHaveLength(1)
})
