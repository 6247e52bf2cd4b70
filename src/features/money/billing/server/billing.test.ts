import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clearEnd, openEnding, setEnd } from '#features/leases/agreements/server/endings.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { billingSettings } from '#features/money/invoices/settings-contract.ts'
import { addDays } from '#platform/values/days.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { billing } from '../contract.ts'
import { continueBilling, startMonthlyBilling } from './run-job.ts'

let world: World
let staff: Caller
let employer: Caller
let company: Awaited<ReturnType<typeof buildCompany>>
let agreementId: string

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-25T08:00:00Z')
  company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const dates = { start_day: '2026-11-01', end_day: '2027-10-31' }
  agreementId = (await buildRunningLease(world, { company, agreement: dates })).agreementId
  await buildRunningLease(world, { company, agreement: dates })
  const other = await buildCompany(world)
  await buildRunningLease(world, { company: other, agreement: dates })
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
})
afterAll(() => world.close())

async function bill(month: string) {
  const run = await world.ok(billing.start, { as: staff, body: { month } })
  const params = { id: run.billingRunId }
  await continueBilling.run(world.services)
  const drafted = await world.ok(billing.run, { as: staff, params })
  const approve = () => world.call(billing.approve, { as: staff, params, body: { version: drafted.version } })
  // Two people approve at the same moment: one does.
  const statuses = (await Promise.all([approve(), approve()])).map((reply) => reply.status)
  expect(statuses.toSorted()).toEqual([200, 409])
  const told = await world.services.database.primary
    .selectFrom('notifications')
    .select('user_id')
    .where('template', '=', 'billing:notice.ready')
    .where('link', 'like', `%${run.billingRunId}`)
    .execute()
  expect(told).toEqual([{ user_id: staff.userId }])
  await Promise.all([continueBilling.run(world.services), continueBilling.run(world.services)])
  return { drafted, sent: await world.ok(billing.run, { as: staff, params }) }
}

