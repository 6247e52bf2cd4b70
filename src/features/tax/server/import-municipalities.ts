import { AppError } from '#platform/contract/errors.ts'
import type { ImportReport, LineProblem } from '#platform/contract/imports.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type CsvLine, flagOf, percentOf, problemAt, readCsv, reportOf } from '#platform/server/documents/csv.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { ProvinceTaxTable } from '../columns.ts'
import { municipalityColumns } from '../years-contract.ts'
import { taxDb } from './queries.ts'
import { recordWhole } from './record.ts'
import { municipalRegister } from './registers.ts'

const key = (name: string) => name.trim().toLocaleLowerCase('fi')

/** One line as a row of the register, with what is wrong in it. */
function rowOf({ line, values }: CsvLine, year: number): { row: ProvinceTaxTable; problems: LineProblem[] } {
  const problems: LineProblem[] = []
  const percent = (column: string) => {
    const basisPoints = percentOf(values[column] ?? '')
    if (basisPoints === null || basisPoints > 10_000)
      problems.push(problemAt(line, values[column] ? 'WRONG_FORMAT' : 'REQUIRED', column, values[column] ?? null))
    return basisPoints ?? 0
  }
  const municipality = (values.municipality ?? '').trim()
  const isAland = flagOf(values.isAland ?? '')
  if (municipality === '') problems.push(problemAt(line, 'REQUIRED', 'municipality'))
  if (municipality.length > 120) problems.push(problemAt(line, 'TOO_LONG', 'municipality', municipality))
  if (isAland === null) problems.push(problemAt(line, 'NOT_IN_LIST', 'isAland', values.isAland ?? null))
  const row = {
    year,
    municipality,
    isAland: isAland ?? false,
    municipalBasisPoints: percent('municipalRate'),
    evangelicalLutheranBasisPoints: percent('churchRateEvl'),
    orthodoxBasisPoints: percent('churchRateOrt'),
  }
  return { row, problems }
}

function checkedRows(content: Uint8Array, year: number): { rows: ProvinceTaxTable[]; problems: LineProblem[] } {
  const read = readCsv(content, municipalityColumns)
  const problems = [...read.problems]
  const seen = new Set<string>()
  const rows = read.lines.map((line) => {
    const found = rowOf(line, year)
    problems.push(...found.problems)
    const name = key(found.row.municipality)
    if (name && seen.has(name))
      problems.push(problemAt(line.line, 'TWICE_IN_FILE', 'municipality', found.row.municipality))
    seen.add(name)
    return found.row
  })
  return { rows, problems }
}

const isSame = (left: ProvinceTaxTable, right: ProvinceTaxTable) =>
  JSON.stringify(municipalRegister.columnsOf(left)) === JSON.stringify(municipalRegister.columnsOf(right))

async function write({ db, env }: SignedInContext, row: ProvinceTaxTable, id: string | undefined): Promise<void> {
  const columns = municipalRegister.columnsOf(row)
  if (id === undefined)
    await taxDb(db)
      .insertInto('province_tax_tables')
      .values({ ...columns, id: env.id(), created_at: env.now() } as never)
      .execute()
  else
    await taxDb(db)
      .updateTable('province_tax_tables')
      .set((e) => ({ ...columns, version: e('version', '+', 1) }) as never)
      .where('id', '=', id)
      .execute()
}

const storedOf = async (db: Db, year: number) =>
  new Map(
    (await taxDb(db).selectFrom('province_tax_tables').selectAll().where('year', '=', year).forUpdate().execute()).map(
      (stored) => [key(stored.municipality!), stored],
    ),
  )

/**
 * Reads the yearly list of municipalities in; those of the year that the file does not name stay.
 * @throws FILE_NOT_ACCEPTED with the report when a line is bad and the file was meant for good
 */
export async function importMunicipalities(
  context: SignedInContext,
  year: number,
  content: Uint8Array,
  dryRun: boolean,
): Promise<ImportReport> {
  const { rows, problems } = checkedRows(content, year)
  const stored = await storedOf(context.db, year)
  const counts = { rows: rows.length, created: 0, updated: 0, unchanged: 0 }
  const isWritten = !dryRun && problems.length === 0
  for (const row of rows) {
    const before = stored.get(key(row.municipality))
    if (before && isSame(municipalRegister.rowOf(before as never), row)) counts.unchanged += 1
    else {
      counts[before ? 'updated' : 'created'] += 1
      if (isWritten) await write(context, row, before?.id)
    }
  }
  const report = reportOf(dryRun, counts, problems)
  if (!dryRun && problems.length > 0) throw new AppError('FILE_NOT_ACCEPTED', { details: report })
  if (isWritten && counts.created + counts.updated > 0)
    await recordWhole(context, municipalRegister.name, year, { change: 'imported', ...counts })
  return report
}
