import { Proposal } from '#features/ground/proposals/contract.ts'
import { endpoint, Instant, Nullable, OneOf, Shape, T, Text } from '#platform/contract/contract.ts'
import { csvUpload, dryRunQuery, ImportReport } from '#platform/contract/imports.ts'

export const taxRegisterNames = [
  'tax-table',
  'state-income-tax-table',
  'taxpayer-deductions-table',
  'province-tax-table',
] as const
export type TaxRegisterName = (typeof taxRegisterNames)[number]

const Year = T.Integer({ minimum: 2000, maximum: 2100 })
const ByYear = Shape({ year: Year })

const TaxYearState = Shape({
  year: Year,
  registers: T.Array(
    Shape({
      register: OneOf(taxRegisterNames),
      rows: T.Integer(),
      /** Who compared the table with its source, and which; null as long as nobody has. */
      confirmed: Nullable(Shape({ source: T.String(), at: Instant })),
    }),
  ),
  /** The year is reckoned with today or leases ran in it, so that its tables stay. */
  inUse: T.Boolean(),
})
export type TaxYearState = T.Static<typeof TaxYearState>

/** The head of the yearly list of municipalities. */
export const municipalityColumns = [
  'municipality',
  'isAland',
  'municipalRate',
  'churchRateEvl',
  'churchRateOrt',
] as const

export const taxYears = {
  list: endpoint({
    method: 'GET',
    path: '/api/tax-years',
    access: 'tax-table:read',
    summary: 'The years of the tax tables, latest first: what each holds and whether it was compared with its source.',
    replies: { 200: Shape({ items: T.Array(TaxYearState) }) },
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/tax-years/:year/copy',
    access: 'tax-table:write',
    summary:
      'Makes the tables of a year that has none out of those of another year; of a year in use it is proposed (202).',
    params: ByYear,
    body: Shape({ from: Year }),
    replies: { 201: Shape({ items: T.Array(TaxYearState) }), 202: Proposal },
    errors: ['NOT_FOUND', 'TAX_TABLE_EXISTS', 'PROPOSAL_EXISTS'],
  }),
  importMunicipalities: endpoint({
    method: 'POST',
    path: '/api/tax-years/:year/municipalities',
    access: 'tax-table:write',
    summary: `Reads the yearly list of municipalities in (CSV: ${municipalityColumns.join(';')}); one bad line and nothing is written. Into a year in use it is proposed (202).`,
    params: ByYear,
    query: Shape(dryRunQuery),
    upload: csvUpload,
    replies: { 200: ImportReport, 202: Proposal },
    errors: ['FILE_NOT_ACCEPTED', 'PROPOSAL_EXISTS'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/tax-years/:year/confirmations',
    access: 'settings:write',
    summary:
      'Notes that a table of a year was compared with its source; a later change of it takes the note away. Of a year in use it is proposed (202).',
    params: ByYear,
    body: Shape({ register: OneOf(taxRegisterNames), source: Text }),
    replies: { 200: Shape({ items: T.Array(TaxYearState) }), 202: Proposal },
    errors: ['NOT_FOUND', 'PROPOSAL_EXISTS'],
  }),
}
