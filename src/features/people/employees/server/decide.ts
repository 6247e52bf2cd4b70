import { settleNotices } from '#features/ground/notifications/server/notify.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { employees } from '../contract.ts'
import { decisionRefusal, rolesOfFlags } from '../rules.ts'
import { openOrder } from './acceptance.ts'
import { changedColumns, columnsOf, requireAbsenceInEmployment, requireReasonRight } from './fields.ts'
import { findCompany, lockEmployee } from './queries.ts'
import { giveFlaggedRoles, giveRole } from './roles.ts'
import { tellOfChanges } from './told-changes.ts'
import { type Followed, keepUndo } from './undo.ts'
import { viewOfOne } from './views.ts'

type Decision = BodyOf<typeof employees.decide>
type Change = BodyOf<typeof employees.update>

/** The limits of the benefit: what an employer may not set for themselves. */
const ownLimits = ['max_price_cents', 'benefit_model', 'last_working_day', 'job_trial_period_end'] as const

const presence = new Set(['last_working_day', 'absence_from', 'absence_to'])

export async function loadForUpdate(context: SignedInContext, id: string) {
  const { db, scope } = context
  const row = (await lockEmployee(db, scope, id)) ?? fail('NOT_FOUND')
  const company = (await findCompany(db, scope, row.company_id)) ?? fail('NOT_FOUND')
  return { row, company }
}

/**
 * Accepts or rejects an application. The row is locked before it is looked at, so that of two people who decide at the
 * same moment one decides and the other is told so.
 * @throws NOT_FOUND, NOT_FOR_ONESELF, DECISION_NOT_ALLOWED, VERSION_CONFLICT, FORBIDDEN and ROLE_ABOVE_OWN_TIER for roles
 */
export async function decide(context: SignedInContext, id: string, decision: Decision): Promise<void> {
  const { db, env, user } = context
  const { row, company } = await loadForUpdate(context, id)
  const refusal = decisionRefusal({ status: row.status, isOwn: row.user_id === user.userId })
  if (refusal) throw new AppError(refusal)
  requireVersion(decision.version, row.version, await viewOfOne(context, id))
  const accepted = decision.status === 'ACCEPTED'
  const reason = decision.rejectReason?.trim() || null
  if (!accepted && !reason) failField('rejectReason', 'REQUIRED', 'is needed')
  requireReasonRight(user, company.id, decision)
  const columns = await columnsOf(db, company, decision)
  requireAbsenceInEmployment(columns, row)
  const decidedAt = env.now()
  await db
    .updateTable('beneficiary_employees')
    .set({
      ...columns,
      status: decision.status,
      reject_reason: accepted ? null : reason,
      decided_by: user.userId,
      decided_at: decidedAt,
      updated_at: decidedAt,
      version: row.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await logEvent(db, env, actorOf(user), accepted ? 'EMPLOYEE_ACCEPTED' : 'EMPLOYEE_REJECTED', {
    subject: { type: 'employee', id },
    companyId: company.id,
    employeeId: id,
    data: { from: row.status, to: decision.status },
  })
  await settleNotices(db, decidedAt, id, [])
  const stored = row as Record<string, unknown>
  const before = Object.fromEntries(Object.keys(columns).map((name) => [name, stored[name]]))
  await keepUndo(context, { id, version: row.version + 1, before }, (held) =>
    follow(held, { row, company, decision, reason }),
  )
}

type Loaded = Awaited<ReturnType<typeof loadForUpdate>>

/** Tells the person, and lets an accepted one order. @returns what an undoing takes back */
async function follow(
  context: SignedInContext,
  { row, company, decision, reason }: Loaded & { decision: Decision; reason: string | null },
): Promise<Followed> {
  const actor = actorOf(context.user)
  const person = await personOf(context, row.user_id)
  const recipient = { ...person, employeeId: row.id, companyId: company.id, companyName: company.name }
  if (decision.status !== 'ACCEPTED') {
    await sendRejection(context, recipient, reason ?? '')
    return { orderId: null, roles: [] }
  }
  const isNew = await giveRole(context, { userId: row.user_id, role: 'BIKE_BENEFICIARY', company, actor })
  const flagged = await giveFlaggedRoles(context, { userId: row.user_id, company }, rolesOfFlags(decision))
  const orderId = await openOrder(context, recipient, actor)
  return { orderId, roles: [...(isNew ? (['BIKE_BENEFICIARY'] as const) : []), ...flagged] }
}

async function personOf({ db }: SignedInContext, userId: string) {
  const row = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, email: row.email, firstName: row.first_name, language: row.language }
}

type Recipient = Awaited<ReturnType<typeof personOf>> & { readonly companyId: string; readonly companyName: string }

async function sendRejection(context: SignedInContext, person: Recipient, reason: string): Promise<void> {
  await sendMail(context.db, context, {
    to: person.email,
    language: person.language,
    template: 'employees:mail.rejected',
    values: { name: person.firstName, company: person.companyName, reason },
    userId: person.userId,
    companyId: person.companyId,
  })
}

/**
 * Changes what the employer keeps about a person.
 * @throws NOT_FOUND, VERSION_CONFLICT, VALIDATION, NOT_FOR_ONESELF for the limits of one's own benefit
 */
export async function changeEmployee(context: SignedInContext, id: string, change: Change): Promise<void> {
  const { db, env, user } = context
  const { row, company } = await loadForUpdate(context, id)
  requireVersion(change.version, row.version, await viewOfOne(context, id))
  requireReasonRight(user, company.id, change)
  const columns = await columnsOf(db, company, change)
  const changed = changedColumns(columns, row as Record<string, unknown>)
  if (changed.length === 0) return
  // What was stored before this was refused may stay; a change of the days may not.
  if (changed.some((name) => presence.has(name))) requireAbsenceInEmployment(columns, row)
  const touchesLimits = ownLimits.some((name) => changed.includes(name))
  if (row.user_id === user.userId && touchesLimits) throw new AppError('NOT_FOR_ONESELF')
  await db
    .updateTable('beneficiary_employees')
    .set({ ...columns, updated_at: env.now(), version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  await logEvent(db, env, actorOf(user), 'EMPLOYEE_UPDATED', {
    subject: { type: 'employee', id },
    companyId: company.id,
    employeeId: id,
    shared: false,
    data: { changed },
  })
  if (row.user_id === user.userId) return
  await tellOfChanges(
    db,
    context,
    { userId: row.user_id, companyId: company.id, companyName: company.name },
    { ...row, ...columns },
    changed,
  )
}