it('drafts, sends and bills nothing twice, and corrects in the next run what was billed too much', async () => {
  const { drafted, sent } = await bill('2026-12')
  // The operator's two leases with fee and instalment; of the other lessor's lease the fee alone.
  expect(drafted).toMatchObject({ status: 'READY', invoices: 2, lines: 5, total: 245, leasesOfOthers: 1 })
  expect(drafted.items.map((item) => [item.status, item.number])).toEqual([
    ['UNSAVED', null],
    ['UNSAVED', null],
  ])
  expect(sent).toMatchObject({ status: 'DONE', total: 245 })
  expect(sent.items.every((item) => item.status === 'SENT' && item.number !== null)).toBe(true)
  const compare = (as: Caller, month: string) =>
    world.call(billing.comparison, { as, params: { companyId: company.companyId, month } })
  // Billed in advance: December has not begun in payroll, and November was never billed.
  expect((await compare(employer, '2026-12')).body).toMatchObject({ invoiced: 230, payroll: null, parts: [] })
  expect((await compare(employer, '2026-11')).body).toMatchObject({ invoiced: null, payroll: 200 })
  world.env.setNow('2026-12-02T08:00:00Z')
  expect((await compare(employer, '2026-12')).body).toEqual({
    month: '2026-12',
    invoiced: 230,
    payroll: 200,
    difference: 30,
    parts: [{ kind: 'FEES', amount: 30 }],
  })
  const stranger = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(world)).companyId })
  expect((await compare(stranger, '2026-12')).status).toBe(404)
  const own = sent.items.find((item) => item.companyId === company.companyId)!
  const lines = (as: Caller) =>
    world.call(invoices.linesFile, { as, params: { id: own.invoiceId }, query: { format: 'csv' } })
  expect((await lines(employer)).raw.toString()).toMatch(/;12\/2026;79,68;20,32;100,00\r\n/)
  expect((await lines(stranger)).status).toBe(404)
  world.env.setNow('2026-11-25T08:00:00Z')
  const again = await world.call(billing.start, { as: staff, body: { month: '2026-12' } })
  expect(again.body).toMatchObject({ code: 'BILLING_RUN_EXISTS' })

  // The first lease ended before December, which the employer has paid in advance.
  await world.services.database.primary
    .updateTable('leasing_agreements')
    .set({ lease_state: 'ENDED', end_reason: 'CANCELLED', ended_day: '2026-11-30' })
    .where('id', '=', agreementId)
    .execute()
  // The rate changes meanwhile: the correction is the exact negative of December's lines, and January has its own.
  await world.services.database.primary
    .insertInto('vat_rates')
    .values({ id: world.env.id(), country: 'FI', basis_points: 2_400, valid_from: '2027-01-01' })
    .execute()
  const next = await bill('2027-01')
  const { rows: billed } = await sql<{ gross: number; rate: number; vat: number; net: number; odd: number }>`
    select i.total_cents as gross, min(l.vat_basis_points) as rate, i.vat_cents as vat, i.net_cents as net, i.rounding_cents as odd
      from invoices i join invoice_lines l on l.invoice_id = i.id where i.company_id = ${company.companyId} and i.total_cents in (-11500, 11500)
     group by i.id having min(l.vat_basis_points) = max(l.vat_basis_points) order by 1`.execute(
    world.services.database.primary,
  )
  expect(billed).toEqual([
    { gross: -11_500, rate: 2_550, vat: -2_337, net: -9_164, odd: 1 },
    { gross: 11_500, rate: 2_400, vat: 2_226, net: 9_274, odd: 0 },
  ])
  expect(next.drafted).toMatchObject({ invoices: 2, lines: 3, total: 130 })
  expect(next.drafted.credits).toMatchObject([{ companyId: company.companyId, lines: 2, total: -115 }])
  expect(next.sent.credits).toEqual([])
  const credits = next.sent.items.filter((item) => item.isCredit)
  expect(credits).toMatchObject([{ total: -115, lines: 2 }])

  const { rows } = await sql<{ lines: number; keys: number; ledger: number; open: number }>`
    select count(*)::int as lines, count(distinct (company_id, source_key))::int as keys,
           (select sum(amount_cents) from ledger_rows where account = 'RECEIVABLES') as ledger,
           (select sum(open_cents) from invoices where stage = 'SENT') as open
      from invoice_lines where source_key is not null`.execute(world.services.database.primary)
  expect(rows[0]!.lines).toBe(rows[0]!.keys)
  expect(rows[0]!.ledger).toBe(rows[0]!.open)
})

it('bills nothing after the day on which a process will end the lease, and the months again when it does not', async () => {
  const lease = await buildRunningLease(world, {
    company,
    agreement: { start_day: '2027-01-01', end_day: '2027-12-31' },
  })
  const endingId = world.env.id()
  const ending = { endingId, companyId: company.companyId, agreementId: lease.agreementId }
  await world.services.database.transaction(async (db) => {
    await openEnding(db, world.services, { ...ending, kind: 'REDEMPTION' })
    await setEnd(db, world.services, { ...ending, endsOn: '2027-01-31', endsAs: 'REDEEMED' })
  })
  const linesOf = async () => {
    const rows = await world.services.database.primary
      .selectFrom('invoice_lines')
      .select(['purpose', 'gross_cents', 'corrects_month', 'source_key'])
      .where('agreement_id', '=', lease.agreementId)
      .orderBy('source_key')
      .execute()
    return rows.map((row) => [row.source_key!.split(':')[2], row.purpose, row.gross_cents, row.corrects_month])
  }
  await bill('2027-02')
  expect(await linesOf()).toEqual([
    ['2027-01', 'FEE', 1_500, '2027-01'],
    ['2027-01', 'INSTALMENT', 10_000, '2027-01'],
  ])
  await world.services.database.transaction((db) => clearEnd(db, world.services, endingId))
  await bill('2027-03')
  expect((await linesOf()).filter(([month]) => month !== '2027-01')).toEqual([
    ['2027-02', 'FEE', 1_500, '2027-02'],
    ['2027-03', 'FEE', 1_500, null],
    ['2027-02', 'INSTALMENT', 10_000, '2027-02'],
    ['2027-03', 'INSTALMENT', 10_000, null],
  ])
})

