import { requireTermsAccepted } from '#features/people/companies/employer-terms/server/standing.ts'
import { findGroup, groupsReached, lockGroup } from '#features/people/companies/groups/server/queries.ts'
import { requireCompany, requireLockedCompany } from '#features/people/companies/server/queries.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { Answer, type Context, type Handlers } from '#platform/server/http/context.ts'
import type { RegisterLink, registerLinks } from '../contract.ts'
import { type MadeLink, makeLink, subjectOf } from './make-link.ts'
import { companiesOfGroup, type LinkRow, languageOf, listLinks, lockLink } from './queries.ts'

/** The address of the page where a person joins; only another language than Finnish stands in it. */
function joinUrl(origin: string, token: string, language: LanguageCode): string {
  return origin + (language === 'fi' ? pageUrl('join', { token }) : pageUrl('joinInLanguage', { language, token }))
}

function linkOf(row: LinkRow, { vault, config }: Pick<Context, 'vault' | 'config'>): RegisterLink {
  return {
    registerLinkId: row.id,
    url: row.sealed ? joinUrl(config.origin, vault.open(row.sealed), languageOf(row)) : null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }
}

function made({ id, token, expiresAt }: MadeLink, language: LanguageCode, { config }: Pick<Context, 'config'>) {
  const url = joinUrl(config.origin, token, language)
  return new Answer(201, { token, registerLinkId: id, url, expiresAt: expiresAt.toISOString() })
}

export const registerLinksHandlers: Handlers<typeof registerLinks> = {
  async createForCompany({ body }, context) {
    const company = await requireLockedCompany(context.db, context.scope, body.companyId)
    if (!company.active) fail('NOT_FOUND')
    await requireTermsAccepted(context.db, [company.id], context.env.now())
    return made(await makeLink({ companyId: company.id }, context), company.language, context)
  },
  async createForGroup({ body }, context) {
    const reached = groupsReached(context.user, 'register-link:create')
    const group = (await lockGroup(context.db, reached, body.groupCompanyId)) ?? fail('NOT_FOUND')
    await requireTermsAccepted(context.db, await companiesOfGroup(context.db, group.id), context.env.now())
    return made(await makeLink({ groupCompanyId: group.id }, context), 'fi', context)
  },
  async listOfCompany({ params }, context) {
    await requireCompany(context.db, context.scope, params.id)
    const rows = await listLinks(context.db, { companyId: params.id })
    return wholeListOf(
      rows.map((row) => linkOf(row, context)),
      rows.length,
    )
  },
  async listOfGroup({ params }, context) {
    const reached = groupsReached(context.user, 'register-link:create')
    const group = (await findGroup(context.db, reached, params.id)) ?? fail('NOT_FOUND')
    const rows = await listLinks(context.db, { groupCompanyId: group.id })
    return wholeListOf(
      rows.map((row) => linkOf(row, context)),
      rows.length,
    )
  },
  async revoke({ params }, context) {
    const { db, env, scope, user } = context
    const row = (await lockLink(db, scope, groupsReached(user, 'register-link:create'), params.id)) ?? fail('NOT_FOUND')
    if (row.revoked_at) return linkOf(row, context)
    const revokedAt = env.now()
    await db.updateTable('link_tokens').set({ revoked_at: revokedAt }).where('id', '=', row.id).execute()
    const of = row.company_id ? { companyId: row.company_id } : { groupCompanyId: row.group_company_id! }
    await logEvent(db, env, actorOf(user), 'REGISTER_LINK_REVOKED', {
      ...subjectOf(of),
      data: { registerLinkId: row.id },
    })
    return linkOf({ ...row, revoked_at: revokedAt }, context)
  },
}
