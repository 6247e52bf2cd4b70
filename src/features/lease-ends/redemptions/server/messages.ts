import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { mailHead } from '#features/story/lease-story/server/head.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, firstOfMonth, formatDay, formatMonth, lastOfMonth } from '#platform/values/days.ts'
import { formatEuros } from '#platform/values/money.ts'
import type { RedemptionRecord } from './record.ts'

/** What the command of a step brings along. */
export interface StepTexts {
  /** Nobody is told of the turn: another step follows at once. */
  readonly isPassing?: boolean
  /** Set by staff instead of the tables' figures. */
  readonly ownCents?: { readonly price: number | undefined; readonly fairValue: number | undefined }
}

/** Chain and ids of a redemption's events: those of its agreement. */
export const redemptionEvent = (row: RedemptionRecord) => ({
  subject: { type: 'agreement' as const, id: row.agreement_id },
  companyId: row.company_id,
  orderId: row.order_id,
  employeeId: row.beneficiary_employee_id,
})

/** The day on which the title passes, by whose rate a redemption is billed. */
export const supplyDayOf = (row: RedemptionRecord, today: Day): Day =>
  row.lease_state === 'ENDED' ? today : lastOfMonth(firstOfMonth(row.end_month))

/** What messages about a redemption fill in. */
export const messageValues = (row: RedemptionRecord) => ({
  name: `${row.first_name} ${row.last_name}`,
  bike: nameOfBike(row) || row.agreement_number,
  agreement: row.agreement_number,
  total: formatEuros((row.price_cents ?? 0) + row.fee_cents, row.person_language),
  until: row.offer_valid_until ? formatDay(row.offer_valid_until) : '',
  month: formatMonth(row.end_month),
})

/** The head of the lease as the subject of a mail about this process. */
export const headOf = (
  db: Db,
  services: Pick<Services, 'env'>,
  row: RedemptionRecord,
  reader: Pick<Parameters<typeof mailHead>[2], 'isOwn' | 'becomes'>,
) =>
  mailHead(db, services, {
    agreementId: row.agreement_id,
    kind: 'BUY_OUT',
    id: row.id,
    bike: nameOfBike(row) || row.agreement_number,
    name: `${row.first_name} ${row.last_name}`,
    ...reader,
  })
