import type { Insertable } from 'kysely'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import type { RoleName } from '#platform/contract/permissions.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Services } from '#platform/server/http/context.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { newToken } from '#platform/server/runtime/secrets.ts'

type UserValues = Partial<Insertable<Tables['users']>>

export interface SeededUser {
  readonly userId: string
  readonly email: string
  readonly name: string
}

/** A session of the seed's own, far longer than any time it travels through; removed when the seed is done. */
async function openSession({ env, database }: Services, userId: string): Promise<string> {
  const db = database.primary
  const { token, hash } = newToken(env)
  const id = env.id()
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      csrf_token: '-',
      absolute_end_at: '2100-01-01T00:00:00Z',
      signed_in_with: 'TOTP',
      authenticated_at: env.now(),
    })
    .execute()
  await db
    .insertInto('session_tokens')
    .values({ hash, session_id: id, kind: 'ACCESS', expires_at: '2100-01-01T00:00:00Z' })
    .execute()
  return token
}

/** The secret of the first super admin's authenticator app. */
export const superAdminSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Makes demo users and signs them in for the seed's own calls. */
export async function createPeople(services: Services, password: string) {
  const { env, database } = services
  const db = database.primary
  const passwordHash = await hashPassword(password)
  return {
    async user(firstName: string, lastName: string, email: string, values: UserValues = {}): Promise<SeededUser> {
      const userId = env.id()
      await db
        .insertInto('users')
        .values({
          id: userId,
          email,
          work_email: email,
          first_name: firstName,
          last_name: lastName,
          password_hash: passwordHash,
          created_at: env.now(),
          updated_at: env.now(),
          ...values,
        })
        .execute()
      return { userId, email, name: `${firstName} ${lastName}` }
    },
    async role(userId: string, role: RoleName, of: { companyId?: string; groupCompanyId?: string } = {}) {
      await db
        .insertInto('user_roles')
        .values({
          id: env.id(),
          user_id: userId,
          role_id: roleId(role),
          company_id: of.companyId ?? null,
          group_company_id: of.groupCompanyId ?? null,
          created_at: env.now(),
        })
        .execute()
    },
    async signIn(userId: string) {
      return { accessToken: await openSession(services, userId), userId }
    },
  }
}

export type People = Awaited<ReturnType<typeof createPeople>>
