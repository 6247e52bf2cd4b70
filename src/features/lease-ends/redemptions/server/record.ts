import { type RawBuilder, sql, type Updateable } from 'kysely'
import { agreementsToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { isRowKeptAtEmployer } from '#features/leases/agreements/server/bike-out.ts'
import { findOpenEnding } from '#features/leases/agreements/server/endings.ts'
import { type Billed, isCreditedWhole, isPaidByMoney } from '#features/money/invoices/server/billed.ts'
import type { EndPrices } from '#features/pricing/leasing/rules.ts'
import { usualEndPrices } from '#features/pricing/leasing/rules.ts'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import { DAYS_TO_CHOOSE_AFTER_END } from '#features/story/lease-story/facts.ts'
import { bikeColumns, joinedBike } from '#features/story/lease-story/server/leased-bike.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { addBankDays } from '#platform/values/bank-days.ts'
import { addDays, type Day, firstOfMonth, helsinkiDay, lastOfMonth } from '#platform/values/days.ts'
import { dueDayOf, hasTimeToPay, isPossibleMonth, payrollMonthsUntil, type RedeemableLease } from '../rules/price.ts'
import type { RedemptionFacts, RedemptionWords } from '../rules/words.ts'

export type RedemptionColumns = Updateable<Tables['redemptions']>

/** A claim for the bicycle of an agreement is open. */
export const openClaim = (agreement: RawBuilder<string>) => sql<boolean>`exists (select 1 from agreement_endings n
  where n.agreement_id = ${agreement} and n.kind = 'CLAIM' and n.closed_at is null)`
const hasOpenClaim = openClaim(sql.ref('r.agreement_id')).as('has_open_claim')

/** The lessor's bill of the bicycle stands: it is not credited whole. */
const isLessorBillInForce = sql<boolean>`exists (select 1 from invoices b
  where b.id = r.lessor_invoice_id and b.credited_cents < b.total_cents)`.as('is_lessor_bill_in_force')

/** Whether the employer's policy in force buys what nobody has chosen for. */
const employerBuys = sql<boolean>`coalesce((select p.end_of_lease_default = 'EMPLOYER_BUYS' from bike_policies p
  where p.company_id = a.company_id order by p.number desc limit 1), false)`

/** What the employer was asked to keep and has not kept, once nothing more is kept; at most what is open of its bill. */
const unkeptCents =
  sql<number>`coalesce((select greatest(0, least(i.open_cents, coalesce(sum(m.asked_cents - coalesce(m.kept_cents, 0)), 0)))
  from payroll_deductions d join payroll_deduction_months m on m.invoice_id = d.invoice_id
  where d.invoice_id = p.invoice_id and d.company_id = r.company_id and d.ended_at is not null), 0)::bigint`.as(
    'unkept_cents',
  )

/** The payment with its bill `i`, and the person's bill `x` of what was not kept from the pay. */
const billColumns = [
  'p.status as payment_status',
  'p.due_day as payment_due_day',
  'p.invoice_id',
  'p.rest_invoice_id',
  'x.number as rest_number',
  'x.due_day as rest_due_day',
  'x.open_cents as rest_open_cents',
  'x.stage as rest_stage',
  'x.status as rest_status',
  'x.total_cents as rest_total_cents',
  'x.credited_cents as rest_credited_cents',
  'i.number as invoice_number',
  'i.due_day as invoice_due_day',
  'i.open_cents',
  'i.stage as invoice_stage',
  'i.status as invoice_status',
  'i.total_cents as invoice_total_cents',
  'i.credited_cents as invoice_credited_cents',
] as const

/** Redemptions inside a scope with what the process asks of the rows around them. */
export const redemptionRows = (db: Db, scope: Scope) =>
  db
    .selectFrom('redemptions as r')
    .innerJoin('leasing_agreements as a', 'a.id', 'r.agreement_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'r.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoinLateral(joinedBike, (join) => join.onTrue())
    .leftJoin('redemption_payments as p', 'p.id', 'r.redemption_payment_id')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('invoices as x', 'x.id', 'p.rest_invoice_id')
    .where(within(scope, { company: 'r.company_id', employee: 'r.beneficiary_employee_id' }))
    .selectAll('r')
    .select([
      'a.agreement_number',
      'a.order_id',
      'a.lease_state',
      'a.end_reason',
      'a.ended_day',
      'a.bike_at',
      'a.kept_from',
      'a.ends_on',
      'a.start_day',
      'a.end_day',
      'bike.new_price_cents',
      'bike.first_day',
      'a.residual_cents',
      'a.buy_out_cents',
      'a.end_prices',
      'l.id as lessor_id',
      'l.kind as lessor_kind',
      'l.name as lessor_name',
      'l.business_id as lessor_business_id',
      'l.invoice_email as lessor_email',
      'u.id as owner_id',
      'u.first_name',
      'u.last_name',
      'u.language as person_language',
      'e.last_working_day',
      'c.name as company_name',
      'o.order_number',
      ...bikeColumns,
      ...billColumns,
      hasOpenClaim,
      isLessorBillInForce,
      unkeptCents,
      employerBuys.as('employer_buys'),
    ])

export type RedemptionRecord = Awaited<ReturnType<ReturnType<typeof redemptionRows>['executeTakeFirstOrThrow']>>

export const findRedemption = (db: Db, scope: Scope, id: string) =>
  redemptionRows(db, scope).where('r.id', '=', id).executeTakeFirst()

/**
 * Holds the bills of the redemptions \`r\` for which a condition holds: as a payment does, before the redemption and the
 * agreement, so that the two wait for each other and do not collide.
 */
export async function lockBills(db: Db, isMeant: RawBuilder<unknown>): Promise<void> {
  await sql`
    select i.id from invoices i
     where i.id in (select unnest(array[p.invoice_id, p.rest_invoice_id]) from redemptions r
       join redemption_payments p on p.id = r.redemption_payment_id where ${isMeant})
     order by i.id for update`.execute(db)
}

/** A redemption, held with its bills until its change is written. */
export async function lockRedemption(db: Db, scope: Scope, id: string) {
  await lockBills(db, sql`r.id = ${id}`)
  return redemptionRows(db, scope).where('r.id', '=', id).forUpdate('r').executeTakeFirst()
}

type LeaseRow = Pick<
  RedemptionRecord,
  | 'start_day'
  | 'end_day'
  | 'lease_state'
  | 'new_price_cents'
  | 'first_day'
  | 'residual_cents'
  | 'buy_out_cents'
  | 'end_prices'
>

export function leaseOf(row: LeaseRow): RedeemableLease {
  const ends = (row.end_prices as EndPrices | null) ?? usualEndPrices
  return {
    startDay: row.start_day as Day,
    endDay: row.end_day as Day,
    isOver: row.lease_state === 'ENDED',
    newPriceCents: row.new_price_cents,
    firstDay: row.first_day as Day,
    residualCents: row.residual_cents,
    buyOutCents: row.buy_out_cents.map(Number),
    noticeDay: ends.noticeDay,
    feeCents: ends.redemptionFeeCents,
  }
}

interface LeaseOver {
  readonly lease_state: string
  readonly end_reason: string | null
  readonly bike_at: string | null
  readonly kept_from: string | null
}

/**
 * Whether a lease can be redeemed: it runs, or it has ended with its term and the bicycle is still with the person; a lost
 * one, and one that the employer keeps, by the employer alone.
 */
export const isRedeemable = (row: LeaseOver, buyer: 'EMPLOYEE' | 'EMPLOYER') =>
  row.lease_state === 'ACTIVE' ||
  (row.lease_state === 'ENDED' &&
    row.end_reason === 'TERM' &&
    (row.bike_at === 'EMPLOYEE' || (buyer === 'EMPLOYER' && (row.bike_at === 'LOST' || isRowKeptAtEmployer(row)))))

/** Whether nobody chooses any more: the term is over by 35 days, or the bicycle is lost since. */
export const isChoiceOver = (row: LeaseOver & { ended_day: Day | null }, today: Day) =>
  row.lease_state === 'ENDED' &&
  row.end_reason === 'TERM' &&
  (row.bike_at === 'LOST' || (row.ended_day !== null && addDays(row.ended_day, DAYS_TO_CHOOSE_AFTER_END) <= today))

/** Bank days after the due day on which a redemption that is not paid comes to nothing; a sale outside has its own. */
const REDEMPTION_GRACE_DAYS = 3

/** The person's bill of what was not kept from the pay, as the employer's is. */
const restOf = (row: RedemptionRecord): Billed => ({
  invoice_stage: row.rest_stage,
  invoice_status: row.rest_status,
  invoice_total_cents: row.rest_total_cents,
  invoice_credited_cents: row.rest_credited_cents,
})

/** Both bills where there are two; of the employer's nothing may be left to pay. */
const isPaidWhole = (row: RedemptionRecord): boolean =>
  row.rest_invoice_id === null
    ? isPaidByMoney(row)
    : isPaidByMoney(restOf(row)) && (isCreditedWhole(row) || isPaidByMoney(row))

/** When the last bill is due: INT may have moved its day. */
function dueDayOfBills(row: RedemptionRecord): Day | null {
  const days = [row.payment_due_day, row.invoice_due_day, row.rest_due_day].filter((day) => day !== null)
  return days.toSorted().at(-1) ?? null
}

export function factsOf(row: RedemptionRecord, now: Date): RedemptionFacts {
  const today = helsinkiDay(now)
  const lease = leaseOf(row)
  const dueDay = dueDayOfBills(row) ?? dueDayOf(row.end_month, { isOver: lease.isOver, today })
  const isPaid = isPaidWhole(row)
  return {
    today,
    isRedeemable: isRedeemable(row, row.buyer),
    isChoiceOver: isChoiceOver(row, today),
    employerBuysUnchosen: row.employer_buys,
    isLeaver: row.last_working_day < '2999-01-01',
    isPossibleMonth: isPossibleMonth(lease, row.end_month, today),
    hasPrice: row.price_cents !== null,
    offerValidUntil: row.offer_valid_until,
    lastDay: lastOfMonth(firstOfMonth(row.end_month)),
    payBy: dueDay,
    method: row.payment_method,
    buyer: row.buyer,
    isAccepted: row.accepted_at !== null,
    isInformed: row.accepted_at !== null,
    hasTimeToPay: hasTimeToPay(dueDay, today),
    isPaid,
    payrollMonths: {
      wanted: row.payroll_months ?? 1,
      left: payrollMonthsUntil(row.end_month, today, row.last_working_day),
    },
    restCents: row.rest_invoice_id === null ? Number(row.unkept_cents) : 0,
    isEmployersBillOpen: (row.open_cents ?? 1) > 0,
    isRestOpen: (row.rest_open_cents ?? 0) > 0,
    // An employer that buys what nobody has chosen for owes it, as any bill.
    isLapsed:
      addBankDays(dueDay, REDEMPTION_GRACE_DAYS) < today && !isPaid && !(lease.isOver && row.buyer === 'EMPLOYER'),
    leaseEnded: row.lease_state === 'ENDED',
    isOperators: row.lessor_kind === 'OPERATOR',
    canMailLessor: row.lessor_email !== null,
    hasLessorInvoice: row.lessor_invoice_id !== null,
    doneDay: row.done_day,
    hasOpenClaim: row.has_open_claim,
    isLeaseRedeemed: row.lease_state === 'ENDED' && row.end_reason === 'REDEEMED',
    isLessorBillInForce: row.is_lessor_bill_in_force,
    bikeIsBack: row.bike_at === 'STORE' || row.bike_at === 'LESSOR',
  }
}

export const turnFactsOf = (row: RedemptionRecord, now: Date): RedemptionWords['turnFacts'] => factsOf(row, now)

/** The agreements of a scope that may be redeemed, with what their price is counted from. */
export const agreementsToRedeem = (db: Db, scope: Scope) =>
  agreementsToEnd(db, scope).select([
    'a.bike_at',
    'a.ended_day',
    'a.lost_closed_at',
    'a.order_id',
    'bike.new_price_cents',
    'bike.first_day',
    'a.residual_cents',
    'a.buy_out_cents',
    'a.instalment_cents',
    'a.last_instalment_cents',
    'a.lease_months',
    changesOf(sql`a.id`).as('changes'),
  ])
export type AgreementToRedeem = Awaited<ReturnType<ReturnType<typeof agreementsToRedeem>['executeTakeFirstOrThrow']>>

/** Whether a claim is open for the bicycle of a found agreement; asked once it is held, so that none opens meanwhile. */
export async function isClaimOpen(db: Db, { id }: AgreementToRedeem): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select ${openClaim(sql`${id}`)} as open`.execute(db)
  return rows[0]!.open
}

/** An agreement of the scope for a quote, and whether another ending of it is open. */
export async function findAgreementToRedeem(db: Db, scope: Scope, id: string) {
  const agreement = await agreementsToRedeem(db, scope).where('a.id', '=', id).executeTakeFirst()
  return agreement ? { agreement, ending: await findOpenEnding(db, id) } : null
}

/** Writes columns of a locked redemption with `version + 1`. @returns the row as it stands now */
export async function updateRedemption(
  db: Db,
  { env }: { env: Env },
  row: RedemptionRecord,
  columns: RedemptionColumns,
): Promise<RedemptionRecord> {
  const written = await db
    .updateTable('redemptions')
    .set((eb) => ({ ...columns, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, ...written }
}

/** The file of an offer that was uploaded for a redemption. */
export async function findOfferFile(db: Db, row: RedemptionRecord, offerId: string): Promise<string | null> {
  const offer = await db
    .selectFrom('redemption_offers')
    .select('file_id')
    .where('id', '=', offerId)
    .where('redemption_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .executeTakeFirst()
  return offer?.file_id ?? null
}
