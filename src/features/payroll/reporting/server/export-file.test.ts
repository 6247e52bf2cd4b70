import { readFileSync } from 'node:fs'
import path from 'node:path'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { toBuffer } from '#platform/server/documents/sheet.ts'
import { testAgreement, testPerson, testSettings } from '#testing/money/payroll-facts.ts'
import { netvisorDocuments } from '#testing/money/payroll-files.ts'
import { type CsvProfile, csvProfiles, type ExportProfileName, exportProfileNames } from '../rules/export-profile.ts'
import { payrollRow } from '../rules/payroll-row.ts'
import words from '../texts/fi.json' with { type: 'json' }
import { type ExportPlan, salaryFile } from './export-file.ts'

const company = { name: 'Kaarna Ohjelmistot Oy', businessId: '1234567-1' }

function rowsOf() {
  const person = (employeeId: string, values: object) => ({ ...testPerson, employeeId, ...values })
  const exempt = { startDay: '2025-03-01', endDay: '2029-02-28', commitmentDay: '2025-02-01', instalmentCents: 17_000 }
  const leases = [
    testAgreement({ person: person('e1', { employeeNumber: '1001', costUnit: '100' }) }),
    testAgreement({
      ...exempt,
      agreementId: 'a2',
      person: person('e2', { employeeNumber: '1002', costUnit: 'Myynti & tuki' }),
    }),
    testAgreement({
      ...exempt,
      benefitModel: 'ON_TOP',
      agreementId: 'a3',
      person: person('e3', { employeeNumber: 'Å-3', costUnit: null }),
    }),
    testAgreement({
      benefitModel: 'EMPLOYEE_PAYS',
      agreementId: 'a4',
      person: person('e4', { employeeNumber: '1004' }),
    }),
    testAgreement({
      endedDay: '2026-04-30',
      isRedeemed: true,
      redemptionTaxableCents: 15_050,
      agreementId: 'a5',
      person: person('e5', { employeeNumber: '1005' }),
    }),
  ]
  const rows = leases.flatMap((lease) => payrollRow(lease, '2026-05', null, testSettings) ?? [])
  const correction = { ...rows[0]!, correctsMonth: '2026-04', code364Cents: -10_000, grossLoweringCents: -10_000 }
  return [...rows, correction].map((row) => ({ ...row, company }))
}

const plan = (profile: ExportProfileName, own?: CsvProfile): ExportPlan => ({
  payrollMonth: '2026-05',
  codes: { exemptOnTop: '2010', exemptFromPay: '2011', taxable: '2020', collected: '2030', grossLowering: '2040' },
  choice: { profile, own },
  t: (key) => key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], words) as string,
})
const written = (profile: ExportProfileName, own?: CsvProfile) =>
  toBuffer(salaryFile(rowsOf(), plan(profile, own)).content)

const golden = (name: string) => readFileSync(path.join(import.meta.dirname, 'golden', name))

test.each(exportProfileNames.filter((name) => name !== 'OWN' && name !== 'NETVISOR'))(
  '%s writes its golden file to the byte',
  async (name) => {
    const { extension } = salaryFile(rowsOf(), plan(name))
    expect((await written(name)).toString('latin1')).toBe(
      golden(`${name.toLowerCase()}.${extension}`).toString('latin1'),
    )
  },
)

describe('the archive for Netvisor', () => {
  test('holds the documents of its golden file, the same bytes each time', async () => {
    const file = await written('NETVISOR')
    expect(netvisorDocuments(file).join('')).toBe(golden('netvisor.xml').toString())
    expect((await written('NETVISOR')).equals(file)).toBe(true)
    expect(salaryFile(rowsOf(), plan('NETVISOR')).extension).toBe('zip')
  })

  test('holds documents of one collector each, as another parser reads them, whose sums are those of the rows', async () => {
    const documents = netvisorDocuments(await written('NETVISOR')).map((xml) => XmlDocument.fromString(xml))
    expect(documents.length).toBe(6)
    for (const document of documents)
      expect(['*', 'payrollperiodcollector'].map((name) => document.find(`/root/${name}`).length)).toEqual([1, 1])
    const amounts = documents.flatMap((document) => document.find('//amount').map(({ content }) => content))
    const sum = amounts.reduce((cents, amount) => cents + Math.round(100 * Number(amount.replace(',', '.'))), 0)
    expect([amounts.length, sum]).toEqual([11, 42_050])
  })
})

describe('a profile of the company’s own', () => {
  const own: CsvProfile = {
    separator: 'TAB',
    quotes: 'ALWAYS',
    hasHeader: true,
    dateFormat: 'YYYYMMDD',
    decimalSign: '.',
    encoding: 'UTF-8',
    quantityDecimals: 2,
    columns: [
      { source: 'fixed', header: 'KIND', value: 'P' },
      { source: 'employeeNumber' },
      { source: 'monthStart' },
      { source: 'unitPrice', header: 'SUM' },
    ],
  }

  test('decides columns, order, header, separator, quotes, dates, decimals and fixed values', async () => {
    const lines = (await written('OWN', own)).toString().split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      '"KIND"\t"Henkilönumero"\t"Kuukauden alku"\t"SUM"',
      '"P"\t"1001"\t"20260501"\t"100.00"',
    ])
  })

  test('holds a cell to one line and to itself, whatever somebody is called', async () => {
    const row = { ...rowsOf()[0]!, person: { ...testPerson, employeeNumber: '=1;2\n3"' } }
    const text = async (profile: CsvProfile) =>
      (await toBuffer(salaryFile([row], plan('OWN', profile)).content)).toString().split('\r\n')[0]
    const one = { ...own, separator: ';' as const, hasHeader: false, columns: [{ source: 'employeeNumber' as const }] }
    expect(await text({ ...one, quotes: 'NEVER' })).toBe('1 2 3')
    expect(await text({ ...one, quotes: 'NEEDED' })).toBe(`"'=1;2 3"""`)
  })

  test('writes what its encoding has no letter for as a question mark', async () => {
    const row = { ...rowsOf()[0]!, person: { ...testPerson, lastName: 'Ääri Ļ' } }
    const profile = { ...csvProfiles.PRIMA, columns: [{ source: 'lastName' as const }] }
    const bytes = await toBuffer(salaryFile([row], plan('OWN', profile)).content)
    expect(bytes.toString('latin1').split('\r\n')[0]).toBe('Ääri ?')
  })
})
