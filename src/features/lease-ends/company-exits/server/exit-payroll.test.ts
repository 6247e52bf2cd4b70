import { expect, it } from 'vitest'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { replacePayers } from '#features/payroll/reporting/server/payers.ts'
import type { Month } from '#platform/values/days.ts'
import {
  at,
  companyWith,
  db,
  leasesOf,
  mark,
  marked,
  payersOf,
  prepareExits,
  read,
  staff,
  stranger,
  world,
} from '#testing/cases/exit-cases.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import type { Caller } from '#testing/world.ts'
import { companyExits } from '../contract.ts'
import { takeBackLeases } from './take-back-job.ts'

prepareExits()

it('gives the pay back what it had moved to the employer, when it is taken back; months of an absence stay as agreed', async () => {
  const of = await companyWith(1)
  const { params, version } = await marked(of)
  const { agreementId } = of.leases[0]!
  const absence = { month: '2027-02' as Month, payer: 'EMPLOYEE' as const, paidCents: 10_000 }
  await replacePayers(db(), world.services, { agreementId, companyId: of.companyId, months: [absence] })
  await world.ok(companyExits.confirmDeductions, { as: of.admin, params, body: { lastMonth: '2026-11', version } })
  expect(await payersOf(agreementId)).toEqual([
    { from_month: '2026-12', to_month: '2027-01', payer: 'EMPLOYER' },
    { from_month: '2027-02', to_month: '2027-02', payer: 'EMPLOYEE' },
    { from_month: '2027-03', to_month: null, payer: 'EMPLOYER' },
  ])
  await at('2026-12-10')
  const query = { version: (await read(params)).version, reason: 'Jatkaa' }
  await world.ok(companyExits.withdraw, { as: staff, params, query })
  // December has begun and stays the employer's.
  expect(await payersOf(agreementId)).toEqual([
    { from_month: '2026-12', to_month: '2026-12', payer: 'EMPLOYER' },
    { from_month: '2027-02', to_month: '2027-02', payer: 'EMPLOYEE' },
  ])
  const told = await db()
    .selectFrom('notifications')
    .select('template')
    .where('company_id', '=', of.companyId)
    .where('template', 'like', '%PayAgain')
    .execute()
  expect(told).toHaveLength(2)
})

it('lets payroll take nothing after the last confirmed month, and confirms it once', async () => {
  const of = await companyWith(1)
  const { params, version } = await marked(of)
  const confirm = (lastMonth: Month, as: Caller) =>
    world.call(companyExits.confirmDeductions, { as, params, body: { lastMonth, version } })
  expect(await confirm('2027-06', of.admin)).toMatchObject({ status: 400 })
  expect(await confirm('2026-11', stranger)).toMatchObject({ status: 404 })
  const rows = async (month: Month) => {
    world.env.setNow('2027-01-20T08:00:00Z')
    const as = await world.signIn(of.admin.userId)
    const { items } = await world.ok(reporting.rows, { as, params: { companyId: of.companyId, month } })
    world.env.setNow('2026-11-10T08:00:00Z')
    return items
  }
  expect((await rows('2026-12'))[0]).toMatchObject({ taxValue: 100, grossLowering: 100 })
  expect(await confirm('2026-11', of.admin)).toMatchObject({
    status: 200,
    body: { lastDeductionMonth: '2026-11', confirmedBy: 'EMPLOYER' },
  })
  expect((await rows('2026-11'))[0]).toMatchObject({ taxValue: 100, grossLowering: 100 })
  expect((await rows('2026-12'))[0]).toMatchObject({ taxValue: 100, grossLowering: 0 })
  const next = await read(params)
  const twice = { as: staff, params, body: { lastMonth: '2026-12', version: next.version } } as const
  expect(await world.call(companyExits.confirmDeductions, twice)).toMatchObject({
    status: 409,
    body: { details: { unmet: ['DEDUCTIONS_CONFIRMED'] } },
  })
})

