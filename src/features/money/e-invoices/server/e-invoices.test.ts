import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { buildCompany, buildRunningLease, buildStore, signedInAs } from '#testing/builders.ts'
import { schemaCheck } from '#testing/files/xml-schema.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { takenOf } from '#testing/money/received-e-invoice.ts'
import { openWorld, type World } from '#testing/world.ts'
import { eInvoices } from '../contract.ts'
import { deliverEInvoices } from './deliver-job.ts'
import { takeInEInvoiceInbox } from './inbox-job.ts'

/** An operator that takes e-invoices as the job's comment says, and answers what the test tells it to. */
interface Operator {
  readonly server: Server
  readonly posts: { key: string; authorization: string | undefined; body: string }[]
  postStatus: number
  fate: { status: string; reason?: string }
}

const inbox = mkdtempSync(path.join(tmpdir(), 'poljin-inbox-'))
let operator: Operator
let world: World
let staff: { as: Awaited<ReturnType<typeof signedInAs>> }
let companyId: string

beforeAll(async () => {
  const posts: Operator['posts'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'POST') {
        const { authorization, 'idempotency-key': key } = request.headers
        posts.push({ key: String(key), authorization, body: Buffer.concat(chunks).toString('latin1') })
        response.writeHead(operator.postStatus).end()
      } else {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(operator.fate))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  operator = { server, posts, postStatus: 202, fate: { status: 'PENDING' } }
  const { port } = server.address() as AddressInfo
  world = await openWorld({
    variables: {
      EINVOICE_GATEWAY_URL: `http://127.0.0.1:${port}/messages`,
      EINVOICE_GATEWAY_TOKEN: 'token-for-tests',
      EINVOICE_INBOX_DIR: inbox,
    },
  })
  staff = { as: await signedInAs(world, 'INTERNAL_ADMIN') }
  companyId = (await buildCompany(world)).companyId
})
afterAll(async () => {
  await world.close()
  operator.server.close()
  rmSync(inbox, { recursive: true, force: true })
})

async function invoiceOf(eInvoiceAddress: string | null, billingMonth?: string) {
  const id = await buildFeeInvoice(world, {
    companyId,
    lines: [{ cents: 1_500 }],
    ...(billingMonth ? { billingMonth } : {}),
    buyer: {
      email: 'laskut@testi.example',
      businessId: '1234567-1',
      address: 'Mallitie 1, 00100 Helsinki',
      eInvoiceAddress,
      eInvoiceOperator: '003799999002',
    },
  })
  await world.services.database.transaction((db) => deliverInvoice(db, world.services, id))
  await makeDocuments.run(world.services)
  return id
}

const send = (invoiceId: string) => world.call(eInvoices.send, { ...staff, body: { invoiceId } })
const stateOf = async (id: string) => {
  const list = await world.ok(eInvoices.sent, { ...staff, query: { limit: 100 } })
  return list.items.find((one) => one.eInvoiceId === id)
}
const later = () => world.env.advance(20 * 60_000)

