import type { TokenPurpose } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { newToken, type Vault } from '#platform/server/runtime/secrets.ts'
import { present } from '#platform/values/present.ts'

/** As long as anything may still come of an order: leases run for years. */
const KEY_DAYS = 3650

/** Whose lasting link it is, and to what. */
export interface LinkKey {
  readonly purpose: Extract<TokenPurpose, 'store' | 'lessor'>
  readonly subjectId: string
  readonly partyId: string
  readonly companyId: string | null
}

interface Made {
  readonly env: Env
  readonly vault: Vault
}

const findKey = (db: Db, { purpose, subjectId, partyId }: LinkKey) =>
  db
    .selectFrom('link_tokens')
    .select(['id', 'sealed'])
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .where('party_id', '=', partyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

/** The one lasting link of a party to a subject, the same each time; made when it is first asked for. */
export async function keyOf(db: Db, { env, vault }: Made, key: LinkKey): Promise<{ id: string; token: string }> {
  const known = await findKey(db, key)
  if (known) return { id: known.id, token: vault.open(present(known.sealed)) }
  const { token, hash } = newToken(env)
  const id = env.id()
  const made = await db
    .insertInto('link_tokens')
    .values({
      id,
      key_id: id,
      hash,
      purpose: key.purpose,
      subject_id: key.subjectId,
      party_id: key.partyId,
      company_id: key.companyId,
      sealed: vault.seal(token),
      expires_at: new Date(env.now().getTime() + KEY_DAYS * 86_400_000),
      created_at: env.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 1n) return { id, token }
  // Somebody else made it at the same moment.
  const theirs = present(await findKey(db, key))
  return { id: theirs.id, token: vault.open(present(theirs.sealed)) }
}

/** Ends a lasting link with all that it opens, and makes the one that follows; its caller holds the lock of the party. */
export async function renewKey(
  db: Db,
  made: Made,
  key: LinkKey,
): Promise<{ id: string; token: string; replaced: string | null }> {
  const known = await findKey(db, key)
  if (known)
    await db
      .updateTable('link_tokens')
      .set({ revoked_at: made.env.now() })
      .where('key_id', '=', known.id)
      .where('revoked_at', 'is', null)
      .execute()
  return { ...(await keyOf(db, made, key)), replaced: known?.sealed ? made.vault.open(known.sealed) : null }
}

/** Lets a lasting link open one thing more. A link of its own to the same thing that stands already is enough. */
export async function openDoor(
  db: Db,
  { env }: Pick<Made, 'env'>,
  keyId: string,
  door: { readonly purpose: TokenPurpose; readonly subjectId: string; readonly companyId: string | null },
): Promise<void> {
  const open = await db
    .selectFrom('link_tokens')
    .select('id')
    .where('key_id', '=', keyId)
    .where('purpose', '=', door.purpose)
    .where('subject_id', '=', door.subjectId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', env.now())
    .executeTakeFirst()
  // Its own token is told to nobody: the lasting link opens it.
  if (!open) await createLinkToken(db, env, { ...door, keyId, days: KEY_DAYS })
}
