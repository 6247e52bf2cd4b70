import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { sameHash } from '#platform/server/runtime/secrets.ts'

export const CODE_MINUTES = 10
const TRIES_PER_CODE = 5

/** What a person gave, kept until the code comes back; the password only as its hash. */
export interface KeptRegistration {
  readonly linkId: string
  readonly companyId: string
  readonly unitId: string | null
  readonly employeeNumber: string | null
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly language: LanguageCode
  readonly passwordHash: string
}

const codeHash = (context: BaseContext, id: string, code: string) =>
  context.vault.keyedHash('join-code', `${id}:${code}`)

/**
 * Keeps a registration under a new code; the codes before it on the address are good no more.
 * @param kept null for an address that has an account: a code that nobody knows then stands in the way of guessing
 */
export async function keepRegistration(db: Db, context: BaseContext, email: string, kept: KeptRegistration | null) {
  const { env } = context
  const now = env.now()
  const id = env.id()
  const code = env.code()
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  await db
    .updateTable('verification_codes')
    .set({ superseded_at: now })
    .where('purpose', '=', 'JOIN')
    .where('subject', '=', email)
    .where('superseded_at', 'is', null)
    .execute()
  await db
    .insertInto('verification_codes')
    .values({
      id,
      purpose: 'JOIN',
      subject: email,
      code_hash: kept ? codeHash(context, id, code) : env.random(32),
      payload: JSON.stringify(kept ?? {}),
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  return { code, expiresAt }
}

interface TakenTry {
  id: string
  tries: number
  code_hash: Buffer
  payload: KeptRegistration | Record<string, never>
}

/** Counts a try before anything is compared, in one statement, so that a hundred parallel guesses are still five. */
async function takeTry(db: Db, email: string, now: Date): Promise<TakenTry | undefined> {
  const result = await sql<TakenTry>`
    update verification_codes set tries = tries + 1
     where id = (select id from verification_codes where purpose = 'JOIN' and subject = ${email} and superseded_at is null
                  order by created_at desc, id desc limit 1)
       and tries < ${TRIES_PER_CODE} and used_at is null and superseded_at is null and expires_at > ${now}
    returning id, tries, code_hash, payload`.execute(db)
  return result.rows[0]
}

/**
 * Looks at a code for the newest registration of an address. The count of tries stands whatever becomes of the request.
 * @throws CODE_EXPIRED without an open registration on this link, CODE_WRONG with the tries that are left
 */
export async function checkCode(context: BaseContext, email: string, linkId: string, code: string) {
  const taken = await takeTry(context.database.primary, email, context.env.now())
  if (!taken) throw new AppError('CODE_EXPIRED')
  const isRight = sameHash(taken.code_hash, codeHash(context, taken.id, code.replace(/\s/g, '')))
  if (!isRight) throw new AppError('CODE_WRONG', { details: { triesLeft: TRIES_PER_CODE - taken.tries } })
  const kept = taken.payload as KeptRegistration
  if (kept.linkId !== linkId) throw new AppError('CODE_EXPIRED')
  return { codeId: taken.id, kept }
}

/** Uses a right code up and forgets what it kept. @throws CODE_EXPIRED when it was used at the same moment */
export async function spendCode(db: Db, codeId: string, now: Date): Promise<void> {
  const used = await db
    .updateTable('verification_codes')
    .set({ used_at: now, payload: JSON.stringify({}) })
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) throw new AppError('CODE_EXPIRED')
}
