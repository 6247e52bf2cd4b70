import { sql } from 'kysely'
import { endsWithBikeOut, isKeptAtEmployer, isOverWithBikeOut } from '../bike-out.ts'

/** The rule {@link isOverWithBikeOut} in SQL, as the index `leasing_agreements_bike_out_idx` has it. */
export const overWithBikeOut = (agreement: string) => {
  const a = sql.ref(agreement)
  return sql<boolean>`(${a}.lease_state = 'ENDED' and ${a}.end_reason in (${sql.join(endsWithBikeOut.map((reason) => sql.lit(reason)))})
    and (${a}.bike_at = 'EMPLOYEE' or (${a}.bike_at = 'EMPLOYER' and ${a}.kept_from is not null)))`
}

interface LeaseColumns {
  readonly lease_state: string | null
  readonly end_reason: string | null
  readonly bike_at: string | null
  readonly kept_from: string | null
}

const named = (row: LeaseColumns) => ({
  leaseState: row.lease_state,
  endReason: row.end_reason,
  bikeAt: row.bike_at,
  keptFrom: row.kept_from,
})

/** {@link isKeptAtEmployer} of a row. */
export const isRowKeptAtEmployer = (row: LeaseColumns): boolean => isKeptAtEmployer(named(row))

/** {@link isOverWithBikeOut} of a row. */
export const isRowOverWithBikeOut = (row: LeaseColumns): boolean => isOverWithBikeOut(named(row))
