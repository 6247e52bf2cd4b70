import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { canonical } from '#platform/record/canonical.ts'
import { sameHash, sha256 } from '#platform/server/runtime/secrets.ts'

/** What the chains are proven with; the database holds none of it. */
interface ChainKeys {
  /** The first writes; the retired ones still verify. */
  readonly keys: readonly Buffer[]
  /** Events before it may be of a release that had no key. */
  readonly unkeyedUntil: Date
}

/** The first word of an event's text whose facts are covered by their hash. */
const FACTS_HASHED = 'poljin-event-2'

let chainKeys: { readonly keys: readonly KeyObject[]; readonly unkeyedUntil: Date } | null = null

/** Says with which keys this process writes and verifies event chains. */
export function keyEventChains(given: ChainKeys): void {
  chainKeys = { keys: given.keys.map((key) => createSecretKey(key)), unkeyedUntil: given.unkeyedUntil }
}

function requireKeys() {
  if (!chainKeys) throw new Error('the event chains have no key: call keyEventChains first')
  return chainKeys
}

const mac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest()

const sealUnder = (key: KeyObject, { subject_type, subject_id, length, head }: ChainEnd) =>
  mac(key, canonical(['chain', subject_type, subject_id, length, Buffer.from(head).toString('hex')]))

/** Where a subject's chain ends. */
export interface ChainEnd {
  readonly subject_type: string
  readonly subject_id: string
  readonly length: number
  readonly head: Uint8Array
}

/** What proves a chain's end; only who has the key can make it. */
export const sealChain = (end: ChainEnd): Buffer => sealUnder(requireKeys().keys[0]!, end)

/** Whether a chain's end bears a seal of one of the keys. */
export function isSealed({ seal, ...end }: ChainEnd & { readonly seal: Buffer | null }): boolean {
  return seal !== null && requireKeys().keys.some((key) => sameHash(seal, sealUnder(key, end)))
}

/** The seal of a text under the present key. */
export const macOf = (text: string): Buffer => mac(requireKeys().keys[0]!, text)
/** Whether a seal of a text is of one of the keys. */
export const isMacOf = (text: string, seal: Uint8Array): boolean =>
  requireKeys().keys.some((key) => sameHash(seal, mac(key, text)))

/** The hash that links an event to the one before it. */
export const linkEvent = (previous: Uint8Array, event: HashedEvent): Buffer =>
  mac(requireKeys().keys[0]!, eventText(previous, event))

/** What an event's hash covers, beside the hash before it. */
export interface HashedEvent {
  id: string
  subject_type: string
  subject_id: string
  position: number
  type: string
  company_id: string | null
  order_id: string | null
  beneficiary_employee_id: string | null
  actor_kind: string
  actor_user_id: string | null
  shared: boolean
  data: unknown
  /** What the link covers in place of the facts; null in events of a release that covered the facts themselves. */
  data_hash: Uint8Array | null
  /** Kept with the facts and taken out with them, so that nobody can guess them from their hash. */
  data_salt: Uint8Array | null
  occurred_at: Date
}

/** The hash of an event's facts. */
export const hashFacts = (salt: Uint8Array, data: unknown): Buffer =>
  sha256(Buffer.concat([salt, Buffer.from(canonical(data))]))

/** Whether the facts are those that the event's hash covers, or were taken out whole. */
export function areFactsRight({ data, data_hash: hash, data_salt: salt }: HashedEvent): boolean {
  if (!hash) return salt === null
  return salt ? sameHash(hash, hashFacts(salt, data)) : isBlank({ data, data_hash: hash, data_salt: salt })
}

/** Whether the facts of an event were taken out. */
export const isBlank = ({
  data,
  data_hash,
  data_salt,
}: Pick<HashedEvent, 'data' | 'data_hash' | 'data_salt'>): boolean =>
  data_hash !== null && data_salt === null && canonical(data) === '{}'

/** What an event says in one text: with its facts, or since there is one with their hash. */
export function eventText(previous: Uint8Array, e: HashedEvent): string {
  return canonical([
    ...(e.data_hash ? [FACTS_HASHED] : []),
    Buffer.from(previous).toString('hex'),
    e.id,
    e.subject_type,
    e.subject_id,
    e.position,
    e.type,
    e.company_id,
    e.order_id,
    e.beneficiary_employee_id,
    e.actor_kind,
    e.actor_user_id,
    e.shared,
    e.data_hash ? Buffer.from(e.data_hash).toString('hex') : e.data,
    e.occurred_at.toISOString(),
  ])
}

/** The hash by which a release without a key linked an event; anybody can make it. */
export const unkeyedHash = (previous: Uint8Array, event: HashedEvent): Buffer => sha256(eventText(previous, event))

/** Whether an event's hash is right under one of the keys; without one only where no key existed yet. */
export function isHashRight(head: Uint8Array, row: HashedEvent & { hash: Uint8Array }): 'KEYED' | 'UNKEYED' | null {
  const { keys, unkeyedUntil } = requireKeys()
  if (!areFactsRight(row)) return null
  const text = eventText(head, row)
  if (keys.some((key) => sameHash(row.hash, mac(key, text)))) return 'KEYED'
  return row.occurred_at < unkeyedUntil && sameHash(row.hash, unkeyedHash(head, row)) ? 'UNKEYED' : null
}
