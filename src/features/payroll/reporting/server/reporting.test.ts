import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companies } from '#features/people/companies/contract.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { buildCompany, buildEmployee, buildGroup, buildRunningLease, buildUser, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { reporting } from '../contract.ts'
import { csvProfiles } from '../rules/export-profile.ts'
import { type CompanyReport, readMonth, readReport, readReports } from './months.ts'

const hasOffice = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0

type Company = Awaited<ReturnType<typeof buildCompany>>

let world: World
let company: Company
let groupCompanyId: string
let admin: Caller
let reader: Caller

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  world.env.setNow('2026-03-10T08:00:00Z')
  groupCompanyId = (await buildGroup(world)).groupCompanyId
  company = await buildCompany(world, { group_company_id: groupCompanyId })
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', company, { first_name: 'Aino', last_name: 'Testaaja' })
  reader = await signedInAs(world, 'EMPLOYER_REPORTING', company)
})

const db = () => world.services.database.primary
const at = (month: string) => ({ companyId: company.companyId, month })
const sheet = (month: string, as = admin, query = {}) => world.ok(reporting.rows, { as, params: at(month), query })
const lease = (agreement = {}, more = {}) => buildRunningLease(world, { company, agreement, ...more })

async function lock(month: string, as = admin) {
  const { previewHash } = await sheet(month, as)
  const reply = await world.ok(reporting.lock, { as, params: at(month), body: { previewHash } })
  return 'lock' in reply ? reply : expect.unreachable('a small month is locked at once')
}
const file = async (
  endpoint: typeof reporting.csv | typeof reporting.xlsx | typeof reporting.salaryRows,
  month: string,
  as = admin,
) => (await world.call(endpoint as typeof reporting.csv, { as, params: at(month) })).raw
const linesOf = (csv: Buffer) => csv.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
/** A lease whose bicycle has not been handed over. */
const withoutDays = { start_day: null, end_day: null }
const mailsOf = (template: string) =>
  db()
    .selectFrom('outbox')
    .selectAll()
    .where('template', '=', template)
    .where('company_id', '=', company.companyId)
    .execute()

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
    admin = await world.signIn(admin.userId)
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

  test('the link to an open month is not sent', async () => {
    await lease()
    expect((await world.call(reporting.send, { as: admin, params: at('2026-03') })).body.code).toBe(
      'PAYROLL_MONTH_NOT_ALLOWED',
    )
  })
})

