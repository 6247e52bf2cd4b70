import type { MunicipalRates, TaxTables } from '../rules/tax-tables.ts'
import municipalities2026 from './municipalities-2026.json' with { type: 'json' }
import { deductions2025, stateScale2025, taxYear2025 } from './year-2025.ts'
import { deductions2026, stateScale2026, taxYear2026 } from './year-2026.ts'

type MunicipalRow = [string, number, number, number, boolean]

function municipalRates(year: number, rows: readonly MunicipalRow[]): MunicipalRates[] {
  return rows.map(([name, municipalBasisPoints, evangelicalLutheranBasisPoints, orthodoxBasisPoints, isAland]) => ({
    year,
    name,
    isAland,
    municipalBasisPoints,
    evangelicalLutheranBasisPoints,
    orthodoxBasisPoints,
  }))
}

/** The tax tables that come with the product; they seed the four editable tables. */
export const shippedTaxTables: TaxTables = {
  years: [taxYear2025, taxYear2026],
  stateScales: [stateScale2025, stateScale2026],
  deductions: [deductions2025, deductions2026],
  municipalities: municipalRates(municipalities2026.year, municipalities2026.rows as MunicipalRow[]),
}
