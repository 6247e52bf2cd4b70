import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { canonical } from '#platform/record/canonical.ts'
import { type RootStatement, statementOf } from '#platform/record/receipt.ts'
import type { Db } from '#platform/server/database/db.ts'
import { insertRows } from '#platform/server/database/insert-rows.ts'
import { close, closingsOf, isClosedAs, NOTHING_YET, withText } from '#platform/server/events/closings.ts'
import { eventText, type HashedEvent } from '#platform/server/events/event-chain.ts'
import { isTextSealed, type Keeping, sealText } from '#platform/server/events/event-keys.ts'
import type { ChainFault } from '#platform/server/events/verify-chains.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { sameHash, sha256 } from '#platform/server/runtime/secrets.ts'
import { leafHash, rootOf } from './merkle-tree.ts'
import { ROOT_SUBJECT } from './root-subject.ts'

/** So many events stand in one tree at most, so that a receipt is made from few rows. */
const LEAVES_AT_MOST = 4096

const ROOT = { subject_type: 'root', subject_id: ROOT_SUBJECT } as const

/** A signed root as it is kept and as a receipt carries it. */
interface SignedRoot {
  readonly statement: string
  readonly signature: Uint8Array
  readonly certificate: Uint8Array
}

export type LinkedRow = HashedEvent & { readonly previous_hash: Uint8Array; readonly hash: Uint8Array }

/** A leaf covers the event's keyed hash, and what anybody can compute from its text. */
const leafOf = (hash: Uint8Array, text: string): Buffer => leafHash(Buffer.concat([hash, sha256(text)]))
const leafOfEvent = (event: LinkedRow): Buffer => leafOf(event.hash, eventText(event.previous_hash, event))

/** Whether a root bears the signature of the certificate beside it (RSA or EC, SHA-256). */
function isRootSigned({ statement, signature, certificate }: SignedRoot): boolean {
  try {
    const key = createPublicKey(new X509Certificate(certificate).publicKey.export({ format: 'pem', type: 'spki' }))
    return verify('sha256', Buffer.from(statement), key, signature)
  } catch {
    return false
  }
}

/** What the newest root says; null before there is one. */
export async function lastRoot(db: Db): Promise<RootStatement | null> {
  const newest = db.selectFrom('record_roots').select('statement').orderBy('number', 'desc').limit(1)
  const root = await newest.executeTakeFirst()
  return root ? statementOf(root) : null
}

/** Makes trees of the events that stand in none yet, each with a signed root that names the one before. */
export const makeRecordRoots: Job = {
  name: 'make-record-roots',
  cron: '29 * * * *',
  async run(services) {
    let roots = 0
    let events = 0
    for (;;) {
      const made = await services.database.transaction((db) => makeRoot(db, services))
      if (made === 0) return { roots, events }
      roots += 1
      events += made
    }
  },
}

