import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Env } from '#platform/server/runtime/env.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import type { Db } from '../database/db.ts'
import type { Job } from '../jobs/jobs.ts'
import { isTextSealed, type Keeping, sealText } from './event-keys.ts'
import { closeAlarm, raiseAlarm } from './record-alarms.ts'
import { type ChainFault, chainHeads, cutChains, type KeptHead } from './verify-chains.ts'

const headsFolder = (config: Keeping) => path.join(config.dataDir, 'event-heads')

/** Whoever writes or copies the kept heads holds the advisory lock of this name. */
export const EVENT_HEADS_LOCK = 'event-heads'

/** How many hourly files are kept: two weeks, so that a cut is found long after it was made. */
const FILES_KEPT = 24 * 14

/** What the files of heads are called where a fault names what it was found in. */
const HEADS_SUBJECT = '00000000-0000-7000-8000-000000000009'

/** One file as it is kept. A release before did not number its files. */
interface HeadsFile {
  readonly at: string
  readonly number?: number
  /** The hash of the file before; null in the first. */
  readonly previous?: string | null
  readonly heads: readonly KeptHead[]
}

/** The newest file: its number, and the hash that the next one names. */
interface Newest {
  readonly number: number
  readonly hash: string
}

interface Read extends Newest {
  readonly file: HeadsFile | null
}

/** The number in a file's name; a release before wrote none. */
const numberIn = (name: string) => Number(/-(\d{8})\.json$/.exec(name)?.[1] ?? 0)

/** By number, since a clock may be set back between two files. */
const fileNames = (config: Keeping) =>
  existsSync(headsFolder(config))
    ? readdirSync(headsFolder(config))
        .filter((name) => /^\d.*\.json$/.test(name))
        .sort((one, other) => numberIn(one) - numberIn(other) || (one < other ? -1 : 1))
    : []

/** Reads one file; what bears no seal of ours tells nothing but that it is there. */
function readFile(config: Keeping, name: string): Read {
  const text = readFileSync(path.join(headsFolder(config), name), 'utf8')
  const [seal = '', body = ''] = text.split('\n')
  const hash = sha256(text).toString('hex')
  if (!isTextSealed(config, body, seal)) return { number: 0, hash, file: null }
  const file = JSON.parse(body) as HeadsFile
  return { number: file.number ?? 0, hash, file }
}

const fault = (position: number): ChainFault => ({
  subjectType: 'heads',
  subjectId: HEADS_SUBJECT,
  position,
  fault: 'KEPT',
})

const SETTING = 'event-heads'

/** The newest file as the database remembers it: files that are taken away from the folder are missed. */
async function notedNewest(db: Db): Promise<Newest | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst()
  return (row?.value as Newest | undefined) ?? null
}

async function noteNewest(db: Db, at: Date, newest: Newest): Promise<void> {
  const value = JSON.stringify(newest)
  await db
    .insertInto('settings')
    .values({ key: SETTING, value, updated_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: at }))
    .execute()
}

/** Whether a file follows the one before: it names its hash, and its number is the next. */
const follows = ({ file, number }: Read, before: Read | undefined): boolean =>
  file !== null &&
  (before === undefined || file.number === undefined
    ? true
    : file.previous === before.hash && number === before.number + 1)

/** What the database remembers of the newest file is in the folder, as it was. */
function isNotedThere(noted: Newest | null, files: readonly Read[]): boolean {
  if (!noted || files.length === 0) return noted === null
  const same = files.find(({ number }) => number === noted.number)
  return same?.hash === noted.hash
}

/** The heads of all kept files, each once, and which files do not follow the one before or are missing. */
export async function keptRecord(
  db: Db,
  config: Keeping,
): Promise<{ heads: readonly KeptHead[]; faults: ChainFault[] }> {
  const heads = new Map<string, KeptHead>()
  const faults: ChainFault[] = []
  const files: Read[] = []
  for (const name of fileNames(config)) {
    const read = readFile(config, name)
    if (!follows(read, files.at(-1))) faults.push(fault(read.number))
    for (const head of read.file?.heads ?? []) heads.set(`${head.subjectId} ${head.length} ${head.head}`, head)
    files.push({ ...read, file: read.file && { ...read.file, heads: [] } })
  }
  const noted = await notedNewest(db)
  if (!isNotedThere(noted, files)) faults.push(fault(noted?.number ?? 0))
  return { heads: [...heads.values()], faults }
}

