import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { mailHead } from '#features/story/lease-story/server/head.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import type { ClaimRecord } from './record.ts'

/** Chain and ids of a claim's events: those of its agreement. */
export const claimEvent = (row: ClaimRecord) => ({
  subject: { type: 'agreement' as const, id: row.agreement_id },
  companyId: row.company_id,
  orderId: row.order_id,
  employeeId: row.beneficiary_employee_id,
})

/** The bicycle as the claim's papers name it. */
export const bikeOf = (row: ClaimRecord) => nameOfBike(row) || row.agreement_number

/** Messages name the bicycle alone: what happened to it stands on the claim's own page. */
export const messageValues = (row: ClaimRecord) => ({ bike: bikeOf(row) })

/** What the employer is told: whose lease it is, and when it ends. */
export const employerValues = (row: ClaimRecord, endsOn: Day | null) => ({
  name: `${row.first_name} ${row.last_name}`,
  bike: bikeOf(row),
  day: endsOn ? formatDay(endsOn) : '',
})

/** What a repair shop is told: the bicycle and the limit. */
export const repairValues = (row: ClaimRecord) => ({
  bike: bikeOf(row),
  agreement: row.agreement_number,
  limit: { cents: row.repair_limit_cents ?? 0 },
})

/** What the lessor is told of a new bicycle in its agreement. */
export const replacedValues = (row: ClaimRecord) => ({
  agreement: row.agreement_number,
  bike: bikeOf(row),
  frame: row.frame_number ?? '',
})

/** What the lessor is told of the end of its lease. */
export const lessorValues = (row: ClaimRecord, endsOn: Day) => ({
  agreement: row.agreement_number,
  bike: bikeOf(row),
  day: formatDay(endsOn),
  total: { cents: row.buy_out_cents ?? 0 },
})

export const ownPage = (row: ClaimRecord) => pages.ownClaim.replace('$claimId', row.id)

/** The head of the lease as the subject of a mail about this process. */
export const headOf = (
  db: Db,
  services: Pick<Services, 'env'>,
  row: ClaimRecord,
  reader: Pick<Parameters<typeof mailHead>[2], 'isOwn' | 'becomes'>,
) =>
  mailHead(db, services, {
    agreementId: row.agreement_id,
    kind: 'CLAIM',
    id: row.id,
    bike: bikeOf(row),
    name: `${row.first_name} ${row.last_name}`,
    ...reader,
  })
