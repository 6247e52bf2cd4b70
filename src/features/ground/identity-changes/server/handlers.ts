import { reauthenticate } from '#features/ground/sessions/server/passwords.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, actorOf } from '#platform/server/events/events.ts'
import type { BaseContext, Handlers, SignedInContext } from '#platform/server/http/context.ts'
import type { identityChanges } from '../contract.ts'
import { type ChangeRow, personOfRow } from './proposal-mails.ts'
import { countProposal, lockChange, propose, refuse, settle } from './proposals.ts'
import { findAccount, findOpenChange, openChangesOf, tiersOf } from './queries.ts'
import { isSecond } from './second-person.ts'

const viewOf = (row: ChangeRow) => ({
  kind: row.kind,
  newEmail: row.new_email,
  newPhone: row.new_phone,
  removesPhone: row.removes_phone,
  takesEffectAt: row.takes_effect_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

async function mark(db: Db, row: ChangeRow, set: Partial<ChangeRow>): Promise<ChangeRow> {
  return db
    .updateTable('identity_changes')
    .set((e) => ({ ...set, version: e('version', '+', 1) }))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Where the link was mailed: the person's own addresses carry the person's id, the new one does not. */
const sideOf = (token: { userId: string | null }) => (token.userId ? 'OLD' : 'NEW')

async function ofLink({ db, token }: BaseContext & { token: { subjectId: string | null } }): Promise<ChangeRow> {
  const row = token.subjectId ? await lockChange(db, { id: token.subjectId }) : undefined
  return row ?? fail('TOKEN_NOT_VALID')
}

async function ofOwn({ db, user }: SignedInContext, id: string): Promise<ChangeRow> {
  const row = await lockChange(db, { id })
  return row && row.user_id === user.userId ? row : fail('NOT_FOUND')
}

const highestTier = (roles: readonly { tier: number }[]) => Math.max(0, ...roles.map(({ tier }) => tier))

/** The person of a staff call. @throws NOT_FOUND, NOT_FOR_ONESELF, ROLE_ABOVE_OWN_TIER */
async function personBelow({ db, user, scope }: SignedInContext, userId: string) {
  if (!scope.all) return fail('NOT_FOUND')
  const row = (await findAccount(db, userId)) ?? fail('NOT_FOUND')
  if (row.id === user.userId) throw new AppError('NOT_FOR_ONESELF')
  const held = await tiersOf(db, userId)
  if (highestTier(held) > highestTier(user.assignments.map(({ role }) => role)))
    throw new AppError('ROLE_ABOVE_OWN_TIER')
  return row
}

export const identityChangesHandlers: Handlers<typeof identityChanges> = {
  async look(_request, { db, token }) {
    const row = await findOpenChange(db, token.subjectId)
    if (!row) return fail('TOKEN_NOT_VALID')
    return { ...viewOf(row), side: sideOf(token), firstName: row.first_name }
  },
  async confirm(_request, context) {
    const row = await ofLink(context)
    const now = context.env.now()
    const side = sideOf(context.token)
    const marked = await mark(context.db, row, side === 'OLD' ? { old_confirmed_at: now } : { new_confirmed_at: now })
    const actor: Actor = { kind: 'EMPLOYEE', userId: row.user_id }
    return { inEffect: await settle(context.db, context, marked, actor) }
  },
  async refuse(_request, context) {
    const row = await ofLink(context)
    await refuse(context.db, context, row, { kind: 'VISITOR', userId: null })
    return { done: true }
  },
  async mine(_request, { db, user }) {
    const rows = await openChangesOf(db, user.userId)
    return { items: rows.map((row) => ({ identityChangeId: row.id, ...viewOf(row) })) }
  },
  async confirmOwn({ params, body }, context) {
    await reauthenticate(context, body.password)
    const row = await ofOwn(context, params.id)
    const marked = await mark(context.db, row, { old_confirmed_at: context.env.now() })
    return { inEffect: await settle(context.db, context, marked, actorOf(context.user, row.user_id)) }
  },
  async refuseOwn({ params }, context) {
    const row = await ofOwn(context, params.id)
    await refuse(context.db, context, row, actorOf(context.user, row.user_id))
    return { done: true }
  },
  async open({ params }, { db, user, scope }) {
    if (!scope.all) return fail('NOT_FOUND')
    const rows = await openChangesOf(db, params.userId)
    const items = rows.map((row) => ({
      identityChangeId: row.id,
      ...viewOf(row),
      needsSecondStaff: row.needs_second_staff,
      proposedByCaller: row.proposed_by === user.userId,
    }))
    return { items }
  },
  async confirmAsSecond({ params, body }, context) {
    const { db, user } = context
    await personBelow(context, params.userId)
    const row = (await lockChange(db, { userId: params.userId, kind: body.kind })) ?? fail('NOT_FOUND')
    if (!row.needs_second_staff) return fail('NOT_FOUND')
    if (!(await isSecond(db, row, user.userId, context.env.now()))) throw new AppError('NOT_FOR_ONESELF')
    const marked = await mark(db, row, { confirmed_by: user.userId })
    return { inEffect: await settle(db, context, marked, actorOf(user)) }
  },
  async resetSecondFactor({ params }, context) {
    const { db, database } = context
    // Who may not propose it uses up nothing.
    await personBelow({ ...context, db: database.primary }, params.userId)
    await countProposal(context, params.userId)
    const row = await personBelow(context, params.userId)
    await propose(db, context, personOfRow(row), { kind: 'SECOND_FACTOR' })
    const open = await lockChange(db, { userId: row.id, kind: 'SECOND_FACTOR' })
    return { takesEffectAt: open?.takes_effect_at?.toISOString() ?? null }
  },
}
