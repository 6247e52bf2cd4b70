import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { ServiceTerms } from '#features/pricing/leasing/rules.ts'
import { readLeaseFacts } from '#features/story/lease-story/server/facts.ts'
import { bikeColumns, joinedBike } from '#features/story/lease-story/server/leased-bike.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { lastServiceDay, releasedCents, type ServiceObstacle, serviceObstacle } from '../rules.ts'

/** The first day of the lease of this bicycle, whoever leased it first. */
const firstDay = sql<Day | null>`(select min(c.start_day) from leasing_agreements c where c.chain_id = a.chain_id)`

const leases = (db: Db, scope: Scope) =>
  db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoinLateral(joinedBike, (join) => join.onTrue())
    .where('a.void_at', 'is', null)
    .where('a.status', '=', 'SIGNED')
    .where(within(scope, { company: 'a.company_id', employee: 'a.beneficiary_employee_id' }))
    .select([
      'a.id',
      'a.company_id',
      'a.beneficiary_employee_id',
      'a.agreement_number',
      'a.order_id',
      'a.service_terms',
      firstDay.as('first_day'),
      sql<Cents>`service_used_cents(a.chain_id)`.as('used_cents'),
      'u.id as owner_id',
      ...bikeColumns,
    ])

export type ServicedLease = Awaited<ReturnType<ReturnType<typeof leases>['executeTakeFirstOrThrow']>>

/** A signed lease of a scope with what has been used of its service; null when it is not there. */
export const findServicedLease = (db: Db, scope: Scope, id: string) =>
  leases(db, scope).where('a.id', '=', id).executeTakeFirst()

/** The same, held until the change is written, so that vouchers and bills of one lease take turns. */
export const lockServicedLease = (db: Db, scope: Scope, id: string) =>
  leases(db, scope).where('a.id', '=', id).forUpdate('a').executeTakeFirst()

/** The bicycle as the pages of its service name it. */
export const bikeOf = (lease: ServicedLease): string => nameOfBike(lease) || lease.agreement_number

export interface Balance {
  readonly terms: ServiceTerms
  readonly releasedCents: Cents
  readonly usedCents: Cents
  readonly leftCents: Cents
  readonly lastDay: Day | null
  readonly obstacle: ServiceObstacle | null
}

/** What is left of the service of a lease on a day, and what keeps it from being used; null where the terms promise none. */
export async function balanceOf(db: Db, lease: ServicedLease, day: Day): Promise<Balance | null> {
  const terms = lease.service_terms as ServiceTerms | null
  if (!terms) return null
  const facts = (await readLeaseFacts(db, lease.id, day)) ?? fail('NOT_FOUND')
  const released = releasedCents(terms, lease.first_day, day)
  const leftCents = Math.max(0, released - lease.used_cents)
  return {
    terms,
    releasedCents: released,
    usedCents: lease.used_cents,
    leftCents,
    lastDay: lastServiceDay(terms, facts),
    obstacle: serviceObstacle(terms, facts, { day, leftCents }),
  }
}

const voucherRows = (db: Db) =>
  db
    .selectFrom('service_vouchers as v')
    .innerJoin('leasing_agreements as a', 'a.id', 'v.agreement_id')
    .leftJoin('bike_stores as s', 's.id', 'v.bike_store_id')
    .leftJoin('invoices as i', 'i.id', 'v.invoice_id')
    .selectAll('v')
    .select([
      's.name as store_name',
      's.email as store_email',
      's.language as store_language',
      's.iban as store_iban',
      's.payment_terms_days as store_terms_days',
      'i.number as invoice_number',
      'i.stage as invoice_stage',
      'i.status as invoice_status',
      'i.issue_day as invoice_issue_day',
      'i.due_day as invoice_due_day',
      'i.paid_day as invoice_paid_day',
      'i.file_id as invoice_file_id',
      'i.disputed_at as invoice_disputed_at',
      'i.total_cents as invoice_total_cents',
      'i.credited_cents as invoice_credited_cents',
    ])

export type VoucherRecord = Awaited<ReturnType<ReturnType<typeof voucherRows>['executeTakeFirstOrThrow']>>

/** The vouchers of a lease that the caller has found, newest first. */
export const vouchersOf = (db: Db, leaseId: string): Promise<VoucherRecord[]> =>
  voucherRows(db)
    .where('v.agreement_id', '=', leaseId)
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(100)
    .execute()

const one = (db: Db, where: RawBuilder<SqlBool>) => voucherRows(db).where(where).executeTakeFirst()

/** A voucher by its code: whoever has it has been shown it. */
export const voucherByCode = (db: Db, code: string) => one(db, sql`v.code = ${code}`)

/** A voucher by the id that a link or a found lease has led to. */
export const voucherById = (db: Db, id: string) => one(db, sql`v.id = ${id}`)

/** A voucher of a scope, for its own person's acts. */
export const findVoucher = (db: Db, scope: Scope, id: string) =>
  voucherRows(db)
    .where('v.id', '=', id)
    .where(within(scope, { company: 'v.company_id', employee: 'v.beneficiary_employee_id' }))
    .executeTakeFirst()
