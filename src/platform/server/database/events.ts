import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Env } from '#platform/server/runtime/env.ts'
import { sameHash, sha256 } from '#platform/server/runtime/secrets.ts'
import type { Db } from './db.ts'
import { insertRows } from './insert-rows.ts'
import type { SignedIn } from './scope.ts'
import type { Tables } from './tables.generated.ts'

/** The event types of the specification, USER_DEACTIVATED, and those that the platform's own acts need. */
export const eventTypes = [
  'USER_CREATED',
  'USER_AUTO_DEACTIVATED',
  'USER_ACTIVATED',
  'USER_DEACTIVATED',
  'ORDER_CONFIRMED',
  'ORDER_PROCESSED',
  'ORDER_SENT',
  'SERIAL_NUMBER_UPDATED',
  'DELIVERY_DATE_UPDATED',
  'ORDER_STATUS_UPDATED',
  'PROCESS_STEP',
  'TURN_NUDGED',
  'GRENKE_INVOICE_SENT',
  'LEASING_AGREEMENT_SIGNED',
  'LEASING_AGREEMENT_REJECTED',
  'LEASING_MONTHLY_PAYMENT_UPDATED',
  'LEASING_AGREEMENT_STARTED',
  'LEASING_AGREEMENT_ENDED',
  'BIKE_REDEMPTION_STARTED',
  'BIKE_REDEMPTION_USER_PAYMENT_SENT',
  'BIKE_REDEMPTION_USER_PAYMENT_PAID',
  'BIKE_REDEMPTION_GRENKE_INVOICE_SENT',
  'BIKE_REDEMPTION_COMPLETED',
  'INSURANCE_CASE_STARTED',
  'INSURANCE_CASE_COMPLETED',
  'INSURANCE_CASE_GRENKE_INVOICE_SENT',
  'INSURANCE_REPAIR_INVOICE_SENT',
  'INSURANCE_END_OF_LEASING_COMPLETED',
  'INSURANCE_REPAIR_BIKE_SUBMITTED',
  'INSURANCE_NEW_BIKE_SUBMITTED',
  'EMPLOYEE_REGISTERED',
  'EMPLOYEE_ACCEPTED',
  'EMPLOYEE_REJECTED',
  'EMPLOYEE_DECISION_UNDONE',
  'EMPLOYEE_UPDATED',
  'ABSENCE_REASON_READ',
  'SECURITY_CODE_READ',
  'APPLICATION_REMOVED',
  'EMPLOYEE_INVITED',
  'PERSON_INVITED',
  'INVITATION_ACCEPTED',
  'BOND_ENDED',
  'IDENTITY_CHANGE_PROPOSED',
  'IDENTITY_CHANGE_REFUSED',
  'IDENTITY_CHANGED',
  'ORDER_PACKAGE_UPDATED',
  'ORDER_NOTE_ADDED',
  'AGREEMENT_SIGNATURE_GIVEN',
  'SIGNED_DOCUMENT_RECORDED',
  'COMPANY_CREATED',
  'COMPANY_UPDATED',
  'COMPANY_DELETED',
  'BIKE_POLICY_UPDATED',
  'REGISTER_LINK_CREATED',
  'REGISTER_LINK_REVOKED',
  'ROLE_ASSIGNED',
  'ROLE_UNASSIGNED',
  'ROLE_CHANGED',
  'PASSWORD_CHANGED',
  'PHONE_CHANGED',
  'PRIVATE_EMAIL_CHANGED',
  'SECOND_FACTOR_CHANGED',
  'SIGN_IN_ADDRESS_CHANGED',
  'SESSION_REUSE_DETECTED',
  'INVOICE_RECEIVED',
  'INVOICE_STATUS_UPDATED',
  'INVOICE_MATCHED',
  'INVOICE_UNMATCHED',
  'INVOICE_CREDITED',
  'INVOICE_TERMS_CHANGED',
  'PAYMENT_RECORDED',
  'PAYMENT_REVERSED',
  'E_INVOICE_STATE_CHANGED',
  'BANK_FILE_TAKEN_IN',
  'BANK_ENTRY_DECIDED',
  'BANK_DOUBT_DECIDED',
  'BANK_STATEMENT_EXPLAINED',
  'PAYMENT_FILE_CHANGED',
  'PAYMENT_ORDER_CHANGED',
  'PAYROLL_MONTH_LOCKED',
  'PAYROLL_PAYER_SET',
  'PAYROLL_DEDUCTION_STARTED',
  'PAYROLL_DEDUCTION_ENDED',
  'REGISTER_CHANGED',
  'MAINTENANCE_CHANGED',
] as const
export type EventType = (typeof eventTypes)[number]

