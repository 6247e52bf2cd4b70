import type { SignedIn } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { Context } from '#platform/server/http/context.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { REGISTER_LINK_DAYS } from '../rules.ts'
import { findLiveLink } from './queries.ts'

type Writing = Pick<Context, 'db' | 'env' | 'vault'> & { readonly user: SignedIn }

export interface MadeLink {
  readonly id: string
  readonly token: string
  readonly expiresAt: Date
}

export function subjectOf(of: { companyId: string } | { groupCompanyId: string }) {
  return 'companyId' in of
    ? { subject: { type: 'company' as const, id: of.companyId }, companyId: of.companyId }
    : { subject: { type: 'group-company' as const, id: of.groupCompanyId } }
}

/** A new link with which people join a company, or a company of a group. */
export async function makeLink(
  of: { companyId: string } | { groupCompanyId: string },
  { db, env, vault, user }: Writing,
): Promise<MadeLink> {
  const link = await createLinkToken(db, env, {
    ...of,
    purpose: 'join',
    days: REGISTER_LINK_DAYS,
    createdBy: user.userId,
    seal: vault.seal,
  })
  await logEvent(db, env, actorOf(user), 'REGISTER_LINK_CREATED', {
    ...subjectOf(of),
    data: { registerLinkId: link.id, expiresAt: link.expiresAt.toISOString() },
  })
  return link
}

/** The company's newest link that still opens, or a new one where there is none. */
export async function linkToSend(companyId: string, context: Writing): Promise<MadeLink> {
  const row = await findLiveLink(context.db, companyId, context.env.now())
  if (!row?.sealed) return makeLink({ companyId }, context)
  return { id: row.id, token: context.vault.open(row.sealed), expiresAt: row.expires_at }
}
