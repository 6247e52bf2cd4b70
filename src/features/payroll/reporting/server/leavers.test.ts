import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import {
  admin,
  at,
  company,
  db,
  lease,
  lock,
  mailsOf,
  prepareReporting,
  reader,
  sheet,
  signInAgain,
  world,
} from '#testing/cases/reporting-cases.ts'
import { payerVersion } from '#testing/money/payer-version.ts'
import { reporting } from '../contract.ts'

prepareReporting()

describe('a leaver', () => {
  const leaver = () => lease({}, { employee: { last_working_day: '2026-03-15' } })
  const settle = async (
    agreementId: string,
    body: { fromMonth: string; payer: 'EMPLOYER' | 'EMPLOYEE' | 'RETURNED'; version?: number | null },
    as = admin,
  ) =>
    world.call(reporting.setPayer, {
      as,
      params: { companyId: company.companyId, leasingAgreementId: agreementId },
      body: { version: await payerVersion(db(), agreementId), ...body },
    })

  const answer = (
    agreementId: string,
    body: { month: string; isCollected: boolean; version: number | null },
    as = admin,
  ) =>
    world.call(reporting.answerCollection, {
      as,
      params: { companyId: company.companyId, leasingAgreementId: agreementId },
      body,
    })

  async function inApril() {
    const found = await leaver()
    await lock('2026-03')
    world.env.setNow('2026-04-02T08:00:00Z')
    return found
  }

  test('blocks the lock until it is settled or acknowledged', async () => {
    await inApril()
    const april = await sheet('2026-04')
    expect(april.items).toMatchObject([
      { event: 'LEFT', taxValue: 0, grossLowering: 0, notes: [{ code: 'LEFT_OPEN', day: '2026-03-15' }] },
    ])
    expect(april.checks[0]).toMatchObject({ code: 'LEFT_OPEN', isBlocking: true, count: 1 })
    const { previewHash } = april
    const refused = await world.call(reporting.lock, { as: admin, params: at('2026-04'), body: { previewHash } })
    expect(refused.body).toMatchObject({ code: 'PAYROLL_CHECKS_OPEN', details: { checks: ['LEFT_OPEN'] } })
    expect((await sheet('2026-04')).payrollMonth.state).toBe('PREVIEW')
    const body = { previewHash, acknowledged: ['LEFT_OPEN' as const] }
    expect((await world.call(reporting.lock, { as: admin, params: at('2026-04'), body })).status).toBe(201)
  })

  test('settled, the months say who bears them, and a later change holds from its month on', async () => {
    const { agreementId } = await inApril()
    expect((await settle(agreementId, { fromMonth: '2026-04', payer: 'EMPLOYER' })).status).toBe(200)
    expect((await sheet('2026-04')).items).toMatchObject([
      { event: 'LEFT', code364: 100, grossLowering: 0, notes: [{ code: 'EMPLOYER_BEARS' }] },
    ])
    await lock('2026-04')
    world.env.setNow('2026-05-02T08:00:00Z')
    await signInAgain()
    await settle(agreementId, { fromMonth: '2026-05', payer: 'RETURNED' })
    expect((await sheet('2026-05')).items).toMatchObject([
      { correctsMonth: null, taxValue: 0, notes: [{ code: 'BIKE_RETURNED' }] },
    ])
    await settle(agreementId, { fromMonth: '2026-04', payer: 'EMPLOYEE' })
    // Nobody has said that anything was collected, so the taxable benefit stands.
    expect((await sheet('2026-05')).items).toMatchObject([
      { correctsMonth: null, code364: 100, code420: 0, notes: [{ code: 'COLLECTION_OPEN' }] },
    ])
    for (const month of ['2026-04', '2026-05']) await answer(agreementId, { month, isCollected: true, version: null })
    expect((await sheet('2026-05')).items).toMatchObject([
      { correctsMonth: null, code420: 100, netCollection: 0 },
      { correctsMonth: '2026-04', code364: -100, code420: 100, netCollection: 0 },
    ])
    const { rows: told } = await sql<{ template: string }>`select n.template from notifications n
      where n.template like 'reporting:notice.payer%' and n.user_id = (select e.user_id from beneficiary_employees e
        join leasing_agreements a on a.beneficiary_employee_id = e.id where a.id = ${agreementId}) order by n.created_at, n.id`.execute(
      db(),
    )
    expect(told.map(({ template }) => template.slice('reporting:notice.'.length))).toEqual([
      'payerEMPLOYER',
      'payerRETURNED',
      'payerEMPLOYEE',
    ])
    const events = await db()
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'PAYROLL_PAYER_SET')
      .where('company_id', '=', company.companyId)
      .execute()
    expect(events).toHaveLength(3)
  })

  test('what a person pays outside the pay is collected when somebody says so, and the month waits for the word', async () => {
    const { agreementId } = await inApril()
    await settle(agreementId, { fromMonth: '2026-04', payer: 'EMPLOYEE' })
    const april = await sheet('2026-04')
    expect(april.items).toMatchObject([{ code364: 100, code420: 0, notes: [{ code: 'COLLECTION_OPEN' }] }])
    expect(april.checks[0]).toMatchObject({ code: 'COLLECTION_OPEN', isBlocking: true, count: 1 })
    expect(april.collections).toMatchObject([{ leasingAgreementId: agreementId, amount: 100, isCollected: null }])
    // No acknowledgement helps: only an answer does.
    const refused = await world.call(reporting.lock, {
      as: admin,
      params: at('2026-04'),
      body: { previewHash: april.previewHash, acknowledged: ['LEFT_OPEN'] },
    })
    expect(refused.body).toMatchObject({ code: 'PAYROLL_CHECKS_OPEN', details: { checks: ['COLLECTION_OPEN'] } })

    expect((await answer(agreementId, { month: '2026-04', isCollected: false, version: null })).status).toBe(200)
    expect((await sheet('2026-04')).items).toMatchObject([
      { code364: 100, code420: 0, notes: [{ code: 'NOT_COLLECTED' }] },
    ])
    const { rows: told } = await sql<{ template: string }>`select n.template from notifications n
      join beneficiary_employees e on e.user_id = n.user_id join leasing_agreements a on a.beneficiary_employee_id = e.id
      where a.id = ${agreementId} and n.template like '%ollected'`.execute(db())
    expect(told).toEqual([{ template: 'reporting:notice.notCollected' }])
    const stale = await answer(agreementId, { month: '2026-04', isCollected: true, version: null })
    expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { isCollected: false } } })
    await answer(agreementId, { month: '2026-04', isCollected: true, version: 1 })
    const collected = await sheet('2026-04')
    expect(collected.items).toMatchObject([{ code364: 0, code420: 100, netCollection: 0 }])
    expect(collected.checks.map(({ code }) => code)).not.toContain('COLLECTION_OPEN')
    const salary = await world.call(reporting.salaryRows, {
      as: admin,
      params: at('2026-04'),
    })
    expect(salary.raw.toString()).toMatch(/420.*ei pidätetä.*100,00/)
    await lock('2026-04')
    // The word of a locked month changes in the open one.
    world.env.setNow('2026-05-02T08:00:00Z')
    await signInAgain()
    await answer(agreementId, { month: '2026-04', isCollected: false, version: 2 })
    expect((await sheet('2026-05')).items).toContainEqual(
      expect.objectContaining({ correctsMonth: '2026-04', code364: 100, code420: -100, netCollection: 0 }),
    )
  })

  test('only a month that the person pays, that has begun, is answered, by who locks, in the own company', async () => {
    const { agreementId } = await inApril()
    const april = { month: '2026-04', isCollected: true, version: null }
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const before = await answer(agreementId, april)
    await settle(agreementId, { fromMonth: '2026-04', payer: 'EMPLOYEE' })
    const answers = [
      before,
      await answer(agreementId, { ...april, month: '2026-03' }),
      await answer(agreementId, { ...april, month: '2026-05' }),
      await answer(world.env.id(), april),
      await answer(agreementId, april, reader),
      await answer(agreementId, april, foreign),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 404, 403, 404])
    expect(
      await db().selectFrom('payroll_collections').select('id').where('company_id', '=', company.companyId).execute(),
    ).toEqual([])
  })

  test('is changed by whoever has seen what stands, and by nobody else', async () => {
    const { agreementId } = await inApril()
    const first = { fromMonth: '2026-04', payer: 'EMPLOYER' as const }
    expect((await sheet('2026-04')).items).toMatchObject([{ payerVersion: null }])
    expect((await settle(agreementId, { ...first, version: 3 })).body.code).toBe('VERSION_CONFLICT')
    expect((await settle(agreementId, { ...first, version: null })).body).toMatchObject({ version: 1 })
    const stale = await settle(agreementId, { ...first, payer: 'EMPLOYEE', version: null })
    expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { version: 1 } } })
    expect((await sheet('2026-04')).items).toMatchObject([{ payerVersion: 1, notes: [{ code: 'EMPLOYER_BEARS' }] }])
    expect((await settle(agreementId, { ...first, payer: 'EMPLOYEE', version: 1 })).body).toMatchObject({ version: 2 })
    expect((await settle(agreementId, { ...first, version: 1 })).status).toBe(409)
  })

  test('only months after the employment and within the lease are settled, by who locks, in the own company', async () => {
    const { agreementId } = await inApril()
    const working = await lease()
    const settled = { fromMonth: '2026-04', payer: 'EMPLOYER' as const }
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const answers = [
      await settle(agreementId, { ...settled, fromMonth: '2026-03' }),
      await settle(agreementId, { ...settled, fromMonth: '2027-03' }),
      await settle(working.agreementId, settled),
      await settle(agreementId, settled, reader),
      await settle(agreementId, settled, foreign),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 403, 404])
    expect(
      await db().selectFrom('payroll_payers').select('id').where('company_id', '=', company.companyId).execute(),
    ).toEqual([])
  })
})

