import { strFromU8, unzipSync } from 'fflate'
import type { ExportProfileName } from '#features/payroll/reporting/rules/export-profile.ts'
import type { ReportRow } from '#features/payroll/reporting/rules/payroll-facts.ts'

/** Sums of a month's salary file, by person and pay type code, in cents. */
export type SalarySums = Record<string, number>

/** Where the lines of a file without an XML form have the person, the code and the price; columns are counted from 0. */
const places = {
  PLAIN: { header: true, number: 0, code: 1, price: 4 },
  MEPCO: { header: false, number: 1, code: 2, price: 4 },
  PRIMA: { header: false, number: 0, code: 3, price: 6 },
  PROCOUNTOR: { header: false, number: 1, code: 2, price: 5 },
  FENNOA: { header: false, number: 0, code: 1, price: 5 },
  FIVALDI: { header: true, number: 2, code: 3, price: 10 },
} as const

/** The profiles that a test of files goes through, month by month. */
export const filedProfiles = ['PLAIN', 'MEPCO', 'NETVISOR', 'PRIMA', 'PROCOUNTOR', 'FENNOA', 'FIVALDI'] as const
export type FiledProfile = (typeof filedProfiles)[number] & ExportProfileName

const cents = (price: string) => Number(price.replace(/[.,]/, ''))

function add(sums: SalarySums, key: string, amount: number) {
  sums[key] = (sums[key] ?? 0) + amount
}

/** The documents of Netvisor's archive, one after the other. */
export const netvisorDocuments = (file: Buffer): string[] => Object.values(unzipSync(file)).map((one) => strFromU8(one))

/** What stands in a salary file of a profile, read as its payroll program would. */
export function sumsOfFile(profile: FiledProfile, file: Buffer): SalarySums {
  const sums: SalarySums = {}
  if (profile === 'NETVISOR') {
    for (const [, number = '', lines = ''] of netvisorDocuments(file)
      .join('')
      .matchAll(/<employeeidentifier type="number">([^<]*)<\/employeeidentifier>([\s\S]*?)<\/payrollperiodcollector>/g))
      for (const [, price = '', code = ''] of lines.matchAll(
        /<amount>([^<]*)<\/amount>\s*<payrollratio type="number">([^<]*)</g,
      ))
        add(sums, `${number} ${code}`, cents(price))
    return sums
  }
  const text = file.toString(profile === 'PRIMA' ? 'latin1' : 'utf8').replace('\uFEFF', '')
  const at = places[profile]
  const lines = text.trimEnd().split('\r\n').filter(Boolean)
  for (const line of at.header ? lines.slice(1) : lines) {
    const cells = line.split(';')
    add(sums, `${cells[at.number]} ${cells[at.code]}`, cents(cells[at.price]!))
  }
  return sums
}

/** A company's own pay type code of each kind; the code of the Incomes Register where it has none. */
export type CodeOf = Readonly<Record<string, string | undefined>>

/** What the rows of a month come to for a payroll program, from the report's own columns. */
export function sumsOfRows(rows: readonly ReportRow[], own: CodeOf): SalarySums {
  const sums: SalarySums = {}
  for (const row of rows) {
    const parts: [string | undefined, string, number][] = [
      [own.exemptOnTop, '363', row.code363Cents - row.exemptFromPayCents],
      [own.exemptFromPay, '363', row.exemptFromPayCents],
      [own.taxable, '364', row.code364Cents],
      [own.collected, '420', row.netCollectionCents],
      [own.grossLowering, '201', -row.grossLoweringCents],
      [own.redemption, '317', row.redemptionTaxableCents],
    ]
    for (const [code, usual, amount] of parts)
      if (amount !== 0) add(sums, `${row.person.employeeNumber ?? ''} ${code?.trim() || usual}`, amount)
  }
  return sums
}
