import { sql } from 'kysely'
import type { Config } from '#platform/server/runtime/config.ts'
import { createVault } from '#platform/server/runtime/secrets.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { isSealed } from '../events/event-chain.ts'
import type { Db } from './db.ts'
import { readSetting } from './settings.ts'

/** Where the database keeps, for every key that has ever written here, a value that this key alone opens. */
const SETTING = 'secret-key-checks'
const CHECK = 'This database was written with this key.'
/** Of a database without a check value, so many chains are asked whether a key fits. */
const CHAINS_ASKED = 50

type Keys = Pick<Config, 'secretKey' | 'previousSecretKey'>

const wrongKey = () =>
  new StartupError(
    'This database was written with another key: SECRET_KEY and PREVIOUS_SECRET_KEY do not open all that is sealed in it. Set SECRET_KEY to the key that it was written with, or that key as PREVIOUS_SECRET_KEY beside a new one.',
  )

function opens(keys: Keys, check: string): boolean {
  try {
    return createVault(keys.secretKey, keys.previousSecretKey).open(check) === CHECK
  } catch {
    return false
  }
}

/** Whether what a release without a check value has left fits the keys: one of its sealed chains, if there are any. */
async function fitsChains(db: Db): Promise<boolean> {
  const sealed = await db
    .selectFrom('event_chains')
    .selectAll()
    .where('seal', 'is not', null)
    .limit(CHAINS_ASKED)
    .execute()
  return sealed.length === 0 || sealed.some(isSealed)
}

/** The values that keys have left in a database. */
export const keyChecks = async (db: Db): Promise<readonly string[]> =>
  ((await readSetting(db, SETTING)).value ?? []) as string[]

/**
 * Asks whether keys open what every key has left, without a database.
 * @throws StartupError when one of them is missing
 */
export function requireChecks(checks: readonly string[], keys: Keys): void {
  if (!checks.every((check) => opens(keys, check))) throw wrongKey()
}

/**
 * Asks whether the keys of this process open what every key has left that has ever written in the database.
 * @throws StartupError when one of them is missing
 */
export async function requireKeys(db: Db, keys: Keys): Promise<void> {
  const checks = await keyChecks(db)
  requireChecks(checks, keys)
  if (checks.length === 0 && !(await fitsChains(db))) throw wrongKey()
}

/** Leaves a value that the present key alone opens, once. */
export async function keepKeyCheck(db: Db, { secretKey }: Keys): Promise<void> {
  const checks = await keyChecks(db)
  if (checks.some((check) => opens({ secretKey, previousSecretKey: null }, check))) return
  const added = JSON.stringify([createVault(secretKey).seal(CHECK)])
  await sql`insert into settings (key, value, updated_at) values (${SETTING}, ${added}::jsonb, now())
    on conflict (key) do update set value = settings.value || excluded.value, version = settings.version + 1, updated_at = now()`.execute(
    db,
  )
}

/** Lets the present key alone be asked for: no other has left anything in the database any more. */
export async function forgetOtherKeys(db: Db, { secretKey }: Pick<Keys, 'secretKey'>): Promise<void> {
  const checks = await keyChecks(db)
  const own = checks.filter((check) => opens({ secretKey, previousSecretKey: null }, check))
  await sql`update settings set value = ${JSON.stringify(own)}::jsonb, version = version + 1, updated_at = now()
    where key = ${SETTING}`.execute(db)
}
