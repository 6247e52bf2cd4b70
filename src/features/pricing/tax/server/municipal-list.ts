import type { ProposedChange } from '#features/ground/proposals/server/propose.ts'
import type { ImportReport, LineProblem } from '#platform/contract/imports.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type CsvLine, flagOf, percentOf, problemAt, readCsv } from '#platform/server/documents/reading/csv.ts'
import type { ProvinceTaxTable } from '../columns.ts'
import { municipalityKey } from '../rules/tax-parameters.ts'
import { municipalityColumns } from '../years-contract.ts'
import type { Writing } from './changes.ts'
import { differencesOf } from './differences.ts'
import { taxDb } from './queries.ts'
import { recordWhole } from './record.ts'
import { municipalRegister } from './registers.ts'

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

/** The rows of a yearly list, with what is wrong in them. */
export function checkedRows(content: Uint8Array, year: number): { rows: ProvinceTaxTable[]; problems: LineProblem[] } {
  const read = readCsv(content, municipalityColumns)
  const problems = [...read.problems]
  const seen = new Set<string>()
  const rows = read.lines.map((line) => {
    const found = rowOf(line, year)
    problems.push(...found.problems)
    const name = municipalityKey(found.row.municipality)
    if (name && seen.has(name))
      problems.push(problemAt(line.line, 'TWICE_IN_FILE', 'municipality', found.row.municipality))
    seen.add(name)
    return found.row
  })
  return { rows, problems }
}

const isSame = (left: ProvinceTaxTable, right: ProvinceTaxTable) =>
  JSON.stringify(municipalRegister.columnsOf(left)) === JSON.stringify(municipalRegister.columnsOf(right))

async function write({ db, env }: Writing, row: ProvinceTaxTable, id: string | undefined): Promise<void> {
  const columns = municipalRegister.columnsOf(row)
  if (id === undefined)
    await taxDb(db)
      .insertInto('province_tax_tables')
      .values({ ...columns, id: env.id(), created_at: env.now() })
      .execute()
  else
    await taxDb(db)
      .updateTable('province_tax_tables')
      .set((e) => ({ ...columns, version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
}

const storedOf = async (db: Db, year: number) =>
  new Map(
    (await taxDb(db).selectFrom('province_tax_tables').selectAll().where('year', '=', year).forUpdate().execute()).map(
      (stored) => [municipalityKey(stored.municipality!), stored],
    ),
  )

type Counts = Pick<ImportReport, 'rows' | 'created' | 'updated' | 'unchanged'>

/** What a list changes in a year, and the changed rows beside the stored ones. */
export async function changesOf(db: Db, year: number, rows: readonly ProvinceTaxTable[]) {
  const stored = await storedOf(db, year)
  const changed = rows
    .map((row) => ({ row, stored: stored.get(municipalityKey(row.municipality)) }))
    .filter((one) => !one.stored || !isSame(municipalRegister.rowOf(one.stored), one.row))
  const created = changed.filter((one) => !one.stored).length
  const updated = changed.length - created
  const counts: Counts = { rows: rows.length, created, updated, unchanged: rows.length - changed.length }
  return { changed, counts }
}

/** What a list changes: the changed rows beside the stored ones, and how many they are. */
export type ListChanges = Awaited<ReturnType<typeof changesOf>>

/** Writes what a list changes; the municipalities of the year that it does not name stay. */
export async function writeList(writing: Writing, year: number, { changed, counts }: ListChanges): Promise<void> {
  for (const { row, stored } of changed) await write(writing, row, stored?.id)
  if (changed.length > 0) await recordWhole(writing, municipalRegister.name, year, { change: 'imported', ...counts })
}

/** So many differences are listed with a proposal, which says how many more there are; the list itself lies beside it. */
const MOST_LISTED = 100

/** What differs between the stored rows of a year and a list. */
export function municipalDifferences({ changed }: Pick<ListChanges, 'changed'>): ProposedChange[] {
  const all = changed.flatMap(({ row, stored }) => {
    const before = stored ? municipalRegister.rowOf(stored) : null
    return differencesOf(municipalRegister.columns, before, row).map(({ name, ...change }) => ({
      ...change,
      name: { text: 'tax:proposal.part', values: { whole: row.municipality, part: name } },
    }))
  })
  const listed = all.slice(0, MOST_LISTED)
  const more = all.length - listed.length
  if (more === 0) return listed
  const rest = { text: 'tax:proposal.more', values: { count: more } }
  return [...listed, { name: rest, before: null, after: { text: 'tax:proposal.inFile', values: {} } }]
}
