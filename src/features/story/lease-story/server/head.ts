import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { MailHead } from '#platform/server/messages/messages.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import type { LeaseFacts } from '../facts.ts'
import { type ProcessKind, situationOf } from '../rules/situation.ts'
import { readLeaseFacts } from './facts.ts'

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
  const { key, process, day, cents } = situationOf(facts, today)
  if (process?.kind !== of.kind || process.id !== of.id) return null
  const { bike, name } = of
  return {
    template: `${of.isOwn ? 'lease-story' : 'lease-of-others'}:situations.${key}.title`,
    about: of.isOwn ? bike : name,
    values: {
      bike,
      name,
      day: day ? formatDay(day) : '',
      store: facts.return?.storeName ?? '',
      ...(cents === null ? {} : { sum: { cents } }),
    },
  }
}
