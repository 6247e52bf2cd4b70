import { expect, it } from 'vitest'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { agreementsOf, at, db, merging, nightly, prepareMerges, staff, world } from '#testing/cases/merge-cases.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import type { Caller } from '#testing/world.ts'
import { companyExits } from '../contract.ts'

prepareMerges()

async function billed(month: string, companyId: string) {
  const run = await world.ok(billing.start, { as: staff, body: { month } })
  await continueBilling.run(world.services)
  const { items } = await world.ok(billing.run, { as: staff, params: { id: run.billingRunId } })
  return items.filter((item) => item.companyId === companyId).length
}

it('goes over with leases and people: both companies get the paper, the lessor is told, each tax is reviewed', async () => {
  const { company, into, admins, leases, mark } = await merging(3, ['fi', 'sv', 'en'])
  const marked = await mark()
  expect(marked).toMatchObject({
    status: 200,
    body: { kind: 'MERGED', intoCompanyName: into.name, movesOn: '2026-12-01', leases: { CHOSEN: 3 }, held: 0 },
  })
  const params = { id: marked.body.id }
  expect((await agreementsOf(company.companyId)).map((a) => [a.ends_on, a.ends_as])).toEqual([
    ['2026-11-30', 'TRANSFERRED'],
    ['2026-11-30', 'TRANSFERRED'],
    ['2026-11-30', 'TRANSFERRED'],
  ])
  const mails = await db()
    .selectFrom('outbox')
    .select(['template', 'body_text'])
    .where('recipient', '=', 'laskut@vuokraaja.example')
    .execute()
  expect(mails.map(({ template }) => template)).toEqual(['company-exits:mail.lessorMERGED'])
  expect(mails[0]!.body_text).toContain('Sen 3 leasingsopimusta')
  const told = async (userId: string) =>
    (
      await db().selectFrom('notifications').select('template').where('user_id', '=', userId).orderBy('id').execute()
    ).flatMap(({ template }) => (template.startsWith('proposals') ? [] : [template.split(':').at(-1)]))
  expect(await told(admins.old.userId)).toEqual(['employerNotice.markedMERGED'])
  expect(await told(admins.next.userId)).toEqual(['employerNotice.mergedInto'])

  // Nothing goes over before its day, and a second look changes nothing.
  expect(await nightly()).toEqual({ prepared: 0, moved: 0 })
  await at('2026-12-01T04:30:00Z')
  expect(await nightly()).toEqual({ prepared: 0, moved: 3 })
  expect(await nightly()).toEqual({ prepared: 0, moved: 0 })
  const [old] = await agreementsOf(company.companyId)
  const moved = await agreementsOf(into.companyId)
  expect(old).toMatchObject({ lease_state: 'ENDED', end_reason: 'TRANSFERRED', ended_day: '2026-11-30' })
  expect(moved).toHaveLength(3)
  expect(moved.find(({ previous_agreement_id }) => previous_agreement_id === old!.id)).toMatchObject({
    lease_state: 'ACTIVE',
    status: 'SIGNED',
    start_day: '2026-12-01',
    end_day: '2027-12-31',
    lease_months: 13,
    leasing_company_id: company.leasingCompanyId,
    commitment_day: '2025-12-15',
    tax_regime: 'EXEMPT_2025',
    tax_regime_review: expect.stringContaining(company.name),
    chain_id: old!.chain_id,
  })
  const people = await db()
    .selectFrom('beneficiary_employees')
    .select(['user_id', 'status', 'cost_unit'])
    .where('company_id', '=', into.companyId)
    .execute()
  expect(people.map(({ user_id }) => user_id).toSorted()).toEqual(leases.map(({ userId }) => userId).toSorted())
  expect(people.every(({ status }) => status === 'ACCEPTED')).toBe(true)
  expect(await told(leases[0]!.userId)).toEqual(['notice.markedMERGED', 'notice.moved'])

  const papersOf = async (as: Caller) =>
    (await world.ok(agreements.documents, { as })).data.filter(
      ({ sealed, title }) => sealed && /sulautumi|fusion|merger/.test(title),
    )
  expect(await papersOf(await world.signIn(admins.old.userId))).toHaveLength(3)
  const next = await world.signIn(admins.next.userId)
  expect(await papersOf(next)).toHaveLength(3)
  const wordsOf = {
    fi: [
      'Sopimuksen siirtyminen sulautumisessa',
      'Työnantaja ennen',
      'Jatkuu päivästä',
      '1.12.2026',
      'pysyvät ennallaan',
      '100,00 €',
    ],
    sv: [
      'Avtal som går över vid en fusion',
      'Arbetsgivare före',
      'Fortsätter från',
      '1.12.2026',
      'är oförändrade',
      '100,00 €',
    ],
    en: [
      'Agreement going over by a merger',
      'Employer before',
      'Goes on from',
      '1.12.2026',
      'stay as they are',
      '€100.00',
    ],
  }
  for (const [i, language] of (['fi', 'sv', 'en'] as const).entries()) {
    const before = leases[i]!
    const now = moved.find(({ previous_agreement_id }) => previous_agreement_id === before.agreementId)!
    const paper = await world.call(agreements.document, { as: next, params: { id: now.id } })
    const facts = [company.name, into.name, before.agreementNumber, now.agreement_number, '31.12.2027']
    expect(missingInPdf(paper.raw, [...wordsOf[language], ...facts]), language).toEqual([])
  }

  // Payroll of December is the other company's, and the list of the merger is worked off.
  await at('2026-12-05T08:00:00Z')
  const eventsOf = async (companyId: string) =>
    (await world.ok(reporting.rows, { as: staff, params: { companyId, month: '2026-12' } })).items.map(
      ({ event }) => event,
    )
  expect(await eventsOf(into.companyId)).toEqual(['NEW', 'NEW', 'NEW'])
  expect((await eventsOf(company.companyId)).every((event) => event === 'ENDED')).toBe(true)
  const exit = await world.ok(companyExits.get, { as: staff, params })
  expect(exit.leases).toMatchObject({ SETTLED: 3 })
  const late = { as: staff, params, query: { version: exit.version, reason: 'Ei sittenkään' } }
  expect((await world.call(companyExits.withdraw, late)).body).toMatchObject({ details: { unmet: ['LEASES_MOVED'] } })
  const done = await world.ok(companyExits.workOff, { as: staff, params, body: { version: exit.version } })
  expect(done.state).toBe('WORKED_OFF')
  for (const admin of [admins.old, admins.next])
    expect((await told(admin.userId)).at(-1)).toBe('employerNotice.settledMERGED')
})

