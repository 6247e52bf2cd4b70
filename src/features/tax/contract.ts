import { endpoint, genericEndpoint, Id, Page, pageQuery, Shape, T, Version } from '#platform/contract/contract.ts'
import {
  type Columns,
  deductionColumns,
  type OnWire,
  type ProvinceTaxTable,
  provinceColumns,
  stateScaleColumns,
  taxYearColumns,
} from './columns.ts'
import type { StateScale, TaxDeductions, TaxYear } from './rules/tax-tables.ts'
import { shapesOf } from './shapes.ts'

interface Description<IdName extends string> {
  readonly path: `/api/${string}`
  readonly idName: IdName
  readonly columns: Columns
  /** What the rows are, for the API document. */
  readonly rows: string
  readonly row: string
  /** The register has names to search by. */
  readonly isSearched?: true
}

/** The five calls of one register of tax tables: they differ in nothing but their columns. */
function register<Row>() {
  return <const IdName extends string>({ path, idName, columns, rows, row, isSearched }: Description<IdName>) => {
    const fields = shapesOf(columns)
    const stored = { [idName]: Id, ...fields, version: Version }
    const Stored = T.Unsafe<OnWire<Row> & Record<IdName, string> & { version: number }>(Shape(stored))
    const Given = T.Unsafe<OnWire<Row>>(Shape(fields))
    const Changed = T.Unsafe<OnWire<Row> & { version?: number }>(Shape({ ...fields, version: T.Optional(Version) }))
    const year = T.Optional(T.Integer({ minimum: 2000, maximum: 2100 }))
    const search = isSearched ? { search: T.Optional(T.String({ maxLength: 200 })) } : {}
    return {
      list: endpoint({
        method: 'GET',
        path,
        access: 'tax-table:read',
        summary: `The ${rows}, latest year first.`,
        query: Shape({ ...pageQuery(), year, ...(search as { search: T.TOptional<T.TString> }) }),
        replies: { 200: Page(Stored) },
      }),
      get: endpoint({
        method: 'GET',
        path: `${path}/:id`,
        access: 'tax-table:read',
        summary: `One of the ${rows}.`,
        params: Shape({ id: Id }),
        replies: { 200: Stored },
        errors: ['NOT_FOUND'],
      }),
      create: genericEndpoint({
        method: 'POST',
        path,
        access: 'tax-table:write',
        summary: `Adds ${row} of a year.`,
        body: Given,
        replies: { 201: Stored },
        errors: ['TAX_TABLE_INVALID', 'TAX_TABLE_EXISTS'],
      }),
      update: genericEndpoint({
        method: 'PUT',
        path: `${path}/:id`,
        access: 'tax-table:write',
        summary: `Changes ${row}; locked payroll months keep their figures.`,
        params: Shape({ id: Id }),
        body: Changed,
        replies: { 200: Stored },
        errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TAX_TABLE_INVALID', 'TAX_TABLE_EXISTS'],
      }),
      remove: endpoint({
        method: 'DELETE',
        path: `${path}/:id`,
        access: 'tax-table:write',
        summary: `Removes ${row}; the calculator goes on with the nearest year, so the last one stays.`,
        params: Shape({ id: Id }),
        query: Shape({ version: T.Optional(Version) }),
        replies: { 200: T.Unsafe<Record<IdName, string>>(Shape({ [idName]: Id })) },
        errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE_NOT_ALLOWED'],
      }),
    }
  }
}

/** Rates of the municipalities and their parishes. */
export const provinceTaxTable = register<ProvinceTaxTable>()({
  path: '/api/province-tax-table',
  idName: 'id',
  columns: provinceColumns,
  rows: 'tax rates of municipalities',
  row: 'the tax rates of a municipality',
  isSearched: true,
})

/** Contributions, Yle tax, age limits and limits of the bike benefit. */
export const taxTable = register<TaxYear>()({
  path: '/api/tax-table',
  idName: 'taxTableId',
  columns: taxYearColumns,
  rows: 'contributions, age limits and limits of the bike benefit by year',
  row: 'the contributions and limits',
})

/** The progressive state scale. */
export const stateIncomeTaxTable = register<StateScale>()({
  path: '/api/state-income-tax-table',
  idName: 'stateIncomeTaxTableId',
  columns: stateScaleColumns,
  rows: 'state income tax scales',
  row: 'the state income tax scale',
})

/** Deductions from income and the credit against tax. */
export const taxpayerDeductionsTable = register<TaxDeductions>()({
  path: '/api/taxpayer-deductions-table',
  idName: 'taxDeductionsId',
  columns: deductionColumns,
  rows: "taxpayers' deductions by year",
  row: "the taxpayers' deductions",
})