/** Makes one tree. @returns how many events stand in it */
async function makeRoot(
  db: Db,
  { config, env, signText }: Pick<Services, 'config' | 'env' | 'signText'>,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('record-roots'))`.execute(db)
  const waiting = await sql<LinkedRow>`
    with taken as (delete from events_without_root where event_id in
      (select event_id from events_without_root order by event_id limit ${LEAVES_AT_MOST}) returning event_id)
    select e.* from taken t join events e on e.id = t.event_id order by e.id`.execute(db)
  const events = waiting.rows
  if (events.length === 0) return 0
  const leaves = events.map(leafOfEvent)
  const before = await db
    .selectFrom('record_roots')
    .select(['number', 'statement_sha256'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = (before?.number ?? 0) + 1
  const at = env.now()
  const stated: RootStatement = {
    format: 'poljin-root-1',
    number,
    at: at.toISOString(),
    size: leaves.length,
    root: rootOf(leaves).toString('hex'),
    previous: before?.statement_sha256.toString('hex') ?? null,
  }
  const statement = canonical(stated)
  const { signature, certificate } = await signText(statement)
  await db
    .insertInto('record_roots')
    .values({
      number,
      statement,
      statement_sha256: sha256(statement),
      seal: sealText(config, statement),
      signature,
      certificate,
      created_at: at,
    })
    .execute()
  const rows = events.map(({ id }, place) => ({ event_id: id, root_number: number, place, leaf: leaves[place]! }))
  await insertRows('record_leaves', rows).execute(db)
  return events.length
}

const rootFault = (position: number): ChainFault => ({
  subjectType: 'root',
  subjectId: ROOT_SUBJECT,
  position,
  fault: 'ROOT',
})

/** Roots that bear no seal or no signature, do not name the one before, or are not those of their leaves. */
async function faultyRoots(db: Db, config: Keeping): Promise<ChainFault[]> {
  const faults: ChainFault[] = []
  const closed = (await closingsOf(db, [ROOT])).get(`${ROOT.subject_type} ${ROOT.subject_id}`)
  let digest: Uint8Array = NOTHING_YET
  let before: { number: number; hash: string } | null = null
  const roots = await db.selectFrom('record_roots').selectAll().orderBy('number').execute()
  for (const root of roots) {
    const stated = statementOf(root)
    const leaves = await db
      .selectFrom('record_leaves')
      .select(['place', 'leaf'])
      .where('root_number', '=', root.number)
      .orderBy('place')
      .execute()
    digest = withText(digest, root.statement)
    const head = sha256(root.statement)
    const isProven =
      root.number > (closed?.length ?? 0)
        ? isTextSealed(config, root.statement, root.seal)
        : root.number < closed!.length || isClosedAs(closed!, { head, digest })
    const isWhole =
      stated.number === (before?.number ?? 0) + 1 &&
      root.number === stated.number &&
      stated.previous === (before?.hash ?? null) &&
      sameHash(root.statement_sha256, head) &&
      leaves.length === stated.size &&
      rootOf(leaves.map(({ leaf }) => leaf)).toString('hex') === stated.root &&
      isProven &&
      isRootSigned(root)
    if (!isWhole) faults.push(rootFault(root.number))
    before = { number: root.number, hash: head.toString('hex') }
  }
  if (closed && closed.length > roots.length) faults.push(rootFault(closed.length))
  return faults
}

/** Closes the roots under the present key: those whose seal is of a key that is about to be retired. */
export async function closeRoots(db: Db, at: Date): Promise<void> {
  const roots = await db.selectFrom('record_roots').select(['number', 'statement']).orderBy('number').execute()
  const last = roots.at(-1)
  if (!last) return
  const digest = roots.reduce<Uint8Array>((sum, { statement }) => withText(sum, statement), NOTHING_YET)
  await close(db, { ...ROOT, length: last.number, head: sha256(last.statement), digest }, at)
}

/** Events that are not those of their leaf, that stand in no tree and wait for none, and leaves whose event is gone. */
async function faultyLeaves(db: Db): Promise<ChainFault[]> {
  const faults: ChainFault[] = []
  const missing = await sql<{ subjectType: string; subjectId: string; position: number }>`
    select e.subject_type as "subjectType", e.subject_id as "subjectId", e.position from events e
     where not exists (select from record_leaves l where l.event_id = e.id)
       and not exists (select from events_without_root w where w.event_id = e.id)
    union all
    select 'root', ${ROOT_SUBJECT}::uuid, l.root_number from record_leaves l
     where not exists (select from events e where e.id = l.event_id)`.execute(db)
  faults.push(
    ...missing.rows.map((row) => ({ ...row, fault: row.subjectType === 'root' ? 'ROOT' : 'LEAF' }) as ChainFault),
  )
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await sql<LinkedRow & { leaf: Buffer }>`
      select e.*, l.leaf from record_leaves l join events e on e.id = l.event_id
       where l.event_id > ${last}::uuid order by l.event_id limit 1000`.execute(db)
    if (page.rows.length === 0) return faults
    for (const row of page.rows)
      if (!sameHash(row.leaf, leafOfEvent(row)))
        faults.push({ subjectType: row.subject_type, subjectId: row.subject_id, position: row.position, fault: 'LEAF' })
    last = page.rows.at(-1)!.id
  }
}

/** Recomputes every tree from the events as they are now, and looks at the seals, the signatures and the chain of the roots. */
export async function verifyRoots(db: Db, config: Keeping): Promise<ChainFault[]> {
  return [...(await faultyRoots(db, config)), ...(await faultyLeaves(db))]
}
