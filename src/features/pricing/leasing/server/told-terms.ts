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

/** Service is told of the leases that have some: what was told of the others before there was any stays true. */
const termsInRow = sql`(jsonb_build_object('documentSha256', encode(a.document_sha256, 'hex'), ${sql.join(
  Object.entries(termColumns).map(([name, column]) => sql`${sql.lit(name)}, ${sql.ref(`a.${column}`)}`),
)}) || case when a.service_terms is null then '{}' else jsonb_build_object('serviceTerms', a.service_terms) end)`

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

/** When a release that tells of terms began on a database that one before it had written. */
export interface Upgrade {
  readonly from: Date
  /** Until when a node of the release before may have written beside the new one. */
  readonly to: Date
}

/** How long after the first start of a new release nodes of the one before may still run. */
const BESIDE_MS = 24 * 3_600_000

/** How long after that day what was written on it is still told: the job that tells it comes every five minutes. */
const TELLING_MS = 3_600_000

/** Whether the log tells of any terms, which a release before did not; and the upgrade whose day is told of now, if any. */
export async function toldSince(db: Db, now: Date): Promise<{ isReported: boolean; upgrade: Upgrade | undefined }> {
  const { rows } = await sql<{ from: Date | null; before: boolean }>`
    select t.first as from, exists (select from events e where e.type = 'LEASING_AGREEMENT_SIGNED'
             and e.occurred_at < t.first - interval '1 minute') as before
      from (select min(occurred_at) as first from events where type = 'AGREEMENT_TERMS_SET') t`.execute(db)
  const { from, before } = rows[0]!
  const to = from && before ? new Date(from.getTime() + BESIDE_MS) : null
  const isNow = to !== null && now.getTime() <= to.getTime() + TELLING_MS
  return { isReported: from !== null, upgrade: from && to && isNow ? { from, to } : undefined }
}

/**
 * Signed agreements whose terms the log does not tell as they are; beside an upgrade those alone that the log knows to
 * have been written then: an event of the agreement or its order stands at the instant of the row.
 */
export async function untoldTerms(db: Db, upgrade?: Upgrade): Promise<string[]> {
  const beside = upgrade
    ? sql`a.updated_at between ${upgrade.from} and ${upgrade.to} and exists (
        select from events e where ((e.subject_type = 'agreement' and e.subject_id = a.id) or (e.subject_type = 'order' and e.subject_id = a.order_id))
           and e.type <> 'AGREEMENT_TERMS_SET' and abs(extract(epoch from e.occurred_at - a.updated_at)) < 60)`
    : sql`true`
  const { rows } = await sql<{ id: string }>`
    select a.id from leasing_agreements a where a.status = 'SIGNED' and ${beside} and ${termsTold} is distinct from ${termsInRow}
     order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Tells the log of the terms of the agreements that a release before has left without a word, or left beside the new one. */
export async function tellEarlierTerms(db: Db, services: Pick<Services, 'env'>, upgrade?: Upgrade): Promise<void> {
  const ids = await untoldTerms(db, upgrade)
  const all = Object.keys(termColumns) as TermName[]
  for (let from = 0; from < ids.length; from += PART) await tellTerms(db, services, ids.slice(from, from + PART), all)
}