it('leaves what people have chosen, bills the merging company to its end, and can be taken back before', async () => {
  const { company, into, leases, mark, admins } = await merging(2)
  await db()
    .updateTable('leasing_companies')
    .set({ kind: 'OPERATOR' })
    .where('id', '=', company.leasingCompanyId)
    .execute()
  const person = await world.signIn(leases[0]!.userId)
  const body = { leasingAgreementId: leases[0]!.agreementId }
  const redemption = await world.ok(redemptions.create, { as: person, body: { ...body, reason: 'OWN_WISH' } })
  const { body: exit } = await mark()
  const params = { id: exit.id }
  expect(exit.leases).toMatchObject({ OPEN: 1, CHOSEN: 1 })
  // The leases go on, so that the policy decides on returns as before, and no deduction ends.
  const refused = await world.call(returns.create, {
    as: await world.signIn(leases[1]!.userId),
    body: { leasingAgreementId: leases[1]!.agreementId, reason: 'OTHER' },
  })
  expect(refused.status).toBe(409)
  const confirm = { as: admins.old, params, body: { lastMonth: '2026-11', version: exit.version } }
  expect((await world.call(companyExits.confirmDeductions, confirm)).body).toMatchObject({
    details: { unmet: ['LEASES_GO_ON'] },
  })
  expect(await billed('2026-11', company.companyId)).toBe(1)
  // On the day the unaccepted offer comes to nothing, and its lease goes over with the month.
  await at('2026-12-01T04:30:00Z')
  expect(await nightly()).toEqual({ prepared: 1, moved: 1 })
  expect(await world.ok(redemptions.get, { as: staff, params: { id: redemption.id } })).toMatchObject({
    step: 'CANCELLED',
  })
  await at('2027-01-01T04:30:00Z')
  expect(await nightly()).toEqual({ prepared: 0, moved: 1 })
  expect((await agreementsOf(into.companyId)).map(({ start_day }) => start_day).toSorted()).toEqual([
    '2026-12-01',
    '2027-01-01',
  ])

  const other = await merging(1)
  const { body: early } = await other.mark()
  const withdraw = { as: staff, params: { id: early.id }, query: { version: early.version, reason: 'Peruuntui' } }
  expect((await world.call(companyExits.withdraw, withdraw)).body).toMatchObject({ state: 'WITHDRAWN' })
  expect((await agreementsOf(other.company.companyId))[0]).toMatchObject({
    ends_on: null,
    ends_as: null,
    ends_by: null,
  })
})

it('changes nothing of a lease: who keeps it, what a review decided and payments to come go over with it', async () => {
  const { company, into, leases, mark } = await merging(1)
  const { agreementId } = leases[0]!
  const holder = { kept_from: '2026-10', exempt_until: '2026-06-30', bike_at: 'EMPLOYER' as const }
  await db().updateTable('leasing_agreements').set(holder).where('id', '=', agreementId).execute()
  const ids = { id: world.env.id(), company_id: company.companyId, agreement_id: agreementId }
  await db()
    .insertInto('payroll_payers')
    .values({ ...ids, from_month: '2026-10', payer: 'EMPLOYER', created_by: null })
    .execute()
  const payment = { service_share_cents: 2_500, instalment_cents: 10_300, last_instalment_cents: 5_300 }
  await db()
    .insertInto('payment_changes')
    .values({
      ...ids,
      ...payment,
      number: 1,
      from_day: '2027-03-01',
      earlier_service_share_cents: 2_200,
      earlier_instalment_cents: 10_000,
      earlier_last_instalment_cents: 5_000,
      reason: 'Huolto',
    })
    .execute()
  await mark()
  await at('2026-12-01T00:30:00+02:00')
  await nightly()
  const [next] = await agreementsOf(into.companyId)
  expect(next).toMatchObject({ ...holder, lease_state: 'ACTIVE', previous_agreement_id: agreementId })
  const payers = db().selectFrom('payroll_payers').select(['from_month', 'to_month', 'payer'])
  expect(await payers.where('agreement_id', '=', next!.id).execute()).toEqual([
    { from_month: '2026-12', to_month: null, payer: 'EMPLOYER' },
  ])
  const changes = db().selectFrom('payment_changes').select(['company_id', 'from_day', 'instalment_cents'])
  expect(await changes.where('agreement_id', '=', next!.id).execute()).toEqual([
    { company_id: into.companyId, from_day: '2027-03-01', instalment_cents: 10_300 },
  ])
  expect(await changes.where('agreement_id', '=', agreementId).execute()).toEqual([])
})
