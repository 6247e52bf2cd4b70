import type { Db } from '#platform/server/database/db.ts'
import type { ClaimTerms } from '../rules/cover.ts'

const KEY = 'claim-terms'
const usualTerms: ClaimTerms = { deductibleMaxCents: 20_000, fallBasisPoints: 100 }

/** What the insurance terms say of every claim; what the settings name besides wins. */
export async function claimTerms(db: Db): Promise<ClaimTerms> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  return { ...usualTerms, ...(row?.value as Partial<ClaimTerms> | undefined) }
}
