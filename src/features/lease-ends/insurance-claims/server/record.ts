import { type RawBuilder, sql, type Updateable } from 'kysely'
import { afterPaid } from '#features/lease-ends/redemptions/rules/steps.ts'
import { bikeColumns, joinedBike, takenOverDay } from '#features/story/lease-story/server/leased-bike.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { ClaimFacts } from '../rules/words.ts'
import { missingPieces, type ProofPiece } from '../rules.ts'

/** The redemption of an agreement is paid, and its title has not passed yet. */
const isRedemptionUnderWay = (agreement: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from redemptions r
  where r.agreement_id = ${agreement} and r.step = any(${[...afterPaid]}::text[]))`.as('is_redemption_under_way')

export type ClaimColumns = Updateable<Tables['insurance_claims']>

/** Claims inside a scope with what the process asks of the rows around them. */
export const claimRows = (db: Db, scope: Scope) =>
  db
    .selectFrom('insurance_claims as k')
    .innerJoin('leasing_agreements as a', 'a.id', 'k.agreement_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'k.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .innerJoin('claim_proof_lists as l', 'l.type', 'k.type')
    .innerJoin('leasing_companies as lc', 'lc.id', 'a.leasing_company_id')
    .leftJoin('orders as no', 'no.id', 'k.replacement_order_id')
    .leftJoin('bike_stores as rs', 'rs.id', 'k.repair_store_id')
    .leftJoin('invoices as ri', 'ri.id', 'k.repair_invoice_id')
    .leftJoin('invoices as di', 'di.id', 'k.deductible_invoice_id')
    .leftJoin('invoices as ci', 'ci.id', 'k.closing_invoice_id')
    .innerJoinLateral(joinedBike, (join) => join.onTrue())
    .where(within(scope, { company: 'k.company_id', employee: 'k.beneficiary_employee_id' }))
    .selectAll('k')
    .select([
      'a.agreement_number',
      'a.order_id',
      'a.lease_state',
      'a.end_reason',
      'a.bike_at',
      'a.ends_on',
      'a.ends_by',
      'a.start_day',
      'a.end_day',
      'a.residual_cents',
      'a.buy_out_cents as buy_out_list',
      'lc.kind as lessor_kind',
      'lc.name as lessor_name',
      'lc.invoice_email as lessor_email',
      'ci.number as closing_number',
      'ci.total_cents as closing_cents',
      'a.ended_day',
      'u.id as owner_id',
      'u.first_name',
      'u.last_name',
      'u.language as person_language',
      'c.name as company_name',
      'c.language as company_language',
      ...bikeColumns,
      'bike.bike_order_id',
      'bike.handed_over_day as delivery_day',
      takenOverDay.as('taken_over_day'),
      'bike.new_price_cents',
      'bike.first_day',
      'no.status as new_bike_status',
      sql<boolean>`no.delivery_day is not null or exists (select 1 from invoices b where b.order_id = no.id
        and b.direction = 'PURCHASE' and b.number is not null and b.status not in ('INVALIDATED', 'DELETED'))`.as(
        'is_new_bike_billed',
      ),
      'no.order_number as new_bike_order_number',
      'no.released_cents',
      'a.tax_regime',
      'a.exempt_until',
      'rs.name as repair_store_name',
      'ri.number as repair_invoice_number',
      'ri.party as repair_invoice_party',
      'ri.status as repair_invoice_status',
      'ri.issue_day as repair_issue_day',
      'ri.due_day as repair_due_day',
      'ri.paid_day as repair_paid_day',
      'ri.total_cents as repair_total_cents',
      'di.number as deductible_number',
      sql<string[]>`coalesce(k.asked_pieces, l.pieces)`.as('required_pieces'),
      sql<number>`(select count(*)::int from insurance_claim_photos p where p.claim_id = k.id)`.as('photo_count'),
      sql<boolean>`exists (select 1 from insurance_claims x where x.agreement_id = k.agreement_id and x.type = k.type
        and x.id <> k.id and x.status = 'PENDING')`.as('is_open_for_event'),
      sql<boolean>`exists (select 1 from redemptions r where r.agreement_id = k.agreement_id
        and r.step = any(${[...afterPaid, 'DONE']}::text[]))`.as('has_paid_redemption'),
      isRedemptionUnderWay(sql.ref('k.agreement_id')),
      sql<'EMPLOYEE' | 'EMPLOYER'>`coalesce((select p.claim_payer from bike_policies p where p.company_id = k.company_id
        order by p.number desc limit 1), 'EMPLOYEE')`.as('claim_payer'),
      sql<number>`coalesce((select sum(p.amount_cents) from payments p where p.payer_kind = 'INSURER' and p.payer_id = k.id
        and p.invoice_id is null), 0)::bigint`.as('received_cents'),
    ])

export type ClaimRecord = Awaited<ReturnType<ReturnType<typeof claimRows>['executeTakeFirstOrThrow']>>

export const findClaim = (db: Db, scope: Scope, id: string) =>
  claimRows(db, scope).where('k.id', '=', id).executeTakeFirst()

/** A claim and its agreement, held until the change is written. */
export const lockClaim = (db: Db, scope: Scope, id: string) =>
  claimRows(db, scope).where('k.id', '=', id).forUpdate(['k', 'a']).executeTakeFirst()

export const missingOf = (row: ClaimRecord): ProofPiece[] =>
  missingPieces(row.required_pieces as ProofPiece[], row.waived_pieces as ProofPiece[], {
    happenedDay: row.happened_day,
    place: row.place,
    description: row.description,
    policeReportNumber: row.police_report_number,
    lock: row.lock_used,
    thirdParty: row.third_party,
    photoCount: row.photo_count,
  })

type Lease = { lease_state: string; end_reason: string | null; bike_at: string | null }

/** Whether the term is over while the bicycle is still with its rider: neither sold nor given back nor lost before. */
const isAfterTerm = (row: Lease) =>
  row.lease_state === 'ENDED' && row.end_reason === 'TERM' && (row.bike_at === null || row.bike_at === 'EMPLOYEE')

/** Whether a claim may be made: the bicycle was handed over and has not been redeemed, taken back or cancelled since. */
export const isClaimable = (row: Lease & { delivery_day: Day | null }) =>
  (row.lease_state === 'ACTIVE' || row.delivery_day !== null) && (row.lease_state !== 'ENDED' || isAfterTerm(row))

/** What of the compensation is still to come. */
export const openCompensation = (row: ClaimRecord) => (row.compensation_cents ?? 0) - row.received_cents

/** The statuses of an order whose store has neither been matched nor delivered. */
const withoutBill: ReadonlySet<string> = new Set([
  'PENDING',
  'PACKAGE_PROVIDED',
  'ALL_INFO_PROVIDED',
  'CONFIRMED',
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
])

/** Whether the agreement has an exemption that a new bicycle could end. */
export const isExempt = (row: Pick<ClaimRecord, 'tax_regime' | 'exempt_until'>) =>
  (row.tax_regime === 'EXEMPT_GRANDFATHERED' || row.tax_regime === 'EXEMPT_2025') && row.exempt_until === null

/** Whether a lease that a claim may end is there: it runs, or its term is over and the bicycle is still there. */
export const hasLease = (row: Lease) => row.lease_state === 'ACTIVE' || isAfterTerm(row)

export const turnFactsOf = (row: ClaimRecord) => ({
  isSumOpen: openCompensation(row) > 0,
  mustTellInsurer: row.tell_insurer,
})

export function factsOf(row: ClaimRecord, now: Date): ClaimFacts {
  return {
    today: helsinkiDay(now),
    isDelivered: isClaimable(row),
    isOpenForEvent: row.is_open_for_event,
    missing: missingOf(row),
    isPieceMissing: false,
    hasDenialReason: row.denial_reason !== null,
    hasObjection: false,
    deniedDay: row.denied_day,
    hasSum: row.compensation_cents !== null,
    isSumOpen: openCompensation(row) > 0,
    hasReceived: row.received_cents !== 0,
    mustTellInsurer: row.tell_insurer,
    hasLease: hasLease(row),
    endsOtherwise: row.ends_by !== null && row.ends_by !== row.id,
    hasPaidRedemption: row.has_paid_redemption,
    isRedemptionUnderWay: row.is_redemption_under_way,
    isRepairable: (row.type === 'DAMAGE' || row.type === 'VANDALISM') && !row.is_total_loss,
    hasRepairStore: row.repair_store_id !== null && row.repair_limit_cents !== null,
    // The command brings it: the cover is a matter of the terms in force.
    isLimitBelowCover: row.step !== 'INSURER_DECIDED',
    hasCost: row.repair_cost_cents !== null,
    hasReceipt: row.receipt_file_id !== null,
    isLost: row.type === 'THEFT' || row.type === 'LOSS' || row.is_total_loss,
    isLeaseRunning: row.lease_state === 'ACTIVE',
    isTaxWarningRead: !isExempt(row),
    isNewBikeOpen: row.new_bike_status !== null && withoutBill.has(row.new_bike_status) && !row.is_new_bike_billed,
  }
}

/** The last day on which something can have happened to the bicycle as a leased one. */
export const lastDayOf = (row: Pick<ClaimRecord, 'ended_day' | 'ends_on' | 'end_day'>): Day | null =>
  row.ended_day ?? row.ends_on ?? row.end_day

/** Writes columns of a locked claim with `version + 1`. @returns the row as it stands now */
export async function updateClaim(
  db: Db,
  { env }: { env: Env },
  row: ClaimRecord,
  columns: ClaimColumns,
): Promise<ClaimRecord> {
  const written = await db
    .updateTable('insurance_claims')
    .set((eb) => ({ ...columns, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, ...written }
}

/** The agreements of a person for which a claim may be opened, or the one that is named; held, so that two claims of one event meet here. */
export const claimableAgreements = (
  db: Db,
  scope: Scope,
  by: { beneficiaryEmployeeId: string; leasingAgreementId?: string | undefined },
) =>
  db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .where(within(scope, { company: 'a.company_id', employee: 'a.beneficiary_employee_id' }))
    .where('a.beneficiary_employee_id', '=', by.beneficiaryEmployeeId)
    .where('a.status', '=', 'SIGNED')
    .where('a.void_at', 'is', null)
    .$if(by.leasingAgreementId !== undefined, (q) => q.where('a.id', '=', by.leasingAgreementId!))
    .$if(by.leasingAgreementId === undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('a.lease_state', '=', 'ACTIVE'),
          eb.and([eb('a.lease_state', '=', 'NOT_STARTED'), eb('o.delivery_day', 'is not', null)]),
        ]),
      ),
    )
    .select([
      'a.id',
      'a.company_id',
      'a.beneficiary_employee_id',
      'a.agreement_number',
      'a.lease_state',
      'a.end_reason',
      'a.bike_at',
      'e.user_id',
      'u.first_name',
      'u.last_name',
      'o.order_number',
      'o.delivery_day',
      isRedemptionUnderWay(sql.ref('a.id')),
    ])
    .orderBy('a.id')
    .limit(2)
    .forUpdate('a')
    .execute()
export type ClaimableAgreement = Awaited<ReturnType<typeof claimableAgreements>>[number]