/**
 * Keeps the ends of all chains in a sealed file each hour, so that what is cut or removed later is missed. Each file names
 * the hash of the one before and the next number; the database remembers the newest. Where a chain is shorter than the
 * newest file says, or a file is not what it was, nothing is kept and the staff have a task.
 */
export const keepEventHeads: Job = {
  name: 'keep-event-heads',
  cron: '23 * * * *',
  async run({ config, database, env }) {
    // One at a time: two that read the same newest file would each write the next, and the second would raise an alarm.
    const kept = await database.transaction(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext(${EVENT_HEADS_LOCK}))`.execute(db)
      return keepNext(db, config, env)
    })
    if (!kept)
      throw new Error('The event log is shorter than it was, or a kept file of its heads has changed: nothing was kept')
    return kept
  },
}

/** Writes the next file. @returns what it holds, or null where something was cut or changed and the alarm is raised */
async function keepNext(db: Db, config: Keeping, env: Env): Promise<{ chains: number; number: number } | null> {
  const last = fileNames(config).at(-1)
  const newest = last === undefined ? undefined : readFile(config, last)
  const noted = await notedNewest(db)
  const isWhole = newest === undefined ? noted === null : newest.file !== null
  const isNewest = noted === null || (newest !== undefined && newest.number >= noted.number)
  const isSame = noted === null || newest?.number !== noted.number || newest.hash === noted.hash
  const cut = await cutChains(db, newest?.file?.heads ?? [])
  const faults = cut.length + (isWhole && isNewest && isSame ? 0 : 1)
  if (faults > 0) {
    await raiseAlarm(db, env, faults)
    return null
  }
  const heads = await chainHeads(db)
  const written = writeFile(config, { at: env.now().toISOString(), heads }, newest)
  await noteNewest(db, env.now(), written)
  await closeAlarm(db, env)
  for (const old of fileNames(config).slice(0, -FILES_KEPT))
    rmSync(path.join(headsFolder(config), old), { force: true })
  return { chains: heads.length, number: written.number }
}

/**
 * Begins the kept heads anew under the present key, with one file of all that the earlier ones knew; those bear a seal of
 * a key that is about to be retired. Call it where nothing is wrong with them.
 */
export async function keepHeadsAnew(db: Db, config: Keeping, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${EVENT_HEADS_LOCK}))`.execute(db)
  const earlier = fileNames(config)
  const last = earlier.at(-1)
  if (last === undefined) return
  const { heads } = await keptRecord(db, config)
  const { number } = readFile(config, last)
  const written = writeFile(config, { at: now.toISOString(), heads }, { number, hash: null })
  await noteNewest(db, now, written)
  for (const name of earlier) rmSync(path.join(headsFolder(config), name), { force: true })
}

function writeFile(
  config: Keeping,
  { at, heads }: Pick<HeadsFile, 'at' | 'heads'>,
  before: { readonly number: number; readonly hash: string | null } | undefined,
): Newest {
  const number = (before?.number ?? 0) + 1
  const body = JSON.stringify({ at, number, previous: before?.hash ?? null, heads } satisfies HeadsFile)
  const text = `${sealText(config, body)}\n${body}`
  const folder = headsFolder(config)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${at.replace(/[:.]/g, '-')}-${String(number).padStart(8, '0')}.json`
  const draft = path.join(folder, `.${name}`)
  writeFileSync(draft, text, { mode: 0o600 })
  chmodSync(draft, 0o400)
  renameSync(draft, path.join(folder, name))
  return { number, hash: sha256(text).toString('hex') }
}
