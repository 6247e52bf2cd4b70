import { createHmac } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDataFolder } from '#platform/server/postgres/data-folder.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { chainKeysOf } from '#platform/server/runtime/secrets.ts'
import type { Db } from './db.ts'
import { chainHeads, type KeptHead, keyEventChains } from './events.ts'
import type { Job } from './jobs.ts'

type Keeping = Pick<Config, 'dataDir' | 'secretKey' | 'previousSecretKey'>

const sinceFile = (config: Keeping) => path.join(config.dataDir, 'events-keyed-since')
const headsFolder = (config: Keeping) => path.join(config.dataDir, 'event-heads')
const keysOf = (config: Keeping) => chainKeysOf(config.secretKey, config.previousSecretKey)
const sealOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** How many hourly files are kept: two weeks, so that a cut is found long after it was made. */
const FILES_KEPT = 24 * 14

/** Lets this process write and verify chains; what is older than the folder's note may be of a release without a key. */
export function keyEventChainsOf(config: Keeping): void {
  const file = sinceFile(config)
  const unkeyedUntil = existsSync(file) ? new Date(readFileSync(file, 'utf8').trim()) : new Date(0)
  keyEventChains({ keys: keysOf(config), unkeyedUntil })
}

/** Notes once, outside the database, until when events of a release without a key are taken as they are. */
export async function noteUnkeyedEvents(db: Db, config: Keeping, now: Date): Promise<void> {
  const file = sinceFile(config)
  if (existsSync(file)) return
  makeDataFolder(config.dataDir)
  const unkeyed = await db.selectFrom('event_chains').select('subject_id').where('seal', 'is', null).limit(1).execute()
  writeFileSync(file, (unkeyed.length > 0 ? now : new Date(0)).toISOString(), { mode: 0o600 })
}

/** Keeps the ends of all chains in a sealed file each hour, so that what is cut or removed later is missed. */
export const keepEventHeads: Job = {
  name: 'keep-event-heads',
  cron: '23 * * * *',
  async run({ config, database, env }) {
    const heads = await chainHeads(database.primary)
    const at = env.now().toISOString()
    const body = JSON.stringify({ at, heads })
    const folder = headsFolder(config)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const name = `${at.replace(/[:.]/g, '-')}.json`
    const draft = path.join(folder, `.${name}`)
    writeFileSync(draft, `${sealOf(keysOf(config)[0]!, body)}\n${body}`, { mode: 0o600 })
    chmodSync(draft, 0o400)
    renameSync(draft, path.join(folder, name))
    for (const old of fileNames(config).slice(0, -FILES_KEPT)) rmSync(path.join(folder, old), { force: true })
    return { chains: heads.length }
  },
}

const fileNames = (config: Keeping) =>
  existsSync(headsFolder(config))
    ? readdirSync(headsFolder(config))
        .filter((name) => /^\d.*\.json$/.test(name))
        .sort()
    : []

/** The ends of the chains in the newest file whose seal is right; none where nothing has been kept yet. */
export function keptHeads(config: Keeping): KeptHead[] {
  for (const name of fileNames(config).reverse()) {
    const [seal, body = ''] = readFileSync(path.join(headsFolder(config), name), 'utf8').split('\n')
    if (keysOf(config).some((key) => sealOf(key, body) === seal))
      return (JSON.parse(body) as { heads: KeptHead[] }).heads
  }
  return []
}
