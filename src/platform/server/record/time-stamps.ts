import type { Db } from '#platform/server/database/db.ts'
import type { ChainFault } from '#platform/server/events/verify-chains.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { ROOT_SUBJECT } from './root-subject.ts'

/** Loaded for the first stamp: most starts need none. */
const stamps = () => import('#platform/record/time-stamps.ts')

/** An authority that says nothing costs so long. */
const ANSWERS_WITHIN_MS = 10_000
const CLOCKS_APART_MS = 300_000
const REPLY_BYTES = 65_536
/** So long a root may stand without a stamp before somebody is asked to mend it. */
const WAITS_AT_MOST_MS = 86_400_000

interface Given {
  readonly token: Uint8Array
  readonly at: Date
  readonly authority: string
}

async function answerTo(
  url: string,
  request: Uint8Array<ArrayBuffer>,
  withinMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await fetch(url, {
    // An authority that sends us elsewhere is not the one that was configured.
    redirect: 'error',
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: request,
    signal: AbortSignal.timeout(withinMs),
  })
  if (!reply.ok) throw new Error(`the time stamp authority answered ${reply.status}`)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of reply.body ?? []) {
    length += part.length
    if (length > REPLY_BYTES) throw new Error('the time stamp authority answered with too much')
    parts.push(part)
  }
  return Uint8Array.from(Buffer.concat(parts))
}

/**
 * Asks the configured authority for a time stamp over a content and verifies the answer: status, nonce, imprint, signature,
 * purpose and chain of the certificate, and that its time is ours.
 * @throws Error with what is wrong, and where it does not answer in time
 */
export async function requestTimeStamp(
  content: Uint8Array,
  authority: NonNullable<Config['timestamp']>,
  { env, withinMs = ANSWERS_WITHIN_MS }: Pick<Services, 'env'> & { readonly withinMs?: number },
): Promise<Given> {
  const { timeStampRequest, tokenIn, verifyTimeStamp } = await stamps()
  const nonce = Uint8Array.from(env.random(16))
  // A first byte of 01 to 7f: positive, and nothing to be left out.
  nonce[0] = (nonce[0]! & 0x7f) | 1
  const from = new Date(env.now().getTime() - CLOCKS_APART_MS)
  const answer = tokenIn(await answerTo(authority.url, await timeStampRequest(content, nonce), withinMs))
  if (answer.fault !== null) throw new Error(`the time stamp authority gave no stamp: ${answer.fault}`)
  const to = new Date(env.now().getTime() + CLOCKS_APART_MS)
  const found = await verifyTimeStamp(answer.token, content, {
    nonce,
    trusted: authority.trusted,
    within: { from, to },
  })
  if (found.fault !== null) throw new Error(`the time stamp does not hold: ${found.fault}`)
  return { token: answer.token, at: found.stamp.at, authority: found.stamp.authority.name }
}

/** The newest root, the newest that is stamped, and since when the first root without cover waits. */
async function stateOf(db: Db) {
  const newest = db.selectFrom('record_roots').select(['number', 'statement']).orderBy('number', 'desc').limit(1)
  const stamped = db.selectFrom('record_stamps').select('root_number').orderBy('root_number', 'desc').limit(1)
  const covered = (await stamped.executeTakeFirst())?.root_number ?? 0
  const waiting = db
    .selectFrom('record_roots')
    .select('created_at')
    .where('number', '>', covered)
    .orderBy('number')
    .limit(1)
  return { newest: await newest.executeTakeFirst(), waitsSince: (await waiting.executeTakeFirst())?.created_at ?? null }
}

/**
 * Has the newest root stamped, and with it every root before: each names the hash of the one before. An authority that
 * does not answer is asked again at the next run; once a root has waited for a day, the run fails and the staff have a task.
 */
export const stampRecordRoots: Job = {
  name: 'stamp-record-roots',
  cron: '*/10 * * * *',
  async run({ config, database, env, log }) {
    if (!config.timestamp) return { stamped: 0 }
    const { newest, waitsSince } = await stateOf(database.primary)
    if (!newest || !waitsSince) return { stamped: 0 }
    try {
      const { token, at, authority } = await requestTimeStamp(Buffer.from(newest.statement), config.timestamp, { env })
      const stamp = { root_number: newest.number, token: Buffer.from(token), stamped_at: at, authority }
      await database.transaction((db) =>
        db
          .insertInto('record_stamps')
          .values({ ...stamp, created_at: env.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
      return { stamped: 1, root: newest.number }
    } catch (error) {
      if (env.now().getTime() - waitsSince.getTime() > WAITS_AT_MOST_MS) throw error
      log.warn({ err: error }, 'the newest root has no time stamp yet')
      return { stamped: 0, waitsSince: waitsSince.toISOString() }
    }
  },
}

/** What third parties have stamped, for whoever verifies the log. */
export interface StampedRoots {
  readonly stamps: number
  /** The newest root that a stamp covers, and when. */
  readonly newest: { readonly root: number; readonly at: Date; readonly authority: string } | null
  /** How many of the newest roots no stamp covers. */
  readonly uncovered: number
  /** The longest time between a root and the stamp that covers it first. */
  readonly longestWaitMs: number
}

/** Verifies every kept token over the statement of its root as it is now. */
export async function verifyStamps(
  db: Db,
  { timestamp }: Pick<Config, 'timestamp'>,
): Promise<{ stamped: StampedRoots; faults: ChainFault[] }> {
  const roots = await db
    .selectFrom('record_roots as r')
    .leftJoin('record_stamps as s', 's.root_number', 'r.number')
    .select(['r.number', 'r.statement', 'r.created_at', 's.token', 's.stamped_at', 's.authority'])
    .orderBy('r.number')
    .execute()
  const faults: ChainFault[] = []
  let newest: StampedRoots['newest'] = null
  let longestWaitMs = 0
  let waitsSince: Date | null = null
  for (const { number, statement, created_at, token, stamped_at } of roots) {
    waitsSince ??= created_at
    if (!token) continue
    const found = await foundIn({ token, statement, created_at, timestamp })
    if (found === null || found.at.getTime() !== stamped_at!.getTime()) {
      faults.push({ subjectType: 'root', subjectId: ROOT_SUBJECT, position: number, fault: 'STAMP' })
      continue
    }
    newest = { root: number, at: found.at, authority: found.authority.name }
    longestWaitMs = Math.max(longestWaitMs, found.at.getTime() - waitsSince.getTime())
    waitsSince = null
  }
  const stamps = roots.filter(({ token }) => token).length
  const uncovered = roots.filter(({ number }) => number > (newest?.root ?? 0)).length
  return { stamped: { stamps, newest, uncovered, longestWaitMs }, faults }
}

/** What a kept token says; null where it does not hold, or is older than the root. */
async function foundIn(kept: {
  readonly token: Uint8Array
  readonly statement: string
  readonly created_at: Date
  readonly timestamp: Config['timestamp']
}) {
  const { verifyTimeStamp } = await stamps()
  const found = await verifyTimeStamp(Uint8Array.from(kept.token), Buffer.from(kept.statement), {
    trusted: kept.timestamp?.trusted,
    within: { from: new Date(kept.created_at.getTime() - CLOCKS_APART_MS), to: new Date(8.64e15) },
  })
  return found.fault === null ? found.stamp : null
}
