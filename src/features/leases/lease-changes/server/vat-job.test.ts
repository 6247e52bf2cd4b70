import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifications } from '#features/ground/notifications/contract.ts'
import { draftCompany } from '#features/money/billing/server/drafts.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { usualEndPrices } from '#features/pricing/leasing/rules.ts'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import type { Month } from '#platform/values/days.ts'
import { type Cents, formatEuros } from '#platform/values/money.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { leaseChanges } from '../contract.ts'
import { applyPaymentChanges } from './apply-job.ts'
import { followVatRates } from './vat-job.ts'

let world: World
let staff: Caller
let company: Awaited<ReturnType<typeof buildCompany>>
let of: { agreementId: string; employeeId: string }

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const at = async (instant: string) => {
  world.env.setNow(instant)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
}

/** A lease whose net stays: 100.00 a month at 25.5 %, 22.00 of it the service share, 50.00 in its last month. */
beforeEach(async () => {
  await db().deleteFrom('payment_changes').execute()
  await db().updateTable('leasing_agreements').set({ lease_state: 'ENDED', ended_day: '2026-11-30' }).execute()
  await db().deleteFrom('vat_rates').where('valid_from', '>', '2025-01-01').execute()
  await db().updateTable('vat_rates').set({ valid_to: null }).where('country', '=', 'FI').execute()
  await at('2026-11-10T08:00:00Z')
  company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  of = await leased()
})
const leased = (agreement = {}) =>
  buildRunningLease(world, {
    company,
    agreement: {
      start_day: '2026-01-01',
      end_day: '2027-12-31',
      lease_months: 24,
      vat_basis_points: 2_550,
      end_prices: JSON.stringify({ ...usualEndPrices, vatChange: 'NET_STAYS' }),
      ...agreement,
    },
  })

const add = (value: number, validFrom: string, validTo: string | null = null) =>
  world.ok(vat.create, { as: staff, body: { country: 'FI', value, validFrom, validTo } })
const follow = () => followVatRates.run(world.services)
const read = (agreementId = of.agreementId) =>
  world.ok(leaseChanges.changes, { as: staff, params: { id: agreementId } })
const plan = async (fromMonth: Month, serviceShare: number) => {
  const { version } = await read()
  const body = { fromMonth, serviceShare, reason: 'Vakuutus kallistuu', version }
  await world.ok(leaseChanges.changePayment, { as: staff, params: { id: of.agreementId }, body })
}
/** What a lease costs in each of some months. */
async function paid(months: readonly Month[], agreementId = of.agreementId) {
  const row = await db()
    .selectFrom('leasing_agreements as a')
    .select(['a.instalment_cents', 'a.last_instalment_cents', changesOf(sql`a.id`).as('changes')])
    .where('a.id', '=', agreementId)
    .executeTakeFirstOrThrow()
  const now = { instalmentCents: row.instalment_cents, lastInstalmentCents: row.last_instalment_cents }
  return months.map((month) => paymentIn(now, row.changes, month).instalmentCents)
}
const turnOfYear = ['2026-12', '2027-01', '2027-02', '2027-03', '2027-04'] as const
async function billed(month: Month) {
  const run = { id: world.env.id(), month, status: 'DRAFTING', created_at: world.env.now() } as const
  await db()
    .insertInto('billing_runs')
    .values(run)
    .onConflict((clash) => clash.column('month').doNothing())
    .execute()
  const { id } = await db().selectFrom('billing_runs').select('id').where('month', '=', month).executeTakeFirstOrThrow()
  await world.services.database.transaction((tx) =>
    draftCompany(tx, world.services, { id, month, since: month }, company.companyId),
  )
}
const toldTo = async (employeeId: string) => {
  const rows = await db()
    .selectFrom('notifications as n')
    .innerJoin('beneficiary_employees as e', 'e.user_id', 'n.user_id')
    .select(['n.template', 'n.template_values'])
    .where('e.id', '=', employeeId)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  return rows.map(({ template, template_values: values }) => [
    template,
    formatEuros((values as { after: { cents: number } }).after.cents as Cents, 'fi').replace('\u00A0', ' '),
  ])
}

