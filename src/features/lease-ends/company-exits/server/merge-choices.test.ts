import { expect, it } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { agreementsOf, at, db, merging, nightly, prepareMerges, staff, world } from '#testing/cases/merge-cases.ts'
import { markedExit } from '#testing/exits.ts'
import type { Caller } from '#testing/world.ts'

prepareMerges()

it('lets people choose until its last month, and a damage be settled first', async () => {
  const { company, leases, mark } = await merging(2)
  await mark({ fromDay: '2027-03-01' })
  const ends = async () => (await agreementsOf(company.companyId)).map((a) => a.ends_on)
  await nightly()
  expect(await ends()).toEqual([null, null])
  const ids = { id: world.env.id(), company_id: company.companyId, agreement_id: leases[0]!.agreementId }
  await db()
    .insertInto('agreement_endings')
    .values({ ...ids, kind: 'CLAIM' })
    .execute()
  await db()
    .insertInto('insurance_claims')
    .values({
      ...ids,
      beneficiary_employee_id: leases[0]!.employeeId,
      type: 'LOSS',
      step: 'OPEN',
    })
    .execute()
  await at('2027-02-01T08:00:00Z')
  await nightly()
  expect(await ends()).toEqual([null, '2027-02-28'])
})

it('keeps a lease back when a claim is opened in the last month, and takes it over once that is settled', async () => {
  const { company, into, leases, mark } = await merging(2)
  await mark()
  const [first] = leases
  const person = await world.signIn(first!.userId)
  const claim = await world.ok(insuranceClaims.create, {
    as: person,
    body: { beneficiaryEmployeeId: first!.employeeId, leasingAgreementId: first!.agreementId, type: 'LOSS' },
  })
  const lease = async () => (await agreementsOf(company.companyId)).find(({ id }) => id === first!.agreementId)
  expect(await lease()).toMatchObject({ ends_on: null, ends_by: null })
  await at('2026-12-01T04:30:00Z')
  expect(await nightly()).toEqual({ prepared: 0, moved: 1 })
  expect(await lease()).toMatchObject({ lease_state: 'ACTIVE' })
  await world.ok(insuranceClaims.step, {
    as: await world.signIn(first!.userId),
    params: { id: claim.insuranceId },
    body: { step: 'cancel', version: claim.version, reason: 'Löytyi' },
  })
  expect(await nightly()).toEqual({ prepared: 1, moved: 0 })
  await at('2027-01-01T04:30:00Z')
  expect(await nightly()).toEqual({ prepared: 0, moved: 1 })
  expect(await lease()).toMatchObject({ lease_state: 'ENDED', end_reason: 'TRANSFERRED' })
  expect(await agreementsOf(into.companyId)).toHaveLength(2)
})

it('carries an absence plan over with the months to come, and each month is borne once', async () => {
  const { company, into, admins, leases, mark } = await merging(1)
  await db()
    .updateTable('leasing_companies')
    .set({ kind: 'OPERATOR' })
    .where('id', '=', company.leasingCompanyId)
    .execute()
  const [lease] = leases
  const person = await world.signIn(lease!.userId)
  const plan = await world.ok(absencePlans.create, {
    as: person,
    body: { leasingAgreementId: lease!.agreementId, kind: 'STUDY', fromDay: '2026-11-15', toDay: '2027-02-28' },
  })
  const confirm = { as: admins.old, params: { id: plan.id }, body: { step: 'confirm', version: plan.version } } as const
  await world.ok(absencePlans.update, confirm)
  await mark()
  await at('2026-12-01T04:30:00Z')
  await nightly()
  const [next] = await agreementsOf(into.companyId)
  const monthsOf = (id: string) =>
    db()
      .selectFrom('absence_plan_months')
      .select(['month', 'payer', 'company_id'])
      .where('agreement_id', '=', id)
      .orderBy('month')
      .execute()
  expect(await monthsOf(lease!.agreementId)).toEqual([
    { month: '2026-11', payer: 'EMPLOYER', company_id: company.companyId },
  ])
  expect(await monthsOf(next!.id)).toEqual([
    { month: '2026-12', payer: 'EMPLOYER', company_id: into.companyId },
    { month: '2027-01', payer: 'EMPLOYEE', company_id: into.companyId },
    { month: '2027-02', payer: 'EMPLOYEE', company_id: into.companyId },
  ])
  const plans = async (as: Caller) =>
    (await world.ok(absencePlans.list, { as, query: {} })).items.map((one) => [one.state, one.fromDay, one.toDay])
  expect(await plans(await world.signIn(admins.old.userId))).toEqual([['ENDED', '2026-11-15', '2026-11-30']])
  const nextAdmin = await world.signIn(admins.next.userId)
  expect(await plans(nextAdmin)).toEqual([['CONFIRMED', '2026-11-15', '2027-02-28']])
  // It goes on as a plan of the new company: both sides can still make it longer.
  const [carried] = (await world.ok(absencePlans.list, { as: nextAdmin, query: {} })).items
  const longer = { step: 'change', version: carried!.version, toDay: '2027-03-31' } as const
  const changed = await world.call(absencePlans.update, { as: nextAdmin, params: { id: carried!.id }, body: longer })
  expect(changed.body).toMatchObject({ state: 'CHANGED' })
})

it('is refused without another company that stays, and for anybody but the staff', async () => {
  const { company, mark, admins, into } = await merging(1)
  const fieldOf = async (body: object) => (await mark(body)).body as { fields?: { path: string; code: string }[] }
  expect((await fieldOf({ intoCompanyId: undefined })).fields?.[0]).toMatchObject({
    path: 'intoCompanyId',
    code: 'REQUIRED',
  })
  expect((await fieldOf({ intoCompanyId: company.companyId })).fields?.[0]).toMatchObject({ code: 'NOT_VALID' })
  expect((await fieldOf({ kind: 'LEAVES' })).fields?.[0]).toMatchObject({ path: 'intoCompanyId' })
  expect((await mark({}, admins.next)).status).toBe(403)
  await markedExit(
    world,
    { companyId: into.companyId, kind: 'LEAVES', fromDay: '2026-12-01', reason: 'Lähtee' },
    { as: staff },
  )
  expect((await fieldOf({})).fields?.[0]).toMatchObject({ path: 'intoCompanyId', code: 'NOT_VALID' })
  expect((await agreementsOf(company.companyId))[0]).toMatchObject({ ends_on: null })
})
