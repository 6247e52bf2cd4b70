import { type Selectable, sql } from 'kysely'
import { canonical } from '#platform/record/canonical.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import type { Database, Db } from '../database/db.ts'
import { settingChains } from '../database/settings.ts'
import type { Tables } from '../database/tables.generated.ts'
import type { Env } from '../runtime/env.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { areFactsRight } from './event-chain.ts'
import { logEvent } from './events.ts'
import type { ChainFault } from './verify-chains.ts'

/** A break that is known: somebody has answered for it. */
export interface AcceptedBreak extends ChainFault {
  readonly at: Date
  readonly reason: string
  readonly acceptedBy: string
}

/** What stands at one place of a chain and goes on standing there; an end or a file is made whole instead. */
const acceptable: ReadonlySet<ChainFault['fault']> = new Set(['CHANGED', 'MISSING', 'LEAF'])
type AcceptedFault = Tables['accepted_breaks']['fault']

type EventRow = Selectable<Tables['events']>

const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex')

const rowText = (row: EventRow) => [
  row.id,
  row.position,
  row.type,
  row.company_id,
  row.order_id,
  row.beneficiary_employee_id,
  row.actor_kind,
  row.actor_user_id,
  row.shared,
  row.data,
  row.occurred_at.toISOString(),
  ...[row.previous_hash, row.hash, row.data_hash, row.data_salt].map(hex),
]

/** How a fault looks now: the event at its place, or the one that follows a gap, with all that it says. */
async function printOf(db: Db, { fault, subjectType, subjectId, position }: ChainFault): Promise<Buffer> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .where('position', '>=', position)
    .orderBy('position')
    .executeTakeFirst()
  return sha256(canonical([fault, subjectType, subjectId, position, row ? rowText(row) : null]))
}

const namesOf = ({ fault, subjectType, subjectId, position }: ChainFault, print: Uint8Array) => ({
  fault,
  subjectType,
  subjectId,
  position,
  print: Buffer.from(print).toString('hex'),
})

type StoredBreak = Selectable<Tables['accepted_breaks']> & {
  readonly event: EventRow | null
  readonly acceptedBy: string | null
}

/** The acceptances of the subjects of faults, each with its event. */
async function acceptedOf(db: Db, faults: readonly ChainFault[]): Promise<StoredBreak[]> {
  const rows = await db
    .selectFrom('accepted_breaks')
    .selectAll()
    // One value, however many there are: a statement takes 65,535.
    .where(sql<boolean>`subject_id = any(${[...new Set(faults.map(({ subjectId }) => subjectId))]}::uuid[])`)
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const event = await db.selectFrom('events').selectAll().where('id', '=', row.event_id).executeTakeFirst()
      const user = event?.actor_user_id
        ? await db.selectFrom('users').select('email').where('id', '=', event.actor_user_id).executeTakeFirst()
        : undefined
      return { ...row, event: event ?? null, acceptedBy: user?.email ?? null }
    }),
  )
}

/** An acceptance counts where the owner's row and the event under the key say the same, and that event itself is whole. */
function isProven(one: StoredBreak, fault: ChainFault, faults: readonly ChainFault[]): boolean {
  const { event } = one
  if (!event || event.subject_id !== settingChains.service || !areFactsRight(event)) return false
  const isBroken = faults.some(
    ({ subjectId, position }) => subjectId === event.subject_id && position === event.position,
  )
  const { reason: _, ...kept } = event.data as Record<string, unknown>
  const wanted = { register: 'record', change: 'break-accepted', ...namesOf(fault, one.print) }
  return !isBroken && canonical(kept) === canonical(wanted)
}

/**
 * Parts the faults of a verification: those that somebody has accepted as they stand now, and all others.
 * @param faults all that was found, since an acceptance in a broken place is none
 */
export async function partAccepted(
  db: Db,
  faults: readonly ChainFault[],
): Promise<{ open: ChainFault[]; accepted: AcceptedBreak[] }> {
  const open: ChainFault[] = []
  const accepted: AcceptedBreak[] = []
  const known = faults.length > 0 ? await acceptedOf(db, faults) : []
  for (const fault of faults) {
    const print = known.length > 0 && acceptable.has(fault.fault) ? await printOf(db, fault) : null
    const found = known.find(
      (one) =>
        print?.equals(one.print) &&
        one.subject_type === fault.subjectType &&
        one.fault === fault.fault &&
        one.position === fault.position &&
        isProven(one, fault, faults),
    )
    if (!found) open.push(fault)
    else {
      const told = found.event?.data as { reason?: string } | undefined
      accepted.push({
        ...fault,
        at: found.accepted_at,
        reason: told?.reason ?? '',
        acceptedBy: found.acceptedBy ?? '–',
      })
    }
  }
  return { open, accepted }
}

/** Why a break was accepted has to be said in so many letters. */
export const BREAK_REASON_LENGTH = 10

interface Acceptance {
  readonly fault: ChainFault
  /** The account of the member of staff who answers for it. */
  readonly userId: string
  readonly reason: string
}

/**
 * Accepts a break as it stands: an event in the log says who and why, and a row that only the owner of the tables may write
 * says how it stood.
 * @param database as the owner of the tables
 * @throws StartupError where a break of this kind is mended instead
 */
export async function acceptBreak(database: Database, env: Env, { fault, userId, reason }: Acceptance): Promise<void> {
  if (!acceptable.has(fault.fault))
    throw new StartupError(
      `A break ${fault.fault} is not accepted but mended: bring back from a backup what is missing or was exchanged.`,
    )
  await database.transaction(async (db) => {
    const print = await printOf(db, fault)
    await logEvent(db, env, { kind: 'STAFF', userId }, 'REGISTER_CHANGED', {
      subject: { type: 'register', id: settingChains.service },
      shared: false,
      data: { register: 'record', change: 'break-accepted', ...namesOf(fault, print), reason },
    })
    await sql`
      insert into accepted_breaks (subject_type, subject_id, position, fault, print, event_id, accepted_at)
      select ${fault.subjectType}, ${fault.subjectId}::uuid, ${fault.position}, ${fault.fault as AcceptedFault}, ${print}, id, occurred_at
        from events where subject_type = 'register' and subject_id = ${settingChains.service}::uuid order by position desc limit 1`.execute(
      db,
    )
  })
}
