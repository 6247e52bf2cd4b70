import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import type { ExportChoice } from '../rules/export-profile.ts'
import type { PayTypeCodeOf } from '../rules/salary-rows.ts'
import type { ExportPlan } from './export-file.ts'
import type { ReportingCompany } from './months.ts'

/** How a company's salary rows are written: its codes, its profile and the words of its language. */
export function exportPlan(company: ReportingCompany, payrollMonth: string, texts: Texts): ExportPlan {
  return {
    payrollMonth,
    codes: company.pay_type_codes as PayTypeCodeOf,
    choice: company.export_profile as ExportChoice,
    t: (key) => texts.t(company.language as LanguageCode, `reporting:${key}`),
  }
}
