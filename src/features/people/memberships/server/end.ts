import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { moverOf } from '#features/orders/orders/server/moves/facts.ts'
import { moveOrder } from '#features/orders/orders/server/moves/move.ts'
import { lockOrder } from '#features/orders/orders/server/moves/record.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { BaseContext, SignedInContext } from '#platform/server/http/context.ts'
import { refusalOfEnding } from '../rules.ts'
import { bondsOf, isLastSuperAdmin } from './queries.ts'

/**
 * Ends a person's own bond with a company: an order that nobody has touched is cancelled, the roles there end, and the
 * employee's row is closed, so that the employer keeps its history and sees nothing new.
 * @throws NOT_FOUND, BOND_IN_USE while an order or a lease is under way, LAST_SUPER_ADMIN_NOT_ALLOWED
 */
export async function endBond(context: SignedInContext, companyId: string): Promise<void> {
  const { db, env, user } = context
  await db.selectFrom('users').select('id').where('id', '=', user.userId).forUpdate().execute()
  const [bond] = await bondsOf(db, user.userId, companyId)
  if (!bond) return fail('NOT_FOUND')
  const { openOrders, runningLeases, employeeStatus } = bond
  const facts = { employeeStatus, openOrders, runningLeases, isLastSuperAdmin: false }
  const refusal = refusalOfEnding({ ...facts, isLastSuperAdmin: await isLastSuperAdmin(db, user.userId) })
  if (refusal) throw new AppError(refusal, { details: { openOrders, runningLeases } })
  const actor: Actor = { kind: 'EMPLOYEE', userId: user.userId }
  for (const orderId of bond.untouchedOrders) {
    const record = await lockOrder(db, scopeOfAll, orderId)
    if (record) await moveOrder(db, context, record, { to: 'CANCELLED', mover: moverOf(user, record), actor })
  }
  if (bond.employeeId) await closeEmployee(context, bond.employeeId)
  await removeRoles(db, user.userId, companyId)
  await logEvent(db, env, actor, 'BOND_ENDED', { subject: { type: 'person', id: user.userId }, companyId })
  const recipients = (await employerUserIds(db, companyId)).filter((id) => id !== user.userId)
  await notify(db, context, recipients, {
    type: 'EMPLOYEE_REGISTRATION',
    template: 'memberships:notice.ended',
    values: { name: `${user.firstName} ${user.lastName}`, company: bond.companyName },
    link: pageUrl('employer', {}, { tab: 'manage' }),
    companyId,
  })
}

async function closeEmployee({ db, env }: BaseContext, id: string): Promise<void> {
  await db
    .updateTable('beneficiary_employees')
    .set((e) => ({ status: 'ENDED', updated_at: env.now(), version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** A role over a whole group is held in each of its companies, so it ends with any of them. */
async function removeRoles(db: Db, userId: string, companyId: string): Promise<void> {
  const group = db.selectFrom('companies').select('group_company_id').where('id', '=', companyId)
  await db
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where((e) => e.or([e('company_id', '=', companyId), e('group_company_id', '=', group)]))
    .execute()
  await db.deleteFrom('payroll_recipients').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
  await db
    .updateTable('users')
    .set({ home_company_id: null })
    .where('id', '=', userId)
    .where('home_company_id', '=', companyId)
    .execute()
}
