import type { Selectable } from 'kysely'
import type { TokenPurpose } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { LinkTokensTable } from '#platform/server/database/tables.generated.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { newToken, sha256 } from '#platform/server/runtime/secrets.ts'
import { present } from '#platform/values/present.ts'

/** What a link stands for, once its token has been found and is still good. */
export interface LinkToken {
  readonly id: string
  readonly purpose: TokenPurpose
  readonly companyId: string | null
  readonly groupCompanyId: string | null
  readonly userId: string | null
  readonly subjectId: string | null
  /** The lasting link that this one belongs to; its own id for the lasting link itself. */
  readonly keyId: string | null
  /** The store or lessor that a lasting link was given to. */
  readonly partyId: string | null
  readonly expiresAt: Date
}

/** The row that a link is about. @throws NOT_FOUND for a link that is about none */
export function subjectOf({ subjectId }: Pick<LinkToken, 'subjectId'>): string {
  if (subjectId === null) throw new AppError('NOT_FOUND')
  return subjectId
}

export interface NewLinkToken {
  readonly purpose: TokenPurpose
  readonly days: number
  readonly companyId?: string | null
  readonly groupCompanyId?: string | null
  readonly userId?: string | null
  readonly subjectId?: string | null
  readonly createdBy?: string | null
  /** The lasting link whose holder gets this one: every link of a key opens what any of them opens. */
  readonly keyId?: string | null
  /** The token itself, sealed, for links that their owner may look at again. */
  readonly seal?: (token: string) => string
}

/** Makes a link token; only its hash is stored, unless the link may be shown again. */
export async function createLinkToken(
  db: Db,
  env: Env,
  link: NewLinkToken,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const { token, hash } = newToken(env)
  const id = env.id()
  const expiresAt = new Date(env.now().getTime() + link.days * 86_400_000)
  await db
    .insertInto('link_tokens')
    .values({
      id,
      hash,
      purpose: link.purpose,
      expires_at: expiresAt,
      sealed: link.seal?.(token) ?? null,
      company_id: link.companyId ?? null,
      group_company_id: link.groupCompanyId ?? null,
      user_id: link.userId ?? null,
      subject_id: link.subjectId ?? null,
      created_by: link.createdBy ?? null,
      key_id: link.keyId ?? null,
      created_at: env.now(),
    })
    .execute()
  return { id, token, expiresAt }
}

/** A link of the right purpose, which may have been used, revoked or have run out. */
export interface LinkTokenFound extends LinkToken {
  readonly isGood: boolean
}

type LinkRow = Selectable<LinkTokensTable>

const isOpen = (row: LinkRow, now: Date) => !row.revoked_at && !row.used_at && row.expires_at > now

/** The newest link of a purpose that belongs to the same lasting link; one that is good before one that is not. */
const ofTheSameKey = (db: Db, purpose: TokenPurpose, keyId: string) =>
  db
    .selectFrom('link_tokens')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('purpose', '=', purpose)
    .orderBy('revoked_at', (order) => order.desc().nullsFirst())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/**
 * Finds what a token opens for a purpose: its own link, or another of the same lasting link, which is good as long as both
 * are.
 * @throws NOT_FOUND for an unknown token
 */
export async function findLinkToken(db: Db, purpose: TokenPurpose, token: string, now: Date): Promise<LinkTokenFound> {
  const given = await db.selectFrom('link_tokens').selectAll().where('hash', '=', sha256(token)).execute()
  const shown = given.find((row) => row.purpose === purpose) ?? given.find((row) => row.key_id !== null)
  const row = shown?.purpose === purpose ? shown : shown?.key_id && (await ofTheSameKey(db, purpose, shown.key_id))
  if (!row) throw new AppError('NOT_FOUND')
  return {
    id: row.id,
    purpose: row.purpose,
    companyId: row.company_id,
    groupCompanyId: row.group_company_id,
    userId: row.user_id,
    subjectId: row.subject_id,
    keyId: row.key_id,
    partyId: row.party_id,
    expiresAt: row.expires_at,
    isGood: isOpen(row, now) && isOpen(present(shown), now),
  }
}

/** @throws TOKEN_NOT_VALID for a link that has expired, was used or was revoked */
export function requireGood<F extends LinkTokenFound | null>(link: F): F {
  if (link && !link.isGood) throw new AppError('TOKEN_NOT_VALID')
  return link
}

/**
 * Finds a link by its token and purpose.
 * @throws NOT_FOUND for an unknown token, TOKEN_NOT_VALID for one that has expired, was used or was revoked
 */
export async function requireLinkToken(db: Db, purpose: TokenPurpose, token: string, now: Date): Promise<LinkToken> {
  return requireGood(await findLinkToken(db, purpose, token, now))
}

/** Uses a single-use link up. @returns false when somebody else used it at the same moment */
export async function spendLinkToken(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Revokes all open links of one purpose for a user or a subject, so that only the newest works. */
export async function revokeLinkTokens(
  db: Db,
  purpose: TokenPurpose,
  of: { userId: string } | { subjectId: string },
  now: Date,
) {
  const query = db
    .updateTable('link_tokens')
    .set({ revoked_at: now })
    .where('purpose', '=', purpose)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
  await ('userId' in of
    ? query.where('user_id', '=', of.userId)
    : query.where('subject_id', '=', of.subjectId)
  ).execute()
}
