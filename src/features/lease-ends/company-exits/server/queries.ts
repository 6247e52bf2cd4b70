import { sql } from 'kysely'
import type { BikePlace, EarlyEnd } from '#features/leases/agreements/contract.ts'
import type { EndingKind } from '#features/leases/agreements/server/endings.ts'
import { bikeColumns, joinedBike } from '#features/story/lease-story/server/leased-bike.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { awaitedOf, countOf, newestPage, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { companyNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import type { Day } from '#platform/values/days.ts'
import type { companyExits, ExitLeaseRow, ExitRow } from '../contract.ts'
import { choiceOf, type ExitKind, type ExitLease, type ExitState, type LeaseStage, stageOf } from '../rules/exit.ts'
import { type ExitFacts, exitProcess } from '../rules/table.ts'

export const exitRows = (db: Db, scope: Scope) =>
  db
    .selectFrom('company_exits as x')
    .innerJoin('companies as c', 'c.id', 'x.company_id')
    .leftJoin('companies as t', 't.id', 'x.into_company_id')
    .where(within(scope, { company: 'x.company_id' }))
    .selectAll('x')
    .select(['c.name as company_name', 'c.language as company_language', 't.name as into_company_name'])

export type ExitRecord = Awaited<ReturnType<ReturnType<typeof exitRows>['executeTakeFirstOrThrow']>>

export const findExit = (db: Db, scope: Scope, id: string) =>
  exitRows(db, scope).where('x.id', '=', id).executeTakeFirst()
/** An exit, held until its change is written. */
export const lockExit = (db: Db, scope: Scope, id: string) =>
  exitRows(db, scope).where('x.id', '=', id).forUpdate('x').executeTakeFirst()

/** The process that has set the end of a lease, or else the one that is open to end it. */
const ending = sql<EndingKind | null>`(select n.kind from agreement_endings n where n.agreement_id = a.id
  and (n.id = a.ends_by or (a.lease_state = 'ACTIVE' and n.closed_at is null and n.kind <> 'CLAIM')) order by n.id = a.ends_by desc nulls last limit 1)`

/** The leases of an exit that was found in the scope, in the order in which they are worked off. */
export const leaseRows = (db: Db, exit: Pick<ExitRecord, 'id' | 'company_id'>) =>
  db
    .selectFrom('company_exit_leases as m')
    .innerJoin('leasing_agreements as a', 'a.id', 'm.agreement_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .innerJoinLateral(joinedBike, (join) => join.onTrue())
    .where('m.exit_id', '=', exit.id)
    .where('m.company_id', '=', exit.company_id)
    .select([
      'm.position',
      'm.choose_until',
      'm.ending_id',
      'm.new_agreement_id',
      'a.id',
      'a.company_id',
      'a.order_id',
      'a.beneficiary_employee_id',
      'a.version',
      'a.agreement_number',
      'a.lease_state',
      'a.end_reason',
      'a.ends_as',
      'a.ends_on',
      'a.ends_by',
      'a.ended_day',
      'a.bike_at',
      'a.start_day',
      'a.end_day',
      'a.lease_months',
      'a.instalment_cents',
      'a.residual_cents',
      'a.buy_out_cents',
      'a.benefit_model',
      'a.tax_regime',
      'a.commitment_day',
      'a.leasing_company_id',
      'l.name as lessor_name',
      'e.user_id',
      'u.first_name',
      'u.last_name',
      'u.language as person_language',
      ...bikeColumns,
      ending.as('ending'),
    ])
    .orderBy('m.position')

export type ExitLeaseRecord = Awaited<ReturnType<ReturnType<typeof leaseRows>['executeTakeFirstOrThrow']>>

type LeaseFacts = Pick<
  ExitLeaseRecord,
  'lease_state' | 'end_reason' | 'ends_as' | 'bike_at' | 'ending' | 'ending_id' | 'new_agreement_id'
>

export const factsOfLease = (row: LeaseFacts): ExitLease => ({
  leaseState: row.lease_state,
  endReason: row.end_reason as EarlyEnd | 'TERM' | null,
  endsAs: row.ends_as,
  bikeAt: row.bike_at as BikePlace | null,
  ending: row.ending,
  isOnItsWay: row.ending_id !== null && row.new_agreement_id === null,
})

export const leaseView = (row: ExitLeaseRecord, exit: Pick<ExitRecord, 'choose_until'>): ExitLeaseRow => ({
  leasingAgreementId: row.id,
  agreementNumber: row.agreement_number,
  agreementVersion: row.version,
  employeeName: `${row.last_name} ${row.first_name}`,
  leasingCompany: row.lessor_name,
  choice: choiceOf(factsOfLease(row)),
  stage: stageOf(factsOfLease(row)),
  endsOn: (row.ended_day ?? row.ends_on) as Day | null,
  chooseUntil: row.choose_until ?? exit.choose_until,
  bikeAt: row.bike_at as BikePlace | null,
})

const columnsOfLeases = {
  employeeName: sql`u.last_name || ' ' || u.first_name`,
  endsOn: sql`coalesce(a.ended_day, a.ends_on)`,
}

/** A page of the leases of an exit that was found in the scope. */
export async function listLeases(
  db: Db,
  exit: ExitRecord,
  { page = 1, limit = 50, sort }: QueryOf<typeof companyExits.leases>,
) {
  const listed = db
    .selectFrom('company_exit_leases as m')
    .where('m.exit_id', '=', exit.id)
    .where('m.company_id', '=', exit.company_id)
  const sorted = sortedBy(sort, columnsOfLeases, sql.ref('a.id'))
  const rows = leaseRows(db, exit)
  const items = await (sorted ? rows.clearOrderBy().orderBy(sorted) : rows)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return pageOf(
    items.map((row) => leaseView(row, exit)),
    { page, limit, total: await countOf(db, listed) },
  )
}

/** Confirmed orders of a company whose lease has still to begin; it is listed when it does. */
async function countOrdersUnderWay(db: Db, { company_id }: Pick<ExitRecord, 'company_id'>): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', company_id)
    .where('commitment_day', 'is not', null)
    .where('status', 'not in', ['ACTIVE_LEASING', 'CANCELLED', 'REFUNDED', 'WIX'])
    .executeTakeFirstOrThrow()
  return row.count
}

