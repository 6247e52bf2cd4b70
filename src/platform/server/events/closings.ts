import { sql } from 'kysely'
import { canonical } from '#platform/record/canonical.ts'
import { sameHash, sha256 } from '#platform/server/runtime/secrets.ts'
import type { Db } from '../database/db.ts'
import { eventText, type HashedEvent, isMacOf, macOf } from './event-chain.ts'

/** A part of a chain that a retired key has written, under a seal of the key that came after it. */
export interface Closing {
  readonly subject_type: string
  readonly subject_id: string
  /** So many events are covered. */
  readonly length: number
  /** The hash of the last of them. */
  readonly head: Uint8Array
  readonly digest: Uint8Array
}

/** A closing as it is kept. */
export type StoredClosing = Closing & { readonly seal: Uint8Array }

export const NOTHING_YET: Buffer = Buffer.alloc(32)

/** The digest of a chain with one more event: its text, and the hash that a receipt may name. */
export const withEvent = (digest: Uint8Array, row: HashedEvent & { previous_hash: Uint8Array; hash: Uint8Array }) =>
  sha256(Buffer.concat([digest, row.hash, sha256(eventText(row.previous_hash, row))]))

/** The digest of a row of texts with one more. */
export const withText = (digest: Uint8Array, text: string): Buffer => sha256(Buffer.concat([digest, sha256(text)]))

const textOf = ({ subject_type, subject_id, length, head, digest }: Closing) =>
  canonical(['closed', subject_type, subject_id, length, hex(head), hex(digest)])
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Whether a closing bears a seal of one of the keys and is of what a chain holds up to its length. */
export const isClosedAs = (
  closing: StoredClosing,
  found: { readonly head: Uint8Array; readonly digest: Uint8Array },
): boolean =>
  isMacOf(textOf(closing), closing.seal) && sameHash(closing.head, found.head) && sameHash(closing.digest, found.digest)

/** The closings of subjects, by `type id`. */
export async function closingsOf(
  db: Db,
  subjects: readonly { readonly subject_type: string; readonly subject_id: string }[],
): Promise<ReadonlyMap<string, StoredClosing>> {
  const rows = await db
    .selectFrom('event_closings')
    .selectAll()
    .where(
      sql<boolean>`(subject_type, subject_id) in (select * from unnest(${subjects.map((one) => one.subject_type)}::text[], ${subjects.map((one) => one.subject_id)}::uuid[]))`,
    )
    .execute()
  return new Map(rows.map((row) => [`${row.subject_type} ${row.subject_id}`, row]))
}

/** Closes what a chain holds now under the present key, over what was closed before. */
export async function close(db: Db, closing: Closing, at: Date): Promise<void> {
  const row = { ...closing, head: Buffer.from(closing.head), digest: Buffer.from(closing.digest) }
  const values = { ...row, seal: macOf(textOf(closing)), closed_at: at }
  await db
    .insertInto('event_closings')
    .values(values)
    .onConflict((conflict) => conflict.columns(['subject_type', 'subject_id']).doUpdateSet(values))
    .execute()
}
