import { sql } from 'kysely'
import { isAuthorised } from '#features/orders/orders/server/moves/facts.ts'
import { termsStandings } from '#features/people/companies/employer-terms/server/standing.ts'
import { hasHand, isHandInvited } from '#features/people/companies/server/hands.ts'
import { billingTablesOn } from '#features/pricing/leasing/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { type ReadinessCheck, readinessChecks } from '../readiness.ts'

/** What is read of a company for its readiness. */
export interface ReadinessRow {
  readonly id: string
  readonly lessorId: string | null
  readonly lessor_kind: 'OPERATOR' | 'GRENKE' | 'LEASE_PLUS' | 'OTHER' | null
  readonly lessor_authority_reference: string | null
  readonly lessor_authority_day: Day | null
  /** What the company's own rows tell. */
  readonly ready: Readonly<
    Record<Exclude<ReadinessCheck, 'LESSOR_AUTHORITY' | 'BILLING_TABLE' | 'EMPLOYER_TERMS'>, boolean>
  >
  /** For which of them somebody has been invited and has not come yet. */
  readonly invited: Readonly<Partial<Record<ReadinessCheck, boolean>>>
}

/** Each thing that a company `c`, with its lessor `l`, needs before an order, as a condition. */
const conditions = (now: Date) => sql`json_build_object(
  'ADMIN', ${hasHand('DECIDE')},
  'SIGNER', ${hasHand('SIGN')},
  'LESSOR', l.id is not null and l.active,
  'TERMS', exists (select 1 from terms_documents d where d.kind = 'AGREEMENT'),
  'POLICY', coalesce((select p.body <> '' from bike_policies p where p.company_id = c.id order by p.number desc limit 1), false),
  'PAYROLL_RECIPIENT', exists (select 1 from payroll_recipients r where r.company_id = c.id)
     or exists (select 1 from group_payroll_recipients r where r.group_company_id = c.group_company_id),
  'JOIN_LINK', exists (select 1 from link_tokens t where t.purpose = 'join' and (t.company_id = c.id or t.group_company_id = c.group_company_id)
     and t.revoked_at is null and t.expires_at > ${now}::timestamptz))`

/** The columns of `ReadinessRow`, over a company `c` with its lessor `l`. */
export const readinessColumns = (now: Date) => sql`c.id, l.id as "lessorId", l.kind as lessor_kind,
  l.authority_reference as lessor_authority_reference, l.authority_day as lessor_authority_day, ${conditions(now)} as ready, json_build_object(
  'ADMIN', ${isHandInvited('DECIDE')}, 'SIGNER', ${isHandInvited('SIGN')}) as invited`

export interface Readiness {
  readonly check: ReadinessCheck
  readonly isDone: boolean
  /** Somebody has been invited to it and has not come yet. */
  readonly isInvited: boolean
}

/** What companies have and lack before their first order, by the rules that refuse it; in the order of the rows. */
export async function readinessOf(db: Db, rows: readonly ReadinessRow[], now: Date): Promise<Readiness[][]> {
  const lessors = [...new Set(rows.flatMap(({ lessorId }) => lessorId ?? []))]
  const companyIds = rows.map(({ id }) => id)
  const tables = lessors.length > 0 ? await billingTablesOn(db, lessors, { companyIds, day: helsinkiDay(now) }) : []
  const standings = await termsStandings(db, companyIds, helsinkiDay(now))
  return rows.map(({ id, lessorId, ready, invited, ...lessor }) => {
    const hasTable = tables.some(
      (table) => table.leasing_company_id === lessorId && (table.company_id === null || table.company_id === id),
    )
    const isDone = {
      ...ready,
      LESSOR_AUTHORITY: isAuthorised(lessor),
      BILLING_TABLE: hasTable,
      EMPLOYER_TERMS: standings.get(id)?.mayOpen ?? false,
    }
    return readinessChecks.map((check) => ({
      check,
      isDone: isDone[check],
      isInvited: !isDone[check] && (invited[check] ?? false),
    }))
  })
}
