import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statementOf } from '#platform/record/receipt.ts'
import { lastRoot, makeRecordRoots } from '#platform/server/record/record-roots.ts'
import { buildUser, signedInAs } from '#testing/builders.ts'
import {
  admin,
  at,
  company,
  db,
  file,
  groupCompanyId,
  lease,
  lock,
  mailsOf,
  prepareReporting,
  reader,
  sheet,
  signInAgain,
  world,
} from '#testing/cases/reporting-cases.ts'
import { reporting } from '../contract.ts'

prepareReporting()

/** A lease whose bicycle has not been handed over. */
const withoutDays = { start_day: null, end_day: null }

describe('the preview', () => {
  test('shows each lease once with its codes in euros, sums and what to check', async () => {
    await lease({}, { person: { last_name: 'Åberg' } })
    await lease(
      { start_day: '2025-03-01', lease_months: 48, commitment_day: '2025-02-01', instalment_cents: 17_000 },
      { person: { last_name: 'Aalto' }, employee: { cost_unit: '77' } },
    )
    const view = await sheet('2026-03', reader)
    expect(view.items).toMatchObject([
      {
        lastName: 'Aalto',
        event: 'RUNNING',
        taxRegime: 'EXEMPT_GRANDFATHERED',
        instalment: 170,
        adminFee: 15,
        taxValue: 170,
        code363: 100,
        code364: 70,
        code420: 0,
        exemptUsedThisYear: 300,
        grossLowering: 170,
        netCollection: 0,
        pensionable: 170,
        unit: 'Pääkonttori',
      },
      { lastName: 'Åberg', event: 'NEW', taxRegime: 'TAXABLE', code363: 0, code364: 100, monthsLeft: 11 },
    ])
    expect(view.payrollMonth).toMatchObject({
      state: 'PREVIEW',
      mayBeLocked: false,
      rowCount: 2,
      changes: 1,
      cutOffDay: '2026-03-31',
      totals: { instalment: 270, taxValue: 270, code363: 100, code364: 170, grossLowering: 270, netCollection: 0 },
      corrected: [],
    })
    expect(view.checks).toMatchObject([{ code: 'NO_COST_UNIT', count: 1 }])
  })

  test('follows filters and pages, and says how many there are', async () => {
    for (const month of ['2026-03-01', '2026-02-01', '2026-02-01']) await lease({ start_day: month })
    expect((await sheet('2026-03', admin, { event: 'NEW' })).total).toBe(1)
    expect((await sheet('2026-03', admin, { onlyChanges: true })).items.map((row) => row.event)).toEqual(['NEW'])
    expect(await sheet('2026-03', admin, { page: 2, limit: 2 })).toMatchObject({
      total: 3,
      totalPages: 2,
      hasNext: false,
      payrollMonth: { rowCount: 3 },
    })
  })

  test('looks at the agreement, never at the order', async () => {
    const { orderId } = await lease()
    await db().updateTable('orders').set({ status: 'CASE_X' }).where('id', '=', orderId).execute()
    await lease({ lease_state: 'NOT_STARTED', ...withoutDays })
    expect((await sheet('2026-03')).total).toBe(1)
  })

  test('lists the months from the first lease to now and no others', async () => {
    await lease({ start_day: '2026-01-01' })
    const { items } = await world.ok(reporting.months, { as: reader, query: { companyId: company.companyId } })
    expect(items.map((item) => [item.month, item.state, item.mayBeLocked, item.rowCount])).toEqual([
      ['2026-03', 'PREVIEW', false, 1],
      ['2026-02', 'PREVIEW', false, 1],
      ['2026-01', 'PREVIEW', true, 1],
    ])
    expect((await sheet('2025-12')).total).toBe(0)
    expect((await world.call(reporting.rows, { as: admin, params: at('2026-04') })).status).toBe(404)
  })
})

