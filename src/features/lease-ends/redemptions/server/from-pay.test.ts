import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { payrollDeductions } from '#features/money/payroll-deductions/contract.ts'
import { endDeductions } from '#features/money/payroll-deductions/server/end-job.ts'
import { formatEuros } from '#platform/values/money.ts'
import { buildStore, signedInAs } from '#testing/builders.ts'
import {
  accept,
  at,
  buyOut,
  db,
  invoiceOf,
  type Leased,
  leased,
  leaseOf,
  nightly,
  pay,
  payBill,
  prepareRedemptions,
  staff,
  start,
  world,
} from '#testing/cases/redemption-cases.ts'
import { redemptions } from '../contract.ts'

prepareRedemptions()

/** What the employer says that it has kept of a month. */
async function keep(of: Leased, month: string, kept: number) {
  const as = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
  const { companyId } = of.company
  const { items } = await world.ok(payrollDeductions.list, { as, params: { companyId, month } })
  const { invoiceId, version, asked } = items[0]!
  await world.ok(payrollDeductions.confirm, { as, params: { companyId, month, invoiceId }, body: { kept, version } })
  return asked
}

const euros = (cents: number) => formatEuros(cents).replaceAll('\u00a0', ' ')

/** The mail by which the employer hears of a redemption from the pay. */
const toldOfPay = (of: Leased) =>
  db()
    .selectFrom('outbox')
    .select('body_text')
    .where('company_id', '=', of.company.companyId)
    .where('template', '=', 'redemptions:employerNotice.fromPay')
    .executeTakeFirstOrThrow()

describe('a redemption from the pay', () => {
  const begin = async (of: Leased, payrollMonths: number) => {
    const offered = await world.ok(redemptions.create, {
      as: of.person,
      body: { leasingAgreementId: of.agreementId, endMonth: '2027-01', reason: 'OWN_WISH' },
    })
    expect(offered).toMatchObject({ payrollMonthsLeft: 3, price: buyOut[12]! / 100 })
    const body = { step: 'accept' as const, version: offered.version, paymentMethod: 'PAYROLL' as const }
    return world.call(redemptions.update, {
      as: of.person,
      params: { id: offered.id },
      body: { ...body, hasReadInformation: true, payrollMonths },
    })
  }

  it('over three months of a leaver: two are kept, the third is billed to the person, and both bills pay it', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    expect((await begin(of, 4)).body).toMatchObject({ details: { unmet: ['NO_PAY_LEFT'] } })
    await world.ok(redemptions.remove, {
      as: await signedInAs(world, 'SUPER_ADMIN'),
      params: { id: (await world.ok(redemptions.list, { as: of.person })).items[0]!.id },
    })
    await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
    const sent = (await begin(of, 3)).body
    const { id } = sent
    const total = buyOut[12]!
    const part = Math.ceil(total / 3)
    expect(sent).toMatchObject({ step: 'USER_PAYMENT_SENT', payrollMonths: 3, waitingFor: ['EMPLOYER'] })
    // Who owes whom, by when: the employer the whole bill, the person a part of it from each pay.
    const mail = await toldOfPay(of)
    expect(mail.body_text.replaceAll('\u00a0', ' ')).toMatch(
      new RegExp(
        `yhteensä ${euros(total)}[^]*maksatte meille laskun \\S+ viimeistään 29.1.2027[^]*maksaa teille 3 erässä: pidättäkää ${euros(part)} kuukaudessa hänen nettopalkastaan 11/2026–1/2027`,
      ),
    )
    expect(await invoiceOf(id)).toMatchObject({ party: 'EMPLOYER', total_cents: total, due_day: '2027-01-29' })
    expect(await keep(of, '2026-11', part / 100)).toBe(part / 100)
    at('2026-12-10T08:00:00Z')
    await keep(of, '2026-12', part / 100)
    await db()
      .updateTable('beneficiary_employees')
      .set({ last_working_day: '2026-12-31' })
      .where('id', '=', of.employeeId)
      .execute()
    at('2027-01-04T08:00:00Z')
    await endDeductions.run(world.services)
    await nightly()
    // What was kept is no payment yet: the employer pays it with its bill, of which the rest is taken off.
    const rest = total - 2 * part
    expect(await invoiceOf(id)).toMatchObject({ credited_cents: rest, open_cents: 2 * part })
    const person = await world.signIn(of.userId)
    const billed = await world.ok(redemptions.get, { as: person, params: { id } })
    expect(billed).toMatchObject({
      step: 'USER_PAYMENT_SENT',
      waitingFor: ['EMPLOYEE', 'EMPLOYER'],
      invoice: { open: rest / 100, dueDay: '2027-01-29' },
    })
    expect(billed.invoice?.payPath).toMatch(/^\/maksu\//)
    at('2027-01-20T08:00:00Z')
    await pay(id, 2 * part, '2027-01-20')
    await nightly()
    const desk = await signedInAs(world, 'INTERNAL_ADMIN')
    expect((await world.ok(redemptions.get, { as: desk, params: { id } })).waitingFor).toEqual(['EMPLOYEE'])
    const { rest_invoice_id: restId } = await db()
      .selectFrom('redemption_payments')
      .select('rest_invoice_id')
      .where('id', '=', (await invoiceOf(id)).payment_id)
      .executeTakeFirstOrThrow()
    await payBill(restId!, rest, '2027-01-20')
    await nightly()
    at('2027-02-01T08:00:00Z')
    await nightly()
    expect(await leaseOf(of.agreementId)).toMatchObject({
      lease_state: 'ENDED',
      end_reason: 'REDEEMED',
      bike_at: 'SOLD',
    })
    const done = await world.ok(redemptions.get, { as: await world.signIn(of.userId), params: { id } })
    const back = await world.ok(redemptions.update, {
      as: await world.signIn(of.userId),
      params: { id },
      body: { step: 'withdraw', version: done.version },
    })
    expect(back.step).toBe('WITHDRAWN')
    // Both bills are credited whole: what each has paid is to be repaid.
    expect((await invoiceOf(id)).open_cents).toBe(-2 * part)
  })

  it('kept whole is paid by the employer, and a bill of a redemption is not kept from the pay besides', async () => {
    at('2026-11-10T08:00:00Z')
    const [of, other] = [await leased(), await leased()]
    const { id } = (await begin(of, 1)).body
    await keep(of, '2026-11', buyOut[12]! / 100)
    await nightly()
    expect((await world.ok(redemptions.get, { as: of.person, params: { id } })).waitingFor).toEqual(['EMPLOYER'])
    await pay(id, buyOut[12]!, '2026-11-10')
    await nightly()
    expect((await world.ok(redemptions.get, { as: of.person, params: { id } })).step).toBe('LESSOR_INVOICE_SENT')
    const offered = await start(other)
    await accept(other, offered.id, offered.version)
    const bill = await invoiceOf(offered.id)
    const asked = await world.call(payrollDeductions.start, {
      as: other.person,
      params: { id: bill.id },
      body: { months: 2 },
    })
    expect(asked.body).toMatchObject({ code: 'DEDUCTION_NOT_ALLOWED' })
  })
})

