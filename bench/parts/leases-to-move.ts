import type pg from 'pg'
import type { Move } from './move-by-hand.ts'

export interface Row {
  readonly id: string
  readonly status: string
  readonly version: number
}

/** Leases of the scale that nothing else happens to. */
export const chosen = async (client: pg.Client, count: number) =>
  (
    await client.query<Row>(
      `select id, status, version from orders where status = 'ACTIVE_LEASING' order by random() limit $1`,
      [count],
    )
  ).rows

/** Set aside, and taken back. */
export const bodies = ({ status, version }: Row): Move[] => [
  { to: 'CASE_X', version, reason: 'Selvitetään' },
  { to: status, version: version + 1, reason: 'Selvitetty' },
]