export type SubjectType =
  | 'order'
  | 'agreement'
  | 'employee'
  | 'person'
  | 'company'
  | 'group-company'
  | 'invoice'
  | 'payroll-month'
  | 'role'
  | 'register'

export interface Actor {
  readonly kind: 'EMPLOYEE' | 'EMPLOYER' | 'STAFF' | 'STORE' | 'SYSTEM' | 'VISITOR'
  readonly userId: string | null
}

export const systemActor: Actor = { kind: 'SYSTEM', userId: null }

/** How a signed-in user appears on a company's or an order's timeline. */
export function actorOf(user: SignedIn, ownerUserId?: string | null): Actor {
  if (ownerUserId && ownerUserId === user.userId) return { kind: 'EMPLOYEE', userId: user.userId }
  const kinds = new Set(user.assignments.map((a) => a.role.scopeKind))
  const kind = kinds.has('ALL') ? 'STAFF' : kinds.has('COMPANY') || kinds.has('GROUP') ? 'EMPLOYER' : 'EMPLOYEE'
  return { kind, userId: user.userId }
}

export interface NewEvent {
  readonly subject: { readonly type: SubjectType; readonly id: string }
  readonly companyId?: string | null
  readonly orderId?: string | null
  readonly employeeId?: string | null
  /** False keeps the event on the staff's view. Default true. */
  readonly shared?: boolean
  /** Facts only: ids, codes, before and after. No personal values: a name or an address is looked up by id. */
  readonly data?: Record<string, unknown>
}

/** What the chains are proven with; the database holds none of it. */
interface ChainKeys {
  /** The first writes; the retired ones still verify. */
  readonly keys: readonly Buffer[]
  /** Events before it may be of a release that had no key. */
  readonly unkeyedUntil: Date
}

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

const sealOf = (key: KeyObject, subject: { type: string; id: string }, length: number, head: Uint8Array) =>
  mac(key, canonical(['chain', subject.type, subject.id, length, Buffer.from(head).toString('hex')]))

/**
 * Writes one event in the transaction of the change and links it into its subject's hash chain. The chain row is
 * locked until commit, so that a chain stays linear under parallel writers.
 */
export async function logEvent(db: Db, env: Env, actor: Actor, type: EventType, event: NewEvent): Promise<void> {
  await logEvents(db, env, actor, type, [event])
}

const keyOf = (type: string, id: string) => `${type}:${id}`

/**
 * Writes events of one type for many subjects with a fixed number of statements; the chains are locked in the order of
 * their subjects, so that two writers wait for each other and do not collide.
 * @throws RangeError when two events have the same subject, whose order would be open
 */
export async function logEvents(
  db: Db,
  env: Env,
  actor: Actor,
  type: EventType,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const bySubject = new Map(events.map((event) => [keyOf(event.subject.type, event.subject.id), event]))
  if (bySubject.size !== events.length) throw new RangeError('Events that are written together have a subject each')
  const types = events.map(({ subject }) => subject.type)
  const ids = events.map(({ subject }) => subject.id)
  const empty = Buffer.alloc(32)
  const chains = await sql<{ subject_type: string; subject_id: string; length: number; head: Buffer }>`
    insert into event_chains (subject_type, subject_id, length, head)
    select s.type, s.id, 1, ${empty}::bytea from unnest(${types}::text[], ${ids}::uuid[]) s (type, id) order by 1, 2
    on conflict (subject_type, subject_id) do update set length = event_chains.length + 1
    returning subject_type, subject_id, length, head`.execute(db)
  const key = requireKeys().keys[0]!
  const rows = chains.rows.map((chain) => {
    const event = bySubject.get(keyOf(chain.subject_type, chain.subject_id))!
    const row = {
      id: env.id(),
      subject_type: chain.subject_type,
      subject_id: chain.subject_id,
      position: chain.length,
      type,
      company_id: event.companyId ?? null,
      order_id: event.orderId ?? null,
      beneficiary_employee_id: event.employeeId ?? null,
      actor_kind: actor.kind,
      actor_user_id: actor.userId,
      shared: event.shared ?? true,
      // As it will be read again: what is undefined gone, instants as text.
      data: JSON.parse(JSON.stringify(event.data ?? {})) as unknown,
      occurred_at: env.now(),
    }
    return { ...row, previous_hash: chain.head, hash: mac(key, eventText(chain.head, row)) }
  })
  await writeLinked(db, rows)
}