it('gives its reason in the language of each reader', async () => {
  const reader = (language: 'fi' | 'sv' | 'en') =>
    signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId }, { language })
  const readers = { fi: await reader('fi'), sv: await reader('sv'), en: await reader('en') }
  await add(27, '2027-01-01')
  await follow()
  const reasons = { fi: '25,5', sv: '25,5', en: '25.5' }
  for (const language of ['fi', 'sv', 'en'] as const) {
    const { notifications: shown } = await world.ok(notifications.list, { as: readers[language] })
    const rates = { from: reasons[language], to: '27', day: '1.1.2027' }
    expect(shown[0]?.message, language).toContain(world.services.texts.t(language, 'lease-changes:vatReason', rates))
  }
})

it('takes the new payment back when its rate is removed: shown, billed and told as before', async () => {
  const rate = await add(27, '2027-01-01')
  await follow()
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_119, 10_119, 10_119])
  await world.ok(vat.remove, { as: staff, params: { id: rate.vatId }, query: { version: 1 } })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
  expect((await read()).payments).toEqual([])
  expect(await toldTo(of.employeeId)).toEqual([
    ['lease-changes:notice.changed', '101,19 €'],
    ['lease-changes:notice.withdrawn', '100,00 €'],
  ])
  expect(await follow()).toEqual({ changed: 0 })
  await at('2027-01-02T08:00:00Z')
  expect(await applyPaymentChanges.run(world.services)).toEqual({ applied: 0 })
  // An annex is never removed, and its number is not given again.
  await at('2026-11-10T08:00:00Z')
  await plan('2027-01', 27)
  expect((await read()).payments).toMatchObject([{ number: 2, earlierInstalment: 100, instalment: 105 }])
})

it('refuses to remove or move a rate once a month has been billed by it, and says which', async () => {
  const rate = await add(27, '2027-01-01')
  await follow()
  const params = { id: rate.vatId }
  const postponed = { country: 'FI', value: 27, validFrom: '2027-03-01', version: 1 }
  await billed('2027-01')
  const refused = { status: 409, body: { code: 'VAT_RATE_IN_MONTHS', details: { agreements: 1, months: ['2027-01'] } } }
  expect(await world.call(vat.remove, { as: staff, params, query: { version: 1 } })).toMatchObject(refused)
  expect(await world.call(vat.update, { as: staff, params, body: postponed })).toMatchObject(refused)
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_119, 10_119, 10_119])
  // Days that change nothing of what is paid may be corrected.
  const inTime = { ...postponed, validFrom: '2026-12-15' }
  expect((await world.call(vat.update, { as: staff, params, body: inTime })).status).toBe(200)
})

it('refuses to move a rate once a payroll month has been locked by it', async () => {
  const rate = await add(27, '2026-12-01')
  await follow()
  await at('2026-12-20T08:00:00Z')
  const as = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  for (
    let month = '2026-01';
    month <= '2026-12';
    month = month.replace(/\d\d$/, (m) => String(Number(m) + 1).padStart(2, '0'))
  ) {
    const locking = { as, params: { companyId: company.companyId, month } }
    const { previewHash } = await world.ok(reporting.rows, locking)
    await world.ok(reporting.lock, { ...locking, body: { previewHash: previewHash! } })
  }
  const moved = await world.call(vat.update, {
    as: staff,
    params: { id: rate.vatId },
    body: { country: 'FI', value: 27, validFrom: '2027-02-01', version: 1 },
  })
  expect(moved).toMatchObject({ status: 409, body: { code: 'VAT_RATE_IN_MONTHS', details: { months: ['2026-12'] } } })
})

it('moves the new payment with a rate that is postponed, also once it has begun', async () => {
  const rate = await add(27, '2027-01-01')
  await follow()
  await at('2027-01-02T08:00:00Z')
  await applyPaymentChanges.run(world.services)
  expect((await read()).instalment).toBe(101.19)
  await world.ok(vat.update, {
    as: staff,
    params: { id: rate.vatId },
    body: { country: 'FI', value: 27, validFrom: '2027-03-01', version: 1 },
  })
  expect((await read()).instalment).toBe(100)
  expect(await follow()).toEqual({ changed: 1 })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_000, 10_000, 10_119, 10_119])
})

