import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type SignedIn, scopeOf } from '#platform/server/database/scope.ts'
import type { BaseContext } from '#platform/server/http/context.ts'

/**
 * The company of a caller: the employer of a beneficiary (the one named, else the one they joined last; rejected rows
 * do not count), else the one that they act for (the one named, else the first of their roles).
 */
export async function findOwnCompanyId(
  db: Db,
  user: SignedIn,
  companyId: string | undefined,
): Promise<string | undefined> {
  const employer = await findEmployerId(db, user, companyId)
  if (employer) return employer
  const { companyIds } = scopeOf(user, 'bike-policy:read')
  return companyId ? companyIds.find((one) => one === companyId) : companyIds[0]
}

async function findEmployerId(db: Db, user: SignedIn, companyId: string | undefined): Promise<string | undefined> {
  let query = db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select('c.id')
    .where('e.user_id', '=', user.userId)
    .where('e.status', '<>', 'REJECTED')
    .where('c.deleted_at', 'is', null)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
  if (companyId) query = query.where('c.id', '=', companyId)
  return (await query.executeTakeFirst())?.id
}

/** Tells the employer's people that a new version of the policy is in force. */
export async function announcePolicy(
  context: Pick<BaseContext, 'db'> & Parameters<typeof notify>[1],
  companyId: string,
): Promise<void> {
  const { db } = context
  const company = await db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  const userIds = await employerUserIds(db, companyId, ['EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_GROUP_ADMIN'])
  await notify(db, context, userIds, {
    type: 'GENERAL',
    template: 'companies:notice.policy',
    values: { company: company.name },
    link: pages.companySettings,
    companyId,
    priority: 'LOW',
  })
}
