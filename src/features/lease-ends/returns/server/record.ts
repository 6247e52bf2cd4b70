import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import { agreementsToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { isRowOverWithBikeOut } from '#features/leases/agreements/server/bike-out.ts'
import { type EndPrices, usualEndPrices } from '#features/pricing/leasing/rules.ts'
import { companyEndsLeases } from '#features/pricing/leasing/server/leaving-companies.ts'
import { bikeColumns, joinedBike } from '#features/story/lease-story/server/leased-bike.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, scopeOfAll, within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type Day, firstOfMonth, helsinkiDay, lastOfMonth, monthOf, NO_LAST_DAY } from '#platform/values/days.ts'
import { isFeeOnOthersWord, isPossibleEnd, type ReturnableLease } from '../rules/terms.ts'
import type { ReturnFacts } from '../rules/words.ts'

export type ReturnColumns = Updateable<Tables['bike_returns']>

/** Whether the company's policy in force lets its people ask. */
const isLeaving = companyEndsLeases(sql`a.company_id`)
/** People of a company that leaves may return their bicycles whatever its policy says. */
const policyAllows = sql<boolean>`(${isLeaving} or coalesce((select p.allows_return from bike_policies p where p.company_id = a.company_id order by p.number desc limit 1), false))`

/** The last day of a lay-off that both sides have confirmed; null without one. */
const laidOffUntil = sql<Day | null>`(select max(p.to_day) from absence_plans p where p.agreement_id = a.id
  and p.company_id = a.company_id and p.state in ('CONFIRMED', 'CHANGED') and p.absence_kind = 'LAY_OFF')`

/** Returns inside a scope with what the process asks of the rows around them. */
export const returnRows = (db: Db, scope: Scope) =>
  db
    .selectFrom('bike_returns as r')
    .innerJoin('leasing_agreements as a', 'a.id', 'r.agreement_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'r.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoinLateral(joinedBike, (join) => join.onTrue())
    .leftJoin('bike_stores as s', 's.id', 'r.bike_store_id')
    .where(within(scope, { company: 'r.company_id', employee: 'r.beneficiary_employee_id' }))
    .selectAll('r')
    .select([
      'a.agreement_number',
      'a.order_id',
      'a.lease_state',
      'a.end_reason',
      'a.bike_at as bike_place',
      'a.kept_from',
      'a.start_day',
      'a.end_day',
      'a.end_prices',
      'l.name as lessor_name',
      'u.id as owner_id',
      'u.first_name',
      'u.last_name',
      'u.language as person_language',
      'e.last_working_day',
      'c.name as company_name',
      'c.language as company_language',
      'o.order_number',
      ...bikeColumns,
      's.name as store_name',
      's.email as store_email',
      sql<'fi' | 'en' | 'sv'>`coalesce(s.language, 'fi')`.as('store_language'),
      's.city as store_city',
      policyAllows.as('policy_allows'),
      laidOffUntil.as('laid_off_until'),
      isLeaving.as('company_leaves'),
      sql<number>`(select count(*)::int from bike_return_photos p where p.return_id = r.id)`.as('photos'),
      sql<
        { description: string; amountCents: number }[]
      >`coalesce((select json_agg(json_build_object('description', d.description, 'amountCents', d.amount_cents) order by d.position)
        from bike_return_damages d where d.return_id = r.id), '[]'::json)`.as('damages'),
    ])

export type ReturnRecord = Awaited<ReturnType<ReturnType<typeof returnRows>['executeTakeFirstOrThrow']>>

export const findReturn = (db: Db, scope: Scope, id: string) =>
  returnRows(db, scope).where('r.id', '=', id).executeTakeFirst()

/** A return, held until its change is written. */
export const lockReturn = (db: Db, scope: Scope, id: string) =>
  returnRows(db, scope).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

type LeaseRow = Pick<ReturnRecord, 'start_day' | 'end_day' | 'end_prices'>

export const pricesOf = (row: Pick<LeaseRow, 'end_prices'>): EndPrices =>
  (row.end_prices as EndPrices | null) ?? usualEndPrices

export const leaseOf = (row: LeaseRow): ReturnableLease => ({
  startDay: row.start_day as Day,
  endDay: row.end_day as Day,
  noticeDay: pricesOf(row).noticeDay,
})

type Asked = Pick<
  ReturnRecord,
  | 'start_day'
  | 'end_day'
  | 'end_prices'
  | 'lease_state'
  | 'end_reason'
  | 'bike_place'
  | 'kept_from'
  | 'last_working_day'
  | 'policy_allows'
  | 'laid_off_until'
  | 'end_month'
  | 'reason'
>

/** What decides whether a return may be asked for. */
export function askedFacts(row: Asked, now: Date) {
  const today = helsinkiDay(now)
  return {
    today,
    isRunning: row.lease_state === 'ACTIVE',
    isTermOver: isRowOverWithBikeOut({ ...row, bike_at: row.bike_place }),
    isPriced: pricesOf(row).returnFeeCents !== null,
    isAllowedByPolicy: row.policy_allows,
    isPossibleMonth: isPossibleEnd(leaseOf(row), row.end_month, today),
    isLeaver: row.last_working_day !== NO_LAST_DAY || row.reason === 'LAID_OFF',
    isLaidOff: row.laid_off_until !== null && row.laid_off_until >= today,
    reason: row.reason,
  }
}

/** The whole fee of a return, with who pays it and who has asked. */
export const feeOf = (row: Pick<ReturnRecord, 'payer' | 'asked_by' | 'fee_cents' | 'transport_cents'>) => ({
  payer: row.payer,
  askedBy: row.asked_by,
  feeCents: row.fee_cents + row.transport_cents,
})

export function factsOf(row: ReturnRecord, now: Date): ReturnFacts {
  const asked = askedFacts(row, now)
  return {
    ...asked,
    // A request from before the end is no free taking back: it lapses.
    isTermOver: asked.isTermOver && row.reason === 'TERM_OVER',
    payer: row.payer,
    askedBy: row.asked_by,
    isFromEmployer: row.from_employer,
    companyLeaves: row.company_leaves,
    photos: row.photos,
    storeHasEmail: row.store_email !== null,
    hasNewStore: false,
    leaseEnded: row.lease_state === 'ENDED',
    isLastMonth: row.end_month >= monthOf(row.end_day as Day) || row.lease_state === 'ENDED',
    isLate: row.reason !== 'TERM_OVER' && lastOfMonth(firstOfMonth(row.end_month)) < asked.today,
    hasDamage: row.damages.length > 0,
    isFeeOnOthersWord: isFeeOnOthersWord(feeOf(row)),
    objectionUntil: row.objection_until,
    bringBy: lastOfMonth(firstOfMonth(row.end_month)),
    isObjected: row.objection !== null,
    isAnswered: row.objection_answer !== null,
  }
}

/** The agreements of a scope whose bicycle may be returned, with the bicycle and what the policy says. */
export const agreementsToReturn = (db: Db, scope: Scope) =>
  agreementsToEnd(db, scope).select([
    'a.order_id',
    'a.bike_at as bike_place',
    'u.language as person_language',
    'bike.bike_store_id',
    policyAllows.as('policy_allows'),
    laidOffUntil.as('laid_off_until'),
  ])
export type AgreementToReturn = Awaited<ReturnType<ReturnType<typeof agreementsToReturn>['executeTakeFirstOrThrow']>>

export const findAgreementToReturn = (db: Db, scope: Scope, id: string) =>
  agreementsToReturn(db, scope).where('a.id', '=', id).executeTakeFirst()

/** Writes columns of a locked return with `version + 1`. @returns the row as it stands now */
export async function updateReturn(
  db: Db,
  { env }: { env: Env },
  row: ReturnRecord,
  columns: ReturnColumns,
): Promise<ReturnRecord> {
  await db
    .updateTable('bike_returns')
    .set((eb) => ({ ...columns, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .execute()
  // Read anew: what a step has written beside the row, such as the damages, decides whose turn it is.
  return (await findReturn(db, scopeOfAll, row.id))!
}

/** The file of a photo of a return. */
export async function findPhotoFile(db: Db, row: ReturnRecord, photoId: string): Promise<string | null> {
  const photo = await db
    .selectFrom('bike_return_photos')
    .select('file_id')
    .where('id', '=', photoId)
    .where('return_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .executeTakeFirst()
  return photo?.file_id ?? null
}