describe('files', () => {
  test('the CSV opens in Finnish programs and starts no formula', async () => {
    await lease(
      { instalment_cents: 1_234 },
      { person: { last_name: '=SUM(A1)' }, employee: { employee_number: '+358', cost_unit: 'a;b' } },
    )
    const csv = await file(reporting.csv, '2026-03', reader)
    expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head = '', row = ''] = linesOf(csv)
    expect(head).toMatch(
      /^Palkkakuukausi;Korjaa kuukautta;Yritys;Y-tunnus;Yksikkö;Kustannuspaikka;Henkilönumero;Sukunimi/,
    )
    expect(row).toContain(`;Pääkonttori;"a;b";+358;'=SUM(A1);Testi;`)
    expect(row).toContain(
      ';Uusi;01.03.2026;28.02.2027;12;11;12,34;15,00;12,34;Palkan osana;Veronalainen;0,00;12,34;0,00;',
    )
  })

  test('the columns are those that payroll needs; no identity code is among them', async () => {
    const columns = linesOf(await file(reporting.csv, '2026-03'))[0]?.split(';')
    expect(columns).toHaveLength(34)
    expect(columns?.join()).not.toMatch(/henkilötunnus|hetu|syy/i)
  })

  test('salary rows carry the company’s own pay type codes', async () => {
    await db()
      .updateTable('companies')
      .set({ pay_type_codes: JSON.stringify({ taxable: '1210', grossLowering: '5000' }) })
      .where('id', '=', company.companyId)
      .execute()
    await lease({}, { employee: { employee_number: '7' } })
    await lease({ benefit_model: 'EMPLOYEE_PAYS' }, { employee: { employee_number: '8' } })
    const rows = linesOf(await file(reporting.salaryRows, '2026-03'))
      .slice(1)
      .sort()
    expect(rows).toEqual([
      '7;1210;Polkupyöräetu, veronalainen;1;100,00;03/2026;kyllä',
      '7;5000;Polkupyöräetu, bruttopalkan alennus;1;-100,00;03/2026;kyllä',
      '8;420;Polkupyöräetu, työntekijältä peritty;1;100,00;03/2026;ei',
    ])
  })

  test('the salary rows are frozen with the month, in the profile that held then', async () => {
    const profile = (name: string) =>
      world.call(companies.update, {
        as: admin,
        params: { id: company.companyId },
        body: { exportProfile: { profile: name as 'MEPCO' } },
      })
    await lease({}, { employee: { employee_number: '7', cost_unit: '100' } })
    expect((await profile('MEPCO')).status).toBe(200)
    const { lock: locked } = await lock('2026-03')
    const frozen = await file(reporting.salaryRows, '2026-03')
    expect(frozen.toString()).toBe('31.03.2026;7;364;1;100,00;100\r\n31.03.2026;7;201;1;-100,00;100\r\n')
    expect(createHash('sha256').update(frozen).digest('hex')).toBe(locked.salarySha256)
    await profile('NETVISOR')
    expect(await file(reporting.salaryRows, '2026-03')).toEqual(frozen)
    expect((await profile('SOMETHING')).status).toBe(400)
  })

  test('a form of one’s own that would tear every amount in two is refused', async () => {
    const own = { ...csvProfiles.PLAIN, columns: [...csvProfiles.PLAIN.columns], separator: ',' as const }
    const save = (quotes: 'NEVER' | 'NEEDED') =>
      world.call(companies.update, {
        as: admin,
        params: { id: company.companyId },
        body: { exportProfile: { profile: 'OWN', own: { ...own, quotes } } },
      })
    const refused = await save('NEVER')
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'exportProfile.own.quotes', code: 'AMOUNTS_SPLIT' }] },
    })
    expect((await save('NEEDED')).status).toBe(200)
  })

  test('no row, note or file names the reason of an absence', async () => {
    const absence = { absence_from: '2026-03-01', absence_to: '2026-03-31', absence_reason: 'SICK_LEAVE' }
    await lease({}, { employee: absence })
    const view = await sheet('2026-03')
    expect(view.items[0]).toMatchObject({ absenceFrom: '2026-03-01', notes: [{ code: 'ABSENT', from: '2026-03-01' }] })
    expect(JSON.stringify(view)).not.toMatch(/SICK/)
    await lock('2026-03')
    for (const endpoint of [reporting.csv, reporting.salaryRows])
      expect((await file(endpoint, '2026-03')).toString()).not.toMatch(/sairas/i)
    const parts = Object.values(unzipSync(await file(reporting.xlsx, '2026-03'))).map((part) => strFromU8(part))
    expect(parts.join()).toContain('2026')
    expect(parts.join()).not.toMatch(/sairas|SICK/i)
    const kept = await db()
      .selectFrom('payroll_rows')
      .select('facts')
      .where('company_id', '=', company.companyId)
      .execute()
    expect(JSON.stringify(kept)).not.toMatch(/SICK/)
  })

  test('files locked while they still named the reason open to the employer admin alone', async () => {
    const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
    const month = {
      id: world.env.id(),
      company_id: company.companyId,
      month: '2026-03',
      locked_at: world.env.now(),
      locked_by: admin.userId,
    }
    const content = Buffer.from('vanha')
    const kept = await keepFile(db(), world.services, {
      companyId: company.companyId,
      parentType: 'payroll-month',
      parentId: month.id,
      label: 'a.csv',
      contentType: 'text/csv',
      content,
    })
    const hashes = { csv_sha256: kept.sha256, xlsx_sha256: kept.sha256, csv_file_id: kept.id, xlsx_file_id: kept.id }
    await db()
      .insertInto('payroll_months')
      .values({ ...month, ...hashes, row_count: 0, names_absence_reasons: true })
      .execute()
    for (const endpoint of [reporting.csv, reporting.xlsx]) {
      const statusOf = async (as: Caller) =>
        (await world.call(endpoint as typeof reporting.csv, { as, params: at('2026-03') })).status
      expect([await statusOf(admin), await statusOf(reader), await statusOf(groupAdmin)]).toEqual([200, 403, 403])
    }
  })

  test.skipIf(!hasOffice)(
    'LibreOffice reads the workbook as the CSV says it',
    async () => {
      await lease({}, { person: { last_name: 'Äijälä' } })
      const folder = mkdtempSync(path.join(tmpdir(), 'poljin-sheet-'))
      try {
        writeFileSync(path.join(folder, 'raportti.xlsx'), await file(reporting.xlsx, '2026-03'))
        execFileSync(
          'soffice',
          [
            `-env:UserInstallation=file://${folder}/profile`,
            '--headless',
            '--convert-to',
            'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true',
            '--outdir',
            folder,
            path.join(folder, 'raportti.xlsx'),
          ],
          { stdio: 'ignore', timeout: 90_000 },
        )
        const read = readFileSync(path.join(folder, 'raportti.csv'), 'utf8')
        expect(read).toContain('Äijälä')
        expect(read.split('\n')[0]?.replace('\uFEFF', '').trim()).toBe(linesOf(await file(reporting.csv, '2026-03'))[0])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    120_000,
  )
})

