import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { Difference } from '../rules/compare.ts'
import { type Known, keyOf, knownOf } from './known.ts'

const AT_ONCE = 1_000

export interface Found extends Difference {
  /** Said of something later than what was settled in the same words. */
  readonly isNew?: boolean
}

/** What a difference says; a settled one that says the same is not opened again. */
const contentOf = ({ ourCents, theirCents, ourDay, theirDay, theirWords }: Difference) =>
  JSON.stringify([ourCents, theirCents, ourDay, theirDay, theirWords])

const columnsOf = (found: Difference) => ({
  our_cents: found.ourCents,
  their_cents: found.theirCents,
  our_day: found.ourDay,
  their_day: found.theirDay,
  their_words: found.theirWords,
})

interface Brought {
  readonly lessorFileId: string
  readonly leasingCompanyId: string
  /** The day of a list or of answers. */
  readonly day: Day
}

const isLive = ({ state }: Known) => state !== 'SETTLED' && state !== 'GONE'
/** Whether a newer file has spoken of a difference, or the lessor was told of it later: an older file says nothing then. */
const isNewer = ({ seenDay, toldDay }: Known, day: Day) =>
  (seenDay !== null && seenDay > day) || (toldDay !== null && toldDay > day)

/** A live difference takes the newer words; one that the lessor was told of in vain waits for the staff again. */
async function renew(db: Db, now: Date, { id, state }: Known, one: Difference): Promise<void> {
  await db
    .updateTable('lessor_differences')
    .set((eb) => ({
      ...columnsOf(one),
      state: state === 'TOLD' ? ('OPEN' as const) : state,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

async function insert(db: Db, { env }: Pick<Services, 'env'>, brought: Brought, fresh: readonly Difference[]) {
  const now = env.now()
  for (let at = 0; at < fresh.length; at += AT_ONCE)
    await db
      .insertInto('lessor_differences')
      .values(
        fresh.slice(at, at + AT_ONCE).map((one) => ({
          id: env.id(),
          leasing_company_id: brought.leasingCompanyId,
          lessor_file_id: brought.lessorFileId,
          company_id: one.companyId,
          agreement_id: one.agreementId,
          agreement_number: one.number,
          kind: one.kind,
          ...columnsOf(one),
          seen_day: brought.day,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
}

const among = (some: readonly Known[]) => sql<string>`any(${some.map(({ id }) => id)}::uuid[])`

/** Differences that are over with a file; a settled one that is over opens again when it comes back. */
async function close(db: Db, now: Date, day: Day, over: readonly Known[]): Promise<void> {
  if (over.length > 0)
    await db
      .updateTable('lessor_differences')
      .set((eb) => ({
        state: 'GONE' as const,
        updated_at: now,
        version: eb('version', '+', 1),
        seen_day: day,
      }))
      .where('id', '=', among(over))
      .execute()
}

/** A sighting changes nothing that the staff decide on, so their version stands. */
async function markSeen(db: Db, day: Day, seen: readonly Known[]): Promise<void> {
  if (seen.length > 0)
    await db.updateTable('lessor_differences').set({ seen_day: day }).where('id', '=', among(seen)).execute()
}

/**
 * Writes what a file says otherwise than we do, under the lock of its lessor. A live difference is not written twice,
 * and one that is settled stays so while the lessor says the same of the same.
 * @returns how many are new or open again, and how many are over
 */
export async function recordDifferences(
  db: Db,
  services: Pick<Services, 'env'>,
  brought: Brought,
  { found, isOver }: { found: readonly Found[]; isOver: (one: Known) => boolean },
): Promise<{ found: number; gone: number }> {
  const known = await knownOf(db, brought.leasingCompanyId)
  const now = services.env.now()
  const fresh: Found[] = []
  const seen: Known[] = []
  let reopened = 0
  for (const one of found) {
    const before = known.get(keyOf(one))
    if (before && isNewer(before, brought.day)) continue
    if (before) seen.push(before)
    const isSame = before?.content === contentOf(one)
    if (!before || before.state === 'GONE' || (!isLive(before) && (one.isNew || !isSame))) fresh.push(one)
    else if (before.state === 'TOLD' || (isLive(before) && !isSame)) {
      await renew(db, now, before, one)
      if (before.state === 'TOLD') reopened += 1
    }
  }
  await insert(db, services, brought, fresh)
  await markSeen(db, brought.day, seen)
  const over = [...known.values()].filter((one) => one.state !== 'GONE' && !isNewer(one, brought.day) && isOver(one))
  await close(db, now, brought.day, over)
  return { found: fresh.length + reopened, gone: over.length }
}
