import { Nullable, OneOf, Shape, T } from './contract.ts'

/** What may be wrong with a line of a file that is read in. */
export const lineProblemCodes = [
  'FILE_UNREADABLE',
  'COLUMN_MISSING',
  'COLUMN_TWICE',
  'REQUIRED',
  'WRONG_FORMAT',
  'NOT_IN_LIST',
  'TWICE_IN_FILE',
  'TAKEN',
  'NOT_FOUND',
  'TOO_LONG',
  'IBAN_OWN',
  'TOO_MANY_CELLS',
  'QUOTE_NOT_CLOSED',
  'NO_VALUE',
  'TWO_READINGS',
] as const
export type LineProblemCode = (typeof lineProblemCodes)[number]

/** Of a line whose cells nobody can tell apart: it is written anew as a whole, not cell by cell. */
export const brokenLineCodes: ReadonlySet<LineProblemCode> = new Set(['TOO_MANY_CELLS', 'QUOTE_NOT_CLOSED', 'NO_VALUE'])

export const LineProblem = Shape({
  /** The line of the file, its head being the first. */
  line: T.Integer({ minimum: 1 }),
  column: Nullable(T.String()),
  code: OneOf(lineProblemCodes),
  /** What stands there. */
  value: Nullable(T.String()),
})
export type LineProblem = T.Static<typeof LineProblem>

/** What a file does, or with `dryRun` would do. A file with a problem changes nothing unless its import says otherwise. */
export const ImportReport = Shape({
  dryRun: T.Boolean(),
  rows: T.Integer(),
  created: T.Integer(),
  updated: T.Integer(),
  unchanged: T.Integer(),
  /** The first 200 problems; `problemCount` is all of them. */
  problems: T.Array(LineProblem),
  problemCount: T.Integer(),
  /** Lines that were put aside, to be mended or dismissed. */
  aside: T.Integer(),
})
export type ImportReport = T.Static<typeof ImportReport>

/** What a list comes as: lines of text, or a workbook; which of them is told by its bytes. */
export const listContentTypes = [
  'text/csv',
  'text/plain',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const
/** A CSV file or a workbook as a request body, and whether it is only tried. */
export const csvUpload = { maxBytes: 5_242_880, contentTypes: listContentTypes } as const
export const dryRunQuery = {
  dryRun: T.Optional(T.Boolean({ default: false })),
  /** What the file is called, for people to find it again. */
  fileName: T.Optional(T.String({ minLength: 1, maxLength: 200 })),
}
