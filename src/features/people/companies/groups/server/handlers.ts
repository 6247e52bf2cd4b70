import { recipientHandlersOf } from '#features/people/companies/recipients/server/handlers.ts'
import { notifyAdmins } from '#features/people/companies/recipients/server/notify-admins.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { requireBusinessId } from '#platform/server/http/identifier-fields.ts'
import type { CompanyGroup, companyGroups } from '../contract.ts'
import { findGroup, groupsReached, listGroups, lockGroup } from './queries.ts'
import { setCompanies } from './set-companies.ts'

type FoundGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>

const groupOf = (row: FoundGroup): CompanyGroup => ({
  groupCompanyId: row.id,
  name: row.name,
  businessId: row.business_id,
  companies: row.companies,
  version: row.version,
})

async function readGroup(db: Db, user: SignedIn, id: string): Promise<CompanyGroup> {
  return groupOf((await findGroup(db, groupsReached(user, 'group-company:read'), id)) ?? fail('NOT_FOUND'))
}

async function unlessTaken<R>(write: Promise<R>): Promise<R> {
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('GROUP_COMPANY_EXISTS_ERROR') : error
  })
}

/** Places companies in a group, whose admins then reach them; the admins of each that comes or goes hear of it. */
async function placeCompanies(context: SignedInContext, id: string, companyIds: readonly string[] | undefined) {
  const { db, env } = context
  if (!companyIds) return
  const moved = await setCompanies(db, id, companyIds, env.now())
  if (!moved) failField('companyIds', 'NOT_IN_LIST', 'is not known')
  for (const company of moved) await notifyAdmins(db, context, company, 'group')
}

export const companyGroupsHandlers: Handlers<typeof companyGroups> = {
  async list({ query }, { db, user }) {
    const rows = await listGroups(db, groupsReached(user, 'group-company:read'))
    if (query.forDropdown)
      return wholeListOf(
        rows.map(({ id, name }) => ({ id, name })),
        rows.length,
      )
    return wholeListOf(rows.map(groupOf), rows.length)
  },
  async get({ params }, { db, user }) {
    return readGroup(db, user, params.id)
  },
  async create({ body }, context) {
    const { db, env, user } = context
    requireBusinessId(body.businessId)
    const id = env.id()
    const row = { id, name: body.name.trim(), business_id: body.businessId ?? null, created_at: env.now() }
    await unlessTaken(db.insertInto('group_companies').values(row).execute())
    await placeCompanies(context, id, body.companyIds)
    await logEvent(db, env, actorOf(user), 'COMPANY_CREATED', { subject: { type: 'group-company', id } })
    return new Answer(201, await readGroup(db, user, id))
  },
  async update({ params, body }, context) {
    const { db, env, user } = context
    const before = (await lockGroup(db, groupsReached(user, 'group-company:write'), params.id)) ?? fail('NOT_FOUND')
    if (body.version !== before.version)
      requireVersion(body.version, before.version, await readGroup(db, user, params.id))
    requireBusinessId(body.businessId)
    const set = {
      name: body.name.trim(),
      ...(body.businessId === undefined ? {} : { business_id: body.businessId }),
      version: before.version + 1,
      updated_at: env.now(),
    }
    await unlessTaken(db.updateTable('group_companies').set(set).where('id', '=', params.id).execute())
    await placeCompanies(context, params.id, body.companyIds)
    await logEvent(db, env, actorOf(user), 'COMPANY_UPDATED', {
      subject: { type: 'group-company', id: params.id },
      data: { companyIds: body.companyIds ?? null },
    })
    return readGroup(db, user, params.id)
  },
  async remove({ params, query }, { db, env, user }) {
    const before = (await lockGroup(db, groupsReached(user, 'group-company:delete'), params.id)) ?? fail('NOT_FOUND')
    const group = await readGroup(db, user, params.id)
    requireVersion(query.version, before.version, group)
    if (group.companies.length > 0)
      throw new AppError('IN_USE_NOT_ALLOWED', { details: { companies: group.companies.length } })
    const now = env.now()
    await db
      .updateTable('group_companies')
      .set({ deleted_at: now, version: before.version + 1, updated_at: now })
      .where('id', '=', params.id)
      .execute()
    await db
      .updateTable('link_tokens')
      .set({ revoked_at: now })
      .where('group_company_id', '=', params.id)
      .where('revoked_at', 'is', null)
      .execute()
    await logEvent(db, env, actorOf(user), 'COMPANY_DELETED', { subject: { type: 'group-company', id: params.id } })
    return { code: 'GROUP_COMPANY_DELETED', groupCompanyId: params.id }
  },
  ...recipientHandlersOf({
    async find({ db, user }, groupCompanyId, how) {
      const reached = groupsReached(user, `payroll-recipient:${how}`)
      const found = how === 'read' ? findGroup(db, reached, groupCompanyId) : lockGroup(db, reached, groupCompanyId)
      const { name } = (await found) ?? fail('NOT_FOUND')
      return { groupCompanyId, name }
    },
    idsOf: ({ userIds }: { userIds: string[] }) => userIds,
    reply: (data) => ({ data }),
  }),
}
