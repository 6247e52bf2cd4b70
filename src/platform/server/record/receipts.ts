import { sql } from 'kysely'
import { type Receipt, type ReceiptEvent, statementOf } from '#platform/record/receipt.ts'
import type { ReceiptFault } from '#platform/record/verify-receipt.ts'
import type { Db } from '#platform/server/database/db.ts'
import { eventText } from '#platform/server/events/event-chain.ts'
import { sameHash } from '#platform/server/runtime/secrets.ts'
import { pathOf } from './merkle-tree.ts'
import type { LinkedRow } from './record-roots.ts'

/** What the log tells of how an agreement was signed. */
const receiptTypes = [
  'AGREEMENT_TERMS_SET',
  'AGREEMENT_SIGNATURE_GIVEN',
  'LEASING_AGREEMENT_SIGNED',
  'DOCUMENT_SEALED',
] as const

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

type Leaf = LinkedRow & { root_number: number; place: number }

/** The receipt of an agreement that the caller may read; null while its sealed document stands in no tree yet. */
export async function receiptOf(
  db: Db,
  agreement: { readonly id: string; readonly number: string },
): Promise<Receipt | null> {
  const { rows } = await sql<Leaf>`
    select e.*, l.root_number, l.place from events e join record_leaves l on l.event_id = e.id
     where e.subject_type = 'agreement' and e.subject_id = ${agreement.id}::uuid and e.type = any(${[...receiptTypes]}::text[])
     order by e.position`.execute(db)
  if (!rows.some(({ type }) => type === 'DOCUMENT_SEALED')) return null
  const numbers = rows.map(({ root_number }) => root_number)
  const stamp = await stampAfter(db, Math.max(...numbers))
  const roots = await db
    .selectFrom('record_roots')
    .selectAll()
    .where('number', '>=', Math.min(...numbers))
    .where('number', '<=', stamp?.root_number ?? Math.max(...numbers))
    .orderBy('number')
    .execute()
  const leaves = await leavesOf(db, [...new Set(numbers)])
  const certificates = [...new Set(roots.map(({ certificate }) => base64(certificate)))]
  return {
    format: 'poljin-receipt-1',
    agreementNumber: agreement.number,
    events: rows.map((row) => ({
      id: row.id,
      type: row.type,
      text: eventText(row.previous_hash, row),
      data: row.data_salt ? row.data : null,
      salt: row.data_salt ? hex(row.data_salt) : null,
      hash: hex(row.hash),
      root: row.root_number,
      place: row.place,
      path: pathOf(row.place, leaves.get(row.root_number)!).map(hex),
    })),
    roots: roots.map(({ statement, signature, certificate }) => ({
      statement,
      signature: base64(signature),
      certificate: certificates.indexOf(base64(certificate)),
    })),
    certificates,
    ...(stamp ? { stamp: { root: stamp.root_number, token: base64(stamp.token) } } : {}),
  }
}

/** So many roots are carried at most for the sake of a time stamp that came late. */
const ROOTS_TO_STAMP = 500

/** The first time stamp that covers a root: of itself or of one that follows it. */
const stampAfter = (db: Db, root: number) =>
  db
    .selectFrom('record_stamps')
    .select(['root_number', 'token'])
    .where('root_number', '>=', root)
    .where('root_number', '<', root + ROOTS_TO_STAMP)
    .orderBy('root_number')
    .limit(1)
    .executeTakeFirst()

async function leavesOf(db: Db, numbers: readonly number[]): Promise<Map<number, Buffer[]>> {
  const rows = await db
    .selectFrom('record_leaves')
    .select(['root_number', 'leaf'])
    .where('root_number', 'in', numbers)
    .orderBy('root_number')
    .orderBy('place')
    .execute()
  const leaves = new Map<number, Buffer[]>(numbers.map((number) => [number, []]))
  for (const { root_number: number, leaf } of rows) leaves.get(number)!.push(leaf)
  return leaves
}

/** Compares a receipt with a log: its events have to be there with their hashes, and its roots as they were. */
export async function compareReceipt(db: Db, { events, roots }: Receipt): Promise<ReceiptFault[]> {
  const kept = await db
    .selectFrom('events')
    .select(['id', 'hash'])
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  const hashes = new Map(kept.map(({ id, hash }) => [id, hash]))
  const isKept = ({ id, hash }: ReceiptEvent) => {
    const found = hashes.get(id)
    return found !== undefined && sameHash(found, Buffer.from(hash, 'hex'))
  }
  const rows = await db
    .selectFrom('record_roots')
    .select('statement')
    .where(
      'number',
      'in',
      roots.map((root) => statementOf(root).number),
    )
    .execute()
  const statements = new Set(rows.map(({ statement }) => statement))
  return [
    ...events.filter((event) => !isKept(event)).map(({ id }) => ({ what: 'LOG' as const, where: id })),
    ...roots
      .filter(({ statement }) => !statements.has(statement))
      .map((root) => ({ what: 'LOG' as const, where: `root ${statementOf(root).number}` })),
  ]
}
