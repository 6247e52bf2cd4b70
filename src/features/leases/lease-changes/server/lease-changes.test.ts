import { expect, it } from 'vitest'
import { notifications } from '#features/ground/notifications/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { draftCompany } from '#features/money/billing/server/drafts.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { usualEndPrices } from '#features/pricing/leasing/rules.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import type { Month } from '#platform/values/days.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import {
  change,
  company,
  db,
  employer,
  type Leased,
  leased,
  payrollRow,
  prepareLeaseChanges,
  read,
  signInAgain,
  signInOthers,
  staff,
  world,
} from '#testing/cases/lease-change-cases.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import type { Caller } from '#testing/world.ts'
import { leaseChanges } from '../contract.ts'
import { applyPaymentChanges } from './apply-job.ts'
import { followVatRates } from './vat-job.ts'

prepareLeaseChanges()

async function billed(of: Leased, month: Month) {
  const id = world.env.id()
  await db().insertInto('billing_runs').values({ id, month, status: 'DRAFTING', created_at: world.env.now() }).execute()
  await world.services.database.transaction((tx) =>
    draftCompany(tx, world.services, { id, month, since: '2026-12' }, company.companyId),
  )
  const lines = await db()
    .selectFrom('invoice_lines')
    .select(['source_key', 'gross_cents', 'corrects_month'])
    .where('agreement_id', '=', of.agreementId)
    .where('purpose', '=', 'INSTALMENT')
    .orderBy('source_key')
    .execute()
  return lines.map((line) => [line.source_key!.split(':')[2], line.gross_cents, line.corrects_month])
}

it('changes only the service share from a month on: shown before, billed, reported and told with an annex', async () => {
  const of = await leased()
  const query = { fromMonth: '2027-01', serviceShare: 27 }
  const preview = await world.ok(leaseChanges.preview, { as: staff, params: of.params, query })
  expect(preview).toMatchObject({ instalment: 105, lastInstalment: 55, exemption: null })
  expect(preview.months.at(0)).toEqual({ month: '2027-01', before: 100, after: 105 })
  expect(preview.months.at(-1)).toEqual({ month: '2027-12', before: 50, after: 55 })

  const key = 'c0000000-0000-4000-8000-000000000001'
  const made = await change(of, {}, { key })
  expect(made).toMatchObject({ status: 201, body: { instalment: 100, earliestMonth: '2027-02' } })
  const again = await world.call(leaseChanges.changePayment, {
    as: staff,
    params: of.params,
    body: { fromMonth: '2027-01', serviceShare: 27, reason: 'Vakuutus kallistuu', version: made.body.version - 1 },
    key,
  })
  expect(again.body).toEqual(made.body)
  expect((await read(of)).payments).toMatchObject([
    { number: 1, fromMonth: '2027-01', earlierInstalment: 100, instalment: 105, lastInstalment: 55 },
  ])

  expect(await billed(of, '2026-12')).toEqual([['2026-12', 10_000, null]])
  expect(await billed(of, '2027-01')).toEqual([
    ['2026-12', 10_000, null],
    ['2027-01', 10_500, null],
  ])
  const [december, january] = [await payrollRow(of, '2026-12'), await payrollRow(of, '2027-01')]
  expect([december?.taxValue, january?.taxValue]).toEqual([100, 105])

  const { data } = await world.ok(agreements.documents, { as: employer, query: { leasingAgreementId: of.agreementId } })
  expect(data).toMatchObject([{ kind: 'OTHER', sealed: true, hasFile: true }])
  const file = await world.call(agreements.file, { as: employer, params: { id: data[0]!.signedDocumentId } })
  expect(file.raw.subarray(0, 4).toString()).toBe('%PDF')
  expect(
    missingInPdf(file.raw, [
      `Liite 1 sopimukseen ${of.agreementNumber}`,
      'muuttuu kuukaudesta 1/2027 alkaen',
      'veron osuus 22,00 € 27,00 €',
      'Kuukausierä 100,00 € 105,00 €',
      'Viimeinen erä 50,00 € 55,00 €',
      'Vakuutus kallistuu',
    ]),
  ).toEqual([])
  const told = await db()
    .selectFrom('notifications')
    .select(['user_id', 'template'])
    .where('template', 'like', 'lease-changes:%')
    .execute()
  expect(told.map(({ template }) => template).sort()).toEqual([
    'lease-changes:employerNotice.changed',
    'lease-changes:notice.changed',
  ])
})

