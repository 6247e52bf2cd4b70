import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { operatorPermission } from '#platform/server/http/maintenance.ts'
import type { FactorFacts } from '../rules/second-factor.ts'

/** What signing in needs to know about a person. */
export interface Account {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: LanguageCode
  readonly passwordHash: string | null
  readonly phoneNumber: string | null
  readonly phoneVerified: boolean
  readonly totpSecretSealed: string | null
  readonly totpPendingSealed: string | null
  readonly totpLastStep: number | null
  readonly deactivated: boolean
  readonly lockedUntil: Date | null
  /** May open the service again while it is closed for maintenance. */
  readonly isOperator: boolean
  readonly facts: FactorFacts
}

interface AccountRow extends Omit<Account, 'facts'> {
  readonly totpConfirmed: boolean
  readonly smsFactor: boolean
  readonly assignments: FactorFacts['assignments']
}

const accountColumns = sql`
  u.id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName", u.language,
  u.password_hash as "passwordHash", u.phone_number as "phoneNumber", u.phone_verified_at is not null as "phoneVerified", u.sms_factor as "smsFactor",
  u.totp_secret_sealed as "totpSecretSealed", u.totp_pending_sealed as "totpPendingSealed", u.totp_last_step as "totpLastStep",
  u.totp_confirmed_at is not null and u.totp_secret_sealed is not null as "totpConfirmed",
  u.deactivated_at is not null as deactivated, u.second_factor_locked_until as "lockedUntil",
  exists (select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
      join permissions p on p.id = rp.permission_id
     where ur.user_id = u.id and p.name = ${operatorPermission}) as "isOperator",
  coalesce((select json_agg(json_build_object('scopeKind', r.scope_kind, 'twoFactor', array(
      select c.two_factor from companies c where c.deleted_at is null
         and (c.id = ur.company_id or c.group_company_id = ur.group_company_id))))
    from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') as assignments`

function accountOf(row: AccountRow | undefined): Account | null {
  if (!row) return null
  const { totpConfirmed, smsFactor, assignments, ...account } = row
  return {
    ...account,
    facts: { assignments, hasTotp: totpConfirmed, phoneNumber: row.phoneNumber, choseSms: smsFactor },
  }
}

/** The account of a sign-in address in its stored form. */
export async function accountByEmail(db: Db, email: string): Promise<Account | null> {
  const result = await sql<AccountRow>`select ${accountColumns} from users u where u.email = ${email}`.execute(db)
  return accountOf(result.rows[0])
}

export async function accountById(db: Db, userId: string): Promise<Account | null> {
  const result = await sql<AccountRow>`select ${accountColumns} from users u where u.id = ${userId}`.execute(db)
  return accountOf(result.rows[0])
}
