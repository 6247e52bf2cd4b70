import { sql } from 'kysely'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Db } from '../database/db.ts'
import { insertRows } from '../database/insert-rows.ts'
import type { SignedIn } from '../database/scope.ts'
import { type HashedEvent, hashFacts, linkEvent, sealChain } from './event-chain.ts'

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
  'TURN_ESCALATED',
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
  'PERSONAL_COPY_ORDERED',
  'RIGHTS_REQUEST',
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
  'SIGNED_DOCUMENT_REMOVED',
  'DOCUMENT_SEALED',
  'AGREEMENT_TERMS_SET',
  'COMPANY_CREATED',
  'COMPANY_UPDATED',
  'COMPANY_DELETED',
  'BIKE_POLICY_UPDATED',
  'EMPLOYER_TERMS_ACCEPTED',
  'REGISTER_LINK_CREATED',
  'REGISTER_LINK_SENT',
  'REGISTER_LINK_REVOKED',
  'ROLE_ASSIGNED',
  'ROLE_UNASSIGNED',
  'ROLE_CHANGED',
  'PROPOSAL_MADE',
  'PROPOSAL_FILE_ADDED',
  'PROPOSAL_CONFIRMED',
  'PROPOSAL_REFUSED',
  'PROPOSAL_WITHDRAWN',
  'PROPOSAL_EXPIRED',
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
  'INTAKE_ASIDE_DECIDED',
  'BANK_STATEMENT_EXPLAINED',
  'PAYMENT_FILE_CHANGED',
  'PAYMENT_ORDER_CHANGED',
  'PAYROLL_MONTH_LOCKED',
  'PAYROLL_PAYER_SET',
  'PAYROLL_COLLECTION_SET',
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
  const now = env.now()
  const rows = chains.rows.map((chain) => {
    const event = bySubject.get(keyOf(chain.subject_type, chain.subject_id))!
    // As it will be read again: what is undefined gone, instants as text.
    const data = JSON.parse(JSON.stringify(event.data ?? {})) as unknown
    const salt = env.random(16)
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
      data,
      data_hash: hashFacts(salt, data),
      data_salt: salt,
      occurred_at: now,
    }
    return { ...row, previous_hash: chain.head, hash: linkEvent(chain.head, row) }
  })
  await writeLinked(db, rows)
}

/** Writes events with the new heads of their chains. */
async function writeLinked(db: Db, rows: readonly LinkedEvent[]): Promise<void> {
  const heads = rows.map(({ subject_type, subject_id, position: length, hash: head }) => ({
    type: subject_type,
    id: subject_id,
    head: head.toString('hex'),
    seal: sealChain({ subject_type, subject_id, length, head }).toString('hex'),
  }))
  // As one value: PostgreSQL keeps the plan, whose cost it would guess by the number of rows in an array.
  await sql`
    with written as (${insertRows('events', rows)})
    update event_chains c set head = decode(h.head, 'hex'), seal = decode(h.seal, 'hex')
      from json_to_recordset(${JSON.stringify(heads)}::json) h (type text, id uuid, head text, seal text)
     where c.subject_type = h.type and c.subject_id = h.id`.execute(db)
}

interface LinkedEvent extends HashedEvent {
  previous_hash: Buffer
  hash: Buffer
}