it('follows rates that lie near each other once, and one that returns', async () => {
  await at('2026-12-10T08:00:00Z')
  await add(24, '2027-01-01')
  const back = await add(25.5, '2027-02-01')
  const late = await leased({ start_day: '2027-02-01', end_day: '2029-01-31' })
  expect(await follow()).toEqual({ changed: 1 })
  expect(await follow()).toEqual({ changed: 0 })
  expect(await paid(turnOfYear)).toEqual([10_000, 9_880, 10_000, 10_000, 10_000])
  // A lease that begins when the rate has returned has never been paid at the other one.
  expect((await read(late.agreementId)).payments).toEqual([])
  await world.ok(vat.update, {
    as: staff,
    params: { id: back.vatId },
    body: { country: 'FI', value: 25.5, validFrom: '2027-10-01', version: 1 },
  })
  expect(await follow()).toEqual({ changed: 1 })
  expect((await read(late.agreementId)).payments).toMatchObject([{ fromMonth: '2027-02', instalment: 98.8 }])
  await at('2027-09-15T08:00:00Z')
  await applyPaymentChanges.run(world.services)
  expect((await read()).instalment).toBe(98.8)
  expect(await follow()).toEqual({ changed: 2 })
  expect(await follow()).toEqual({ changed: 0 })
  expect(await paid(['2027-09', '2027-10'])).toEqual([9_880, 10_000])
})

it('returns to the rate before when one is valid for some months only', async () => {
  await add(27, '2027-01-01', '2027-02-28')
  expect(await follow()).toEqual({ changed: 1 })
  await at('2027-01-20T08:00:00Z')
  expect(await follow()).toEqual({ changed: 1 })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_119, 10_000, 10_000])
})

it('is felt from its own day, and what the staff had planned for later is reckoned on top', async () => {
  await plan('2027-03', 27)
  const rate = await add(27, '2027-01-01')
  expect(await follow()).toEqual({ changed: 1 })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_119, 10_626, 10_626])
  expect((await read()).payments).toMatchObject([
    { fromMonth: '2027-01', earlierInstalment: 100, instalment: 101.19 },
    { fromMonth: '2027-03', earlierInstalment: 101.19, instalment: 106.26, reason: 'Vakuutus kallistuu' },
  ])
  expect(await toldTo(of.employeeId)).toEqual([
    ['lease-changes:notice.changed', '105,00 €'],
    ['lease-changes:notice.changed', '101,19 €'],
    ['lease-changes:notice.changed', '106,26 €'],
  ])
  await world.ok(vat.remove, { as: staff, params: { id: rate.vatId }, query: { version: 1 } })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_000, 10_000, 10_500, 10_500])
  expect((await read()).payments).toMatchObject([{ fromMonth: '2027-03', earlierInstalment: 100, instalment: 105 }])
})

it('stands under a change that the staff have made for the same month, and both begin to be shown', async () => {
  await plan('2027-01', 27)
  await add(27, '2027-01-01')
  await follow()
  expect(await paid(turnOfYear)).toEqual([10_000, 10_626, 10_626, 10_626, 10_626])
  await at('2027-01-02T08:00:00Z')
  expect(await applyPaymentChanges.run(world.services)).toEqual({ applied: 2 })
  expect((await read()).instalment).toBe(106.26)
  const agreement = db().selectFrom('leasing_agreements').select('vat_basis_points')
  expect(await agreement.where('id', '=', of.agreementId).execute()).toEqual([{ vat_basis_points: 2_700 }])
})

