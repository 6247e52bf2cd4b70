import { sql } from 'kysely'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { type Day, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { ChangesView } from '../contract.ts'
import { type Exemption, exemptionIn, type GuardedLease } from '../rules/change-guard.ts'
import { earliestChange, firstAccepted } from '../rules/months.ts'

const leasesIn = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .where(within(scope, { company: 'a.company_id', employee: 'a.beneficiary_employee_id' }))
    .where('a.id', '=', id)
    .selectAll('a')
    .select([
      'c.name as company_name',
      'l.name as lessor_name',
      'e.user_id',
      'u.first_name',
      'u.last_name',
      'u.language as person_language',
      changesOf(sql`a.id`).as('changes'),
    ])

export type LeaseRecord = Awaited<ReturnType<ReturnType<typeof leasesIn>['executeTakeFirstOrThrow']>>

export const findLease = (db: Db, scope: Scope, id: string) => leasesIn(db, scope, id).executeTakeFirst()
/** A lease of the scope, held until its change is written. */
export const lockLease = (db: Db, scope: Scope, id: string) => leasesIn(db, scope, id).forUpdate('a').executeTakeFirst()

/** A lease whose days are known, as the rules see it. */
export interface RunningLease extends LeaseRecord {
  readonly start_day: Day
  readonly end_day: Day
}

/** Locks a lease of the scope that runs. @throws NOT_FOUND, VERSION_CONFLICT, LEASE_CHANGE_NOT_ALLOWED */
export async function lockRunning(
  { db, scope, env }: { db: Db; scope: Scope; env: { now(): Date } },
  id: string,
  version: number | undefined,
): Promise<RunningLease> {
  return requireRunning(await lockStarted({ db, scope, env }, id, version))
}

/** Locks a lease of the scope that runs or has ended. @throws NOT_FOUND, VERSION_CONFLICT, LEASE_CHANGE_NOT_ALLOWED */
export async function lockStarted(
  { db, scope, env }: { db: Db; scope: Scope; env: { now(): Date } },
  id: string,
  version: number | undefined,
): Promise<RunningLease> {
  const row = (await lockLease(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(version, row.version, await changesView(db, row, helsinkiDay(env.now())))
  return row.lease_state === 'ENDED' && row.start_day !== null && row.end_day !== null
    ? (row as RunningLease)
    : requireRunning(row)
}

/** @throws LEASE_CHANGE_NOT_ALLOWED for a lease that has not begun or has ended */
export function requireRunning(row: LeaseRecord): RunningLease {
  if (row.lease_state === 'ACTIVE' && row.start_day !== null && row.end_day !== null) return row as RunningLease
  throw new AppError('LEASE_CHANGE_NOT_ALLOWED', { details: { unmet: ['LEASE_NOT_RUNNING'] } })
}

export const lastDayOf = (row: RunningLease): Day =>
  row.ends_on !== null && row.ends_on < row.end_day ? row.ends_on : row.end_day

export const guardedOf = (row: RunningLease): GuardedLease => ({
  commitmentDay: row.commitment_day,
  taxRegime: row.tax_regime,
  startDay: row.start_day,
  endDay: row.end_day,
  originalEndDay: row.original_end_day ?? row.end_day,
  exemptUntil: row.exempt_until,
})

/** The lease as the rules of months see it. */
export const paidLease = (row: RunningLease) => ({
  startDay: row.start_day,
  endDay: row.end_day,
  lastDay: lastDayOf(row),
  instalmentCents: row.instalment_cents,
  lastInstalmentCents: row.last_instalment_cents,
  changes: row.changes,
})

/**
 * Why a change may not begin in a month: it begins within the lease, after the last one; of an exempt agreement not
 * before everybody has been told.
 */
export function monthRefusal(row: RunningLease, month: Month, today: Day): 'NOT_CHANGEABLE' | 'NOT_COMING' | null {
  if (month < earliestChange(paidLease(row)) || month > monthOf(lastDayOf(row))) return 'NOT_CHANGEABLE'
  return month <= monthOf(today) && exemptionIn(guardedOf(row), month) !== null ? 'NOT_COMING' : null
}

export const exemptionView = (exemption: Exemption | null) =>
  exemption && { regime: exemption.regime, commitmentDate: exemption.commitmentDay, until: exemption.until }

/** The changes of a lease's payment that stand, in their order: of one month that of a VAT rate comes first. */
export const changesThatStand = (db: Db, row: LeaseRecord) =>
  db
    .selectFrom('payment_changes')
    .selectAll()
    .where('agreement_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .where('withdrawn_at', 'is', null)
    .orderBy('from_day')
    .orderBy((eb) => eb('vat_basis_points', 'is', null))
    .execute()

/** The number of a lease's next annex; those of withdrawn changes stay taken. */
export async function nextNumber(db: Db, row: LeaseRecord): Promise<number> {
  const { last } = await db
    .selectFrom('payment_changes')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('agreement_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** The latest change of a lease's payment, if there is one, and the number of the next. */
export const findLastChange = async (db: Db, row: LeaseRecord) => ({
  last: (await changesThatStand(db, row)).at(-1),
  number: await nextNumber(db, row),
})

async function paymentsOf(db: Db, row: LeaseRecord) {
  const rows = await changesThatStand(db, row)
  return rows.map((one) => ({
    number: one.number,
    fromMonth: monthOf(one.from_day),
    serviceShare: eurosFromCents(one.service_share_cents),
    instalment: eurosFromCents(one.instalment_cents),
    lastInstalment: eurosFromCents(one.last_instalment_cents),
    earlierInstalment: eurosFromCents(one.earlier_instalment_cents),
    reason: one.reason,
    signedDocumentId: one.signed_document_id,
    createdAt: one.created_at.toISOString(),
  }))
}

async function staffEnd(db: Db, row: LeaseRecord): Promise<ChangesView['end']> {
  if (row.ends_by === null || row.ends_on === null || row.ends_as === null) return null
  const ending = await db
    .selectFrom('agreement_endings')
    .select(['reason'])
    .where('id', '=', row.ends_by)
    .where('company_id', '=', row.company_id)
    .where('kind', '=', 'STAFF')
    .executeTakeFirst()
  return ending ? { endsOn: row.ends_on, endsAs: row.ends_as, reason: ending.reason ?? '' } : null
}

/** The changes of a lease found in the scope, in the form of the wire. */
export async function changesView(db: Db, row: LeaseRecord, today: Day): Promise<ChangesView> {
  const isRunning = row.lease_state === 'ACTIVE' && row.start_day !== null && row.end_day !== null
  const running = isRunning ? (row as RunningLease) : null
  const month: Month = monthOf(today)
  const payments = await paymentsOf(db, row)
  return {
    leasingAgreementId: row.id,
    agreementNumber: row.agreement_number,
    version: row.version,
    serviceShare: eurosFromCents(row.service_share_cents),
    instalment: eurosFromCents(row.instalment_cents),
    firstMonth: running && monthOf(running.start_day),
    earliestMonth: running && firstAccepted(paidLease(running), (from) => monthRefusal(running, from, today) === null),
    latestMonth: running && monthOf(lastDayOf(running)),
    exemption: running && exemptionView(exemptionIn(guardedOf(running), month)),
    review: row.tax_regime_review,
    end: await staffEnd(db, row),
    payments,
  }
}
