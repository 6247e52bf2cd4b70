import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Query } from './invariants.ts'

/** What holds of leases that go over to somebody else or into another company. */
export const forbiddenOfTransfers: Record<string, Query> = {
  'a lease that goes over ends before the next begins, which goes on as it was': () => sql`
    select n.agreement_number as what from leasing_agreements n join leasing_agreements a on a.id = n.previous_agreement_id
     where n.lease_state in ('ACTIVE', 'ENDED')
       and (a.lease_state <> 'ENDED' or a.end_reason <> 'TRANSFERRED' or a.ended_day + 1 <> n.start_day or a.chain_id <> n.chain_id
            or a.leasing_company_id <> n.leasing_company_id or a.residual_cents <> n.residual_cents or a.original_end_day <> n.original_end_day
            or a.buy_out_cents[array_length(a.buy_out_cents, 1) - n.lease_months + 1:] <> n.buy_out_cents)`,
  'what is transferred goes on the day after': ({ today }) => sql`
    select a.agreement_number as what from leasing_agreements a
     where a.lease_state = 'ENDED' and a.end_reason = 'TRANSFERRED' and a.ended_day < ${today}::date - 1
       and not exists (select 1 from leasing_agreements n where n.previous_agreement_id = a.id and n.lease_state in ('ACTIVE', 'ENDED'))`,
  'a month of a bicycle is billed in one company alone': () => sql`
    select chain_id || ' ' || month as what from (
      select a.chain_id, l.agreement_id, split_part(l.source_key, ':', 3) as month from invoice_lines l
        join invoices i on i.id = l.invoice_id and i.stage in ('NOT_SENT', 'SENT') join leasing_agreements a on a.id = l.agreement_id
        left join (select credits_line_id, sum(gross_cents) as cents from invoice_lines where credits_line_id is not null group by 1) c on c.credits_line_id = l.id
       where l.source_key is not null and l.purpose in ('INSTALMENT', 'FEE')
         and exists (select 1 from leasing_agreements n where n.chain_id = a.chain_id and n.id <> a.id)
       group by 1, 2, 3 having sum(l.gross_cents + coalesce(c.cents, 0)) <> 0) billed
     group by chain_id, month having count(*) > 1`,
  'a transfer holds the end of its lease, and nothing else of an offer does': () => sql`
    select b.id || ' ' || b.step as what from bike_brokerages b
      left join agreement_endings n on n.id = b.ending_id and n.agreement_id = b.agreement_id and n.kind = 'TRANSFER' and n.closed_at is null
     where (b.step = 'TRANSFER' and n.id is null) or (b.step not in ('TRANSFER', 'DONE') and n.id is not null)`,
  'what was transferred bears the signature of each party under one document': () => sql`
    select b.id::text as what from bike_brokerages b left join transfer_signatures s on s.new_agreement_id = b.new_agreement_id and s.document_sha256 = b.document_sha256
     where b.step = 'DONE' group by b.id, b.company_id, b.taker_company_id
    having count(distinct s.party) < case when b.company_id = b.taker_company_id then 3 else 4 end`,
  // An account that was opened again today hears in the night.
  'an offer that awaits somebody has told them': ({ today }) => sql`
    select p.what from (
      select 'reserved ' || b.id as what, e.user_id, b.step_changed_at as since from bike_brokerages b
        join beneficiary_employees e on e.id = b.beneficiary_employee_id where b.step = 'RESERVED'
      union all select 'offered ' || b.id, u.id, b.step_changed_at from bike_brokerages b join users u on u.email = b.named_email and u.deactivated_at is null where b.step = 'OFFERED'
    ) p where not exists (select 1 from notifications n where n.user_id = p.user_id and n.created_at >= p.since - interval '1 minute')
      and not exists (select 1 from events v where v.subject_id = p.user_id and v.type = 'USER_ACTIVATED'
        and v.occurred_at >= (${today}::date)::timestamp at time zone 'Europe/Helsinki')`,
  'a company that has merged has no lease that nothing else ends': ({ today }) => sql`
    select a.agreement_number as what from company_exits x join company_exit_leases m on m.exit_id = x.id join leasing_agreements a on a.id = m.agreement_id
     where x.kind = 'MERGED' and x.withdrawn_at is null and x.moves_on < ${today} and a.lease_state = 'ACTIVE' and a.ends_on is null
       and date_trunc('month', a.end_day) > date_trunc('month', ${today}::date)
       and not exists (select 1 from agreement_endings n where n.agreement_id = a.id and (n.closed_at is null or n.closed_at >= ${today}::date))
       and not exists (select 1 from insurance_claims c where c.agreement_id = a.id and (c.status = 'PENDING' or c.updated_at >= ${today}::date))`,
}

/** What holds of payments through the payment service. */
export const forbiddenOnline: Record<string, Query> = {
  'no more goes back online than came': () => sql`
    select a.id::text as what from paytrail_attempts a join paytrail_refunds r on r.attempt_id = a.id and r.state not in ('FAIL', 'BY_BANK')
     group by a.id having sum(r.amount_cents) > a.amount_cents or a.status <> 'OK'`,
  'each refund that was paid is in the ledger once, and no other': () => sql`
    select r.id || ' ' || r.state as what from paytrail_refunds r left join payments p on p.source = 'refund:' || r.attempt_id || ':' || r.id
     group by r.id having coalesce(sum(p.amount_cents), 0) <> case r.state when 'OK' then r.amount_cents else 0 end`,
}

/** What the payment service has taken and not paid back is what the ledger has of it. */
export async function serviceDifference(db: Db, online: number): Promise<string[]> {
  const { rows } = await sql<{ booked: number }>`
    select coalesce(sum(case direction when 'IN' then amount_cents else -amount_cents end), 0)::bigint as booked
      from payments where source like 'paytrail:%' or source like 'refund:%'`.execute(db)
  const { booked } = rows[0]!
  return booked === online ? [] : [`the service told ${online}, booked are ${booked}`]
}
