import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proposals } from '#features/ground/proposals/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { payments } from '#features/money/payments/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { refreshOpenTurns } from '#features/operations/tasks/server/refresh-job.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { confirmProposed } from '#testing/confirm-proposal.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { lateMoney } from '../contract.ts'

let world: World
let staff: Caller
let company: Awaited<ReturnType<typeof buildCompany>>
beforeAll(async () => {
  world = await openWorld()
  await at('2026-05-01')
  company = await buildCompany(world)
})
afterAll(() => world.close())

/** The clock stands at noon of a day, and the staff have signed in then. */
async function at(day: string) {
  world.env.setNow(`${day}T10:00:00Z`)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
}
const db = () => world.services.database.primary
const fee = (cents: number, dueDay: string) =>
  buildFeeInvoice(world, { companyId: company.companyId, lines: [{ cents }], dueDay })
const pay = (invoiceId: string, amountCents: number, paidDay: string) =>
  world.services.database.transaction((tx) =>
    recordPayment(tx, world.services, {
      actor: systemActor,
      payment: {
        invoiceId,
        direction: 'IN',
        amountCents,
        paidDay,
        method: 'BANK',
        source: `test:${invoiceId}:${paidDay}`,
      },
    }),
  )
const get = (id: string) => world.ok(invoices.get, { as: staff, params: { id } })
const lateOf = async (id: string) => (await world.ok(lateMoney.list, { as: staff, query: { id } })).items[0]
const both = { interest: true, compensation: true }
const bill = async (id: string, more: object = {}) => {
  const { version, late } = await get(id)
  const body = { version, until: late?.until ?? '2026-05-01', ...both, ...more }
  return world.call(lateMoney.bill, { as: staff, params: { id }, body })
}
const ledgerOf = async (invoiceId: string) =>
  (
    await sql<{ account: string; cents: number }>`
      select account, amount_cents as cents from ledger_rows where invoice_id = ${invoiceId} order by position`.execute(
      db(),
    )
  ).rows.map(({ account, cents }) => [account, Number(cents)])

