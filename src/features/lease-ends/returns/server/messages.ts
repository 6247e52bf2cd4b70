import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { mailHead } from '#features/story/lease-story/server/head.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatDay, formatMonth } from '#platform/values/days.ts'
import { partsOf } from '../rules/terms.ts'
import type { ReturnPayer } from '../rules.ts'
import { feeOf, type ReturnRecord } from './record.ts'

export interface Damage {
  readonly description: string
  readonly amountCents: number
}

/** What the command of a step brings along. */
export interface StepExtra {
  readonly damages?: readonly Damage[]
  /** The answer to an objection has given the fee another payer. */
  readonly hasNewPayer?: boolean
}

/** Chain and ids of a return's events: those of its agreement. */
export const returnEvent = (
  row: Pick<ReturnRecord, 'agreement_id' | 'company_id' | 'order_id' | 'beneficiary_employee_id'>,
) => ({
  subject: { type: 'agreement' as const, id: row.agreement_id },
  companyId: row.company_id,
  orderId: row.order_id,
  employeeId: row.beneficiary_employee_id,
})

const damageCents = (row: Pick<ReturnRecord, 'damages'>) =>
  row.damages.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** What messages about a return fill in. */
export function messageValues(
  { texts }: Pick<Services, 'texts'>,
  row: ReturnRecord,
  language: 'fi' | 'sv' | 'en',
  reason?: string | null,
) {
  const { feeCents } = feeOf(row)
  const payer: ReturnPayer = row.payer ?? 'EMPLOYER'
  return {
    name: `${row.first_name} ${row.last_name}`,
    bike: nameOfBike(row) || row.agreement_number,
    agreement: row.agreement_number,
    month: formatMonth(row.end_month),
    total: { cents: feeCents },
    share: { cents: partsOf(feeCents, row.payer).personCents },
    employerShare: { cents: partsOf(feeCents, row.payer).employerCents },
    why: texts.t(language, `returns:reasons.${row.reason}`),
    store: [row.store_name, row.store_city].filter(Boolean).join(', ') || texts.t(language, 'returns:line.noStore'),
    damage: { cents: damageCents(row) },
    until: row.objection_until ? formatDay(row.objection_until) : '',
    payer,
    reason: reason ?? '',
  }
}

/** The head of the lease as the subject of a mail about this process. */
export const headOf = (
  db: Db,
  services: Pick<Services, 'env'>,
  row: ReturnRecord,
  reader: Pick<Parameters<typeof mailHead>[2], 'isOwn' | 'becomes'>,
) =>
  mailHead(db, services, {
    agreementId: row.agreement_id,
    kind: 'RETURN',
    id: row.id,
    bike: nameOfBike(row) || row.agreement_number,
    name: `${row.first_name} ${row.last_name}`,
    ...reader,
  })
