import { sql } from 'kysely'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { MailHead } from '#platform/server/messages/messages.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import type { LeaseFacts } from '../facts.ts'
import { type ProcessKind, type Situation, type SituationKey, situationOf } from '../rules/situation.ts'
import { readLeaseFacts } from './facts.ts'
import { leasedBike } from './leased-bike.ts'

interface HeadOf {
  readonly agreementId: string
  /** The process that the mail is about. */
  readonly kind: ProcessKind
  readonly id: string
  /** Whether the person who leases the bicycle reads it, or whoever looks after the lease. */
  readonly isOwn: boolean
  readonly bike: string
  readonly name: string
  /** What the step that is being taken changes, where the mail is written before its row is. */
  readonly becomes?: (facts: LeaseFacts) => Partial<LeaseFacts>
}

/**
 * The head of a lease as the subject of a mail about one of its processes: the sentence that its page opens with.
 * @returns null where the head speaks of something else, so that the mail keeps its own subject
 */
export async function mailHead(db: Db, { env }: Pick<Services, 'env'>, of: HeadOf): Promise<MailHead | null> {
  const today = helsinkiDay(env.now())
  const stored = await readLeaseFacts(db, of.agreementId, today)
  if (!stored) return null
  const facts = { ...stored, ...of.becomes?.(stored) }
  const situation = situationOf(facts, today)
  const { process } = situation
  if (process?.kind !== of.kind || process.id !== of.id) return null
  return { ...wordsOf(situation, facts, of), isBeside: false }
}

type Read = Pick<HeadOf, 'isOwn' | 'bike' | 'name'>

const wordsOf = ({ key, day, cents }: Situation, facts: LeaseFacts, { isOwn, bike, name }: Read) => ({
  template: `${isOwn ? 'lease-story' : 'lease-of-others'}:situations.${key}.title`,
  about: isOwn ? bike : name,
  values: {
    bike,
    name,
    day: day ? formatDay(day) : '',
    store: facts.return?.storeName ?? '',
    ...(cents === null ? {} : { sum: { cents } }),
  },
})

/** Whose lease it is, and of which bicycle. */
async function namesOf(db: Db, agreementId: string) {
  const found = await sql<{ bike_brand: string | null; bike_model: string | null; number: string; name: string }>`
    select bike.bike_brand, bike.bike_model, a.agreement_number as number, concat_ws(' ', u.first_name, u.last_name) as name
      from leasing_agreements a join beneficiary_employees e on e.id = a.beneficiary_employee_id join users u on u.id = e.user_id
      join lateral ${leasedBike} bike on true where a.id = ${agreementId}`.execute(db)
  const row = found.rows[0]
  return row ? { bike: nameOfBike(row) || row.number, name: row.name } : null
}

/** What a mail tells of a lease besides what goes on with it. */
interface EventOf extends Pick<HeadOf, 'agreementId' | 'isOwn' | 'becomes'> {
  /** The process that the event belongs to: where the head speaks of it, the mail has said so in its own words. */
  readonly kind?: ProcessKind
  /** The heads that say themselves what has happened, and so stand alone. */
  readonly instead?: readonly SituationKey[]
}

/**
 * The head of a lease beside the own subject of a mail that tells of an event: what has happened, then where the lease
 * stands by that, and of which bicycle or whose lease it is.
 */
export async function headBeside(db: Db, { env }: Pick<Services, 'env'>, of: EventOf): Promise<MailHead | null> {
  const today = helsinkiDay(env.now())
  const stored = await readLeaseFacts(db, of.agreementId, today)
  const names = stored && (await namesOf(db, of.agreementId))
  if (!stored || !names) return null
  const told = { ...stored, ...of.becomes?.(stored) }
  // What a person is billed is between them and the service.
  const facts = of.isOwn ? told : { ...told, bill: null }
  const situation = situationOf(facts, today)
  const words = wordsOf(situation, facts, { ...names, isOwn: of.isOwn })
  const isSaid = of.kind !== undefined && situation.process?.kind === of.kind
  return {
    ...words,
    template: isSaid ? null : words.template,
    isBeside: !of.instead?.includes(situation.key),
  }
}

/** The head of the lease that a bill of its person is about; null where it is about none. */
export const headOfBill = async (db: Db, services: Pick<Services, 'env'>, agreementId: string | null) =>
  agreementId ? headBeside(db, services, { agreementId, isOwn: true, kind: 'BILL' }) : null