type Stages = Record<LeaseStage, number>

/** How many leases of each exit have come how far. */
async function stagesOf(db: Db, exits: readonly ExitRecord[]): Promise<Map<string, Stages>> {
  const rows = await db
    .selectFrom('company_exit_leases as m')
    .innerJoin('leasing_agreements as a', 'a.id', 'm.agreement_id')
    .where('m.exit_id', '=', sql<string>`any(${exits.map(({ id }) => id)}::uuid[])`)
    .select([
      'm.exit_id',
      'a.lease_state',
      'a.end_reason',
      'a.ends_as',
      'a.bike_at',
      'm.ending_id',
      'm.new_agreement_id',
      ending.as('ending'),
    ])
    .execute()
  const counts = new Map(exits.map(({ id }) => [id, { OPEN: 0, CHOSEN: 0, ENDED: 0, SETTLED: 0 }]))
  for (const row of rows) {
    const of = counts.get(row.exit_id)!
    of[stageOf(factsOfLease(row))] += 1
  }
  return counts
}

export const stateOfExit = (row: Pick<ExitRecord, 'withdrawn_at' | 'worked_off_at'>): ExitState =>
  row.withdrawn_at ? 'WITHDRAWN' : row.worked_off_at ? 'WORKED_OFF' : 'OPEN'

/** An exit with what its steps ask about. */
export type ExitCaseRecord = ExitRecord & {
  readonly stages: Stages
  readonly moved: number
  readonly ordersUnderWay: number
}

/** Leases that have gone over to the other company of a merger, or are on their way there. */
async function countMoved(db: Db, exit: ExitRecord): Promise<number> {
  const row = await db
    .selectFrom('company_exit_leases as m')
    .innerJoin('leasing_agreements as a', 'a.id', 'm.agreement_id')
    .where('m.exit_id', '=', exit.id)
    .where('m.company_id', '=', exit.company_id)
    .where('m.ending_id', 'is not', null)
    .where('a.lease_state', '=', 'ENDED')
    .where('a.end_reason', '=', 'TRANSFERRED')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function caseOf(db: Db, exit: ExitRecord): Promise<ExitCaseRecord> {
  const stages = (await stagesOf(db, [exit])).get(exit.id)!
  return { ...exit, stages, moved: await countMoved(db, exit), ordersUnderWay: await countOrdersUnderWay(db, exit) }
}

export const factsOfExit = ({ kind, stages, moved, ordersUnderWay, ...row }: ExitCaseRecord): ExitFacts => {
  const unsettled = stages.OPEN + stages.CHOSEN + stages.ENDED
  return {
    kind: kind as ExitKind,
    areDeductionsConfirmed: row.last_deduction_month !== null,
    leases: unsettled + stages.SETTLED,
    undecided: stages.OPEN,
    unsettled,
    moved,
    ordersUnderWay,
    chooseUntil: row.choose_until,
    fromDay: row.from_day,
  }
}

export const exitView = (row: ExitRecord, leases: Stages, waitingFor: ExitRow['waitingFor']): ExitRow => ({
  id: row.id,
  version: row.version,
  companyId: row.company_id,
  companyName: row.company_name,
  kind: row.kind as ExitKind,
  state: stateOfExit(row),
  fromDay: row.from_day,
  intoCompanyName: row.into_company_name,
  movesOn: row.moves_on,
  chooseUntil: row.choose_until,
  lastDeductionMonth: row.last_deduction_month,
  confirmedBy: row.confirmed_by,
  leases,
  waitingFor,
  createdAt: row.created_at.toISOString(),
})

const columns = {
  createdAt: { filled: sql.ref('x.created_at') },
  fromDay: { filled: sql.ref('x.from_day') },
  chooseUntil: { filled: sql.ref('x.choose_until') },
  companyName: companyNameOf('x.company_id'),
}

/** A page of exits, newest first. */
export async function listExits(db: Db, scope: Scope, filter: QueryOf<typeof companyExits.list>) {
  const { page = 1, limit = 20, companyId, id, waitingFor, grouped } = filter
  const awaited = awaitedOf<ExitRow['waitingFor'][number]>(sql.ref('x.id'), exitProcess.name)
  const chosen = db
    .selectFrom('company_exits as x')
    .where(within(scope, { company: 'x.company_id' }))
    .$if(id !== undefined, (q) => q.where('x.id', '=', id!))
    .$if(companyId !== undefined, (q) => q.where('x.company_id', '=', companyId!))
  const { rows, total } = await newestPage(db, 'x', chosen, exitRows(db, scope).select(awaited.as('waiting_for')), {
    page,
    limit,
    sorted: sortedBy(filter.sort, columns, sql.ref('x.id')),
    waiting: { process: exitProcess.name, scope, awaited: waitingFor, grouped },
  })
  const stages = await stagesOf(db, rows)
  return pageOf(
    rows.map((row) => exitView(row, stages.get(row.id)!, row.waiting_for)),
    { page, limit, total },
  )
}