describe('an e-invoice that leaves', () => {
  it('reaches the operator once as a valid Finvoice with its PDF, and is acknowledged', async () => {
    const sent = await send(await invoiceOf('003712345671'))
    expect(sent.body).toMatchObject({ state: 'WAITING', toAddress: '003712345671' })
    const id = sent.body.eInvoiceId
    const file = await world.call(eInvoices.document, { ...staff, params: { id } })
    expect(schemaCheck('Finvoice3.0.xsd')(file.raw)).toEqual([])
    await deliverEInvoices.run(world.services)
    const post = operator.posts.find((one) => one.key === id)!
    expect(post.authorization).toBe('Bearer token-for-tests')
    expect(post.body).toContain('<InvoiceTypeCode>INV01</InvoiceTypeCode>')
    expect(post.body).toContain('%PDF-')
    expect(await stateOf(id)).toMatchObject({ state: 'SENT' })
    operator.fate = { status: 'ACKNOWLEDGED' }
    later()
    await deliverEInvoices.run(world.services)
    expect(await stateOf(id)).toMatchObject({ state: 'ACKNOWLEDGED' })
    expect(operator.posts.filter((one) => one.key === id)).toHaveLength(1)
  })

  it('carries the lines of a month’s bill as CSV, as its mail does', async () => {
    const invoiceId = await invoiceOf('003712345671', '2026-12')
    const { body } = await send(invoiceId)
    const id = body.eInvoiceId
    const file = await world.call(eInvoices.document, { ...staff, params: { id } })
    expect(schemaCheck('Finvoice3.0.xsd')(file.raw)).toEqual([])
    expect(file.raw.toString()).toContain(`<AttachmentMessageIdentifier>${id}::attachments<`)
    await deliverEInvoices.run(world.services)
    const post = operator.posts.find((one) => one.key === id)!
    expect(post.body).toContain('filename="rivit.csv"')
    expect(post.body).toMatch(/;12\/2026;11,95;3,05;15,00\r\n/)
    const attached = await world.services.database.primary
      .selectFrom('outbox as o')
      .innerJoin('files as f', 'f.id', 'o.attachment_file_id')
      .select(['f.label', 'f.bytes'])
      .where('f.parent_id', '=', invoiceId)
      .execute()
    expect(attached).toEqual([{ label: expect.stringMatching(/^lasku-\d+-rivit\.csv$/), bytes: expect.any(Number) }])
  })

  it('waits while the operator is down and goes out with the same key', async () => {
    operator.postStatus = 503
    const { body } = await send(await invoiceOf('003712345671'))
    await deliverEInvoices.run(world.services)
    expect(await stateOf(body.eInvoiceId)).toMatchObject({ state: 'WAITING', attempts: 1, reason: 'HTTP 503' })
    operator.postStatus = 202
    later()
    await deliverEInvoices.run(world.services)
    expect(await stateOf(body.eInvoiceId)).toMatchObject({ state: 'SENT' })
    expect(operator.posts.filter((one) => one.key === body.eInvoiceId)).toHaveLength(2)
  })

  it('is rejected with the reason, and may then be sent again', async () => {
    operator.fate = { status: 'REJECTED', reason: 'Unknown receiver' }
    const invoiceId = await invoiceOf('003712345671')
    const { body } = await send(invoiceId)
    expect((await send(invoiceId)).body).toMatchObject({ code: 'E_INVOICE_NOT_SENDABLE' })
    await deliverEInvoices.run(world.services)
    later()
    await deliverEInvoices.run(world.services)
    expect(await stateOf(body.eInvoiceId)).toMatchObject({ state: 'REJECTED', reason: 'Unknown receiver' })
    expect((await send(invoiceId)).status).toBe(201)
  })

  it('goes out by itself once its invoice is sent, credit notes too, and once by two nodes at the same moment', async () => {
    operator.fate = { status: 'PENDING' }
    const messagesOf = async (invoiceId: string) =>
      world.services.database.primary
        .selectFrom('e_invoice_messages')
        .select(['id', 'state'])
        .where('invoice_id', '=', invoiceId)
        .execute()
    const [invoiceId, without] = [await invoiceOf('003712345671'), await invoiceOf(null)]
    await Promise.all([deliverEInvoices.run(world.services), deliverEInvoices.run(world.services)])
    const [message, ...more] = await messagesOf(invoiceId)
    expect([message?.state, more, await messagesOf(without)]).toEqual(['SENT', [], []])
    expect(operator.posts.find((one) => one.key === message!.id)?.body).toContain('<InvoiceTypeCode>INV01<')
    const params = { id: invoiceId }
    const note = await world.ok(invoices.credit, { ...staff, params, body: { reason: 'Peruttu' } })
    await makeDocuments.run(world.services)
    await deliverEInvoices.run(world.services)
    const [credit] = await messagesOf(note.invoiceId)
    expect(operator.posts.find((one) => one.key === credit?.id)?.body).toContain('<InvoiceTypeCode>INV02<')
    // Asked for by hand, it is not written again.
    await send(await invoiceOf('003712345671'))
    expect(await deliverEInvoices.run(world.services)).toMatchObject({ queued: 0 })
  })

  it('goes out although more invoices than fit one look are refused before it, which are tried again later', async () => {
    const { primary } = world.services.database
    const refused: string[] = []
    for (let i = 0; i < 51; i += 1) refused.push(await invoiceOf(null))
    await primary.updateTable('invoices').set({ e_invoice_wanted: true }).where('id', 'in', refused).execute()
    world.env.advance(1000)
    const behind = await invoiceOf('003712345671')
    const look = () => deliverEInvoices.run(world.services)
    expect([await look(), await look()]).toMatchObject([{ queued: 0 }, { queued: 1 }])
    const sent = await world.ok(eInvoices.sent, { ...staff, query: { limit: 100 } })
    expect(sent.items.filter(({ invoiceId }) => invoiceId === behind)).toHaveLength(1)
    const [mended] = refused
    await primary
      .updateTable('invoices')
      .set({ buyer: sql`buyer || '{"eInvoiceAddress":"003712345671"}'` })
      .where('id', '=', mended!)
      .execute()
    expect(await look()).toMatchObject({ queued: 0 })
    later()
    expect(await look()).toMatchObject({ queued: 1 })
    await primary.updateTable('invoices').set({ e_invoice_wanted: false }).where('id', 'in', refused).execute()
  })

  it('is refused without an e-invoice address', async () => {
    expect((await send(await invoiceOf(null))).body).toMatchObject({
      code: 'E_INVOICE_NOT_SENDABLE',
      details: { reason: 'NO_ADDRESS' },
    })
  })
})

