import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'

const LINK_DAYS = 400

/** The path of the page on which an invoice is paid: the link it has, else a new one. */
export async function payPath(
  db: Db,
  { env, vault }: Pick<Services, 'env' | 'vault'>,
  invoice: { id: string; companyId: string },
): Promise<string> {
  const kept = await db
    .selectFrom('link_tokens')
    .select('sealed')
    .where('subject_id', '=', invoice.id)
    .where('purpose', '=', 'pay')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', env.now())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (kept?.sealed) return `/maksu/${vault.open(kept.sealed)}`
  const { token } = await createLinkToken(db, env, {
    purpose: 'pay',
    days: LINK_DAYS,
    companyId: invoice.companyId,
    subjectId: invoice.id,
    seal: vault.seal,
  })
  return `/maksu/${token}`
}
