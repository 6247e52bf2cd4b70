import { AppError } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { isEmail, normaliseEmail } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { BaseContext, Services } from '#platform/server/http/context.ts'
import { createLinkToken, type LinkToken, spendLinkToken } from '#platform/server/http/link-tokens.ts'
import { assignRole } from '#platform/server/roles/role-assignments.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { hashPassword } from './password-hash.ts'
import { assertPasswordStrong } from './passwords.ts'

async function hasSuperAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('user_roles')
    .select('id')
    .where('role_id', '=', roleId('SUPER_ADMIN'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The one-time address that creates the first super admin, or null once there is one. Older addresses stop working. */
export async function firstAdminLink(services: Services): Promise<string | null> {
  return services.database.transaction(async (db) => {
    if (await hasSuperAdmin(db)) return null
    await db
      .updateTable('link_tokens')
      .set({ revoked_at: services.env.now() })
      .where('purpose', '=', 'first-admin')
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    const { token } = await createLinkToken(db, services.env, { purpose: 'first-admin', days: 1 })
    return services.config.origin + pageUrl('firstAdmin', { token })
  })
}

interface NewAdmin {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

/** Creates the first super admin with a link. The second factor follows at the first sign-in. */
export async function createFirstAdmin(
  context: BaseContext & { readonly token: LinkToken },
  given: NewAdmin,
): Promise<void> {
  const { db, env, token } = context
  const email = normaliseEmail(given.email)
  if (!isEmail(email))
    throw new AppError('VALIDATION', {
      fields: [{ path: 'email', code: 'WRONG_FORMAT', message: 'is not an e-mail address' }],
    })
  assertPasswordStrong(given.password, { ...given, email })
  const passwordHash = await hashPassword(given.password)
  const now = env.now()
  if (!(await spendLinkToken(db, token.id, now)) || (await hasSuperAdmin(db))) throw new AppError('TOKEN_NOT_VALID')
  const userId = env.id()
  const inserted = await db
    .insertInto('users')
    .values({
      id: userId,
      email,
      work_email: email,
      first_name: given.firstName.trim(),
      last_name: given.lastName.trim(),
      password_hash: passwordHash,
      language: context.language,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) throw new AppError('EMAIL_EXISTS')
  await assignRole(db, env, systemActor, {
    userId,
    role: { id: roleId('SUPER_ADMIN'), name: 'SUPER_ADMIN' },
    companyId: null,
    groupCompanyId: null,
    shownIn: null,
  })
  await logEvent(db, env, systemActor, 'USER_CREATED', {
    subject: { type: 'person', id: userId },
    shared: false,
    data: { role: 'SUPER_ADMIN' },
  })
}
