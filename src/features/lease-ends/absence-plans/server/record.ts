import { type Selectable, sql, type Updateable } from 'kysely'
import { agreementsToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, scopeOfAll, within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay, laterDay } from '#platform/values/days.ts'
import { type AbsentLease, arePossibleDays } from '../rules/months.ts'
import type { PlanFacts } from '../rules/table.ts'

export type PlanColumns = Updateable<Tables['absence_plans']>

const leaseColumns = [
  'a.agreement_number',
  'a.lease_state',
  'a.start_day',
  'a.end_day',
  'a.ends_on',
  'a.instalment_cents',
  'a.last_instalment_cents',
  'a.order_id',
  'l.kind as lessor_kind',
] as const

/** Plans inside a scope with what the process asks of the rows around them. */
export const planRows = (db: Db, scope: Scope) =>
  db
    .selectFrom('absence_plans as p')
    .innerJoin('leasing_agreements as a', 'a.id', 'p.agreement_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'p.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .where(within(scope, { company: 'p.company_id', employee: 'p.beneficiary_employee_id' }))
    .selectAll('p')
    .select([
      ...leaseColumns,
      'e.user_id as owner_id',
      'u.first_name',
      'u.last_name',
      'u.language as person_language',
      changesOf(sql`a.id`).as('changes'),
    ])

export type PlanRecord = Awaited<ReturnType<ReturnType<typeof planRows>['executeTakeFirstOrThrow']>>

export const findPlan = (db: Db, scope: Scope, id: string) =>
  planRows(db, scope).where('p.id', '=', id).executeTakeFirst()
export const lockPlan = (db: Db, scope: Scope, id: string) =>
  planRows(db, scope).where('p.id', '=', id).forUpdate('p').executeTakeFirst()

/** Agreements of a scope whose person may be absent. */
export const agreementsToPlan = (db: Db, scope: Scope) =>
  agreementsToEnd(db, scope)
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .select([...leaseColumns, changesOf(sql`a.id`).as('changes')])
export type AgreementToPlan = Awaited<ReturnType<ReturnType<typeof agreementsToPlan>['executeTakeFirstOrThrow']>>

type LeaseRow = Pick<
  PlanRecord,
  'start_day' | 'end_day' | 'ends_on' | 'instalment_cents' | 'last_instalment_cents' | 'changes'
>

export function leaseOf(row: LeaseRow): AbsentLease {
  const endDay = row.end_day as Day
  return {
    startDay: row.start_day as Day,
    endDay,
    lastDay: row.ends_on !== null && row.ends_on < endDay ? row.ends_on : endDay,
    instalmentCents: row.instalment_cents,
    lastInstalmentCents: row.last_instalment_cents,
    changes: row.changes,
  }
}

export function factsOf(row: PlanRecord, now: Date): PlanFacts {
  const lease = leaseOf(row)
  return {
    today: helsinkiDay(now),
    isRunning: row.lease_state === 'ACTIVE',
    // A plan that a merger has brought along may have begun before the lease went over.
    arePossibleDays: arePossibleDays(lease, laterDay(row.from_day, lease.startDay), row.asked_to_day ?? row.to_day),
    askedBy: row.asked_by,
    fromDay: row.from_day,
    toDay: row.to_day,
    askedToDay: row.asked_to_day,
  }
}

/** Writes columns of a locked plan with `version + 1`. @returns the row as it stands now */
export async function updatePlan(
  db: Db,
  { env }: Pick<Services, 'env'>,
  row: PlanRecord,
  columns: PlanColumns,
): Promise<PlanRecord> {
  await db
    .updateTable('absence_plans')
    .set((eb) => ({ ...columns, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .execute()
  return (await findPlan(db, scopeOfAll, row.id))!
}

/** The months of a plan that its caller has found. */
export const monthsOfPlan = (db: Db, row: Pick<PlanRecord, 'id' | 'company_id'>) =>
  db
    .selectFrom('absence_plan_months')
    .selectAll()
    .where('plan_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .orderBy('month')
    .execute()

export type PlanMonthRow = Selectable<Tables['absence_plan_months']>

/** Whether the employer collects from the person: another lessor bills it, and the plan has been agreed. */
export const mayCollect = (row: Pick<PlanRecord, 'lessor_kind' | 'state'>) =>
  row.lessor_kind !== 'OPERATOR' && (row.state === 'CONFIRMED' || row.state === 'CHANGED' || row.state === 'ENDED')
