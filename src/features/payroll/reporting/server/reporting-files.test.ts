import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { companies } from '#features/people/companies/contract.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { signedInAs } from '#testing/builders.ts'
import {
  admin,
  at,
  company,
  db,
  file,
  groupCompanyId,
  lease,
  linesOf,
  lock,
  prepareReporting,
  reader,
  sheet,
  world,
} from '#testing/cases/reporting-cases.ts'
import type { Caller } from '#testing/world.ts'
import { reporting } from '../contract.ts'
import { csvProfiles } from '../rules/export-profile.ts'

prepareReporting()

const hasOffice = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0

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
