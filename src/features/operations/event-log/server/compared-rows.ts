import { sql } from 'kysely'
import { untoldPayments } from '#features/money/invoices/ledger/server/told-payments.ts'
import { forgedTerms, type Upgrade, untoldTerms } from '#features/pricing/leasing/server/told-terms.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { ChainFault } from '#platform/server/events/verify-chains.ts'

/** Whether an event proves a signature: its signer, party, document, proof and typed name, at its instant. */
const proves = sql`e.actor_user_id = s.user_id and e.data->>'party' = s.party
  and coalesce(e.data->>'documentSha256', encode(s.document_sha256, 'hex')) = encode(s.document_sha256, 'hex')
  and (e.data->>'proof' is null or e.data->>'proof' = s.proof)
  and (e.data->>'nameSha256' is null
       or e.data->>'nameSha256' = encode(sha256(convert_to(encode(s.document_sha256, 'hex') || ':' || s.typed_name, 'UTF8')), 'hex'))
  and case when e.data->>'signedAt' is null then abs(extract(epoch from e.occurred_at - s.signed_at)) < 60
           else (e.data->>'signedAt')::timestamptz = date_trunc('milliseconds', s.signed_at) end`

/**
 * Signatures of agreements and of transfers that are not as the log tells of them: put in by hand, re-dated, or of another
 * signer, name, document or proof; and those that the log tells of and that are not there. Events of earlier releases name
 * fewer facts; their own instant stands for the signature's.
 */
async function forgedSignatures(db: Db): Promise<ChainFault[]> {
  const { rows } = await sql<{ subjectId: string }>`
    select s.leasing_agreement_id as "subjectId" from signatures s
     where not exists (select from events e where e.subject_type = 'agreement' and e.subject_id = s.leasing_agreement_id
                          and e.type = 'AGREEMENT_SIGNATURE_GIVEN' and ${proves})
    union
    select b.agreement_id from transfer_signatures s join bike_brokerages b on b.id = s.brokerage_id
     where not exists (select from events e where e.subject_type = 'agreement' and e.subject_id = b.agreement_id
                          and e.type = 'PROCESS_STEP' and e.data->>'process' = 'brokerage' and e.data->>'step' = 'sign' and ${proves})
    union
    select e.subject_id from events e join leasing_agreements a on a.id = e.subject_id
     where e.subject_type = 'agreement' and e.type = 'AGREEMENT_SIGNATURE_GIVEN'
       and (a.status = 'SIGNED' or not exists (select from transfer_signatures t where t.new_agreement_id = a.id))
       and not exists (select from signatures s where s.leasing_agreement_id = e.subject_id and ${proves})
    union
    select e.subject_id from events e
     where e.type = 'PROCESS_STEP' and e.data->>'process' = 'brokerage' and e.data->>'step' = 'sign' and e.data ? 'nameSha256'
       and not exists (select from transfer_signatures s join bike_brokerages b on b.id = s.brokerage_id where b.agreement_id = e.subject_id and ${proves})
     order by 1`.execute(db)
  return rows.map(({ subjectId }) => ({ subjectType: 'agreement', subjectId, position: 0, fault: 'SIGNATURE' }))
}

const paymentTypes = sql`('PAYMENT_RECORDED', 'PAYMENT_REVERSED')`

/**
 * Payments that are not as the log tells of them, and those that it tells of and that are not there. Events of earlier
 * releases name neither day nor payer.
 */
async function forgedPayments(db: Db, upgrade?: Upgrade): Promise<ChainFault[]> {
  const { rows } = await sql<{ subjectType: string; subjectId: string }>`
    select case when p.invoice_id is null then 'register' else 'invoice' end as "subjectType", coalesce(p.invoice_id, p.id) as "subjectId"
      from payments p
     where not exists (select from events e where e.type in ${paymentTypes} and e.data->>'paymentId' = p.id::text
                          and e.subject_id = coalesce(p.invoice_id, p.id) and (e.data->>'amountCents')::bigint = p.amount_cents
                          and e.data->>'direction' = p.direction and e.data->>'method' = p.method
                          and (e.data->>'paidDay' is null or e.data->>'paidDay' = p.paid_day::text)
                          and (e.data->>'payerKind' is null or (e.data->>'payerKind', e.data->>'payerId') is not distinct from (p.payer_kind, p.payer_id::text)))
       and not ${upgrade ? untoldPayments(upgrade) : sql`false`}
    union
    select e.subject_type, e.subject_id from events e
     where e.type in ${paymentTypes} and not exists (select from payments p where p.id::text = e.data->>'paymentId')
     order by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, position: 0, fault: 'PAYMENT' }))
}

/** Agreements whose terms are not those that the log tells of, or that are not there any more. */
async function changedTerms(db: Db, upgrade?: Upgrade): Promise<ChainFault[]> {
  const found = await forgedTerms(db)
  const untold = new Set(upgrade && found.length > 0 ? await untoldTerms(db, upgrade) : [])
  const forged = found.filter((id) => !untold.has(id))
  return forged.map((subjectId) => ({
    subjectType: 'agreement',
    subjectId,
    position: 0,
    fault: 'TERMS',
  }))
}

/**
 * Rows that are others than the log tells of, compared both ways: signatures, payments and terms of agreements. What a node
 * of the release before writes on the day of an upgrade is told to the log by a job; until then it is no fault.
 */
export async function forgedRows(db: Db, upgrade?: Upgrade): Promise<ChainFault[]> {
  return [...(await forgedSignatures(db)), ...(await forgedPayments(db, upgrade)), ...(await changedTerms(db, upgrade))]
}