/** Writes events with the new heads of their chains. */
async function writeLinked(db: Db, rows: readonly LinkedEvent[]): Promise<void> {
  const key = requireKeys().keys[0]!
  const heads = rows.map(({ subject_type: type, subject_id: id, position, hash }) => ({
    type,
    id,
    head: hash.toString('hex'),
    seal: sealOf(key, { type, id }, position, hash).toString('hex'),
  }))
  // As one value: PostgreSQL keeps the plan, whose cost it would guess by the number of rows in an array.
  await sql`
    with written as (${insertRows('events', rows)})
    update event_chains c set head = decode(h.head, 'hex'), seal = decode(h.seal, 'hex')
      from json_to_recordset(${JSON.stringify(heads)}::json) h (type text, id uuid, head text, seal text)
     where c.subject_type = h.type and c.subject_id = h.id`.execute(db)
}

interface HashedEvent {
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
  occurred_at: Date
}

interface LinkedEvent extends HashedEvent {
  previous_hash: Buffer
  hash: Buffer
}

function eventText(previous: Uint8Array, e: HashedEvent): string {
  return canonical([
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
    e.data,
    e.occurred_at.toISOString(),
  ])
}

/** Whether an event's hash is right under one of the keys; without one only where no key existed yet. */
function isHashRight(head: Uint8Array, row: HashedEvent & { hash: Uint8Array }): 'KEYED' | 'UNKEYED' | null {
  const { keys, unkeyedUntil } = requireKeys()
  const text = eventText(head, row)
  if (keys.some((key) => sameHash(row.hash, mac(key, text)))) return 'KEYED'
  return row.occurred_at < unkeyedUntil && sameHash(row.hash, sha256(text)) ? 'UNKEYED' : null
}

/** JSON with sorted keys: jsonb does not keep their order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

export interface ChainFault {
  readonly subjectType: string
  readonly subjectId: string
  readonly position: number
  readonly fault: 'CHANGED' | 'MISSING' | 'HEAD' | 'ORPHAN' | 'CUT' | 'SIGNATURE'
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
async function cutChains(db: Db, kept: readonly KeptHead[]): Promise<ChainFault[]> {
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

type Chain = Selectable<Tables['event_chains']>

/** The next chains after one, in the order of their subjects. */
async function chainsAfter(db: Db, after: Chain | undefined): Promise<Chain[]> {
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

/** Recomputes one chain. @returns how many events it has, and what is wrong with them */
async function verifyChain(db: Db, chain: Chain): Promise<{ events: number; faults: ChainFault[] }> {
  const faults: ChainFault[] = []
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('subject_type', '=', chain.subject_type)
    .where('subject_id', '=', chain.subject_id)
    .orderBy('position')
    .execute()
  let head: Uint8Array = Buffer.alloc(32)
  let expected = 1
  let proof: ReturnType<typeof isHashRight> = null
  let isKeyed = false
  const fault = (position: number, kind: ChainFault['fault']) =>
    faults.push({ subjectType: chain.subject_type, subjectId: chain.subject_id, position, fault: kind })
  for (const row of rows) {
    if (row.position !== expected) fault(expected, 'MISSING')
    else {
      proof = isHashRight(head, row)
      // Once a chain is keyed, an event without a key cannot follow.
      const isLate = proof === 'UNKEYED' && isKeyed
      if (!sameHash(row.previous_hash, head) || !proof || isLate) fault(row.position, 'CHANGED')
      isKeyed ||= proof === 'KEYED'
    }
    head = row.hash
    expected = row.position + 1
  }
  const ends = rows.length === chain.length && sameHash(chain.head, head)
  if (!ends || (proof === 'KEYED' && !isSealed(chain))) fault(rows.length, 'HEAD')
  return { events: rows.length, faults }
}

/**
 * Recomputes every chain, and looks at the rows without one and at the heads kept outside: reports where a row was
 * changed, removed, reordered, put in by hand, or cut off the end.
 */
export async function verifyChains(
  db: Db,
  kept: readonly KeptHead[] = [],
): Promise<{ chains: number; events: number; faults: ChainFault[] }> {
  const faults: ChainFault[] = [...(await orphans(db)), ...(await cutChains(db, kept))]
  let chains = 0
  let events = 0
  let page = await chainsAfter(db, undefined)
  while (page.length > 0) {
    for (const chain of page) {
      const found = await verifyChain(db, chain)
      chains += 1
      events += found.events
      faults.push(...found.faults)
    }
    page = await chainsAfter(db, page.at(-1))
  }
  return { chains, events, faults }
}

function isSealed(chain: {
  subject_type: string
  subject_id: string
  length: number
  head: Buffer
  seal: Buffer | null
}): boolean {
  const { seal } = chain
  if (!seal) return false
  const subject = { type: chain.subject_type, id: chain.subject_id }
  return requireKeys().keys.some((key) => sameHash(seal, sealOf(key, subject, chain.length, chain.head)))
}
