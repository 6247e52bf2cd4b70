import { type Selectable, sql } from 'kysely'
import type { chainFaults } from '#platform/contract/chain-faults.ts'
import { sameHash } from '#platform/server/runtime/secrets.ts'
import type { Db } from '../database/db.ts'
import type { Tables } from '../database/tables.generated.ts'
import { closingsOf, isClosedAs, NOTHING_YET, type StoredClosing, withEvent } from './closings.ts'
import { areFactsRight, isBlank, isHashRight, isSealed } from './event-chain.ts'

export interface ChainFault {
  readonly subjectType: string
  readonly subjectId: string
  readonly position: number
  readonly fault: (typeof chainFaults)[number]
}

/** How a chain ended when its head was last kept outside the database. */
export interface KeptHead {
  readonly subjectType: string
  readonly subjectId: string
  readonly length: number
  readonly head: string
}

/** Events whose chain is gone, or that were put beside one by hand. */
async function orphans(db: Db): Promise<ChainFault[]> {
  const rows = await sql<{ subjectType: string; subjectId: string; position: number }>`
    select e.subject_type as "subjectType", e.subject_id as "subjectId", min(e.position) as position from events e
     where not exists (select from event_chains c where c.subject_type = e.subject_type and c.subject_id = e.subject_id)
     group by 1, 2 order by 1, 2`.execute(db)
  return rows.rows.map((row) => ({ ...row, fault: 'ORPHAN' as const }))
}

/** Chains that are shorter than a kept head says, or another at its place. */
export async function cutChains(db: Db, kept: readonly KeptHead[]): Promise<ChainFault[]> {
  const faults: ChainFault[] = []
  for (let from = 0; from < kept.length; from += 500) {
    const part = kept.slice(from, from + 500)
    const found = await sql<{ place: number; hash: Buffer | null }>`
      select k.place::int as place, e.hash from unnest(${part.map((one) => one.subjectType)}::text[],
             ${part.map((one) => one.subjectId)}::uuid[], ${part.map((one) => one.length)}::int[]) with ordinality as k (type, id, length, place)
        left join events e on e.subject_type = k.type and e.subject_id = k.id and e.position = k.length`.execute(db)
    for (const { place, hash } of found.rows) {
      const { subjectType, subjectId, length, head } = part[place - 1]!
      if (hash?.toString('hex') !== head) faults.push({ subjectType, subjectId, position: length, fault: 'CUT' })
    }
  }
  return faults
}

/** The ends of all chains, to be kept outside the database. */
export async function chainHeads(db: Db): Promise<KeptHead[]> {
  const rows = await db.selectFrom('event_chains').selectAll().orderBy('subject_type').orderBy('subject_id').execute()
  return rows.map((row) => ({
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    length: row.length,
    head: row.head.toString('hex'),
  }))
}

export type Chain = Selectable<Tables['event_chains']>

/** The next chains after one, in the order of their subjects. */
export async function chainsAfter(db: Db, after: Chain | undefined): Promise<Chain[]> {
  return db
    .selectFrom('event_chains')
    .selectAll()
    .orderBy('subject_type')
    .orderBy('subject_id')
    .limit(500)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(subject_type, subject_id) > (${after?.subject_type}, ${after?.subject_id}::uuid)`),
    )
    .execute()
}

type EventRow = Selectable<Tables['events']>

const eventsOf = (db: Db, { subject_type, subject_id }: Chain): Promise<EventRow[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .orderBy('position')
    .execute()

/**
 * Recomputes one chain.
 * @param options.isDigested whether the digest covers all of it, for a closing; without, only what is closed is digested
 * @returns how many events it has, of how many the facts were taken out, and what is wrong with them
 */
export async function verifyChain(
  db: Db,
  chain: Chain,
  closed: StoredClosing | undefined,
  { isDigested = false }: { readonly isDigested?: boolean } = {},
): Promise<{ events: number; blank: number; faults: ChainFault[]; head: Uint8Array; digest: Uint8Array }> {
  const faults: ChainFault[] = []
  const rows = await eventsOf(db, chain)
  let head: Uint8Array = Buffer.alloc(32)
  let digest: Uint8Array = NOTHING_YET
  let expected = 1
  let isKeyed = false
  const fault = (position: number, kind: ChainFault['fault']) =>
    faults.push({ subjectType: chain.subject_type, subjectId: chain.subject_id, position, fault: kind })
  for (const row of rows) {
    const isClosed = closed !== undefined && row.position <= closed.length
    if (row.position !== expected) fault(expected, 'MISSING')
    else {
      // What a retired key has written is proven by its closing as a whole.
      const proof = isClosed ? (areFactsRight(row) ? 'CLOSED' : null) : isHashRight(head, row)
      // Once a chain is keyed, an event without a key cannot follow.
      const isLate = proof === 'UNKEYED' && isKeyed
      if (!sameHash(row.previous_hash, head) || !proof || isLate) fault(row.position, 'CHANGED')
      isKeyed ||= proof === 'KEYED' || proof === 'CLOSED'
    }
    head = row.hash
    if (isClosed || isDigested) digest = withEvent(digest, row)
    if (row.position === closed?.length && !isClosedAs(closed, { head, digest })) fault(row.position, 'CHANGED')
    expected = row.position + 1
  }
  // A gap is told as one, and leaves the end where it was.
  const ends = expected - 1 === chain.length && sameHash(chain.head, head)
  if (!ends || !isSealed(chain)) fault(rows.length, 'HEAD')
  return { events: rows.length, blank: rows.filter(isBlank).length, faults, head, digest }
}

/**
 * Recomputes every chain, and looks at the rows without one and at the heads kept outside: reports where a row was
 * changed, removed, reordered, put in by hand, or cut off the end.
 */
export async function verifyChains(
  db: Db,
  kept: readonly KeptHead[] = [],
): Promise<{ chains: number; events: number; blank: number; faults: ChainFault[] }> {
  const faults: ChainFault[] = [...(await orphans(db)), ...(await cutChains(db, kept))]
  let chains = 0
  let events = 0
  let blank = 0
  let page = await chainsAfter(db, undefined)
  while (page.length > 0) {
    const closings = await closingsOf(db, page)
    for (const chain of page) {
      const found = await verifyChain(db, chain, closings.get(`${chain.subject_type} ${chain.subject_id}`))
      chains += 1
      events += found.events
      blank += found.blank
      faults.push(...found.faults)
    }
    page = await chainsAfter(db, page.at(-1))
  }
  return { chains, events, blank, faults }
}
