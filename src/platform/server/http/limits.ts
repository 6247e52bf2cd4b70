import { sql } from 'kysely'
import type { LimitAction } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { present } from '#platform/values/present.ts'

const minute = 60
const hour = 60 * minute

/** Fixed windows held in the database, so that all nodes share them: [hits, seconds] by identifier and by address. */
const table: Record<LimitAction, { identifier?: readonly [number, number]; address: readonly [number, number] }> = {
  login: { identifier: [10, 15 * minute], address: [50, 15 * minute] },
  'password-check': { identifier: [10, 15 * minute], address: [200, 15 * minute] },
  // Apart from the others, so that whoever signs much is not shut out by a mistyped password elsewhere.
  signing: { identifier: [10, 15 * minute], address: [200, 15 * minute] },
  // Six digits behind a store's link: thirty wrong ones a day, so that the code which the buyer is sent after ten is taken
  // at the same counter; guessing would still take decades.
  'store-code': { identifier: [30, 24 * hour], address: [50, 15 * minute] },
  // Eight signs of a service voucher at the counter: ten wrong ones an hour, and a shop that scans many is not shut out.
  'service-code': { address: [10, hour] },
  // By link: a clerk fills in once and may mistype; whoever tries many prices would find the buyer's limit.
  counter: { identifier: [10, 24 * hour], address: [200, 15 * minute] },
  verify: { identifier: [20, 15 * minute], address: [50, 15 * minute] },
  recovery: { identifier: [3, hour], address: [20, hour] },
  'send-code': { identifier: [5, hour], address: [20, hour] },
  // By number, whoever asks, and for all numbers together: a text message costs money and may reach a stranger.
  sms: { identifier: [10, 24 * hour], address: [2000, 24 * hour] },
  // By who proposes and whose sign-in would change, so that nobody uses up another's; and by that person and the proposer's
  // side, employer or staff, so that neither uses up the other's: each proposal is mailed and sent to a verified number.
  'identity-proposal': { identifier: [5, 24 * hour], address: [1000, 24 * hour] },
  'identity-proposals-of-person': { identifier: [10, 24 * hour], address: [1000, 24 * hour] },
  join: { identifier: [5, hour], address: [60, hour] },
  // By link, whoever holds it: it mails to addresses that its holder types. Used codes are given back.
  'join-link': { identifier: [500, 24 * hour], address: [10_000, 24 * hour] },
  'contact-form': { identifier: [5, hour], address: [20, hour] },
  calculator: { address: [600, minute] },
}

/**
 * Counts one attempt before it is looked at. The count is its own statement, so a refused attempt counts too.
 * @throws TOO_MANY_REQUESTS with Retry-After
 */
export async function countAttempt(
  db: Db,
  action: LimitAction,
  who: { identifier?: string | undefined; address: string },
  now: Date,
) {
  const rule = table[action]
  if (rule.identifier && who.identifier !== undefined)
    await consume(db, `${action}:identifier`, who.identifier.trim().toLowerCase(), rule.identifier, now)
  await consume(db, `${action}:address`, addressBucket(who.address), rule.address, now)
}

/**
 * Gives an attempt back once it has succeeded: only failures wear a limit out, so that an office behind one address is
 * not shut out by its own colleagues.
 */
export async function forgiveAttempt(
  db: Db,
  action: LimitAction,
  who: { identifier?: string | undefined; address: string },
  now: Date,
) {
  const rule = table[action]
  if (rule.identifier && who.identifier !== undefined)
    await giveBack(db, `${action}:identifier`, who.identifier.trim().toLowerCase(), rule.identifier, now)
  await giveBack(db, `${action}:address`, addressBucket(who.address), rule.address, now)
}

const windowStart = (now: Date, seconds: number) =>
  new Date(Math.floor(now.getTime() / 1000 / seconds) * seconds * 1000)

async function giveBack(db: Db, action: string, key: string, [, seconds]: readonly [number, number], now: Date) {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('action', '=', action)
    .where('key_hash', '=', sha256(key))
    .where('window_start', '=', windowStart(now, seconds))
    .where('hits', '>', 0)
    .execute()
}

/** Counts one more in the window that begins then. @returns how many it has with this one */
async function countIn(db: Db, action: string, key: string, start: Date): Promise<number> {
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limits (action, key_hash, window_start, hits) values (${action}, ${sha256(key)}, ${start}, 1)
    on conflict (action, key_hash, window_start) do update set hits = rate_limits.hits + 1 returning hits`.execute(db)
  return present(rows[0]).hits
}

/**
 * Spends one of what somebody may do a day; counted with the caller's transaction, so that only what is done counts.
 * @returns whether there was one left
 */
export async function spendOfDay(
  db: Db,
  action: string,
  key: string,
  { max, now }: { readonly max: number; readonly now: Date },
): Promise<boolean> {
  return (await countIn(db, action, key, windowStart(now, 24 * hour))) <= max
}

async function consume(db: Db, action: string, key: string, [hits, seconds]: readonly [number, number], now: Date) {
  const start = windowStart(now, seconds)
  if ((await countIn(db, action, key, start)) > hits) {
    const retryAfterSeconds = Math.max(1, Math.ceil((start.getTime() + seconds * 1000 - now.getTime()) / 1000))
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds })
  }
}

const bytesOf = (word: number) => [word >> 8, word & 255]

/** An IPv4 address counts as itself also when mapped into IPv6; an IPv6 network of 64 bits is one neighbour. */
export function addressBucket(address: string): string {
  // Some proxies add the port; a mapped address may come in figures or in hexadecimals.
  const plain = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address)
  if (plain) return present(plain[1])
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (hex) return [present(hex[1]), present(hex[2])].flatMap((part) => bytesOf(Number.parseInt(part, 16))).join('.')
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const filled =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return filled
    .slice(0, 4)
    .map((part) => Number.parseInt(part || '0', 16).toString(16))
    .join(':')
}

function forgetOld(windows: Map<string, { start: number }>, start: number) {
  for (const [id, window] of windows) if (window.start !== start) windows.delete(id)
}

/** Requests a minute. What is light costs a fraction of a call: files, pages, refusals of addresses, the probes. */
const perMinute = { light: 6_000, read: 600, write: 60 } as const
export type Weight = keyof typeof perMinute
/** Counts a request. @throws TOO_MANY_REQUESTS with Retry-After */
export type GeneralLimit = (key: string, weight: Weight, now: Date) => void

/** The general limit of users and addresses, per node and in memory. */
export function createGeneralLimit(enabled: boolean): GeneralLimit {
  const windows = new Map<string, { start: number; hits: number }>()
  return (key, weight, now) => {
    if (!enabled) return
    const start = Math.floor(now.getTime() / 60_000)
    const id = `${weight}:${key}`
    const window = windows.get(id)
    if (!window || window.start !== start) {
      if (windows.size > 50_000) forgetOld(windows, start)
      windows.set(id, { start, hits: 1 })
      return
    }
    window.hits += 1
    if (window.hits > perMinute[weight])
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 - Math.floor((now.getTime() % 60_000) / 1000) })
  }
}
