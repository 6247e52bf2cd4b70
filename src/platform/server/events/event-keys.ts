import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { makeDataFolder } from '#platform/server/postgres/data-folder.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { chainKeysOf } from '#platform/server/runtime/secrets.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import type { Db } from '../database/db.ts'
import { keepKeyCheck, requireKeys } from '../database/key-check.ts'
import { type HashedEvent, isHashRight, keyEventChains, sealChain } from './event-chain.ts'

/** What the proof of the event log is kept with, outside the database. */
export type Keeping = Pick<Config, 'dataDir' | 'secretKey' | 'previousSecretKey'>

const NOBODY_BEFORE = new Date(0)

const sinceFile = (config: Keeping) => path.join(config.dataDir, 'events-keyed-since')
/** Folders beside the database whose files are a seal of the key and a text, by what keeps them. */
export const SEALED_FOLDERS = { erasures: 'erasures' } as const

const keysOf = (config: Keeping) => chainKeysOf(config.secretKey, config.previousSecretKey)

/** The seal of a text that is kept in the data folder. */
export const sealText = (config: Keeping, text: string) => sealUnder(keysOf(config)[0]!, text)
/** Whether a text of the data folder bears a seal of one of the keys. */
export const isTextSealed = (config: Keeping, text: string, seal: string) =>
  keysOf(config).some((key) => sealUnder(key, text) === seal)

const sealUnder = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** The noted instant with its seal; null where nothing is noted, or by a release that did not seal it. */
function notedInstant(config: Keeping): Date | null {
  const file = sinceFile(config)
  if (!existsSync(file)) return null
  const [instant = '', seal] = readFileSync(file, 'utf8').trim().split('\n')
  if (seal === undefined) return null
  if (!isTextSealed(config, instant, seal))
    throw new StartupError(
      `The note ${file} does not bear a seal of this server: somebody has changed it. Bring it back from a backup, or take it away, and the log tells anew since when its events are keyed.`,
    )
  return new Date(instant)
}

/**
 * Lets this process write and verify chains; what is older than the folder's note may be of a release without a key.
 * @throws StartupError when the note was changed
 */
export function keyEventChainsOf(config: Keeping): void {
  keyEventChains({ keys: keysOf(config), unkeyedUntil: notedInstant(config) ?? NOBODY_BEFORE })
}

/**
 * Lets this process verify the log of a database, which it leaves as it is.
 * @throws StartupError when the keys are not those that the database was written with, or the note was changed
 */
export async function readEventLog(db: Db, config: Keeping): Promise<void> {
  keyEventChains({ keys: keysOf(config), unkeyedUntil: NOBODY_BEFORE })
  await requireKeys(db, config)
  keyEventChainsOf(config)
}

/**
 * Lets this process write the log of a database. The first to do so notes outside the database and under a seal until
 * when events of a release without a key are taken as they are, and seals the chains that they have left.
 * @throws StartupError as `readEventLog` does, before anything is written
 */
export async function openEventLog(db: Db, config: Keeping): Promise<void> {
  await readEventLog(db, config)
  await keepKeyCheck(db, config)
  if (notedInstant(config)) return
  const since = await keyedSince(db)
  await sealUnsealedChains(db)
  noteInstant(config, since)
  keyEventChainsOf(config)
}

function noteInstant(config: Keeping, since: Date): void {
  makeDataFolder(config.dataDir)
  const draft = `${sinceFile(config)}.${process.pid}`
  const text = since.toISOString()
  writeFileSync(draft, `${text}\n${sealText(config, text)}`, { mode: 0o600 })
  renameSync(draft, sinceFile(config))
}

/** Seals every file of the sealed folders anew under the present key; a file that bears no seal of ours is left. */
export function sealFilesAnew(config: Keeping): void {
  for (const name of Object.values(SEALED_FOLDERS)) {
    const folder = path.join(config.dataDir, name)
    if (!existsSync(folder)) continue
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
      const [seal = '', body = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n')
      if (!isTextSealed(config, body, seal)) continue
      const draft = path.join(folder, `.${file}`)
      writeFileSync(draft, `${sealText(config, body)}\n${body}`, { mode: 0o600 })
      renameSync(draft, path.join(folder, file))
    }
  }
}

/** Seals the note in the data folder anew under the present key. */
export function sealNoteAnew(config: Keeping): void {
  const since = notedInstant(config)
  if (since) noteInstant(config, since)
}

type StoredEvent = HashedEvent & { previous_hash: Buffer; hash: Buffer }

/**
 * The instant of the first event that bears a key's hash, when others came before it. The log itself tells it, so that
 * nobody gains by taking the note away or by writing a later instant into it.
 */
async function keyedSince(db: Db): Promise<Date> {
  let last: StoredEvent | undefined
  for (;;) {
    const page: StoredEvent[] = await db
      .selectFrom('events')
      .selectAll()
      .orderBy('occurred_at')
      .orderBy('id')
      .limit(500)
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(occurred_at, id) > (${last?.occurred_at}, ${last?.id}::uuid)`),
      )
      .execute()
    const first = page.findIndex((event) => isHashRight(event.previous_hash, event) === 'KEYED')
    if (first === 0 && !last) return NOBODY_BEFORE
    if (first >= 0) return page[first]!.occurred_at
    if (page.length === 0) return last ? new Date(last.occurred_at.getTime() + 1) : NOBODY_BEFORE
    last = page.at(-1)
  }
}

async function sealUnsealedChains(db: Db): Promise<void> {
  for (;;) {
    const chains = await db.selectFrom('event_chains').selectAll().where('seal', 'is', null).limit(500).execute()
    if (chains.length === 0) return
    for (const { seal: _, ...end } of chains)
      await db
        .updateTable('event_chains')
        .set({ seal: sealChain(end) })
        .where('subject_type', '=', end.subject_type)
        .where('subject_id', '=', end.subject_id)
        .where('length', '=', end.length)
        .where('head', '=', end.head)
        .execute()
  }
}