const finvoice = (number: string, { order = '', total = '125,50', buyer = '' } = {}) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Finvoice Version="3.0">
<SellerPartyDetails><SellerPartyIdentifier>7654321-2</SellerPartyIdentifier><SellerOrganisationName>Tuntematon Pyörä Oy</SellerOrganisationName></SellerPartyDetails>
<BuyerPartyDetails><BuyerPartyIdentifier>${buyer || world.services.brand.businessId}</BuyerPartyIdentifier><BuyerOrganisationName>X</BuyerOrganisationName></BuyerPartyDetails>
<InvoiceDetails><InvoiceTypeCode>INV01</InvoiceTypeCode><InvoiceNumber>${number}</InvoiceNumber><InvoiceDate Format="CCYYMMDD">20261120</InvoiceDate><OrderIdentifier>${order}</OrderIdentifier>
<InvoiceTotalVatAmount AmountCurrencyIdentifier="EUR">25,50</InvoiceTotalVatAmount><InvoiceTotalVatIncludedAmount AmountCurrencyIdentifier="EUR">${total}</InvoiceTotalVatIncludedAmount>
<VatSpecificationDetails><VatBaseAmount AmountCurrencyIdentifier="EUR">100,00</VatBaseAmount><VatRatePercent>25,5</VatRatePercent><VatRateAmount AmountCurrencyIdentifier="EUR">25,50</VatRateAmount></VatSpecificationDetails></InvoiceDetails>
<InvoiceRow><ArticleName>Huolto</ArticleName><RowVatRatePercent>25,5</RowVatRatePercent><RowVatExcludedAmount AmountCurrencyIdentifier="EUR">100,00</RowVatExcludedAmount></InvoiceRow></Finvoice>`)

const takeIn = (content: Buffer) =>
  world.call(eInvoices.takeIn, { ...staff, query: { fileName: 'lasku.xml' }, body: content })

describe('an e-invoice that arrives', () => {
  it('is taken in from the folder of the operator’s connection, once, and put aside with the reason when it is wrong', async () => {
    const put = (name: string, content: Buffer) => writeFileSync(path.join(inbox, name), content)
    put('a.xml', finvoice('F-1'))
    put('b.xml', finvoice('F-1', { order: 'same number' }))
    put('c.xml', Buffer.from('<Invoice/>'))
    expect(await takeInEInvoiceInbox.run(world.services)).toEqual({ files: 3, refused: 1 })
    put('a-again.xml', finvoice('F-1'))
    expect(await takeInEInvoiceInbox.run(world.services)).toEqual({ files: 1, refused: 0 })
    expect(readdirSync(path.join(inbox, 'done')).sort()).toEqual(['a-again.xml', 'a.xml', 'b.xml'])
    expect(readFileSync(path.join(inbox, 'refused', 'c.xml.txt'), 'utf8')).toContain('E_INVOICE_UNKNOWN_KIND')
    const { primary } = world.services.database
    expect(await primary.selectFrom('intake_asides').select(['reason', 'about']).execute()).toEqual([
      { reason: 'NUMBER_KNOWN', about: 'Tuntematon Pyörä Oy F-1' },
    ])
    const came = primary.selectFrom('intake_files').select(['name', 'taken_count', 'refused_for']).orderBy('name')
    expect(await came.execute()).toEqual([
      { name: 'a.xml', taken_count: 1, refused_for: null },
      { name: 'b.xml', taken_count: 0, refused_for: null },
      { name: 'c.xml', taken_count: 0, refused_for: 'E_INVOICE_UNKNOWN_KIND' },
    ])
    const list = await world.ok(eInvoices.received, { ...staff, query: {} })
    expect(list.items.map(({ number }) => number)).toEqual(['F-1'])
  })

  it('is answered as the first time when it is sent again with its key', async () => {
    const call = { ...staff, query: { fileName: 'lasku.xml' }, body: finvoice('K-1'), key: 'finvoice 1' }
    const [first, again] = [await world.call(eInvoices.takeIn, call), await world.call(eInvoices.takeIn, call)]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect((await takeIn(finvoice('K-1', { order: 'another file' }))).body).toMatchObject({
      code: 'E_INVOICE_REPEATED',
    })
  })

  it('waits with its lines, once a seller and number', async () => {
    const reply = await takeIn(finvoice('A-1'))
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ state: 'WAITING', number: 'A-1', total: 125.5, proposedOrderId: null })
    const whole = await world.ok(eInvoices.get, { ...staff, params: { id: takenOf(reply.body).receivedId } })
    expect(whole.lines).toEqual([{ description: 'Huolto', quantity: null, net: 100, vatPercent: 25.5, note: null }])
    expect((await takeIn(finvoice('A-1', { order: 'another file' }))).body).toMatchObject({
      code: 'E_INVOICE_REPEATED',
    })
  })

  it('proposes the order whose number or security code it names, else the only one at the store with its price', async () => {
    const { bikeStoreId } = await buildStore(world, { business_id: '7654321-2' })
    const own = await buildCompany(world)
    const waiting = async (values: { total_price_cents: number; code?: string }) => {
      const { orderId } = await buildRunningLease(world, { company: own })
      const { code, ...row } = values
      const order_number = `P-26-${orderId.slice(-6).toUpperCase()}`
      await world.services.database.primary
        .updateTable('orders')
        .set({
          ...row,
          order_number,
          status: 'WAITING_FOR_INVOICE_MATCH',
          bike_store_id: bikeStoreId,
          ...(code ? { security_code_sealed: world.services.vault.seal(code) } : {}),
        })
        .where('id', '=', orderId)
        .execute()
      return { orderId, order_number }
    }
    const [numbered, coded, priced] = [
      await waiting({ total_price_cents: 50_000 }),
      await waiting({ total_price_cents: 50_000, code: '7KQ2MX9A' }),
      await waiting({ total_price_cents: 12_550 }),
    ]
    const proposalFor = async (number: string, order: string) => {
      const body = takenOf((await takeIn(finvoice(number, { order }))).body)
      return [body.proposedOrderId, body.proposedBy]
    }
    expect(await proposalFor('B-1', `Tilaus ${numbered.order_number.toLowerCase()}`)).toEqual([
      numbered.orderId,
      'ORDER_NUMBER',
    ])
    expect(await proposalFor('B-2', 'koodi 7KQ2MX9A')).toEqual([coded.orderId, 'SECURITY_CODE'])
    expect(await proposalFor('B-3', '')).toEqual([priced.orderId, 'STORE_AND_SUM'])
    await waiting({ total_price_cents: 12_550 })
    expect(await proposalFor('B-4', '')).toEqual([null, null])
  })

  it('is judged anew when it is shown and when it is entered: not beside another invoice unknowingly, nor for an order that is over', async () => {
    const db = world.services.database.primary
    const { bike_store_id: bikeStoreId } = await db
      .selectFrom('orders')
      .select('bike_store_id')
      .where('order_number', 'like', 'P-26-%')
      .where('bike_store_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const { orderId } = await buildRunningLease(world, { company: await buildCompany(world) })
    const order = db.updateTable('orders').where('id', '=', orderId)
    const order_number = `P-26-${orderId.slice(-6).toUpperCase()}`
    await order.set({ order_number, bike_store_id: bikeStoreId, status: 'WAITING_FOR_INVOICE_MATCH' }).execute()
    const received = takenOf((await takeIn(finvoice('G-2', { order: order_number }))).body)
    expect(received).toMatchObject({ proposedOrderId: orderId, proposalProblem: null, otherNumber: null })
    const first = takenOf((await takeIn(finvoice('G-1', { order: order_number }))).body)
    const enter = (one: { receivedId: string; version: number }, isBeside?: boolean) =>
      world.call(eInvoices.enter, {
        ...staff,
        params: { id: one.receivedId },
        body: { version: one.version, orderId, ...(isBeside ? { isBeside } : {}) },
      })
    const entered = await enter(first)
    expect(entered.status).toBe(200)
    // The first one is matched to the order meanwhile.
    const matched = db.updateTable('invoices').set({ matched_at: world.env.now() })
    await matched.where('id', '=', entered.body.invoiceId).execute()
    const now = () => world.ok(eInvoices.get, { ...staff, params: { id: received.receivedId } })
    expect(await now()).toMatchObject({ proposalProblem: 'HAS_INVOICE', otherNumber: 'G-1' })
    const { items } = await world.ok(eInvoices.received, { ...staff, query: { limit: 100 } })
    expect(items.find(({ number }) => number === 'G-2')).toMatchObject({ proposalProblem: 'HAS_INVOICE' })
    expect((await enter(received)).body).toMatchObject({
      code: 'E_INVOICE_ORDER_HAS_INVOICE',
      details: { otherNumber: 'G-1' },
    })
    expect(await now()).toMatchObject({ state: 'WAITING', version: received.version })
    await db.updateTable('invoices').set({ matched_at: null }).where('id', '=', entered.body.invoiceId).execute()
    await order.set({ status: 'CANCELLED' }).execute()
    expect(await now()).toMatchObject({ proposalProblem: 'ORDER_OVER', otherNumber: null })
    await order.set({ status: 'WAITING_FOR_INVOICE_MATCH' }).execute()
    await matched.where('id', '=', entered.body.invoiceId).execute()
    expect((await enter(received, true)).body).toMatchObject({ state: 'ENTERED', proposalProblem: null })
  })

  it('is kept with a remark when its sums differ, and put aside, once, when it is not for us', async () => {
    const odd = await takeIn(finvoice('A-2', { total: '125,51' }))
    expect([odd.status, odd.body]).toMatchObject([201, { total: 125.51, remarks: ['SUM_DIFFERS'], taken: 1, aside: 0 }])
    const foreign = finvoice('A-3', { buyer: '1234567-1' })
    expect(await takeIn(foreign)).toMatchObject({ status: 202, body: { taken: 0, aside: 1, known: 0 } })
    expect(await takeIn(foreign)).toMatchObject({ status: 202, body: { taken: 0, aside: 0, known: 0 } })
    const list = await world.ok(eInvoices.received, { ...staff, query: {} })
    expect(list.items.map(({ number }) => number)).not.toContain('A-3')
  })

  it('is put aside once, by one of two people at the same moment', async () => {
    const body = takenOf((await takeIn(finvoice('A-4'))).body)
    const refuse = () =>
      world.call(eInvoices.refuse, {
        ...staff,
        params: { id: body.receivedId },
        body: { version: body.version, reason: 'Ei meidän' },
      })
    const replies = await Promise.all([refuse(), refuse()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await takeIn(finvoice('A-4', { order: 'again' }))).status).toBe(201)
  })
})