it('is followed or removed, whoever comes first: nothing stays of a removed rate', async () => {
  const rate = await add(27, '2027-01-01')
  const remove = () => world.call(vat.remove, { as: staff, params: { id: rate.vatId }, query: { version: 1 } })
  const [removed] = await Promise.all([remove(), follow()])
  expect(removed.status).toBe(200)
  expect(await paid(turnOfYear)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
  expect(await follow()).toEqual({ changed: 0 })
})

it('takes the new payment back when a rate is added by which its month pays as before', async () => {
  await plan('2027-01', 27)
  const ended = await leased({ end_day: '2026-12-31' })
  await add(27, '2026-12-20')
  await follow()
  expect(await paid(turnOfYear)).toEqual([10_000, 10_626, 10_626, 10_626, 10_626])
  await add(25.5, '2026-12-31')
  expect(await paid(turnOfYear)).toEqual([10_000, 10_500, 10_500, 10_500, 10_500])
  expect(await follow()).toEqual({ changed: 0 })
  expect((await read(ended.agreementId)).payments).toEqual([])
})

it('refuses a rate from a month that has been billed by another one, and follows one from the next', async () => {
  const other = await leased({ end_day: '2026-12-31' })
  await add(27, '2026-12-20')
  await follow()
  await billed('2027-01')
  const create = (validFrom: string) =>
    world.call(vat.create, { as: staff, body: { country: 'FI', value: 28, validFrom, validTo: null } })
  const refused = { status: 409, body: { code: 'VAT_RATE_IN_MONTHS', details: { agreements: 1, months: ['2027-01'] } } }
  expect(await create('2027-01-01')).toMatchObject(refused)
  expect(await follow()).toEqual({ changed: 0 })
  expect((await create('2027-01-02')).status).toBe(201)
  await at('2026-12-10T08:00:00Z')
  expect(await follow()).toEqual({ changed: 1 })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_199, 10_199, 10_199])
  expect((await read(other.agreementId)).payments).toEqual([])
})

it('puts a change right that stands at another rate than its month, unless the month has been billed by it', async () => {
  const rate = await add(27, '2026-12-20')
  await follow()
  const other = await leased({ end_day: '2028-12-31' })
  await db().updateTable('vat_rates').set({ valid_to: '2026-12-31' }).where('id', '=', rate.vatId).execute()
  expect(await follow()).toEqual({ changed: 1 })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
  expect((await read(other.agreementId)).payments).toEqual([])

  await db().updateTable('vat_rates').set({ valid_to: null }).where('id', '=', rate.vatId).execute()
  expect(await follow()).toEqual({ changed: 2 })
  await billed('2027-01')
  await db().updateTable('vat_rates').set({ valid_to: '2026-12-31' }).where('id', '=', rate.vatId).execute()
  expect(await follow()).toEqual({ changed: 0 })
  await db()
    .updateTable('vat_rates')
    .set({ valid_to: null, basis_points: 2_800 })
    .where('id', '=', rate.vatId)
    .execute()
  expect(await follow()).toEqual({ changed: 0 })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_119, 10_119, 10_119])
})

it('leaves the payment alone where a gross that stays is agreed, whatever rates are added', async () => {
  const gross = await leased({ end_prices: JSON.stringify({ ...usualEndPrices, vatChange: 'GROSS_STAYS' }) })
  await add(27, '2026-12-20')
  expect(await follow()).toEqual({ changed: 1 })
  await add(25.5, '2026-12-31')
  expect(await paid(turnOfYear, gross.agreementId)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
  expect((await read(gross.agreementId)).payments).toEqual([])
})

it('keeps the billed months of a change that was made before the rate of before was noted', async () => {
  await add(27, '2027-01-01')
  await follow()
  await at('2027-01-02T08:00:00Z')
  await applyPaymentChanges.run(world.services)
  const own = () => db().updateTable('payment_changes').where('agreement_id', '=', of.agreementId)
  await own().set({ earlier_vat_basis_points: null }).execute()
  await add(28, '2027-02-01')
  // Nobody knows from which rate to count: nothing is touched.
  expect(await follow()).toEqual({ changed: 0 })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_119, 10_119, 10_119])
  const fill = new URL('../../../../../migrations/0452_rates_before_changes.sql', import.meta.url)
  await sql.raw(readFileSync(fill, 'utf8')).execute(db())
  expect(await follow()).toEqual({ changed: 1 })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_199, 10_199, 10_199])
})

it('has nothing to do with the rates of another country, though they be as high', async () => {
  const body = { country: 'SE', value: 27, validFrom: '2027-01-01', validTo: null }
  const { vatId: id } = await world.ok(vat.create, { as: staff, body })
  await add(27, '2027-01-01')
  await follow()
  await billed('2027-01')
  await world.ok(vat.remove, { as: staff, params: { id }, query: { version: 1 } })
  expect(await paid(turnOfYear)).toEqual([10_000, 10_119, 10_119, 10_119, 10_119])
})
