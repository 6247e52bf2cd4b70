import { Proposal } from '#features/ground/proposals/contract.ts'
import { genericEndpoint, Id, Page, pageQuery, Shape, sorting, T, Version } from '#platform/contract/contract.ts'
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

const invalidOrTaken = ['TAX_TABLE_INVALID', 'TAX_TABLE_EXISTS'] as const

/** A page of rows, and one row. */
function readingCalls<Stored extends T.TSchema>(
  { path, rows, isSearched }: Pick<Description<string>, 'path' | 'rows' | 'isSearched'>,
  stored: Stored,
) {
  const year = T.Optional(T.Integer({ minimum: 2000, maximum: 2100 }))
  const search = isSearched
    ? { search: T.Optional(T.String({ maxLength: 200 })), sort: sorting('municipality', 'municipal') }
    : {}
  return {
    list: genericEndpoint({
      method: 'GET',
      path,
      access: 'tax-table:read',
      summary: `The ${rows}, latest year first.`,
      query: Shape({ ...pageQuery(), year, ...(search as { search: T.TOptional<T.TString> }) }),
      replies: { 200: Page(stored) },
    }),
    get: genericEndpoint({
      method: 'GET',
      path: `${path}/:id`,
      access: 'tax-table:read',
      summary: `One of the ${rows}.`,
      params: Shape({ id: Id }),
      replies: { 200: stored },
      errors: ['NOT_FOUND'],
    }),
  }
}

/** A row is added, changed and removed. */
function writingCalls<
  Stored extends T.TSchema,
  Given extends T.TSchema,
  Changed extends T.TSchema,
  Removed extends T.TSchema,
>(
  { path, row }: Pick<Description<string>, 'path' | 'row'>,
  { stored, given, changed, removed }: { stored: Stored; given: Given; changed: Changed; removed: Removed },
) {
  return {
    create: genericEndpoint({
      method: 'POST',
      path,
      access: 'tax-table:write',
      summary: `Adds ${row} of a year; of a year in use it is proposed (202) and another person confirms it.`,
      body: given,
      replies: { 201: stored, 202: Proposal },
      errors: [...invalidOrTaken, 'PROPOSAL_EXISTS'],
    }),
    update: genericEndpoint({
      method: 'PUT',
      path: `${path}/:id`,
      access: 'tax-table:write',
      summary: `Changes ${row}; locked payroll months keep their figures. Of a year in use it is proposed (202).`,
      params: Shape({ id: Id }),
      body: changed,
      replies: { 200: stored, 202: Proposal },
      errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PROPOSAL_EXISTS', ...invalidOrTaken],
    }),
    remove: genericEndpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      access: 'tax-table:write',
      summary: `Removes ${row}; the calculator goes on with the nearest year, so the last one stays. Of a year in use it is proposed (202).`,
      params: Shape({ id: Id }),
      query: Shape({ version: T.Optional(Version) }),
      replies: { 200: removed, 202: Proposal },
      errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE_NOT_ALLOWED', 'PROPOSAL_EXISTS'],
    }),
  }
}

/** The five calls of one register of tax tables: they differ in nothing but their columns. */
function register<Row>() {
  return <const IdName extends string>(description: Description<IdName>) => {
    const { idName } = description
    const fields = shapesOf(description.columns)
    const stored = T.Unsafe<OnWire<Row> & Record<IdName, string> & { version: number }>(
      Shape({ [idName]: Id, ...fields, version: Version }),
    )
    const given = T.Unsafe<OnWire<Row>>(Shape(fields))
    const changed = T.Unsafe<OnWire<Row> & { version?: number }>(Shape({ ...fields, version: T.Optional(Version) }))
    const removed = T.Unsafe<Record<IdName, string>>(Shape({ [idName]: Id }))
    return {
      ...readingCalls(description, stored),
      ...writingCalls(description, { stored, given, changed, removed }),
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
