import { sql } from 'kysely'
import { type MonthlyPayment, type PaymentChange, paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { newestPage, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { companyNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import { type Day, monthOf } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { LessorDifference, LessorFileRow, lessorFiles } from '../contract.ts'
import { mayTell, type OurLease } from '../rules/compare.ts'

const fileRows = (db: Db) =>
  db
    .selectFrom('lessor_files as f')
    .innerJoin('leasing_companies as l', 'l.id', 'f.leasing_company_id')
    .selectAll('f')
    .select((eb) => [
      'l.name as lessor_name',
      eb
        .selectFrom('lessor_news as n')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('n.lessor_file_id', '=', 'f.id')
        .where('n.answer', 'is', null)
        .as('unanswered'),
    ])

type FileRecord = Awaited<ReturnType<ReturnType<typeof fileRows>['executeTakeFirstOrThrow']>>

const fileView = (row: FileRecord): LessorFileRow => ({
  lessorFileId: row.id,
  leasingCompanyId: row.leasing_company_id,
  leasingCompanyName: row.lessor_name,
  kind: row.kind,
  name: row.name,
  rows: row.row_count,
  found: row.found_count,
  gone: row.gone_count,
  unanswered: row.kind === 'NEWS' ? row.unanswered : null,
  answersDay: row.answers_day,
  createdAt: row.created_at.toISOString(),
})

const columnsOfFiles = { createdAt: { filled: sql.ref('f.created_at') } }

export async function listFiles(db: Db, filter: QueryOf<typeof lessorFiles.list>) {
  const { page = 1, limit = 20, leasingCompanyId } = filter
  const sorted = sortedBy(filter.sort, columnsOfFiles, sql.ref('f.id'))
  const chosen = db
    .selectFrom('lessor_files as f')
    .$if(leasingCompanyId !== undefined, (q) => q.where('f.leasing_company_id', '=', leasingCompanyId!))
  const { rows, ...count } = await newestPage(db, 'f', chosen, fileRows(db), { page, limit, sorted })
  return {
    ...pageOf(
      rows.map((row) => fileView(row)),
      { page, limit, total: count.total },
    ),
    ...count,
  }
}

/** One file, as the list shows it. */
export async function findFile(db: Db, id: string) {
  const row = await fileRows(db).where('f.id', '=', id).executeTakeFirst()
  return row && { ...fileView(row), fileId: row.file_id }
}

const differenceRows = (db: Db) =>
  db
    .selectFrom('lessor_differences as d')
    .innerJoin('leasing_companies as l', 'l.id', 'd.leasing_company_id')
    .leftJoin('leasing_agreements as a', 'a.id', 'd.agreement_id')
    .leftJoin('companies as c', 'c.id', 'd.company_id')
    .leftJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .selectAll('d')
    .select([
      'l.name as lessor_name',
      'c.name as company_name',
      sql<string | null>`u.last_name || ' ' || u.first_name`.as('employee_name'),
    ])

export type DifferenceRecord = Awaited<ReturnType<ReturnType<typeof differenceRows>['executeTakeFirstOrThrow']>>

const euros = (cents: number | null) => (cents === null ? null : eurosFromCents(cents))

export const differenceView = (row: DifferenceRecord): LessorDifference => ({
  lessorDifferenceId: row.id,
  version: row.version,
  leasingCompanyName: row.lessor_name,
  agreementNumber: row.agreement_number,
  leasingAgreementId: row.agreement_id,
  companyName: row.company_name,
  employeeName: row.employee_name,
  kind: row.kind,
  ourInstalment: euros(row.our_cents),
  theirInstalment: euros(row.their_cents),
  ourDay: row.our_day,
  theirDay: row.their_day,
  theirWords: row.their_words,
  state: row.state,
  reason: row.reason,
  decidedAt: row.decided_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  mayTell: row.state === 'OPEN' && mayTell({ kind: row.kind, hasAgreement: row.agreement_id !== null }),
})

const columnsOfDifferences = {
  createdAt: { filled: sql.ref('d.created_at') },
  agreementNumber: { filled: sql.ref('d.agreement_number') },
  companyName: companyNameOf('d.company_id'),
}

export async function listDifferences(db: Db, filter: QueryOf<typeof lessorFiles.differences>) {
  const { page = 1, limit = 20, state, leasingCompanyId, id } = filter
  const sorted = sortedBy(filter.sort, columnsOfDifferences, sql.ref('d.id'))
  const chosen = db
    .selectFrom('lessor_differences as d')
    .$if(id !== undefined, (q) => q.where('d.id', '=', id!))
    .$if(state !== undefined, (q) => q.where('d.state', '=', state!))
    .$if(leasingCompanyId !== undefined, (q) => q.where('d.leasing_company_id', '=', leasingCompanyId!))
  const { rows, ...count } = await newestPage(db, 'd', chosen, differenceRows(db), { page, limit, sorted })
  return {
    ...pageOf(
      rows.map((row) => differenceView(row)),
      { page, limit, total: count.total },
    ),
    ...count,
  }
}

export const lockDifference = (db: Db, id: string) =>
  differenceRows(db).where('d.id', '=', id).forUpdate('d').executeTakeFirst()

const lastDay = sql<Day | null>`coalesce(a.ended_day, least(a.ends_on, a.end_day))`

interface PaidLease extends OurLease, MonthlyPayment {
  readonly changes: readonly PaymentChange[]
}

/**
 * The agreements of a lessor that a list may name: those that have begun by its day, or are named in it. Each with the
 * instalment of that day's month.
 */
export async function ourLeases(
  db: Db,
  { leasingCompanyId, day, numbers }: { leasingCompanyId: string; day: Day; numbers: readonly string[] },
): Promise<OurLease[]> {
  const columns = sql`a.company_id as "companyId", a.id as "agreementId", a.agreement_number as number,
    a.instalment_cents as "instalmentCents", a.last_instalment_cents as "lastInstalmentCents", ${changesOf(sql`a.id`)} as changes, ${lastDay} as "endDay",
    (a.lease_state = 'ACTIVE' and a.start_day <= ${day}) or (a.lease_state = 'ENDED' and a.ended_day >= ${day}) as runs`
  const { rows } = await sql<PaidLease>`
    select ${columns} from leasing_agreements a
     where a.leasing_company_id = ${leasingCompanyId} and a.lease_state = 'ACTIVE' and a.start_day <= ${day}
    union all
    select ${columns} from leasing_agreements a
     where a.leasing_company_id = ${leasingCompanyId} and a.agreement_number = any(${[...numbers]}::text[])
       and not (a.lease_state = 'ACTIVE' and a.start_day <= ${day})`.execute(db)
  return rows.map(({ changes, ...row }) => ({ ...row, ...paymentIn(row, changes, monthOf(day)) }))
}

/** Agreements of a lessor by their numbers. */
export async function leasesByNumber(db: Db, leasingCompanyId: string, numbers: readonly string[]) {
  const rows = await db
    .selectFrom('leasing_agreements as a')
    .select(['a.id as agreementId', 'a.company_id as companyId', 'a.agreement_number as number', lastDay.as('endDay')])
    .where('a.leasing_company_id', '=', leasingCompanyId)
    .where('a.agreement_number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.number, row]))
}
