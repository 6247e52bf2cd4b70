import { type Selectable, sql } from 'kysely'
import type { SortName } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { type BankFileKind, proofOf, type StatementProblem, type StatementProof } from '../../rules/statements.ts'

type StatementRow = Selectable<Tables['bank_statements']> & { file_name: string; file_kind: string }

const euros = (cents: number | null) => (cents === null ? null : eurosFromCents(cents))

export const statementView = (row: StatementRow) => ({
  bankStatementId: row.id,
  version: row.version,
  bankFileId: row.bank_file_id,
  fileName: row.file_name,
  kind: row.file_kind as BankFileKind,
  statementId: row.statement_id,
  iban: row.iban,
  fromDay: row.from_day,
  toDay: row.to_day,
  opening: euros(row.opening_cents),
  closing: euros(row.closing_cents),
  booked: eurosFromCents(row.booked_cents),
  proof: proofOf({
    hasBalances: row.opening_cents !== null && row.closing_cents !== null,
    problems: row.problems,
    explained: row.explained,
  }),
  problems: row.problems as StatementProblem[],
  explanation: row.explanation,
  explainedAt: row.explained_at?.toISOString() ?? null,
})

const statements = (db: Db) =>
  db
    .selectFrom('bank_statements as s')
    .innerJoin('bank_files as f', 'f.id', 's.bank_file_id')
    .selectAll('s')
    .select(['f.name as file_name', 'f.kind as file_kind'])

/** What `proofOf` says, for a query. */
const conditions: Readonly<Record<StatementProof, ReturnType<typeof sql<boolean>>>> = {
  UNPROVEN: sql<boolean>`(s.opening_cents is null or s.closing_cents is null)`,
  PROVEN: sql<boolean>`s.opening_cents is not null and s.closing_cents is not null and s.problems = '{}'`,
  EXPLAINED: sql<boolean>`s.problems <> '{}' and s.problems <@ s.explained`,
  DIFFERS: sql<boolean>`not (s.problems <@ s.explained)`,
}

const columns = { toDay: { filled: sql.ref('s.to_day') } }

/** Statements, the latest day first. */
export async function listStatements(
  db: Db,
  {
    page,
    limit,
    id,
    proof,
    sort = '-toDay',
  }: { page: number; limit: number; id?: string; proof?: StatementProof; sort?: SortName<'toDay'> },
) {
  const where = sql<boolean>`${proof ? conditions[proof] : sql`true`} and ${id ? sql`s.id = ${id}` : sql`true`}`
  const total = await countOf(db, db.selectFrom('bank_statements as s').where(where))
  const rows = await statements(db)
    .where(where)
    .orderBy(sortedBy(sort, columns, sql.ref('s.id')))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return pageOf(rows.map(statementView), { page, limit, total })
}

/** @throws NOT_FOUND */
export async function findStatement(db: Db, id: string) {
  return (await statements(db).where('s.id', '=', id).executeTakeFirst()) ?? fail('NOT_FOUND')
}

/** A statement to change. @throws NOT_FOUND */
export async function lockStatement(db: Db, id: string) {
  return (await statements(db).where('s.id', '=', id).forUpdate('s').executeTakeFirst()) ?? fail('NOT_FOUND')
}
