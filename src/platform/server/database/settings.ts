import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '../events/events.ts'
import type { Env } from '../runtime/env.ts'
import type { Db } from './db.ts'
import type { SignedIn } from './scope.ts'

/** The chains of events of what is set for the whole service; several settings share one. */
export const settingChains = {
  service: '00000000-0000-7000-8000-000000000001',
  money: '00000000-0000-7000-8000-000000000002',
  claimProof: '00000000-0000-7000-8000-000000000003',
  nudges: '00000000-0000-7000-8000-000000000004',
} as const

/** A setting as it is kept; version 0 when it never was. */
export interface KeptSetting {
  readonly value: unknown
  readonly version: number
}

/** Reads a setting of the whole service. */
export async function readSetting(db: Db, key: string): Promise<KeptSetting> {
  const row = await db.selectFrom('settings').select(['value', 'version']).where('key', '=', key).executeTakeFirst()
  return row ?? { value: null, version: 0 }
}

/** Writes a setting over the version that the caller saw, 0 for the first time. @returns whether it was still that one */
async function writeSetting(
  db: Db,
  now: Date,
  setting: { readonly key: string; readonly value: unknown; readonly version: number },
): Promise<boolean> {
  const { key, version } = setting
  const value = JSON.stringify(setting.value)
  const { numAffectedRows: rows } =
    version === 0
      ? await sql`insert into settings (key, value, updated_at) values (${key}, ${value}::jsonb, ${now})
          on conflict (key) do nothing`.execute(db)
      : await sql`update settings set value = ${value}::jsonb, version = version + 1, updated_at = ${now}
          where key = ${key} and version = ${version}`.execute(db)
  return rows === 1n
}

/**
 * Changes a setting over the version that was seen, and notes it in the log.
 * @throws VERSION_CONFLICT with what `read` finds now
 */
export async function changeSetting(
  { db, env, user }: { readonly db: Db; readonly env: Env; readonly user: SignedIn },
  setting: {
    readonly key: string
    readonly chain: string
    readonly before: unknown
    readonly value: unknown
    readonly version: number
    readonly read: (db: Db) => Promise<unknown>
  },
): Promise<void> {
  const { key, chain, before, value, version, read } = setting
  if (!(await writeSetting(db, env.now(), { key, value, version })))
    throw new AppError('VERSION_CONFLICT', { details: { current: await read(db) } })
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: chain },
    shared: false,
    data: { register: key, change: 'updated', before, after: value },
  })
}
