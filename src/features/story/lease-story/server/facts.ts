import { type RawBuilder, sql } from 'kysely'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { LeaseFacts } from '../facts.ts'
import { bikeColumns, joinedBike } from './leased-bike.ts'

const claimFacts = sql`coalesce((select json_agg(json_build_object('id', k.id, 'type', k.type, 'step', k.step, 'happenedDay', k.happened_day)
    order by k.created_at, k.id)
  from insurance_claims k where k.agreement_id = a.id and k.step not in ('CANCELLED', 'DENIED')), '[]'::json)`

const buyOutFact = sql`(select json_build_object('id', r.id, 'step', r.step, 'method', r.payment_method, 'buyer', r.buyer, 'endMonth', r.end_month,
    'offerValidUntil', r.offer_valid_until, 'totalCents', r.price_cents + r.fee_cents, 'doneDay', r.done_day,
    'dueDay', (select i.due_day from redemption_payments p join invoices i on i.id = coalesce(p.rest_invoice_id, p.invoice_id) where p.id = r.redemption_payment_id))
  from redemptions r where r.agreement_id = a.id and r.step <> 'CANCELLED' order by r.created_at desc, r.id desc limit 1)`

const returnFact = sql`(select json_build_object('id', v.id, 'step', v.step, 'endMonth', v.end_month, 'isFromEmployer', v.from_employer,
    'storeName', s.name, 'receivedDay', v.received_day, 'objectionUntil', v.objection_until,
    'hasMatter', exists (select 1 from bike_return_damages d where d.return_id = v.id), 'isObjected', v.objection is not null,
    'isAnswered', v.objection_answer is not null)
  from bike_returns v left join bike_stores s on s.id = v.bike_store_id
 where v.agreement_id = a.id and v.step <> 'CANCELLED' order by v.created_at desc, v.id desc limit 1)`

const transferFact = sql`(select json_build_object('id', b.id, 'step', b.step, 'reservedUntil', b.reserved_until, 'transferBy', b.transfer_by,
    'isPrepared', b.new_agreement_id is not null)
  from bike_brokerages b where b.agreement_id = a.id and b.step not in ('WITHDRAWN', 'EXPIRED') order by b.created_at desc, b.id desc limit 1)`

const cancellationFact = sql`(select json_build_object('id', q.id) from order_cancellations q
  where q.order_id = a.order_id and q.status = 'PENDING' limit 1)`

const exitFact = sql`(select json_build_object('id', x.id, 'kind', x.kind, 'chooseUntil', coalesce(m.choose_until, x.choose_until))
  from company_exit_leases m join company_exits x on x.id = m.exit_id
 where m.agreement_id = a.id and m.ending_id is null and m.new_agreement_id is null and x.withdrawn_at is null and x.worked_off_at is null
 order by x.created_at desc limit 1)`

const planFact = (
  today: RawBuilder<unknown>,
) => sql`(select json_build_object('id', p.id, 'state', p.state, 'askedBy', p.asked_by, 'fromDay', p.from_day, 'toDay', p.to_day)
  from absence_plans p where p.agreement_id = a.id and p.state in ('PROPOSED', 'CONFIRMED', 'CHANGED') and p.to_day >= ${today}
 order by p.from_day, p.id limit 1)`

/** The person's own bill that is due first; what is kept from the pay, or disputed, waits for somebody else. */
const billFact = sql`(select json_build_object('id', i.id, 'dueDay', i.due_day, 'openCents', i.open_cents)
  from invoices i where i.agreement_id = a.id and i.party = 'PERSON' and i.direction = 'SALES' and i.stage = 'SENT' and i.open_cents > 0
   and i.disputed_at is null and i.purpose <> 'REDEMPTION'
   and not exists (select 1 from payroll_deductions d where d.invoice_id = i.id and d.ended_at is null)
 order by i.due_day, i.id limit 1)`

/** What the story of the agreement `a` is told from, as one column. @param today the day in Helsinki */
const leaseFactsOf = (today: string): RawBuilder<LeaseFacts> => sql<LeaseFacts>`json_build_object(
  'leaseState', a.lease_state, 'endReason', a.end_reason, 'startDay', a.start_day, 'endDay', a.end_day, 'endsOn', a.ends_on,
  'endedDay', a.ended_day, 'bikeAt', a.bike_at, 'keptFrom', a.kept_from,
  'deliveryDay', (select o.delivery_day from orders o where o.id = a.order_id),
  'claims', ${claimFacts}, 'buyOut', ${buyOutFact}, 'return', ${returnFact}, 'transfer', ${transferFact}, 'cancellation', ${cancellationFact},
  'exit', ${exitFact}, 'plan', ${planFact(sql`${today}::date`)}, 'bill', ${billFact})`

/** The story's facts of one lease, for guards that ask before something begins. */
export async function readLeaseFacts(db: Db, agreementId: string, today: string): Promise<LeaseFacts | null> {
  const { rows } = await sql<{ facts: LeaseFacts }>`
    select ${leaseFactsOf(today)} as facts from leasing_agreements a where a.id = ${agreementId}`.execute(db)
  return rows[0]?.facts ?? null
}

/** A lease of a scope with all that its story needs; null when it is not there. */
export async function findStory(db: Db, scope: Scope, agreementId: string, today: string) {
  const row = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoinLateral(joinedBike, (join) => join.onTrue())
    .where('a.id', '=', agreementId)
    .where('a.void_at', 'is', null)
    .where(within(scope, { company: 'a.company_id', employee: 'a.beneficiary_employee_id' }))
    .select([
      'a.id',
      'a.agreement_number',
      'a.start_day',
      'a.end_day',
      'a.instalment_cents',
      'a.last_instalment_cents',
      'a.residual_cents',
      'a.service_terms',
      'bike.new_price_cents',
      'bike.first_day',
      ...bikeColumns,
      changesOf(sql`a.id`).as('changes'),
      'u.id as user_id',
      'u.first_name',
      'u.last_name',
      'c.name as company_name',
      leaseFactsOf(today).as('facts'),
    ])
    .executeTakeFirst()
  return row ?? null
}
