import type { Db } from '#platform/server/database/db.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { Judgement } from '../rules.ts'
import type { ProposalRow } from './queries.ts'

/** Writes a yes to a locked proposal: for the companies of the caller, or for the staff. */
export async function writeYes(
  db: Db,
  { env, user }: Pick<SignedInContext, 'env' | 'user'>,
  row: ProposalRow,
  { companyIds, needsCode }: Judgement,
): Promise<void> {
  const yes = { confirmed_by: user.userId, confirmed_at: env.now() }
  if (companyIds.length > 0)
    await db
      .updateTable('proposal_companies')
      .set((e) => ({ ...yes, version: e('version', '+', 1) }))
      .where('proposal_id', '=', row.id)
      .where('company_id', 'in', [...companyIds])
      .execute()
  await db
    .updateTable('proposals')
    .set((e) => ({
      ...(companyIds.length > 0 ? {} : { ...yes, confirmed_alone: needsCode }),
      updated_at: env.now(),
      version: e('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute()
}