describe('a late bill of an employer', () => {
  it('costs interest by its days and 40 €, is shown, then billed once, without VAT, on an account of its own', async () => {
    await at('2026-05-01')
    const id = await fee(1_000_000, '2026-05-10')
    expect((await get(id)).late).toBeNull()
    await at('2026-06-09')
    const shown = {
      until: '2026-06-09',
      interest: 86.3,
      parts: [{ from: '2026-05-11', to: '2026-06-09', days: 30, owed: 10_000, percent: 10.5, amount: 86.3 }],
      compensation: 40,
    }
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    expect((await world.ok(invoices.get, { as: employer, params: { id } })).late).toEqual(shown)
    expect((await lateOf(id))?.late).toEqual(shown)
    const { version } = await get(id)
    const once = { as: staff, params: { id }, body: { version, until: '2026-06-09', ...both }, key: 'once' }
    const [first, again] = [await world.call(lateMoney.bill, once), await world.call(lateMoney.bill, once)]
    expect([first.status, again.body]).toEqual([201, first.body])
    const billed = await get(first.body.invoiceId)
    expect(billed).toMatchObject({ purpose: 'LATE', total: 126.3, vat: 0, status: 'SENT', late: null })
    expect(billed.lines.map(({ description }) => description.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringContaining('10 000,00 €, 11.5.2026–9.6.2026, 30 pv × 10,5 %'),
      expect.stringContaining('laki 30/2013'),
    ])
    expect(await ledgerOf(first.body.invoiceId)).toEqual([
      ['RECEIVABLES', 12_630],
      ['LATE_COSTS', -12_630],
    ])
    expect((await lateOf(id))?.charges).toMatchObject([
      { part: 'COMPENSATION', outcome: 'BILLED', amount: 40 },
      { part: 'INTEREST', outcome: 'BILLED', amount: 86.3 },
    ])
    expect((await bill(id)).body).toMatchObject({ code: 'LATE_COST_NOT_ALLOWED' })
    await at('2026-06-19')
    expect((await lateOf(id))?.late).toMatchObject({ interest: 28.77, compensation: 0 })
    await at('2026-07-19')
    expect((await lateOf(first.body.invoiceId)) ?? null).toBeNull()
  })

  it('is billed by two at once only once', async () => {
    await at('2026-05-01')
    const id = await fee(50_000, '2026-05-02')
    await at('2026-06-01')
    const answers = await Promise.all([bill(id), bill(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('that was paid late stays on the list until its cost is waived, with a reason, by one who may', async () => {
    await at('2026-05-01')
    const id = await fee(1_000_000, '2026-05-10')
    await pay(id, 600_000, '2026-05-20')
    await pay(id, 400_000, '2026-05-30')
    await at('2026-06-09')
    const late = (await lateOf(id))!
    expect(late.late?.parts.map(({ days, owed }) => [days, owed])).toEqual([
      [10, 10_000],
      [10, 4_000],
    ])
    const body = { version: late.version, until: '2026-06-09', ...both, reason: 'Sovittu puhelimessa' }
    const waive = (as: Caller, more: object = {}) =>
      world.call(lateMoney.waive, { as, params: { id }, body: { ...body, ...more } })
    const reader = await signedInAs(world, 'BOOKKEEPING_READER')
    expect((await waive(reader)).status).toBe(403)
    expect((await waive(staff, { reason: ' ' })).status).toBe(400)
    expect((await waive(staff, { version: 99 })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    expect((await waive(staff, { interest: false, compensation: false })).status).toBe(400)
    expect((await waive(staff, { until: '2026-06-10' })).body).toMatchObject({ fields: [{ path: 'until' }] })
    expect((await waive(staff)).body).toMatchObject({
      late: null,
      charges: [{ outcome: 'WAIVED' }, { outcome: 'WAIVED', reason: 'Sovittu puhelimessa' }],
    })
    expect(await lateOf(id)).toBeUndefined()
    await expect(sql`update late_charges set amount_cents = 0`.execute(db())).rejects.toThrow()
  })

  it('costs nothing that is billed while it is disputed, or where it is a buy-out', async () => {
    await at('2026-05-01')
    const [disputed, buyOut] = [await fee(70_000, '2026-05-02'), await fee(70_000, '2026-05-02')]
    await db().updateTable('invoices').set({ purpose: 'REDEMPTION' }).where('id', '=', buyOut).execute()
    await db().updateTable('invoices').set({ disputed_at: world.env.now() }).where('id', '=', disputed).execute()
    await at('2026-06-01')
    expect((await bill(disputed)).body).toMatchObject({ code: 'LATE_COST_NOT_ALLOWED' })
    expect((await bill(buyOut)).body).toMatchObject({ code: 'LATE_COST_NOT_ALLOWED' })
    expect((await get(buyOut)).late).toBeNull()
  })
})

it('a person owes interest from 30 days after the bill, sees it on the page to pay on, and never owes the 40 €', async () => {
  await at('2026-05-01')
  const { employeeId, userId } = await buildEmployee(world, company)
  const body = { beneficiaryEmployeeId: employeeId, description: 'Lukko', amount: 500, hasVat: true }
  const { invoiceId } = await world.ok(payments.create, { as: staff, body })
  const person = await world.signIn(userId)
  const { payPath } = (await world.ok(payments.list, { as: person })).items[0]!
  const page = () => world.ok(payments.page, { params: { token: payPath!.replace('/maksu/', '') } })
  await at('2026-05-31')
  expect((await page()).late).toBeNull()
  await at('2026-06-20')
  expect((await page()).late).toMatchObject({
    interest: 2.6,
    parts: [{ from: '2026-06-01', days: 20, percent: 9.5 }],
    compensation: 0,
  })
  expect((await bill(invoiceId, { interest: false })).body).toMatchObject({ code: 'LATE_COST_NOT_ALLOWED' })
  const billed = await bill(invoiceId, { compensation: false })
  expect(await get(billed.body.invoiceId)).toMatchObject({ party: 'PERSON', total: 2.6, purpose: 'LATE' })
})

it('of a lessor costs interest and 40 €, billed to the lessor by its own terms', async () => {
  await at('2026-05-01')
  const lessorId = company.leasingCompanyId
  await db().updateTable('leasing_companies').set({ payment_terms_days: 21 }).where('id', '=', lessorId).execute()
  const id = await buildFeeInvoice(world, {
    companyId: company.companyId,
    lines: [{ cents: 1_000_000 }],
    dueDay: '2026-05-10',
    buyer: { name: 'Esimerkkirahoitus Oy', email: 'laskut@rahoitus.example' },
    party: { party: 'LESSOR', lessorId },
  })
  await at('2026-06-09')
  expect((await lateOf(id))?.late).toMatchObject({ interest: 86.3, compensation: 40 })
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  expect((await world.call(invoices.get, { as: employer, params: { id } })).status).toBe(404)
  const { body } = await bill(id)
  expect(await get(body.invoiceId)).toMatchObject({
    purpose: 'LATE',
    party: 'LESSOR',
    total: 126.3,
    dueDay: '2026-06-30',
  })
  expect((await world.call(invoices.get, { as: employer, params: { id: body.invoiceId } })).status).toBe(404)
})

describe('the reference rates', () => {
  const add = (body: object, as = staff) =>
    world.call(lateMoney.addRate, { as, body: { fromDay: '2026-07-01', percent: 2.5, source: 'Tiedote', ...body } })
  const asked = async () => {
    await refreshOpenTurns.run(world.services)
    const { data } = await world.ok(tasks.list, { as: staff })
    return data.filter(({ action }) => action === 'enterReferenceRate').map(({ about, due }) => [about, due])
  }

  it('are a task of the staff from two weeks before the half-year that has none, and interest waits for them', async () => {
    await at('2026-06-16')
    expect(await asked()).toEqual([])
    await at('2026-06-17')
    expect(await asked()).toEqual([['2026-07-01', '2026-07-01']])
    const id = await fee(100_000, '2026-06-18')
    await at('2026-07-10')
    expect((await get(id)).late).toMatchObject({ interest: null, compensation: 40 })
    expect((await bill(id)).body).toMatchObject({ code: 'REFERENCE_RATE_MISSING' })
    const proposed = await add({ percent: 3 })
    expect(proposed.status).toBe(202)
    // One person alone can neither confirm it nor bill by it.
    const own = { params: { id: proposed.body.proposalId }, body: { version: proposed.body.version } }
    expect((await world.call(proposals.confirm, { as: staff, ...own })).body.code).toBe('NOT_FOR_ONESELF')
    expect((await bill(id)).body).toMatchObject({ code: 'REFERENCE_RATE_MISSING' })
    expect((await add({ percent: 4 })).body).toMatchObject({ code: 'PROPOSAL_EXISTS' })
    const proposer = staff
    await confirmProposed(world, await signedInAs(world, 'SUPER_ADMIN'), proposed.body)
    const [rate] = (await world.ok(lateMoney.rates, { as: proposer })).items
    expect(rate).toMatchObject({ fromDay: '2026-07-01', percent: 3, source: 'Tiedote', version: 1 })
    expect(await asked()).toEqual([])
    expect((await get(id)).late?.parts.map(({ days, percent }) => [days, percent])).toEqual([
      [12, 10.5],
      [10, 11],
    ])
  })

  it('are entered once for a half-year, none too far ahead, by those who close the books', async () => {
    await at('2026-07-11')
    expect((await add({})).body).toMatchObject({ fields: [{ path: 'fromDay', code: 'RATE_STANDS' }] })
    expect((await add({ fromDay: '2026-08-01' })).body).toMatchObject({ fields: [{ code: 'NO_HALF_YEAR' }] })
    expect((await add({ fromDay: '2027-07-01' })).body).toMatchObject({ fields: [{ code: 'TOO_LARGE' }] })
    expect((await add({ fromDay: '2027-01-01', percent: 2.25 })).status).toBe(400)
    expect((await add({}, await signedInAs(world, 'BOOKKEEPING_READER'))).status).toBe(403)
  })

  it('are corrected at their version until interest has been billed by them', async () => {
    await at('2026-07-12')
    const { rateId, version, enteredBy } = (await world.ok(lateMoney.rates, { as: staff })).items[0]!
    expect(enteredBy).not.toBeNull()
    const change = (at: number) =>
      world.call(lateMoney.changeRate, {
        as: staff,
        params: { id: rateId },
        body: { percent: 2.5, source: 'Tiedote, oikaistu', version: at },
      })
    const second = await signedInAs(world, 'SUPER_ADMIN')
    const now = async () => (await world.ok(lateMoney.rates, { as: staff })).items[0]!
    const corrected = await change(version)
    expect([corrected.status, (await now()).percent]).toEqual([202, 3])
    await confirmProposed(world, second, corrected.body)
    expect(await now()).toMatchObject({ percent: 2.5, version: version + 1 })
    expect((await change(version)).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    const again = await change(version + 1)
    const id = await fee(100_000, '2026-07-01')
    expect((await bill(id)).status).toBe(201)
    const yes = { params: { id: again.body.proposalId }, body: { version: again.body.version } }
    expect((await world.call(proposals.confirm, { as: second, ...yes })).body).toMatchObject({
      details: { unmet: ['OVERTAKEN'] },
    })
    expect(await now()).toMatchObject({ percent: 2.5, version: version + 1 })
    expect((await change(version + 1)).body).toMatchObject({ code: 'IN_USE_NOT_ALLOWED' })
  })
})
