import { bearByExit } from '#features/payroll/reporting/server/payers.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Month, monthOf, nextMonth } from '#platform/values/days.ts'
import type { ExitLeaseRecord } from './queries.ts'

type Bearing = Pick<ExitLeaseRecord, 'id' | 'company_id' | 'ended_day' | 'ends_on' | 'end_day'>

/** The employer bears the months of a lease after the last one of which something is kept. */
export async function bearAfter(
  db: Db,
  services: Pick<Services, 'env'>,
  lease: Bearing,
  { exitId, lastMonth, by }: { exitId: string; lastMonth: Month; by: string | null },
): Promise<void> {
  const fromMonth = nextMonth(lastMonth)
  const last = lease.ended_day ?? lease.ends_on ?? lease.end_day
  if (last === null || monthOf(last) < fromMonth) return
  await bearByExit(db, services, { agreementId: lease.id, companyId: lease.company_id, fromMonth, exitId, by })
}