it('shows the payment from the month on which it holds, and a second change beside the first', async () => {
  const of = await leased()
  await change(of, { fromMonth: '2026-12', serviceShare: 20 })
  expect((await read(of)).instalment).toBe(100)
  world.env.setNow('2026-12-01T00:10:00+02:00')
  await signInOthers()
  expect(await applyPaymentChanges.run(world.services)).toEqual({ applied: 1 })
  expect(await applyPaymentChanges.run(world.services)).toEqual({ applied: 0 })
  expect(await read(of)).toMatchObject({ instalment: 98, serviceShare: 20 })
  world.env.setNow('2026-11-10T08:00:00Z')
  expect(await change(of, { fromMonth: '2026-12' })).toMatchObject({ status: 400 })
  const second = await change(of, { fromMonth: '2027-02', serviceShare: 30 })
  expect(second.body.payments.map((one) => [one.earlierInstalment, one.instalment])).toEqual([
    [100, 98],
    [98, 108],
  ])
})

it('corrects a month that was billed already: the next run credits the difference', async () => {
  world.env.setNow('2026-11-10T08:00:00Z')
  await signInAgain()
  const own = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const lease = await buildRunningLease(world, {
    company: own,
    agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24 },
  })
  const of = { ...lease, params: { id: lease.agreementId } }
  const at = async (instant: string) => {
    world.env.setNow(instant)
    await signInOthers()
  }
  const run = async (month: Month) => {
    const { billingRunId: id } = await world.ok(billing.start, { as: staff, body: { month } })
    await continueBilling.run(world.services)
    const { version } = await world.ok(billing.run, { as: staff, params: { id } })
    await world.ok(billing.approve, { as: staff, params: { id }, body: { version } })
    await continueBilling.run(world.services)
  }

  await at('2027-04-01T08:00:00Z')
  await run('2027-04')
  expect((await change(of, { fromMonth: '2027-04', serviceShare: 20 })).status).toBe(201)

  await at('2027-05-02T08:00:00Z')
  await run('2027-05')
  const lines = await db()
    .selectFrom('invoice_lines')
    .select(['gross_cents', 'credits_line_id', 'source_key'])
    .where('agreement_id', '=', lease.agreementId)
    .where('purpose', '=', 'INSTALMENT')
    .orderBy('gross_cents')
    .execute()
  const months = lines.filter(({ source_key: key }) => key === null || /2027-0[45]/.test(key))
  expect(months.map((line) => [line.gross_cents, line.credits_line_id !== null])).toEqual([
    [-200, true],
    [9_800, false],
    [10_000, false],
  ])
  await at('2026-11-10T08:00:00Z')
})

it('changes no locked payroll month: the month stays byte for byte, and the next open one corrects it', async () => {
  world.env.setNow('2026-11-10T08:00:00Z')
  await signInAgain()
  const own = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', own)
  const start = { start_day: '2026-09-01', end_day: '2028-08-31', lease_months: 24 }
  const lease = await buildRunningLease(world, { company: own, agreement: start })
  const of = { ...lease, params: { id: lease.agreementId } }
  const at = (month: Month) => ({ as: admin, params: { companyId: own.companyId, month } })
  for (const month of ['2026-09', '2026-10']) {
    const { previewHash } = await world.ok(reporting.rows, at(month))
    await world.ok(reporting.lock, { ...at(month), body: { previewHash: previewHash! } })
  }
  const bytes = async (month: Month) => (await world.call(reporting.csv, at(month))).raw.toString('base64')
  const before = [await bytes('2026-09'), await bytes('2026-10')]
  expect((await change(of, { fromMonth: '2026-10' })).status).toBe(201)
  expect([await bytes('2026-09'), await bytes('2026-10')]).toEqual(before)
  const locked = (await world.ok(reporting.rows, at('2026-10'))).items
  expect(locked.map((row) => [row.correctsMonth, row.taxValue])).toEqual([[null, 100]])
  const open = (await world.ok(reporting.rows, at('2026-11'))).items
  expect(open.map((row) => [row.correctsMonth, row.event, row.instalment, row.taxValue])).toEqual([
    [null, 'CHANGED', 105, 105],
    ['2026-10', 'RUNNING', 5, 5],
  ])
})

