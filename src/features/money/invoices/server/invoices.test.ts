import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { invoices } from '../contract.ts'
import { issueInvoice } from '../ledger/server/issue.ts'
import { invoiceXml } from '../xml-contract.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const staff = () => cast.staff
const today = () => helsinkiDay(world.env.now())
const get = (id: string) => world.ok(invoices.get, { as: staff(), params: { id } })

/** A sent invoice of 100.00 and 50.00 to a person or an employer. */
async function sent(party: 'PERSON' | 'EMPLOYER' = 'EMPLOYER', companyId = cast.companyId) {
  const buyer = {
    name: 'Testiyritys',
    businessId: null,
    address: null,
    eInvoiceAddress: null,
    email: null,
    language: 'fi' as const,
  }
  const line = (description: string, grossCents: number) => ({
    purpose: 'FEE' as const,
    description,
    grossCents,
    vatBasisPoints: 2550,
  })
  const { id } = await world.services.database.transaction((db) =>
    issueInvoice(db, world.services, {
      actor: { kind: 'SYSTEM', userId: null },
      invoice: {
        companyId,
        purpose: 'FEE',
        party,
        employeeId: party === 'PERSON' ? cast.employeeId : null,
        buyer,
        dueDay: today(),
        lines: [line('Kypärä', 10_000), line('Lukko', 5_000)],
      },
    }),
  )
  return get(id)
}

const pay = (id: string, amount: number, more: object = {}, key?: string) =>
  world.call(invoices.pay, {
    as: staff(),
    params: { id },
    body: { direction: 'IN', amount, paidDay: today(), method: 'BANK', ...more },
    ...(key ? { key } : {}),
  })

/** What the ledger's receivables say of all invoices, and what the invoices say of themselves. */
async function sums() {
  const { rows } = await sql<{ ledger: number; open: number; unbalanced: number }>`
    select (select coalesce(sum(amount_cents), 0) from ledger_rows where account = 'RECEIVABLES') as ledger,
           (select coalesce(sum(open_cents), 0) from invoices where direction = 'SALES' and stage = 'SENT') as open,
           (select count(*) from (select 1 from ledger_rows group by voucher having sum(amount_cents) <> 0) u)::int as unbalanced`.execute(
    world.services.database.primary,
  )
  return rows[0]!
}

