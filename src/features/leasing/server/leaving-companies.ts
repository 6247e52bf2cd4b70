import { type RawBuilder, sql } from 'kysely'

/** Whether a company has been marked as leaving or bankrupt, and the mark stands. */
export const companyIsLeaving = (companyId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from company_exits x where x.company_id = ${companyId} and x.withdrawn_at is null)`
