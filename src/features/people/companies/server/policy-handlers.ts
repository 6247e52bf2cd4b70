import type { companies } from '#features/people/companies/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { changePolicy } from './changes.ts'
import { findCompanyPolicy, listPolicyVersions, policyOf } from './policies.ts'
import { announcePolicy, findOwnCompanyId } from './policy-readers.ts'
import { findCompanyLimit, requireLockedCompany } from './queries.ts'

type PolicyCalls = Pick<typeof companies, 'ownPolicy' | 'policy' | 'policyVersions' | 'changePolicy'>

async function requireReadable(db: Db, scope: Scope, companyId: string): Promise<void> {
  if (!(await findCompanyLimit(db, scope, companyId))) fail('NOT_FOUND')
}

export const policyHandlers: Handlers<PolicyCalls> = {
  async ownPolicy({ query }, { db, user }) {
    const companyId = (await findOwnCompanyId(db, user, query.companyId)) ?? fail('NOT_FOUND')
    return policyOf((await findCompanyPolicy(db, companyId)) ?? fail('NOT_FOUND'))
  },
  async policy({ params }, { db, scope }) {
    await requireReadable(db, scope, params.id)
    return policyOf((await findCompanyPolicy(db, params.id)) ?? fail('NOT_FOUND'))
  },
  async policyVersions({ params }, { db, scope }) {
    await requireReadable(db, scope, params.id)
    const rows = await listPolicyVersions(db, params.id)
    return wholeListOf(rows.map(policyOf), rows.length)
  },
  async changePolicy({ params, body }, context) {
    const { db, scope } = context
    await requireLockedCompany(db, scope, params.id)
    const before = await findCompanyPolicy(db, params.id)
    const { version, ...change } = body
    if (before) requireVersion(version, before.number, policyOf(before))
    const { policy, isNew } = await changePolicy(params.id, change, context)
    if (isNew) await announcePolicy(context, params.id)
    return policyOf(policy)
  },
}