describe('a credit note', () => {
  it('takes back what the lessor was billed, line by line to the cent, and frees the order for another invoice', async () => {
    const journey = journeyOf(world, cast)
    const orderId = await journey.toRunningLease()
    const { items } = await world.ok(invoices.list, { as: staff(), query: { orderId, direction: 'SALES' } })
    const invoice = await get(items[0]!.invoiceId)
    const key = '11111111-1111-4111-8111-111111111111'
    const credit = () =>
      world.call(invoices.credit, {
        as: staff(),
        params: { id: invoice.invoiceId },
        body: { reason: 'Väärä runkonumero' },
        key,
      })
    const first = await credit()
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ total: -invoice.total, net: -invoice.net, creditsNumber: invoice.number })
    expect((await credit()).body.invoiceId).toBe(first.body.invoiceId)
    expect(await get(invoice.invoiceId)).toMatchObject({
      status: 'SENT',
      settlement: 'CREDITED',
      open: 0,
      credits: [{ number: first.body.number }],
    })
    const again = { as: staff(), params: { id: invoice.invoiceId }, body: { reason: 'Uudestaan' } }
    expect((await world.call(invoices.credit, again)).body).toMatchObject({ code: 'INVOICE_NOT_CREDITABLE' })
    await makeDocuments.run(world.services)
    expect((await world.call(invoices.file, { as: staff(), params: { id: first.body.invoiceId } })).status).toBe(200)
    expect(await sums()).toMatchObject({ unbalanced: 0 })
  }, 90_000)

  it('takes back a part of a line, and no more than is left of it', async () => {
    const invoice = await sent()
    const lineId = invoice.lines[0]!.lineId
    const credit = (amount: number) =>
      world.call(invoices.credit, {
        as: staff(),
        params: { id: invoice.invoiceId },
        body: { reason: 'Alennus', lines: [{ lineId, amount }] },
      })
    expect((await credit(60)).status).toBe(201)
    expect((await credit(40.01)).body).toMatchObject({ code: 'INVOICE_NOT_CREDITABLE' })
    expect(await get(invoice.invoiceId)).toMatchObject({ credited: 60, open: 90 })
  })

  it('is made once when two people credit the whole invoice at the same moment', async () => {
    const invoice = await sent()
    const people = [staff(), await signedInAs(world, 'SUPER_ADMIN')]
    const replies = await Promise.all(
      people.map((as) =>
        world.call(invoices.credit, { as, params: { id: invoice.invoiceId }, body: { reason: 'Aiheeton' } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const after = await get(invoice.invoiceId)
    expect(after).toMatchObject({ credited: 150, open: 0 })
    expect(after.credits).toHaveLength(1)
    expect(await sums()).toMatchObject({ unbalanced: 0 })
  })
})

describe('payments', () => {
  it('move the status, and what is paid too much waits to be repaid', async () => {
    const { invoiceId } = await sent()
    expect((await pay(invoiceId, 50)).body).toMatchObject({ status: 'PARTLY_PAID', open: 100 })
    expect((await pay(invoiceId, 120)).body).toMatchObject({ status: 'PAID', open: -20, settlement: 'TO_REPAY' })
    const { items } = await world.ok(invoices.list, { as: staff(), query: { due: 'TO_REPAY' } })
    expect(items.map((row) => row.invoiceId)).toContain(invoiceId)
    expect((await pay(invoiceId, 200, { direction: 'OUT' })).body).toMatchObject({ code: 'PAYMENT_NOT_ALLOWED' })
    expect((await pay(invoiceId, 20, { direction: 'OUT' })).body).toMatchObject({ status: 'PAID', open: 0 })
    const { ledger, open } = await sums()
    expect(ledger).toBe(open)
  })

  it('count once when the call is repeated', async () => {
    const { invoiceId } = await sent()
    const key = '22222222-2222-4222-8222-222222222222'
    await pay(invoiceId, 50, {}, key)
    await pay(invoiceId, 50, {}, key)
    expect(await get(invoiceId)).toMatchObject({ paid: 50 })
  })

  it('are reversed once, by a row that says why', async () => {
    const unknown = { as: staff(), params: { paymentId: world.env.id() }, body: { reason: 'Ei ole' } }
    expect((await world.call(invoices.reverse, unknown)).status).toBe(404)
    const { invoiceId } = await sent()
    const { body } = await pay(invoiceId, 150, { method: 'MANUAL', reason: 'Tiliote' })
    expect(body.status).toBe('MARKED_PAID')
    const paymentId = body.payments[0]!.paymentId
    const reverse = () =>
      world.call(invoices.reverse, { as: staff(), params: { paymentId }, body: { reason: 'Väärä lasku' } })
    expect((await reverse()).body).toMatchObject({ amount: -150, reversesPaymentId: paymentId })
    expect((await reverse()).body).toMatchObject({ code: 'PAYMENT_NOT_REVERSIBLE' })
    expect(await get(invoiceId)).toMatchObject({ status: 'SENT', open: 150, paidDay: null })
  })

  it('are refused without a reason when nothing else proves them, with a third decimal and on a day to come', async () => {
    const { invoiceId } = await sent()
    const refused = async (more: object) => (await pay(invoiceId, 10, more)).body.fields?.[0]?.path
    expect(await refused({ method: 'MANUAL' })).toBe('reason')
    expect(await refused({ amount: 10.001 })).toBe('amount')
    expect(await refused({ paidDay: '2199-01-01' })).toBe('paidDay')
    expect(await refused({ paidDay: addDays(today(), -1) })).toBe('reason')
    expect(await refused({ paidDay: '2025-12-31' })).toBe('reason')
    expect(await get(invoiceId)).toMatchObject({ paid: 0, payments: [] })
  })

  it('of a day before the invoice, or in an earlier year, are taken with a reason that says why', async () => {
    const { invoiceId } = await sent()
    const early = await pay(invoiceId, 10, { paidDay: addDays(today(), -1) })
    expect(early.body.fields).toMatchObject([{ path: 'reason', code: 'BEFORE_INVOICE' }])
    const lastYear = await pay(invoiceId, 10, { paidDay: '2025-12-31' })
    expect(lastYear.body.fields).toMatchObject([{ path: 'reason', code: 'EARLIER_YEAR' }])
    const taken = await pay(invoiceId, 10, { paidDay: '2025-12-31', reason: 'Maksettu ennakkoon' })
    expect(taken.body.payments).toMatchObject([{ paidDay: '2025-12-31', reason: 'Maksettu ennakkoon' }])
  })

  it('are never changed, not even by a statement', async () => {
    const { invoiceId } = await sent()
    await pay(invoiceId, 10)
    const db = world.services.database.primary
    await expect(db.updateTable('payments').set({ amount_cents: 1 }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('ledger_rows').execute()).rejects.toThrow('append-only')
  })
})

describe('a write-off', () => {
  it('makes the rest a loss, once and with a reason, and money that comes later takes it back', async () => {
    const { invoiceId, version } = await sent()
    await sql`update invoices set buyer = buyer || '{"email":"lasku@testi.example"}' where id = ${invoiceId}`.execute(
      world.services.database.primary,
    )
    const writeOff = (as: Cast['staff'], at: number) =>
      world.call(invoices.writeOff, { as, params: { id: invoiceId }, body: { reason: 'Maksukyvytön', version: at } })
    expect((await writeOff(cast.employer, version)).status).toBe(403)
    const paid = await pay(invoiceId, 50)
    expect((await writeOff(staff(), version)).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    const written = await writeOff(staff(), paid.body.version)
    expect(written.body).toMatchObject({ status: 'PARTLY_PAID', settlement: 'WRITTEN_OFF', writtenOff: 100, open: 0 })
    expect((await writeOff(staff(), written.body.version)).body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
    const { rows } = await sql<{ recipient: string; body: string }>`
      select recipient, body_text as body from outbox where template = 'invoices:mail.writtenOff'`.execute(
      world.services.database.primary,
    )
    expect(rows, 'told once, where the bill went').toEqual([
      { recipient: 'lasku@testi.example', body: expect.stringMatching(/avoimen summan 100,00/) },
    ])
    expect((await pay(invoiceId, 30)).body).toMatchObject({ writtenOff: 70, open: 0 })
    expect((await pay(invoiceId, 70)).body).toMatchObject({ status: 'PAID', writtenOff: 0, open: 0 })
    const { ledger, open, unbalanced } = await sums()
    expect([ledger, unbalanced]).toEqual([open, 0])
  })
})

it('gives a sent invoice as XML to whom it bills, and no other', async () => {
  const own = await sent('EMPLOYER')
  const read = (as: Cast['employer'], id: string) => world.call(invoiceXml.get, { as, params: { id } })
  const file = await read(cast.employer, own.invoiceId)
  expect(file.raw.toString()).toContain(`<InvoiceNumber>${own.number}</InvoiceNumber>`)
  const person = await sent('PERSON')
  expect((await read(cast.employer, person.invoiceId)).status).toBe(404)
  expect((await read(cast.employee, person.invoiceId)).status).toBe(200)
})

describe('who sees invoices', () => {
  it('an employer sees the sent ones that bill it, not those of its people, its stores and its lessor', async () => {
    const own = await sent('EMPLOYER')
    const person = await sent('PERSON')
    const { items } = await world.ok(invoices.list, { as: cast.employer })
    expect(items.map((row) => row.invoiceId)).toContain(own.invoiceId)
    expect(new Set(items.map((row) => row.party))).toEqual(new Set(['EMPLOYER']))
    const read = (as: Cast['employer'], id: string) => world.call(invoices.get, { as, params: { id } })
    expect((await read(cast.employer, person.invoiceId)).status).toBe(404)
    expect((await read(cast.employee, person.invoiceId)).status).toBe(200)
    expect((await read(cast.employee, own.invoiceId)).status).toBe(404)
    const other = await buildCompany(world)
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: other.companyId })
    expect((await read(foreign, own.invoiceId)).status).toBe(404)
    const colleague = await buildEmployee(world, { companyId: cast.companyId })
    expect((await read(await world.signIn(colleague.userId), person.invoiceId)).status).toBe(404)
  })

  it('and nobody but staff credits or pays', async () => {
    const { invoiceId } = await sent()
    const body = { reason: 'x' }
    const reply = await world.call(invoices.credit, { as: cast.employer, params: { id: invoiceId }, body })
    expect(reply.status).toBe(403)
  })
})

it('are searched, filtered, seen by their due day and taken along as a file, within the own scope', async () => {
  const [early, late, part] = [await sent('EMPLOYER'), await sent('EMPLOYER'), await sent('PERSON')]
  const due = (id: string, days: number) =>
    world.services.database.primary
      .updateTable('invoices')
      .set({ due_day: addDays(today(), days) })
      .where('id', '=', id)
      .execute()
  await due(early.invoiceId, -3)
  await due(late.invoiceId, 30)
  await due(part.invoiceId, -10)
  const own = new Set([early.invoiceId, late.invoiceId, part.invoiceId])
  const found = async (query: object, as = staff()) => {
    const { items } = await world.ok(invoices.list, { as, query: { limit: 100, ...query } })
    return items.map((row) => row.invoiceId).filter((id) => own.has(id))
  }
  expect(await found({ due: 'OPEN' })).toEqual([part.invoiceId, early.invoiceId, late.invoiceId])
  expect(await found({ due: 'OVERDUE' })).toEqual([part.invoiceId, early.invoiceId])
  expect(await found({ search: ` ${late.number} ` })).toEqual([late.invoiceId])
  expect(await found({ search: late.referenceNumber })).toEqual([late.invoiceId])
  expect(await found({ direction: 'PURCHASE' })).toEqual([])
  expect(await found({ purpose: 'FEE', status: 'SENT' })).toHaveLength(3)
  expect(await found({ status: 'PAID' })).toEqual([])
  expect(await found({ sort: 'dueDay' })).toEqual([part.invoiceId, early.invoiceId, late.invoiceId])
  expect(await found({ sort: '-dueDay' })).toEqual([late.invoiceId, early.invoiceId, part.invoiceId])
  expect(await found({ due: 'OPEN', sort: '-dueDay' })).toEqual([late.invoiceId, early.invoiceId, part.invoiceId])
  expect(await found({ sort: '-dueDay' }, cast.employer)).toEqual([late.invoiceId, early.invoiceId])
  const totalsOf = async (sort: string) =>
    (await world.ok(invoices.list, { as: staff(), anyQuery: { limit: 100, sort } })).items.map(({ total }) => total)
  expect(await totalsOf('total')).toEqual((await totalsOf('total')).toSorted((one, other) => one - other))
  expect(await totalsOf('-total')).toEqual((await totalsOf('total')).toReversed())
  expect(new Set(await totalsOf('total')).size).toBeGreaterThan(1)
  // A link opens an invoice that stands on another page of the list.
  const opened = await world.ok(invoices.list, { as: staff(), query: { id: part.invoiceId, page: 1, limit: 20 } })
  expect(opened.items.map((row) => row.invoiceId)).toEqual([part.invoiceId])
  expect(await found({ id: part.invoiceId }, cast.employer)).toEqual([])
  const rows = async (as: Cast['employer']) => {
    const file = await world.call(invoices.listFile, { as, query: { format: 'csv', due: 'OVERDUE', sort: '-dueDay' } })
    return file.raw.toString('utf8').trim().split('\r\n').slice(1)
  }
  expect((await rows(staff())).filter((row) => row.includes(part.number!))).toHaveLength(1)
  const seen = await rows(cast.employer)
  expect(seen.filter((row) => row.includes(early.number!))).toHaveLength(1)
  expect(seen.filter((row) => row.includes(part.number!) || row.includes(late.number!))).toEqual([])
  const book = await world.call(invoices.listFile, { as: staff(), query: { format: 'xlsx', due: 'OVERDUE' } })
  expect(book.raw.subarray(0, 2).toString()).toBe('PK')
})

it('approves what is checked and matched, names the problem of the rest, and a dry run changes nothing', async () => {
  const journey = journeyOf(world, cast)
  const db = world.services.database.primary
  await db.updateTable('bike_policies').set({ order_count: 9 }).where('company_id', '=', cast.companyId).execute()
  const orderId = await journey.start()
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(cast.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  await journey.confirm(orderId)
  await journey.process(orderId)
  const invoice = await journey.enterInvoice(orderId)
  const approve = (dryRun: boolean) =>
    world.ok(invoices.approve, { as: staff(), body: { invoiceIds: [invoice.invoiceId], dryRun } })
  expect(await approve(false)).toMatchObject({ approved: 0, items: [{ problem: 'NOT_MATCHED' }] })
  await journey.match(orderId, invoice.invoiceId)
  expect(await approve(true)).toMatchObject({ approved: 0, items: [{ problem: 'NOT_DELIVERED' }] })
  await journey.deliver(orderId)
  expect(await approve(true)).toMatchObject({ approved: 0, items: [{ problem: 'NO_REGISTER_IBAN' }] })
  const iban = 'FI2112345600000785'
  await db.updateTable('bike_stores').set({ iban }).where('id', '=', cast.bikeStoreId).execute()
  const { name: payee } = await db
    .selectFrom('bike_stores')
    .select('name')
    .where('id', '=', cast.bikeStoreId)
    .executeTakeFirstOrThrow()
  expect(await approve(true)).toMatchObject({ approved: 1, approvedTotal: 3000, items: [{ payee, open: 3000 }] })
  expect(await get(invoice.invoiceId)).toMatchObject({ status: 'VERIFIED' })
  // Two people approve the same at the same moment: one does.
  const both = await Promise.all([approve(false), approve(false)])
  expect(both.map(({ approved }) => approved).sort()).toEqual([0, 1])
  expect(await get(invoice.invoiceId)).toMatchObject({ status: 'APPROVED' })
}, 90_000)

it('is refused at its field for a third decimal, a sum below zero, a wrong account or reference, and nothing is kept', async () => {
  const db = world.services.database.primary
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('bike_store_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const fields = { issueDay: today(), dueDay: today(), total: 100, vatPercent: 25.5, number: 'ROSKA-1', orderId }
  const line = { description: 'Pyörä', total: 100, vatPercent: 25.5 }
  const wrong: [string, object][] = [
    ['total', { total: 100.005 }],
    ['total', { total: -100 }],
    ['iban', { iban: 'FI2112345600000786' }],
    ['iban', { iban: 'DE00123' }],
    ['referenceNumber', { referenceNumber: '1233' }],
    ['referenceNumber', { referenceNumber: 'RF19539007547034' }],
    ['dueDay', { dueDay: '2020-01-01' }],
    ['lines.0.total', { vatPercent: undefined, lines: [{ ...line, total: -100 }] }],
    ['lines.0.total', { vatPercent: undefined, lines: [{ ...line, total: 99.999 }] }],
    ['lines', { vatPercent: undefined, lines: [{ ...line, total: 99 }] }],
  ]
  for (const [path, body] of wrong) {
    const reply = await world.call(invoices.enter, { as: staff(), body: { ...fields, ...body } })
    expect(reply, JSON.stringify(body)).toMatchObject({ status: 400, body: { fields: [{ path }] } })
  }
  const wordsAt = async (body: object) =>
    (await world.call(invoices.enter, { as: staff(), body: { ...fields, ...body } })).body
  expect(await wordsAt({ iban: 'FI2112345600000786' })).toMatchObject({ fields: [{ code: 'IBAN_INVALID' }] })
  expect(await wordsAt({ referenceNumber: '1233' })).toMatchObject({
    fields: [{ message: expect.stringMatching(/tarkistusnumero ei täsmää|check digit/) }],
  })
  expect(await db.selectFrom('invoices').select('id').where('number', '=', 'ROSKA-1').execute()).toEqual([])
})

it('moves the due day of an open invoice with a reason, and not of a paid one', async () => {
  const { invoiceId, version } = await sent()
  const move = (at: number) =>
    world.call(invoices.setTerms, {
      as: staff(),
      params: { id: invoiceId },
      body: { dueDay: '2099-01-31', reason: 'Sovittu', version: at },
    })
  expect((await move(version)).body).toMatchObject({ dueDay: '2099-01-31', settlement: 'OPEN' })
  const paid = await pay(invoiceId, 150)
  expect((await move(paid.body.version)).body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
})
