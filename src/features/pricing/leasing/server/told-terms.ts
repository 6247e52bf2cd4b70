/** What the log tells of an agreement's terms: whoever sets one tells it, so that one that was set by hand is found. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { logEvents, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'

/** The terms of a signed agreement by their names in the log. */
const termColumns = {
  priceCents: 'price_cents',
  excessCents: 'excess_cents',
  instalmentCents: 'instalment_cents',
  lastInstalmentCents: 'last_instalment_cents',
  serviceShareCents: 'service_share_cents',
  adminFeeCents: 'admin_fee_cents',
  residualCents: 'residual_cents',
  buyOutCents: 'buy_out_cents',
  endPrices: 'end_prices',
  vatBasisPoints: 'vat_basis_points',
  leaseMonths: 'lease_months',
  startDay: 'start_day',
  endDay: 'end_day',
  benefitModel: 'benefit_model',
  taxRegime: 'tax_regime',
  commitmentDay: 'commitment_day',
  exemptUntil: 'exempt_until',
  leasingCompanyId: 'leasing_company_id',
  termsId: 'terms_id',
} as const
type TermName = keyof typeof termColumns

/** The terms that a change of the payment sets. */
export const paymentTerms = ['instalmentCents', 'lastInstalmentCents', 'serviceShareCents', 'vatBasisPoints'] as const

const termsInRow = sql`jsonb_build_object('documentSha256', encode(a.document_sha256, 'hex'), ${sql.join(
  Object.entries(termColumns).map(([name, column]) => sql`${sql.lit(name)}, ${sql.ref(`a.${column}`)}`),
)})`

const termsTold = sql`(select e.data from events e
  where e.subject_type = 'agreement' and e.subject_id = a.id and e.type = 'AGREEMENT_TERMS_SET' order by e.position desc limit 1)`

type Terms = Readonly<Record<string, unknown>>

/**
 * Tells the log which terms of signed agreements have just been set; the others stay as it has told them, whatever their
 * rows say by now. An agreement that is not signed has none yet.
 */
export async function tellTerms(
  db: Db,
  { env }: Pick<Services, 'env'>,
  agreementIds: readonly string[],
  set: readonly TermName[] = [],
): Promise<void> {
  const { rows } = await sql<{
    id: string
    companyId: string
    employeeId: string
    orderId: string | null
    row: Terms
    told: Terms | null
  }>`
    select a.id, a.company_id as "companyId", a.beneficiary_employee_id as "employeeId", a.order_id as "orderId",
           ${termsInRow} as row, ${termsTold} as told
      from leasing_agreements a where a.id = any(${agreementIds}::uuid[]) and a.status = 'SIGNED' order by a.id`.execute(
    db,
  )
  const events = rows.flatMap(({ id, row, told, ...of }) => {
    const data = told ? { ...told, ...Object.fromEntries(set.map((name) => [name, row[name]])) } : row
    return told && JSON.stringify(data) === JSON.stringify(told)
      ? []
      : [{ ...of, subject: { type: 'agreement' as const, id }, shared: false, data }]
  })
  await logEvents(db, env, systemActor, 'AGREEMENT_TERMS_SET', events)
}

/** Signed agreements whose terms are not those that the log tells of, and those that it tells of and that are not there. */
export async function forgedTerms(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from leasing_agreements a where a.status = 'SIGNED' and ${termsTold} is distinct from ${termsInRow}
    union
    select e.subject_id from events e where e.type = 'AGREEMENT_TERMS_SET'
       and not exists (select from leasing_agreements a where a.id = e.subject_id and a.status = 'SIGNED')
     order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many agreements the log is told of at once. */
const PART = 500

/** Whether the log tells of any terms: a release before did not. */
export async function isToldOfTerms(db: Db): Promise<boolean> {
  return (await sql`select from events where type = 'AGREEMENT_TERMS_SET' limit 1`.execute(db)).rows.length > 0
}

/** Tells the log of the terms of the agreements that a release has left without a word. */
export async function tellEarlierTerms(db: Db, services: Pick<Services, 'env'>): Promise<void> {
  const signed = await db.selectFrom('leasing_agreements').select('id').where('status', '=', 'SIGNED').execute()
  for (let from = 0; from < signed.length; from += PART)
    await tellTerms(
      db,
      services,
      signed.slice(from, from + PART).map(({ id }) => id),
    )
}
