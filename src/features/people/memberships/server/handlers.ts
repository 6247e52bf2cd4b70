import { fail } from '#platform/contract/errors.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { requireLinkToken } from '#platform/server/http/link-tokens.ts'
import type { memberships } from '../contract.ts'
import { acceptByLink, acceptWithAccount, declineInvitation, hasAccount } from './accept.ts'
import { endBond } from './end.ts'
import { bondsOf, findInvitation, type InvitationRow, invitationsTo, viewOfBond } from './queries.ts'

const done = { done: true }

const viewOf = ({ kind, companyName, roles, expiresAt }: InvitationRow) => ({
  kind,
  companyName,
  roles,
  expiresAt: expiresAt.toISOString(),
})

/** @throws NOT_FOUND for an invitation to somebody else's address */
async function requireOwn({ db, user, env }: SignedInContext, id: string): Promise<void> {
  const own = await invitationsTo(db, user.email, env.now())
  if (!own.some((invitation) => invitation.id === id)) fail('NOT_FOUND')
}

export const membershipsHandlers: Handlers<typeof memberships> = {
  async look(_request, { db, token }) {
    const invitation = token.subjectId ? await findInvitation(db, token.subjectId) : undefined
    if (!invitation || invitation.isWithdrawn) return fail('TOKEN_NOT_VALID')
    const { email, firstName } = invitation
    return { ...viewOf(invitation), email, firstName, hasAccount: await hasAccount(db, email) }
  },
  async accept({ body }, context) {
    await acceptByLink(context, context.token.subjectId ?? fail('TOKEN_NOT_VALID'), body.password)
    return done
  },
  async acceptSignedIn({ params }, context) {
    const link = await requireLinkToken(context.db, 'invitation', params.token, context.env.now())
    await acceptWithAccount(context, link.subjectId ?? fail('TOKEN_NOT_VALID'), context.user.userId)
    return done
  },
  async decline(_request, context) {
    await declineInvitation(context, context.token.subjectId ?? fail('TOKEN_NOT_VALID'))
    return done
  },
  async mine(_request, { db, user, env }) {
    const waiting = await invitationsTo(db, user.email, env.now())
    return {
      bonds: (await bondsOf(db, user.userId)).map(viewOfBond),
      invitations: waiting.map((row) => ({ invitationId: row.id, ...viewOf(row) })),
    }
  },
  async acceptOwn({ params }, context) {
    await requireOwn(context, params.id)
    await acceptWithAccount(context, params.id, context.user.userId)
    return done
  },
  async declineOwn({ params }, context) {
    await requireOwn(context, params.id)
    await declineInvitation(context, params.id)
    return done
  },
  async end({ params }, context) {
    await endBond(context, params.companyId)
    return done
  },
}