describe('locking', () => {
  test('freezes rows and files, mails a link and never the file, and is told to the employer', async () => {
    const recipient = await buildUser(world, { language: 'sv' })
    const ofGroup = await buildUser(world)
    await db()
      .insertInto('payroll_recipients')
      .values([
        { company_id: company.companyId, user_id: recipient.userId },
        { company_id: company.companyId, user_id: ofGroup.userId },
      ])
      .execute()
    await db()
      .insertInto('group_payroll_recipients')
      .values({ group_company_id: groupCompanyId, user_id: ofGroup.userId })
      .execute()
    await lease({}, { person: { first_name: 'Salla', last_name: 'Salainen' } })
    const locked = await lock('2026-03')
    expect(locked).toMatchObject({ rowCount: 1, recipients: 2, lock: { lockedBy: 'Aino Testaaja' } })
    const csv = await file(reporting.csv, '2026-03')
    const xlsx = await file(reporting.xlsx, '2026-03')
    expect(createHash('sha256').update(csv).digest('hex')).toBe(locked.lock.csvSha256)
    expect(createHash('sha256').update(xlsx).digest('hex')).toBe(locked.lock.xlsxSha256)
    const mails = await mailsOf('reporting:mail.locked')
    expect(mails.map((mail) => mail.recipient).sort()).toEqual([recipient.email, ofGroup.email].sort())
    for (const mail of mails) {
      const page = `${world.services.config.origin}/raportointi?companyId=${company.companyId}&month=2026-03`
      // The page opens in the language of the mail.
      expect(mail.links).toEqual([mail.recipient === recipient.email ? `${page}&language=sv` : page])
      expect(mail.body_text + mail.body_html).not.toMatch(/Salainen|100,00/)
    }
    expect(mails.find((mail) => mail.recipient === recipient.email)?.subject).toContain('Lönerapporten 3/2026')
    const notice = await db()
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', admin.userId)
      .executeTakeFirstOrThrow()
    expect(notice).toMatchObject({ type: 'GENERAL', template: 'reporting:notice.locked' })
    const event = await db()
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'PAYROLL_MONTH_LOCKED')
      .where('company_id', '=', company.companyId)
      .executeTakeFirstOrThrow()
    expect(event.data).toMatchObject({ month: '2026-03', rows: 1, csvSha256: locked.lock.csvSha256 })
    expect(JSON.stringify(event.data)).not.toContain('Salainen')
  })

  test('a locked month never changes, and the correction appears in the next one', async () => {
    const { agreementId } = await lease()
    await lock('2026-03')
    const before = {
      csv: await file(reporting.csv, '2026-03'),
      xlsx: await file(reporting.xlsx, '2026-03'),
      rows: (await sheet('2026-03')).items,
    }
    await db()
      .updateTable('leasing_agreements')
      .set({ instalment_cents: 11_000 })
      .where('id', '=', agreementId)
      .execute()
    await db()
      .updateTable('companies')
      .set({ name: 'Aivan Toinen Oy', extra_operating_cents: 900 })
      .where('id', '=', company.companyId)
      .execute()
    await db().updateTable('users').set({ last_name: 'Vaihdettu' }).execute()
    world.env.setNow('2026-04-02T08:00:00Z')
    expect(await file(reporting.csv, '2026-03')).toEqual(before.csv)
    expect(await file(reporting.xlsx, '2026-03')).toEqual(before.xlsx)
    expect((await sheet('2026-03')).items).toEqual(before.rows)
    const april = await sheet('2026-04')
    expect(april.items).toMatchObject([
      { correctsMonth: null, event: 'CHANGED', instalment: 110, taxValue: 119 },
      {
        correctsMonth: '2026-03',
        event: 'NEW',
        instalment: 10,
        taxValue: 10,
        code364: 10,
        notes: [
          {
            code: 'CORRECTS',
            month: '2026-03',
            changes: [
              { amount: 'code364', before: 100, after: 110 },
              { amount: 'grossLowering', before: 100, after: 110 },
            ],
          },
        ],
      },
    ])
    const aprilMonth = {
      corrections: 1,
      totals: { taxValue: 119 },
      corrected: [{ month: '2026-03', totals: { taxValue: 10 } }],
    }
    expect(april.payrollMonth).toMatchObject(aprilMonth)
    await lock('2026-04')
    expect((await sheet('2026-04')).payrollMonth).toMatchObject(aprilMonth)
    const { items } = await world.ok(reporting.months, { as: admin, query: { companyId: company.companyId } })
    expect(items[0]).toMatchObject({ month: '2026-04', ...aprilMonth })
    world.env.setNow('2026-05-12T08:00:00Z')
    await signInAgain()
    expect((await sheet('2026-05')).items).toMatchObject([{ correctsMonth: null, event: 'RUNNING' }])
  })

  test('a lease that starts late is corrected in, a redeemed one ends and says by how much it is taxed', async () => {
    const first = await lease()
    const late = await lease({ lease_state: 'NOT_STARTED', ...withoutDays })
    expect((await lock('2026-03')).rowCount).toBe(1)
    world.env.setNow('2026-04-02T08:00:00Z')
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ACTIVE', start_day: '2026-03-01', end_day: '2027-02-28' })
      .where('id', '=', late.agreementId)
      .execute()
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'REDEEMED', ended_day: '2026-03-20', redemption_taxable_cents: 21_000 })
      .where('id', '=', first.agreementId)
      .execute()
    const rows = (await sheet('2026-04')).items
    expect(rows.filter((row) => row.agreementId === late.agreementId)).toMatchObject([
      { event: 'RUNNING', correctsMonth: null },
      { event: 'NEW', correctsMonth: '2026-03', taxValue: 100 },
    ])
    expect(rows.filter((row) => row.agreementId === first.agreementId)).toMatchObject([
      { event: 'REDEEMED', taxValue: 0, redemptionTaxableDifference: 210 },
    ])
  })

  test('of two people at once one wins and the other is told that the month is locked', async () => {
    await lease()
    const other = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
    const { previewHash } = await sheet('2026-03')
    const answers = await Promise.all(
      [admin, other].map((as) => world.call(reporting.lock, { as, params: at('2026-03'), body: { previewHash } })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('PAYROLL_MONTH_LOCKED')
    const months = await db()
      .selectFrom('payroll_months')
      .select('id')
      .where('company_id', '=', company.companyId)
      .execute()
    expect(months).toHaveLength(1)
  })

  test('what was seen is what is locked: a preview that has changed is refused and nothing is frozen', async () => {
    const { agreementId } = await lease()
    const { previewHash } = await sheet('2026-03')
    await db()
      .updateTable('leasing_agreements')
      .set({ instalment_cents: 9_900 })
      .where('id', '=', agreementId)
      .execute()
    const refused = await world.call(reporting.lock, { as: admin, params: at('2026-03'), body: { previewHash } })
    expect(refused.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { rowCount: 1 } } })
    expect((await sheet('2026-03')).payrollMonth.state).toBe('PREVIEW')
    expect(await mailsOf('reporting:mail.locked')).toEqual([])
  })

  test('months are locked in order, the current one may be, the next may not', async () => {
    await lease({ start_day: '2026-02-01' })
    const early = await world.call(reporting.lock, {
      as: admin,
      params: at('2026-03'),
      body: { previewHash: (await sheet('2026-03')).previewHash },
    })
    expect(early.body).toMatchObject({ code: 'PAYROLL_MONTH_NOT_ALLOWED', details: { openMonth: '2026-02' } })
    await lock('2026-02')
    await lock('2026-03')
    const future = await world.call(reporting.lock, {
      as: admin,
      params: at('2026-04'),
      body: { previewHash: '0'.repeat(64) },
    })
    expect(future.body.code).toBe('PAYROLL_MONTH_NOT_ALLOWED')
    const again = await world.call(reporting.lock, {
      as: admin,
      params: at('2026-03'),
      body: { previewHash: '0'.repeat(64) },
    })
    expect(again.body.code).toBe('PAYROLL_MONTH_LOCKED')
  })

  test('repeated with its key it answers the same and mails nobody twice', async () => {
    await db()
      .insertInto('payroll_recipients')
      .values({ company_id: company.companyId, user_id: reader.userId })
      .execute()
    await lease()
    const body = { previewHash: (await sheet('2026-03')).previewHash }
    const first = await world.ok(reporting.lock, { as: admin, params: at('2026-03'), body, key: 'lukko-1' })
    expect(await world.ok(reporting.lock, { as: admin, params: at('2026-03'), body, key: 'lukko-1' })).toEqual(first)
    expect(await mailsOf('reporting:mail.locked')).toHaveLength(1)
    expect(await world.ok(reporting.send, { as: admin, params: at('2026-03') })).toEqual({ recipients: 1 })
    expect(await mailsOf('reporting:mail.locked')).toHaveLength(2)
  })

  test('the mail of a lock carries the last signed root of the event log to the employer', async () => {
    await db()
      .insertInto('payroll_recipients')
      .values({ company_id: company.companyId, user_id: reader.userId })
      .execute()
    await lease()
    await makeRecordRoots.run(world.services)
    const root = await lastRoot(db())
    await lock('2026-03')
    const [mail] = await mailsOf('reporting:mail.lockedWithRoot')
    expect(mail?.body_text).toContain(`${root?.number}: ${root?.root}`)
    // The log tells of the lock afterwards, and so stands in a later root, which names this one.
    await makeRecordRoots.run(world.services)
    const next = await db().selectFrom('record_roots').selectAll().orderBy('number', 'desc').executeTakeFirstOrThrow()
    expect(statementOf(next)).toMatchObject({ number: (root?.number ?? 0) + 1 })
  })

  test('the link to an open month is not sent', async () => {
    await lease()
    expect((await world.call(reporting.send, { as: admin, params: at('2026-03') })).body.code).toBe(
      'PAYROLL_MONTH_NOT_ALLOWED',
    )
  })
})
