import type { Db } from '#platform/server/database/db.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { Difference, DifferenceKind } from '../rules/compare.ts'

/** The newest difference of a number and kind. */
export interface Known {
  readonly id: string
  readonly number: string
  readonly kind: DifferenceKind
  readonly state: 'OPEN' | 'TO_TELL' | 'TOLD' | 'SETTLED' | 'GONE'
  readonly content: string
  /** The day of the file that showed it last or closed it. */
  readonly seenDay: Day | null
  /** The day on which the lessor was told of it, while it waits for what the lessor says to that. */
  readonly toldDay: Day | null
}

export const keyOf = ({ number, kind }: Pick<Difference, 'number' | 'kind'>) => `${kind} ${number}`

/** The newest known difference of each number and kind of a lessor. */
export async function knownOf(db: Db, leasingCompanyId: string): Promise<Map<string, Known>> {
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
      'seen_day',
      'told_at',
    ])
    .where('leasing_company_id', '=', leasingCompanyId)
    .orderBy('agreement_number')
    .orderBy('kind')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.map((row) => [
      `${row.kind} ${row.agreement_number}`,
      {
        id: row.id,
        number: row.agreement_number,
        kind: row.kind,
        state: row.state,
        content: JSON.stringify([row.our_cents, row.their_cents, row.our_day, row.their_day, row.their_words]),
        seenDay: row.seen_day,
        toldDay: row.state === 'TOLD' && row.told_at ? helsinkiDay(row.told_at) : null,
      },
    ]),
  )
}
