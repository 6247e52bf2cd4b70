import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Difference, DifferenceKind } from '../rules/compare.ts'

const AT_ONCE = 1_000

/** A difference that is not over. */
export interface Known {
  readonly id: string
  readonly number: string
  readonly kind: DifferenceKind
  readonly state: 'OPEN' | 'TO_TELL' | 'TOLD' | 'SETTLED'
  readonly content: string
}

export interface Found extends Difference {
  /** Said of something later than what was settled in the same words. */
  readonly isNew?: boolean
}

/** What a difference says; a settled one that says the same is not opened again. */
const contentOf = ({ ourCents, theirCents, ourDay, theirDay, theirWords }: Difference) =>
  JSON.stringify([ourCents, theirCents, ourDay, theirDay, theirWords])
export const keyOf = ({ number, kind }: Pick<Difference, 'number' | 'kind'>) => `${kind} ${number}`

/** The newest known difference of each number and kind of a lessor. */
async function knownOf(db: Db, leasingCompanyId: string): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('lessor_differences')
    .distinctOn(['agreement_number', 'kind'])
    .select([
      'id',
      'agreement_number',
      'kind',
      'state',
      'our_cents',
      'their_cents',
      'our_day',
      'their_day',
      'their_words',
    ])
    .where('leasing_company_id', '=', leasingCompanyId)
    .orderBy('agreement_number')
    .orderBy('kind')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.flatMap((row) =>
      row.state === 'GONE'
        ? []
        : [
            [
              `${row.kind} ${row.agreement_number}`,
              {
                id: row.id,
                number: row.agreement_number,
                kind: row.kind,
                state: row.state,
                content: JSON.stringify([row.our_cents, row.their_cents, row.our_day, row.their_day, row.their_words]),
              },
            ] as const,
          ],
    ),
  )
}

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
}

const isLive = ({ state }: Known) => state !== 'SETTLED'

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
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
}

/** Differences that are over with a file; a settled one that is over opens again when it comes back. */
async function close(db: Db, now: Date, over: readonly Known[]): Promise<void> {
  if (over.length > 0)
    await db
      .updateTable('lessor_differences')
      .set((eb) => ({ state: 'GONE' as const, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', sql<string>`any(${over.map(({ id }) => id)}::uuid[])`)
      .execute()
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
  let reopened = 0
  for (const one of found) {
    const before = known.get(keyOf(one))
    const isSame = before?.content === contentOf(one)
    if (!before || (!isLive(before) && (one.isNew || !isSame))) fresh.push(one)
    else if (before.state === 'TOLD' || (isLive(before) && !isSame)) {
      await renew(db, now, before, one)
      if (before.state === 'TOLD') reopened += 1
    }
  }
  await insert(db, services, brought, fresh)
  const over = [...known.values()].filter(isOver)
  await close(db, now, over)
  return { found: fresh.length + reopened, gone: over.length }
}
