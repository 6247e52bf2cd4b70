import type { Readable } from 'node:stream'
import { within } from '#platform/server/database/scope.ts'
import { csvStream, type SheetColumn } from '#platform/server/documents/sheet.ts'
import { deductionRowsOf, type PayTypeCodeOf, type SalaryRow, salaryRowsOf } from '../rules/salary-rows.ts'
import type { FileWords } from './files.ts'
import { type GroupMonth, groupMonths } from './group.ts'
import type { Reader } from './months.ts'
import { payDeductionsOf } from './pay-deductions.ts'

interface GroupSalaryRow extends SalaryRow {
  readonly company: { readonly name: string; readonly business_id: string }
}

function salaryColumns({ texts, language }: FileWords): SheetColumn<GroupSalaryRow>[] {
  const t = (key: string) => texts.t(language, `reporting:${key}`)
  const text = (key: string, header: string, value: (row: GroupSalaryRow) => string | null) =>
    ({ key, header: t(header), kind: 'text', value }) as const
  return [
    text('companyName', 'column.companyName', ({ company }) => company.name),
    text('businessId', 'column.businessId', ({ company }) => company.business_id),
    text('employeeNumber', 'column.employeeNumber', ({ person }) => person.employeeNumber),
    text('lastName', 'column.lastName', ({ person }) => person.lastName),
    text('firstName', 'column.firstName', ({ person }) => person.firstName),
    text('unit', 'column.unit', ({ person }) => person.unit),
    text('costUnit', 'column.costUnit', ({ person }) => person.costUnit),
    text('agreementNumber', 'column.agreementNumber', (row) => row.agreementNumber),
    text('payTypeCode', 'export.column.payTypeCode', (row) => row.payTypeCode),
    text('payTypeName', 'export.column.payTypeName', ({ kind }) => t(`payType.${kind}`)),
    { key: 'month', header: t('export.column.month'), kind: 'month', value: (row) => row.month },
    { key: 'amount', header: t('export.column.unitPrice'), kind: 'money', value: (row) => row.unitPriceCents },
    text('pensionable', 'export.column.pensionable', ({ isPensionable }) =>
      t(isPensionable ? 'export.yes' : 'export.no'),
    ),
  ]
}

/** The salary rows of a group's month as CSV: one form for all, each row with its company and that company's codes. */
export async function groupSalaryCsv(reader: Reader, of: GroupMonth, words: FileWords): Promise<Readable> {
  const months = await groupMonths(reader, of)
  const companies = await reader.db
    .selectFrom('companies')
    .select(['id', 'name', 'business_id', 'pay_type_codes'])
    .where('group_company_id', '=', of.groupCompanyId)
    .where(within(reader.scope, { company: 'id' }))
    .execute()
  const byId = new Map(companies.map((company) => [company.id, company]))
  const deductions = await payDeductionsOf(reader.db, [...byId.keys()], of.month)
  const rows = async function* () {
    for await (const { companyId, rows: own } of months) {
      const company = byId.get(companyId)!
      const codes = company.pay_type_codes as PayTypeCodeOf
      for (const row of salaryRowsOf(own, codes)) yield { ...row, company }
      for (const row of deductionRowsOf(deductions.get(companyId) ?? [], of.month, codes)) yield { ...row, company }
    }
  }
  return csvStream(salaryColumns(words), rows())
}
