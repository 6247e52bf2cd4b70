import { listEmployerPeople } from '#features/people/companies/recipients/server/employer-people.ts'
import { type GuardedPart, notifyAdmins } from '#features/people/companies/recipients/server/notify-admins.ts'
import { staffOnlyChanges } from '#features/people/companies/rules.ts'
import type { Company, CompanyChange, NewCompany, PolicyFields } from '#features/people/companies/shapes.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Scope, SignedIn } from '#platform/server/database/scope.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { BaseContext, Context } from '#platform/server/http/context.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import { columnsOf, companyOf, fieldsOf } from './company-rows.ts'
import { addPolicyVersion, changesPolicy, findCompanyPolicy, type PolicyRow } from './policies.ts'
import {
  type CompanyRow,
  countUse,
  findCompany,
  findMissingReference,
  lockCompany,
  lockWholeCompany,
} from './queries.ts'

type Writing = Pick<Context, 'db' | 'env'> & { readonly user: SignedIn }

export async function readCompany(db: Db, scope: Scope, id: string): Promise<Company> {
  return companyOf(db, (await findCompany(db, scope, id)) ?? fail('NOT_FOUND'))
}

/** One business id belongs to one company. */
async function unlessTaken<R>(write: Promise<R>): Promise<R> {
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error, 'companies_business_id_key') ? new AppError('GROUP_COMPANY_EXISTS_ERROR') : error
  })
}

async function requireReferences(db: Db, fields: { groupCompanyId?: string | null; leasingCompanyId?: string | null }) {
  const missing = await findMissingReference(db, fields)
  if (missing) failField(missing, 'NOT_IN_LIST', 'is not known')
}

export async function createCompany(body: NewCompany, { db, env, user }: Writing): Promise<Company> {
  const { policy, companyUnits = [], ...fields } = body
  const columns = columnsOf(fields, fields.country ?? 'FI')
  await requireReferences(db, fields)
  const id = env.id()
  const now = env.now()
  const row = { ...columns, id, name: body.name.trim(), business_id: body.businessId.trim(), created_at: now }
  await unlessTaken(db.insertInto('companies').values(row).execute())
  const actor = actorOf(user)
  await logEvent(db, env, actor, 'COMPANY_CREATED', { subject: { type: 'company', id }, companyId: id })
  await addPolicyVersion(db, env, actor, { companyId: id, change: policy ?? {} })
  const units = [...new Set(companyUnits.map((name) => name.trim()))]
  if (units.length > 0)
    await db
      .insertInto('company_units')
      .values(units.map((name) => ({ id: env.id(), company_id: id, name, created_at: now })))
      .execute()
  return readCompany(db, scopeOfAll, id)
}

export async function changeCompany(
  id: string,
  change: CompanyChange,
  context: BaseContext & { readonly user: SignedIn; readonly scope: Scope },
): Promise<Company> {
  const { db, env, user, scope } = context
  const before = (await lockCompany(db, scope, id)) ?? fail('NOT_FOUND')
  if (change.version !== before.version)
    requireVersion(change.version, before.version, await readCompany(db, scope, id))
  if (!scope.all) requireOwnFields(change, before)
  const { version: _seen, policy, ...fields } = change
  await requireReferences(db, {
    groupCompanyId: changed(fields.groupCompanyId, before.group_company_id),
    leasingCompanyId: changed(fields.leasingCompanyId, before.leasing_company_id),
  })
  if (fields.signerUserIds) await requireEditors(db, id, fields.signerUserIds)
  const guarded = guardedChanges(fields, before)
  if (guarded.length > 0) await requireStepUp(context)
  const set = {
    ...columnsOf(fields, fields.country ?? before.country),
    version: before.version + 1,
    updated_at: env.now(),
  }
  await unlessTaken(db.updateTable('companies').set(set).where('id', '=', id).execute())
  await logEvent(db, env, actorOf(user), 'COMPANY_UPDATED', {
    subject: { type: 'company', id },
    companyId: id,
    data: { fields: Object.keys(fields).sort() },
  })
  const group = changed(fields.groupCompanyId, before.group_company_id)
  for (const part of group ? [...guarded, 'group' as const] : guarded)
    await notifyAdmins(db, context, { companyId: id, name: before.name }, part)
  if (policy) await changePolicy(id, policy, context)
  return readCompany(db, scope, id)
}

/** Parts of a change that touch how the company's people are protected or who signs for it. */
function guardedChanges(fields: CompanyChange, before: CompanyRow): GuardedPart[] {
  const signers = [...before.signer_user_ids].sort().join()
  return [
    ...(fields.twoFactor !== undefined && fields.twoFactor !== before.two_factor ? ['twoFactor' as const] : []),
    ...(fields.signerUserIds && [...fields.signerUserIds].sort().join() !== signers ? ['signers' as const] : []),
  ]
}

const changed = (given: string | null | undefined, current: string | null) => (given === current ? undefined : given)

/** @throws FORBIDDEN naming the fields that are agreed with the service */
function requireOwnFields(change: CompanyChange, before: CompanyRow): void {
  const paths = staffOnlyChanges(change, fieldsOf(before))
  if (paths.length === 0) return
  const fields = paths.map((path) => ({ path, code: 'STAFF_ONLY', message: 'can be changed by the service only' }))
  throw new AppError('FORBIDDEN', { fields })
}

/** A signer that is named by hand acts for the company already. */
async function requireEditors(db: Db, companyId: string, userIds: readonly string[]): Promise<void> {
  const people = new Set((await listEmployerPeople(db, { companyId })).map((person) => person.userId))
  if (!userIds.every((id) => people.has(id))) failField('signerUserIds', 'NOT_IN_LIST', 'does not act for the company')
}

/**
 * Puts a new policy version into force unless nothing changes.
 * @returns the version in force and whether it is new
 */
export async function changePolicy(
  companyId: string,
  change: PolicyFields,
  { db, env, user }: Writing,
): Promise<{ policy: PolicyRow; isNew: boolean }> {
  const before = await findCompanyPolicy(db, companyId)
  if (before && !changesPolicy(change, before)) return { policy: before, isNew: false }
  return { policy: await addPolicyVersion(db, env, actorOf(user), { companyId, change, before }), isNew: true }
}

export async function closeCompany(
  id: string,
  version: number | undefined,
  context: Writing & { readonly scope: Scope },
): Promise<void> {
  const { db, env, user, scope } = context
  const before = (await lockWholeCompany(db, scope, id)) ?? fail('NOT_FOUND')
  if (version !== before.version) requireVersion(version, before.version, await readCompany(db, scope, id))
  const use = await countUse(db, id)
  if (use.runningLeases > 0 || use.openOrders > 0) throw new AppError('IN_USE_NOT_ALLOWED', { details: use })
  const now = env.now()
  await db
    .updateTable('companies')
    .set({ deleted_at: now, active: false, version: before.version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('link_tokens')
    .set({ revoked_at: now })
    .where('company_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await logEvent(db, env, actorOf(user), 'COMPANY_DELETED', { subject: { type: 'company', id }, companyId: id })
}