it('bills a company unit by unit where it wants so, to the cent what one invoice would be', async () => {
  const db = world.services.database.primary
  const agreement = { start_day: '2027-04-01', end_day: '2028-03-31', instalment_cents: 9_999 }
  const leased = async (byUnit: boolean) => {
    const one = await buildCompany(world, { invoice_by_unit: byUnit }, { lessor: { kind: 'OPERATOR' } })
    const units = ['Tuotanto', 'Varasto'].map((name) => ({ id: world.env.id(), company_id: one.companyId, name }))
    await db.insertInto('company_units').values(units).execute()
    const unitIds = [...units.map(({ id }) => id), units[0]!.id, null]
    for (const unit_id of unitIds) await buildRunningLease(world, { company: one, employee: { unit_id }, agreement })
    return one.companyId
  }
  const [whole, apart] = [await leased(false), await leased(true)]
  const { drafted } = await bill('2027-04')
  const of = (companyId: string) =>
    drafted.items
      .filter((item) => item.companyId === companyId)
      .map(({ unitName, lines, total }) => [unitName, lines, total])
  expect(of(whole)).toEqual([[null, 8, 459.96]])
  expect(of(apart)).toEqual([
    [null, 2, 114.99],
    ['Tuotanto', 4, 229.98],
    ['Varasto', 2, 114.99],
  ])
})

it('shows an employer its own sent invoices, and lets nobody but staff bill', async () => {
  const { items } = await world.ok(invoices.list, { as: employer })
  expect(items.length).toBeGreaterThan(0)
  expect(new Set(items.map((row) => row.companyId))).toEqual(new Set([company.companyId]))
  const reply = await world.call(billing.start, { as: employer, body: { month: '2027-02' } })
  expect(reply.status).toBe(403)
})

it('drafts the month by itself once the day of the settings has come, and tells all who may approve it', async () => {
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  const { version, ...settings } = await world.ok(billingSettings.get, { as: boss })
  await world.ok(billingSettings.set, { as: boss, body: { ...settings, version, billingDay: 5 } })
  const started = []
  for (const day of ['04', '05', '06']) {
    world.env.setNow(`2027-05-${day}T08:00:00Z`)
    started.push((await startMonthlyBilling.run(world.services)).started)
  }
  expect(started).toEqual([0, 1, 0])
  const told = await world.services.database.primary
    .selectFrom('notifications')
    .select('user_id')
    .where('template', '=', 'billing:notice.ready')
    .where('template_values', '@>', JSON.stringify({ month: '5/2027' }))
    .execute()
  const who = told.map((row) => row.user_id)
  expect(who).toEqual(expect.arrayContaining([staff.userId, boss.userId]))
  expect(who).not.toContain(employer.userId)
  expect(new Set(who).size).toBe(who.length)
})

it('makes an invoice due the days of its terms after it is approved, however long its draft has waited', async () => {
  const { payment_terms_days: terms } = await world.services.database.primary
    .selectFrom('companies')
    .select('payment_terms_days')
    .where('id', '=', company.companyId)
    .executeTakeFirstOrThrow()
  const dueDays = async (month: string, approvedAt: string) => {
    const run = await world.ok(billing.start, { as: staff, body: { month } })
    const params = { id: run.billingRunId }
    await continueBilling.run(world.services)
    const { version } = await world.ok(billing.run, { as: staff, params })
    world.env.setNow(approvedAt)
    staff = await world.signIn(staff.userId)
    await world.ok(billing.approve, { as: staff, params, body: { version } })
    await continueBilling.run(world.services)
    const { items } = await world.ok(billing.run, { as: staff, params })
    return items.filter((item) => item.companyId === company.companyId && !item.isCredit).map(({ dueDay }) => dueDay)
  }
  world.env.setNow('2027-06-20T08:00:00Z')
  staff = await world.signIn(staff.userId)
  // Drafted and approved before the month: the terms begin with it.
  expect(await dueDays('2027-07', '2027-06-25T08:00:00Z')).toEqual([addDays('2027-07-01', terms)])
  // Drafted before the month and approved half a year later.
  expect(await dueDays('2027-08', '2027-12-30T08:00:00Z')).toEqual([addDays('2027-12-30', terms)])
})
