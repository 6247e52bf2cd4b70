import { sql } from 'kysely'
import type { InsuranceFacts } from '#features/ground/terms/shapes.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type ClaimTerms, usualTerms } from '../rules/cover.ts'

/** What the insurance terms say of a claim: those that were accepted with the bicycle, else those in force. */
export async function claimTerms(
  db: Db,
  { bike_order_id: orderId }: { bike_order_id: string | null },
): Promise<ClaimTerms> {
  const { rows } = await sql<{ insurance: InsuranceFacts }>`
    select t.insurance from terms_documents t left join orders o on o.insurance_terms_id = t.id and o.id = ${orderId}
     where t.kind = 'INSURANCE' order by (o.id is not null) desc, t.number desc limit 1`.execute(db)
  const facts = rows[0]?.insurance
  if (!facts) return usualTerms
  return {
    deductibleMaxCents: facts.deductibleCents,
    fallBasisPoints: facts.coverFallBasisPoints ?? usualTerms.fallBasisPoints,
    limitCents: facts.limitCents,
  }
}
