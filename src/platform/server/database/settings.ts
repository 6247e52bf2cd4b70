import { sql } from 'kysely'
import type { Db } from './db.ts'

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
export async function writeSetting(
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
