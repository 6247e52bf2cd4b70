import { type RawBuilder, sql } from 'kysely'

/** Whether a company has been marked as leaving, bankrupt or merging, and the mark stands. */
export const companyIsLeaving = (companyId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from company_exits x where x.company_id = ${companyId} and x.withdrawn_at is null)`

/** Whether the leases of a company are to end, because it leaves or is bankrupt; those of a merging one go on. */
export const companyEndsLeases = (companyId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from company_exits x where x.company_id = ${companyId} and x.withdrawn_at is null and x.kind <> 'MERGED')`