describe('a leaver', () => {
  const leaver = () => lease({}, { employee: { last_working_day: '2026-03-15' } })
  const settle = (
    agreementId: string,
    body: { fromMonth: string; payer: 'EMPLOYER' | 'EMPLOYEE' | 'RETURNED' },
    as = admin,
  ) =>
    world.call(reporting.setPayer, {
      as,
      params: { companyId: company.companyId, leasingAgreementId: agreementId },
      body,
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
    admin = await world.signIn(admin.userId)
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
    const salary = await world.call(reporting.salaryRows as unknown as typeof reporting.csv, {
      as: admin,
      params: at('2026-04'),
    })
    expect(salary.raw.toString()).toMatch(/420.*ei pidätetä.*100,00/)
    await lock('2026-04')
    // The word of a locked month changes in the open one.
    world.env.setNow('2026-05-02T08:00:00Z')
    admin = await world.signIn(admin.userId)
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

describe('who may', () => {
  test('the reporting role reads and exports, and neither locks nor sends', async () => {
    await lease()
    const { previewHash } = await sheet('2026-03', reader)
    for (const endpoint of [reporting.csv, reporting.xlsx, reporting.salaryRows])
      expect((await file(endpoint, '2026-03', reader)).length).toBeGreaterThan(100)
    const refused = [
      await world.call(reporting.lock, { as: reader, params: at('2026-03'), body: { previewHash } }),
      await world.call(reporting.send, { as: reader, params: at('2026-03') }),
    ]
    expect(refused.map((answer) => answer.status)).toEqual([403, 403])
    expect((await sheet('2026-03')).payrollMonth.state).toBe('PREVIEW')
  })

  test('editors, beneficiaries and strangers see nothing', async () => {
    const editor = await signedInAs(world, 'EMPLOYER_EDITOR', company)
    const { userId } = await buildEmployee(world, company)
    for (const as of [editor, await world.signIn(userId)]) {
      expect((await world.call(reporting.rows, { as, params: at('2026-03') })).status).toBe(403)
      expect((await world.call(reporting.months, { as, query: { companyId: company.companyId } })).status).toBe(403)
    }
    expect((await world.call(reporting.rows, { params: at('2026-03') })).status).toBe(401)
  })

  test('another company is not found, whatever is asked of it', async () => {
    await lease()
    const { previewHash } = await sheet('2026-03')
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const params = at('2026-03')
    const answers = [
      await world.call(reporting.rows, { as: foreign, params }),
      await world.call(reporting.csv, { as: foreign, params }),
      await world.call(reporting.xlsx, { as: foreign, params }),
      await world.call(reporting.salaryRows, { as: foreign, params }),
      await world.call(reporting.lock, { as: foreign, params, body: { previewHash } }),
      await world.call(reporting.send, { as: foreign, params }),
      await world.call(reporting.months, { as: foreign, query: { companyId: company.companyId } }),
      await world.call(reporting.leases, { as: foreign, query: { companyId: company.companyId } }),
      await world.call(reporting.group, { as: foreign, params: { groupCompanyId, month: '2026-03' } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(Array(9).fill(404))
    expect((await world.ok(reporting.companies, { as: foreign })).items.map((item) => item.companyId)).not.toContain(
      company.companyId,
    )
    expect((await sheet('2026-03')).payrollMonth.state).toBe('PREVIEW')
  })

  test('a group admin sees the month over the group’s companies and no others', async () => {
    const sister = await buildCompany(world, { group_company_id: groupCompanyId })
    await lease()
    await buildRunningLease(world, { company: sister, agreement: { instalment_cents: 20_000 } })
    await lock('2026-03')
    const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
    const { items } = await world.ok(reporting.group, { as: groupAdmin, params: { groupCompanyId, month: '2026-03' } })
    expect(items.map((item) => [item.companyName, item.state, item.totals.taxValue]).sort()).toEqual(
      [
        [company.name, 'LOCKED', 100],
        [sister.name, 'PREVIEW', 200],
      ].sort(),
    )
    const { items: own } = await world.ok(reporting.companies, { as: groupAdmin })
    expect(own.map((one) => [one.companyName, one.shownMonth]).sort()).toEqual(
      [
        [company.name, '2026-03'],
        [sister.name, null],
      ].sort(),
    )
    const ofGroup = (as: Caller) => world.call(reporting.groupCsv, { as, params: { groupCompanyId, month: '2026-03' } })
    const lines = linesOf((await ofGroup(groupAdmin)).raw)
    expect(lines).toHaveLength(3)
    expect([company.name, sister.name].filter((name) => lines.some((line) => line.includes(name)))).toHaveLength(2)
    const stranger = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', await buildGroup(world))
    expect((await ofGroup(stranger)).status).toBe(404)
    const salaryOf = (as: Caller) =>
      world.call(reporting.groupSalaryRows, { as, params: { groupCompanyId, month: '2026-03' } })
    const salary = linesOf((await salaryOf(groupAdmin)).raw)
    const ofSister = salary.filter((line) => line.includes(sister.name) && line.includes(';364;'))
    expect(ofSister).toMatchObject([expect.stringContaining('200,00')])
    expect(salary.slice(1).every((line) => [company.name, sister.name].some((name) => line.includes(name)))).toBe(true)
    expect((await salaryOf(stranger)).status).toBe(404)
  })
})

test('many companies are read together as each is read by itself, locked and corrected ones too', async () => {
  const sister = await buildCompany(world)
  const changed = await lease({ instalment_cents: 10_000 })
  await lock('2026-03')
  await buildRunningLease(world, { company: sister, agreement: { instalment_cents: 20_000 } })
  const leases = db().updateTable('leasing_agreements').where('id', '=', changed.agreementId)
  await leases.set({ start_day: '2026-02-01' }).execute()
  world.env.setNow('2026-04-10T08:00:00Z')
  const between = await Promise.all(Array.from({ length: 24 }, () => buildCompany(world)))
  const ids = [sister, ...between, company].map(({ companyId }) => companyId)
  const batch = { db: world.services.database.read, scope: scopeOfAll, env: world.env }
  const rowsOf = async (report: CompanyReport) => (await readMonth(batch.db, report, '2026-04')).rows
  const together: string[] = []
  for await (const report of readReports(batch, ids, '2026-04')) together.push(JSON.stringify(await rowsOf(report)))
  const alone: string[] = []
  for (const id of ids) alone.push(JSON.stringify(await rowsOf(await readReport(batch.db, scopeOfAll, id, world.env))))
  expect(together).toEqual(alone)
  expect(together.at(-1)).toContain('CORRECTS')
  const own = { ...batch, scope: { all: false, companyIds: [company.companyId], ownerId: null } }
  await expect(readReports(own, ids, '2026-04').next()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('statistics count leases by month and by unit', async () => {
  await lease({ start_day: '2026-02-01', instalment_cents: 8_000 })
  await lease({ start_day: '2026-01-01', ended_day: '2026-02-15', lease_state: 'ENDED', end_reason: 'REDEEMED' })
  await lease({}, { employee: { unit_id: null } })
  const view = await world.ok(reporting.leases, { as: reader, query: { companyId: company.companyId } })
  expect(view).toMatchObject({ running: 2, averageInstalment: 90 })
  expect(view.months).toHaveLength(12)
  expect(view.months.slice(-4)).toEqual([
    { month: '2025-12', leases: 0, started: 0, ended: 0, instalments: 0 },
    { month: '2026-01', leases: 1, started: 1, ended: 0, instalments: 100 },
    { month: '2026-02', leases: 2, started: 1, ended: 1, instalments: 180 },
    { month: '2026-03', leases: 2, started: 1, ended: 0, instalments: 180 },
  ])
  expect(view.units).toEqual([
    { unit: null, leases: 1, instalments: 100 },
    { unit: 'Pääkonttori', leases: 1, instalments: 80 },
  ])
})
