import { sql } from 'kysely'
import { openClaim } from '#features/lease-ends/redemptions/server/record.ts'
import { agreementsToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { companyEndsLeases } from '#features/pricing/leasing/server/leaving-companies.ts'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/database/scope.ts'

/** Leases that run, or that are over while the bicycle is still with the person, with what the options rest on. */
const leasesIn = (db: Db, scope: Scope) =>
  agreementsToEnd(db, scope)
    .where((eb) =>
      eb.or([
        eb('a.lease_state', '=', 'ACTIVE'),
        eb.and([eb('a.lease_state', '=', 'ENDED'), eb('a.end_reason', '=', 'TERM'), eb('a.bike_at', '=', 'EMPLOYEE')]),
      ]),
    )
    .select([
      'a.order_id',
      'a.instalment_cents',
      'a.last_instalment_cents',
      'bike.new_price_cents',
      'bike.first_day',
      'a.residual_cents',
      'a.buy_out_cents',
      changesOf(sql`a.id`).as('changes'),
      sql<boolean>`(${companyEndsLeases(sql`a.company_id`)} or coalesce((select p.allows_return from bike_policies p where p.company_id = a.company_id order by p.number desc limit 1), false))`.as(
        'allows_return',
      ),
      sql<boolean>`exists (select 1 from agreement_endings n where n.agreement_id = a.id and n.closed_at is null and n.kind <> 'CLAIM')`.as(
        'is_ending',
      ),
      openClaim(sql`a.id`).as('has_open_claim'),
    ])

export type LeaseRow = Awaited<ReturnType<ReturnType<typeof leasesIn>['executeTakeFirstOrThrow']>>

export const findLease = (db: Db, scope: Scope, id: string) =>
  leasesIn(db, scope).where('a.id', '=', id).executeTakeFirst()

/** The leases of one person: of whoever asks, or of somebody whom they may read. */
export const listLeases = (db: Db, scope: Scope, of: { employeeId: string | undefined; userId: string }) =>
  leasesIn(db, scope)
    .where(of.employeeId ? sql<boolean>`e.id = ${of.employeeId}` : sql<boolean>`e.user_id = ${of.userId}`)
    .orderBy('a.start_day')
    .orderBy('a.id')
    .limit(20)
    .execute()