/** The store's invoice that was matched when the bicycle was bought. */
async function boughtFromStore({ company, orderId }: Leased) {
  const { bikeStoreId } = await buildStore(world)
  await db()
    .insertInto('invoices')
    .values({
      id: world.env.id(),
      company_id: company.companyId,
      order_id: orderId,
      direction: 'PURCHASE',
      party: 'STORE',
      stage: 'RECEIVED',
      status: 'RECEIVED',
      bike_store_id: bikeStoreId,
      number: 'K-1',
      issue_day: '2026-01-01',
      due_day: '2026-01-15',
      net_cents: 300_000,
      vat_cents: 0,
      total_cents: 300_000,
      matched_at: world.env.now(),
    })
    .execute()
}

describe('another lessor', () => {
  it('is told, bills within a euro or with a reason, and only then the title passes', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased({ kind: 'GRENKE' })
    await boughtFromStore(of)
    const offered = await start(of)
    await accept(of, offered.id, offered.version)
    await pay(offered.id, buyOut[10]!, '2026-11-20')
    await nightly()
    at('2026-12-01T00:20:00Z')
    await nightly()
    const waiting = await world.ok(redemptions.get, { as: staff, params: { id: offered.id } })
    expect(waiting).toMatchObject({ step: 'LESSOR_INVOICE_SENT', waitingFor: ['LESSOR', 'STAFF'] })
    const match = (total: number, reason?: string) =>
      world.call(redemptions.update, {
        as: staff,
        params: { id: offered.id },
        body: {
          step: 'matchLessorInvoice',
          version: waiting.version,
          lessorInvoice: { number: 'G-1', total, issueDay: '2026-12-01', dueDay: '2026-12-15' },
          ...(reason ? { reason } : {}),
        },
      })
    expect((await match((buyOut[10]! + 101) / 100)).body).toMatchObject({ code: 'INVOICE_DIFFERENCE_NEEDS_REASON' })
    expect((await match((buyOut[10]! + 100) / 100)).body).toMatchObject({ step: 'DONE', hasLessorInvoice: true })
    const mails = await sql<{
      count: number
    }>`select count(*)::int as count from outbox where recipient = 'lasku@rahoitus.example'`.execute(db())
    expect(mails.rows[0]!.count).toBe(1)
  })
})

it('is billed, and credited, at the VAT rate of the day on which the title passes', async () => {
  at('2026-11-10T08:00:00Z')
  await db()
    .insertInto('vat_rates')
    .values({ id: world.env.id(), country: 'FI', basis_points: 2_400, valid_from: '2026-12-01' })
    .execute()
  const of = await leased()
  const offered = await world.ok(redemptions.create, {
    as: of.person,
    body: { leasingAgreementId: of.agreementId, endMonth: '2026-12', reason: 'OWN_WISH' },
  })
  const sent = await accept(of, offered.id, offered.version)
  await world.ok(redemptions.update, {
    as: of.person,
    params: { id: offered.id },
    body: { step: 'cancel', version: sent.version },
  })
  const lines = await db()
    .selectFrom('invoice_lines')
    .select(['gross_cents', 'vat_basis_points'])
    .where('agreement_id', '=', of.agreementId)
    .orderBy('gross_cents')
    .execute()
  expect(lines).toEqual([
    { gross_cents: -buyOut[11]!, vat_basis_points: 2_400 },
    { gross_cents: buyOut[11], vat_basis_points: 2_400 },
  ])
})
