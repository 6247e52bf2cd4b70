import { countProposal } from '#features/ground/identity-changes/server/proposals.ts'
import { invite } from '#features/ground/invitations/server/invite.ts'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { reaches, scopeOfOwn } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import type { accounts } from '../contract.ts'
import { changePerson, emailOf, phoneOf, proposalIn, scopesOf, viewOf } from './changes.ts'
import { readPreferences, writePreferences } from './preferences.ts'
import { findOpenCompany, findPerson, listPeople } from './queries.ts'

/** A new person belongs to a company inside the caller's reach; staff may leave it open. */
async function companyOfNew(context: SignedInContext, companyId: string | null | undefined) {
  if (!companyId)
    return context.scope.all
      ? null
      : fail('VALIDATION', { fields: [{ path: 'companyId', code: 'REQUIRED', message: 'is needed' }] })
  if (!reaches(context.scope, companyId)) throw new AppError('NOT_FOUND')
  return (await findOpenCompany(context.db, companyId)) ?? fail('NOT_FOUND')
}

export const accountsHandlers: Handlers<typeof accounts> = {
  async list({ query }, context) {
    const scopes = scopesOf(context.user, context.scope)
    if (query.id) {
      const one = await findPerson(context.db, scopes, query.id)
      const rows = one ? [viewOf(one)] : []
      return pageOf(rows, { page: 1, limit: query.limit ?? 20, total: rows.length })
    }
    if (query.isForList) {
      const page = { page: query.page ?? 1, limit: query.limit ?? 20 }
      const { rows, ...count } = await listPeople(context.db, scopes, query, {
        limit: page.limit,
        offset: (page.page - 1) * page.limit,
      })
      return pageOf(rows.map(viewOf), { ...page, ...count })
    }
    const { rows, total } = await listPeople(
      context.db,
      scopes,
      { companyId: query.companyId },
      { limit: WHOLE_LIST_MAX + 1, offset: 0 },
    )
    return wholeListOf(rows.map(viewOf), total)
  },

  async create({ body }, context) {
    const { db, env, user } = context
    const company = await companyOfNew(context, body.companyId)
    const email = emailOf(body.workEmail, 'workEmail')
    const personalEmail = body.personalEmail ? emailOf(body.personalEmail, 'personalEmail') : null
    const phoneNumber = body.phoneNumber ? phoneOf(body.phoneNumber) : null
    const userId = await invite(context, {
      kind: 'ACCOUNT',
      email,
      firstName: body.firstName.trim(),
      lastName: body.lastName.trim(),
      personalEmail,
      phoneNumber,
      language: body.language ?? context.language,
      company,
      invitedBy: user.userId,
    })
    // The same invitation is open already, which the caller's own list shows.
    if (!userId) throw new AppError('INVITATION_EXISTS')
    await logEvent(db, env, actorOf(user), 'PERSON_INVITED', {
      subject: { type: 'person', id: userId },
      companyId: company?.id ?? null,
    })
    const row = (await findPerson(db, scopesOf(user, context.scope), userId)) ?? fail('NOT_FOUND')
    return { user: viewOf(row) }
  },

  async update({ params, body }, context) {
    if (await proposalIn(context, params.userId, body)) await countProposal(context, params.userId)
    return { user: await changePerson(context, params.userId, body) }
  },

  async own(_request, context) {
    const scope = scopeOfOwn(context.user.userId)
    return viewOf(
      (await findPerson(context.db, scopesOf(context.user, scope), context.user.userId)) ?? fail('NOT_FOUND'),
    )
  },

  async updateOwn({ body }, context) {
    return changePerson({ ...context, scope: scopeOfOwn(context.user.userId) }, context.user.userId, body)
  },

  async ownPreferences(_request, context) {
    return readPreferences(context.db, context.user.userId)
  },

  async setOwnPreferences({ body }, context) {
    return writePreferences(context, context.user.userId, body)
  },

  async preferencesByToken(_request, { db, token }) {
    return readPreferences(db, token.userId ?? fail('NOT_FOUND'))
  },

  async setPreferencesByToken({ body }, context) {
    return writePreferences(context, context.token.userId ?? fail('NOT_FOUND'), body)
  },

  async preferencesOf({ params }, context) {
    const row = await findPerson(context.db, scopesOf(context.user, context.scope), params.id)
    return readPreferences(context.db, row?.userId ?? fail('NOT_FOUND'))
  },
}