test('a test goes to the recipients, of an open month too, says that it is one and carries no figures', async () => {
  await lease({}, { person: { last_name: 'Salainen' } })
  await db()
    .insertInto('payroll_recipients')
    .values({ company_id: company.companyId, user_id: reader.userId })
    .execute()
  expect((await world.call(reporting.testSend, { as: reader, params: at('2026-03') })).status).toBe(403)
  expect(await world.ok(reporting.testSend, { as: admin, params: at('2026-03') })).toEqual({ recipients: 1 })
  const [mail] = await mailsOf('reporting:mail.test')
  expect(mail?.subject).toMatch(/^Testi: palkkaraportti 3\/2026/)
  expect(mail?.body_text).not.toMatch(/Salainen/)
  expect(await mailsOf('reporting:mail.locked')).toEqual([])
})

test('the end that was agreed at the start is written once, whatever is written later', async () => {
  const { agreementId } = await lease()
  const endOf = () =>
    db()
      .selectFrom('leasing_agreements')
      .select('original_end_day')
      .where('id', '=', agreementId)
      .executeTakeFirstOrThrow()
  expect(await endOf()).toEqual({ original_end_day: '2027-02-28' })
  const agreement = db().updateTable('leasing_agreements').where('id', '=', agreementId)
  await agreement.set({ end_day: '2027-08-31' }).execute()
  expect(await endOf()).toEqual({ original_end_day: '2027-02-28' })
  await expect(agreement.set({ original_end_day: '2027-08-31' }).execute()).rejects.toThrow('written once')
})