it('is made by one of two at the same moment: a change and a change, a change and an end', async () => {
  const other = await signedInAs(world, 'INTERNAL_ADMIN')
  const of = await leased()
  const payment = async (as: Caller, fromMonth: Month, serviceShare: number, version: number) => {
    const body = { fromMonth, serviceShare, reason: 'Vakuutus kallistuu', version }
    return world.call(leaseChanges.changePayment, { as, params: of.params, body })
  }
  const { version } = await read(of)
  const changes = await Promise.all([payment(staff, '2027-01', 27, version), payment(other, '2027-01', 30, version)])
  const next = (await read(of)).version
  const body = { endMonth: '2027-11', endsAs: 'RETURNED', reason: 'Sovittu', version: next } as const
  const both = await Promise.all([
    world.call(leaseChanges.end, { as: staff, params: of.params, body }),
    payment(other, '2027-03', 25, next),
  ])
  for (const answers of [changes, both]) {
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'VERSION_CONFLICT' })
  }
})

it('follows a new VAT rate where the table leaves the net as it is: once, told before, billed at the same net', async () => {
  const ends = (vatChange: string) => ({
    end_prices: JSON.stringify({ ...usualEndPrices, vatChange }),
    vat_basis_points: 2_550,
  })
  const [net, gross] = [await leased(ends('NET_STAYS')), await leased(ends('GROSS_STAYS'))]
  const over = await leased({ ...ends('NET_STAYS'), ends_on: null, end_day: '2026-12-31', lease_months: 12 })
  await world.ok(vat.create, { as: staff, body: { country: 'FI', value: 27, validFrom: '2027-01-01' } })
  const twice = await Promise.all([followVatRates.run(world.services), followVatRates.run(world.services)])
  expect(twice.map((one) => (one as { changed: number }).changed).toSorted()).toEqual([0, 1])
  expect(await followVatRates.run(world.services)).toEqual({ changed: 0 })
  for (const of of [gross, over]) expect((await read(of)).payments).toEqual([])
  const change = { number: 1, fromMonth: '2027-01', earlierInstalment: 100, instalment: 101.19, lastInstalment: 50.6 }
  expect((await read(net)).payments).toMatchObject([{ ...change, serviceShare: 23.19 }])
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', net.employeeId)
    .executeTakeFirstOrThrow()
  const told = db().selectFrom('notifications').select('template').where('user_id', '=', user_id)
  expect(await told.execute()).toEqual([{ template: 'lease-changes:notice.changed' }])
  world.env.setNow('2027-01-02T08:00:00Z')
  expect((await applyPaymentChanges.run(world.services)).applied).toBeGreaterThan(0)
  expect(await followVatRates.run(world.services)).toEqual({ changed: 0 })
  const agreement = db().selectFrom('leasing_agreements').select(['vat_basis_points', 'instalment_cents'])
  expect(await agreement.where('id', '=', net.agreementId).execute()).toEqual([
    { vat_basis_points: 2_700, instalment_cents: 10_119 },
  ])
  await billed(net, '2027-02')
  const line = (of: Leased) =>
    db()
      .selectFrom('invoice_lines')
      .select(['gross_cents', 'vat_basis_points'])
      .where('agreement_id', '=', of.agreementId)
      .where('source_key', 'like', 'INSTALMENT:%:2027-02:0')
      .executeTakeFirstOrThrow()
  expect(await line(net)).toEqual({ gross_cents: 10_119, vat_basis_points: 2_700 })
  expect(await line(gross)).toEqual({ gross_cents: 10_000, vat_basis_points: 2_700 })
})

it('tells of a changed payment with each reader’s own way of writing amounts', async () => {
  world.env.setNow('2026-11-10T08:00:00Z')
  await signInAgain()
  const own = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const agreement = { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24 }
  const lease = await buildRunningLease(world, { company: own, agreement })
  const reader = (language: 'fi' | 'sv' | 'en') =>
    signedInAs(world, 'EMPLOYER_ADMIN', { companyId: own.companyId }, { language })
  const readers = { fi: await reader('fi'), sv: await reader('sv'), en: await reader('en') }
  await change({ ...lease, params: { id: lease.agreementId } }, {})
  const told = {
    fi: '100,00\u00a0€ → 105,00\u00a0€',
    sv: '100,00\u00a0€ → 105,00\u00a0€',
    en: '€100.00 → €105.00',
  }
  for (const language of ['fi', 'sv', 'en'] as const) {
    const { notifications: shown } = await world.ok(notifications.list, { as: readers[language] })
    expect(shown[0]?.message, language).toContain(told[language])
  }
})
