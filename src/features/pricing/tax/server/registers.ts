import {
  type Columns,
  deductionColumns,
  fromWire,
  type OnWire,
  type ProvinceTaxTable,
  provinceColumns,
  stateScaleColumns,
  taxYearColumns,
  toWire,
} from '../columns.ts'
import type { StateScale, TaxDeductions, TaxYear } from '../rules/tax-tables.ts'
import {
  type TableProblem,
  validateDeductions,
  validateMunicipalRates,
  validateStateScale,
  validateTaxYear,
} from '../rules/validate-tables.ts'
import type { TaxRegisterName } from '../years-contract.ts'

export type TableName = 'province_tax_tables' | 'tax_tables' | 'state_income_tax_tables' | 'taxpayer_deduction_tables'

/** What the rows of all four tables have in common. */
export interface StoredRow {
  id: string
  year: number
  version: number
  municipality?: string
}

/** The columns that all registers have, beside those of one. */
export interface RegisterColumns {
  readonly year: number
  readonly municipality?: string
}

/** One register: where its rows are stored, how they are read, and what has to hold before one is stored. */
export interface TaxRegister<Row extends { readonly year: number }> {
  readonly name: TaxRegisterName
  readonly table: TableName
  readonly idName: string
  readonly isByMunicipality: boolean
  readonly columns: Columns
  columnsOf(row: Row): RegisterColumns
  rowOf(stored: StoredRow): Row
  problems(row: Row): TableProblem[]
  toWire(row: Row): OnWire<Row>
  fromWire(row: OnWire<Row>): Row
}

interface StoredMunicipality extends StoredRow {
  municipality: string
  is_aland: boolean
  municipal_basis_points: number
  church_lutheran_basis_points: number
  church_orthodox_basis_points: number
}

export const municipalRegister: TaxRegister<ProvinceTaxTable> = {
  name: 'province-tax-table',
  table: 'province_tax_tables',
  idName: 'id',
  isByMunicipality: true,
  columns: provinceColumns,
  columnsOf: (row) => ({
    year: row.year,
    municipality: row.municipality.trim(),
    is_aland: row.isAland,
    municipal_basis_points: row.municipalBasisPoints,
    church_lutheran_basis_points: row.evangelicalLutheranBasisPoints,
    church_orthodox_basis_points: row.orthodoxBasisPoints,
  }),
  rowOf: (stored: StoredMunicipality) => ({
    year: stored.year,
    municipality: stored.municipality,
    isAland: stored.is_aland,
    municipalBasisPoints: stored.municipal_basis_points,
    evangelicalLutheranBasisPoints: stored.church_lutheran_basis_points,
    orthodoxBasisPoints: stored.church_orthodox_basis_points,
  }),
  problems: ({ municipality, ...row }) =>
    validateMunicipalRates({ ...row, name: municipality }).map((problem) =>
      problem.path === 'name' ? { ...problem, path: 'municipality' } : problem,
    ),
  toWire: (row) => toWire<ProvinceTaxTable>(provinceColumns, row),
  fromWire: (row) => fromWire<ProvinceTaxTable>(provinceColumns, row),
}

const withParameters = <Row extends { readonly year: number }>({ year, ...parameters }: Row) => ({
  year,
  parameters: JSON.stringify(parameters),
})

export const taxYearRegister: TaxRegister<TaxYear> = {
  name: 'tax-table',
  table: 'tax_tables',
  idName: 'taxTableId',
  isByMunicipality: false,
  columns: taxYearColumns,
  columnsOf: withParameters,
  rowOf: ({ year, parameters }: StoredRow & { parameters: Omit<TaxYear, 'year'> }) => ({ ...parameters, year }),
  problems: validateTaxYear,
  toWire: (row) => toWire<TaxYear>(taxYearColumns, row),
  fromWire: (row) => fromWire<TaxYear>(taxYearColumns, row),
}

export const stateScaleRegister: TaxRegister<StateScale> = {
  name: 'state-income-tax-table',
  table: 'state_income_tax_tables',
  idName: 'stateIncomeTaxTableId',
  isByMunicipality: false,
  columns: stateScaleColumns,
  columnsOf: ({ year, steps }) => ({ year, steps: JSON.stringify(steps) }),
  rowOf: ({ year, steps }: StoredRow & { steps: StateScale['steps'] }) => ({ year, steps }),
  problems: validateStateScale,
  toWire: (row) => toWire<StateScale>(stateScaleColumns, row),
  fromWire: (row) => fromWire<StateScale>(stateScaleColumns, row),
}

export const deductionsRegister: TaxRegister<TaxDeductions> = {
  name: 'taxpayer-deductions-table',
  table: 'taxpayer_deduction_tables',
  idName: 'taxDeductionsId',
  isByMunicipality: false,
  columns: deductionColumns,
  columnsOf: withParameters,
  rowOf: ({ year, parameters }: StoredRow & { parameters: Omit<TaxDeductions, 'year'> }) => ({ ...parameters, year }),
  problems: validateDeductions,
  toWire: (row) => toWire<TaxDeductions>(deductionColumns, row),
  fromWire: (row) => fromWire<TaxDeductions>(deductionColumns, row),
}
