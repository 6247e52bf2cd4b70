import { type Assumption, assume, distinctAssumptions } from './assumptions.ts'
import { type ExemptLimits, exemptLimitsOf, STATUTORY_EXEMPT_LIMITS } from './benefit-regime.ts'
import type { AlandRules, MunicipalRates, StateScaleStep, TaxDeductions, TaxTables, TaxYear } from './tax-tables.ts'

/** What one calculation needs: the rows of the four tables that hold for a year and a municipality. */
export interface TaxParameters {
  /** The year asked for; the rows may be of another one, then `assumptions` says so. */
  readonly year: number
  readonly taxYear: TaxYear
  readonly stateScale: readonly StateScaleStep[]
  readonly deductions: TaxDeductions
  readonly municipality: MunicipalRates
  /** Set for residents of Åland only. */
  readonly aland: AlandRules | null
  readonly employerFactor: { readonly basisPoints: number; readonly year: number } | null
  readonly assumptions: readonly Assumption[]
}

export type TaxParametersResult =
  | { readonly ok: true; readonly parameters: TaxParameters }
  | { readonly ok: false; readonly code: 'MUNICIPALITY_NOT_FOUND' | 'TAX_TABLES_MISSING' }

/** The row of the year, else of the latest earlier year, else of the earliest later one. */
export function nearestYear<Row extends { readonly year: number }>(rows: readonly Row[], year: number): Row | null {
  const sorted = rows.toSorted((left, right) => left.year - right.year)
  return sorted.findLast((row) => row.year <= year) ?? sorted[0] ?? null
}

/** How much of the bike benefit an exemption covers in a year, by the nearest table; by the law without any table. */
export function exemptLimitsInYear(years: readonly TaxYear[], year: number): ExemptLimits {
  const row = nearestYear(years, year)
  return row ? exemptLimitsOf(row) : STATUTORY_EXEMPT_LIMITS
}

type Filled<Key extends keyof TaxYear> = TaxYear & { readonly [K in Key]: NonNullable<TaxYear[K]> }

function nearestYearWith<Key extends keyof TaxYear>(rows: readonly TaxYear[], year: number, key: Key) {
  return nearestYear(
    rows.filter((row): row is Filled<Key> => row[key] !== null),
    year,
  )
}

function averageMunicipality(tables: TaxTables, year: number): MunicipalRates | null {
  const row = nearestYearWith(tables.years, year, 'averageMunicipalBasisPoints')
  return (
    row && {
      year: row.year,
      name: '',
      isAland: false,
      municipalBasisPoints: row.averageMunicipalBasisPoints,
      evangelicalLutheranBasisPoints: 0,
      orthodoxBasisPoints: 0,
    }
  )
}

/** The name of a municipality as names are compared. */
export const municipalityKey = (name: string): string => name.trim().toLocaleLowerCase('fi')

function municipalityRow(tables: TaxTables, year: number, name: string | null): MunicipalRates | null {
  if (name === null) return averageMunicipality(tables, year)
  const wanted = municipalityKey(name)
  const rows = tables.municipalities.filter((row) => municipalityKey(row.name) === wanted)
  return nearestYear(rows, year)
}

function municipalityAssumptions(municipality: MunicipalRates, year: number): Assumption[] {
  const average = { municipalBasisPoints: municipality.municipalBasisPoints, year: municipality.year }
  return [
    ...(municipality.name === '' ? [assume('AVERAGE_MUNICIPALITY', average)] : []),
    ...(municipality.year === year
      ? []
      : [assume('MUNICIPAL_RATES_YEAR', { year: municipality.year, requestedYear: year })]),
  ]
}

/**
 * Picks the rows for a year out of the tables. A table without the year gives its latest earlier row, and where there
 * is none its earliest later one (the municipal rates of 2025 are those of 2026); `assumptions` names every such step,
 * so nothing breaks at the turn of a year and nothing is taken silently.
 *
 * @param available all rows of the four tables
 * @param municipality the Finnish name, any case; null takes the average municipal rate without church tax
 * @returns `MUNICIPALITY_NOT_FOUND` for an unknown name, `TAX_TABLES_MISSING` when a table is empty
 */
export function parametersFor(year: number, available: TaxTables, municipality: string | null): TaxParametersResult {
  const taxYear = nearestYear(available.years, year)
  const scale = nearestYear(available.stateScales, year)
  const deductions = nearestYear(available.deductions, year)
  if (!taxYear || !scale || !deductions) return { ok: false, code: 'TAX_TABLES_MISSING' }
  const rates = municipalityRow(available, year, municipality)
  if (!rates) return { ok: false, code: municipality === null ? 'TAX_TABLES_MISSING' : 'MUNICIPALITY_NOT_FOUND' }
  const alandRow = rates.isAland ? nearestYearWith(available.years, year, 'aland') : null
  if (rates.isAland && !alandRow) return { ok: false, code: 'TAX_TABLES_MISSING' }
  const factorRow = nearestYearWith(available.years, year, 'employerFactorBasisPoints')
  const fallbacks = [taxYear, scale, deductions]
    .filter((row) => row.year !== year)
    .map((row) => assume('YEAR_FALLBACK', { year: row.year, requestedYear: year }))
  const alandFallback =
    alandRow && alandRow.year !== year ? [assume('ALAND_RULES_YEAR', { year: alandRow.year, requestedYear: year })] : []
  return {
    ok: true,
    parameters: {
      year,
      taxYear,
      stateScale: scale.steps,
      deductions,
      municipality: rates,
      aland: alandRow?.aland ?? null,
      employerFactor: factorRow && { basisPoints: factorRow.employerFactorBasisPoints, year: factorRow.year },
      assumptions: distinctAssumptions([...fallbacks, ...municipalityAssumptions(rates, year), ...alandFallback]),
    },
  }
}