it('is marked once, by staff, whoever is quicker; taken back, all goes on', async () => {
  const of = await companyWith(1)
  expect(await mark(of, {}, { as: of.admin })).toMatchObject({ status: 403 })
  expect(await mark(of, { fromDay: '2029-01-01' })).toMatchObject({ status: 400 })
  expect(await mark(of, { companyId: world.env.id() })).toMatchObject({ status: 404 })
  const one = await mark(of)
  expect(await mark(of)).toMatchObject({ status: 409, body: { code: 'COMPANY_EXIT_EXISTS' } })
  const { id, version } = one.body
  const params = { id }
  expect(await world.call(companyExits.get, { as: stranger, params })).toMatchObject({ status: 404 })
  expect((await world.ok(companyExits.list, { as: stranger })).items).toEqual([])
  const awaited = (await world.ok(companyExits.get, { as: of.admin, params })).waitingFor
  const others = (['EMPLOYEE', 'EMPLOYER', 'STAFF'] as const).filter((who) => !awaited.includes(who))
  const listed = async (waitingFor: (typeof others)[number]) =>
    (await world.ok(companyExits.list, { as: of.admin, query: { id, waitingFor } })).items.length
  expect(await Promise.all(awaited.map(listed))).toEqual(awaited.map(() => 1))
  expect(await Promise.all(others.map(listed))).toEqual(others.map(() => 0))
  expect((await world.ok(companyExits.list, { as: of.admin })).items).toMatchObject([
    { id, companyId: of.companyId, waitingFor: awaited },
  ])

  await at('2026-12-20')
  await takeBackLeases.run(world.services)
  expect(await read(params)).toMatchObject({ leases: { CHOSEN: 1 } })
  const withdraw = { as: staff, params, query: { version: version + 5, reason: 'Jatkaa' } }
  expect(await world.call(companyExits.withdraw, withdraw)).toMatchObject({ status: 409 })
  const done = await world.ok(companyExits.withdraw, { ...withdraw, query: { version, reason: 'Jatkaa' } })
  expect(done).toMatchObject({ state: 'WITHDRAWN', held: 0, leases: { OPEN: 1 } })
  const letters = await world.services.database.primary
    .selectFrom('outbox')
    .select('subject')
    .where('subject', 'like', '%jatkaa palvelussa%')
    .execute()
  expect(letters).not.toEqual([])
  for (const { subject } of letters) expect(subject, 'nobody is asked to choose any more').not.toContain('Valitse')
  expect((await leasesOf(params))[0]).toMatchObject({ endsOn: null, choice: null })
  expect((await mark(of, { fromDay: '2027-01-01' })).status).toBe(200)
})

it('gives the lessor, the claims and the letters as files', async () => {
  const of = await companyWith(2)
  const { params } = await marked(of)
  const { lessors } = await read(params)
  const query = { leasingCompanyId: lessors[0]!.leasingCompanyId }
  const lessorFile = await world.call(companyExits.lessorFile, { as: staff, params, query })
  expect(lessorFile.raw.toString().trim().split('\n')).toHaveLength(3)
  for (const { agreementNumber } of of.leases)
    expect(lessorFile.raw.toString()).toContain(
      `${agreementNumber};${of.name};;01.01.2026;31.12.2027;100,00;14;Ei valittu;`,
    )
  const letters = await world.call(companyExits.letters, { as: staff, params })
  const names = (await leasesOf(params)).map(({ employeeName }) => employeeName.split(' ').at(-1)!)
  const numbers = of.leases.map(({ agreementNumber }) => agreementNumber)
  const printed = [of.name, 'konkurssissa 15.11.2026 alkaen', 'Valitse viimeistään 15.12.2026']
  expect(missingInPdf(letters.raw, [...names.map((name) => `Hei ${name}`), ...numbers, ...printed])).toEqual([])
  expect(await world.call(companyExits.letters, { as: of.admin, params })).toMatchObject({ status: 403 })
  await at('2026-12-01')
  const claims = await world.call(companyExits.claimsFile, { as: staff, params })
  const owed = claims.raw.toString().trim().split('\n').slice(1)
  expect((await read(params)).held).toBe(230)
  const each = ['Laskuttamatta;T;2026-12;;100,00', 'Laskuttamatta;T;2026-12;;15,00']
  expect(owed.map((claim) => claim.trim().replace(/T-\d+/, 'T'))).toEqual([...each, ...each])
  expect(new Set(owed.map((claim) => claim.split(';')[1])).size).toBe(2)
})
