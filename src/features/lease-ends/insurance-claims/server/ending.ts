import { setBikePlace, setEnd } from '#features/leases/agreements/server/endings.ts'
import { lessorLink } from '#features/pricing/leasing/server/lessor-link.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { type Day, helsinkiDay, lastOfMonth } from '#platform/values/days.ts'
import { buyOutAt, closingOf, monthOfLease } from '../rules/cover.ts'
import { billClaim } from './bill.ts'
import { lessorValues } from './messages.ts'
import type { Run } from './process.ts'
import type { ClaimRecord } from './record.ts'

/** The last day of a lease that a claim ends on a day: that of its month, or the day on which its term was over. */
export function claimEndOf(row: ClaimRecord, today: Day): Day {
  if (row.lease_state === 'ENDED') return row.ended_day!
  return [lastOfMonth(today), row.end_day!].toSorted()[0]!
}

/** The buy-out price on that day. */
export const buyOutOf = (row: ClaimRecord, today: Day): number =>
  buyOutAt(row.buy_out_list.map(Number), row.residual_cents, monthOfLease(row.start_day!, claimEndOf(row, today)))

/** I7: the lease ends with this month, and the bicycle is not the lease's any more. */
export const endLease: Run = async ({ db, services, row }) => {
  const today = helsinkiDay(services.env.now())
  const ending = { endingId: row.id, companyId: row.company_id, agreementId: row.agreement_id }
  if (row.lease_state === 'ACTIVE')
    await setEnd(db, services, { ...ending, endsOn: claimEndOf(row, today), endsAs: 'INSURANCE' })
  const isGone = row.type === 'THEFT' || row.type === 'LOSS'
  await setBikePlace(db, services, { agreementId: row.agreement_id, bikeAt: isGone ? 'LOST' : 'LESSOR' })
  return { buy_out_cents: buyOutOf(row, today) }
}

/** Bills what the compensation leaves of the buy-out price, to whoever pays it by the policy; nothing of zero. */
export const billClosing: Run = async ({ db, services, row, changes, input }) => {
  const { leftCents } = closingOf(changes.buy_out_cents as number, row.compensation_cents!)
  if (leftCents === 0) return
  return {
    closing_invoice_id: await billClaim(db, services, row, {
      purpose: 'OTHER',
      line: 'closing',
      cents: leftCents,
      actor: input.actor,
    }),
  }
}

/** Tells another lessor, whose address is known, how the lease ends. */
export const tellLessor: Run = async ({ db, services, row, changes }) => {
  if (row.lessor_kind === 'OPERATOR' || row.lessor_email === null) return
  const endsOn = claimEndOf(row, helsinkiDay(services.env.now()))
  await sendMail(db, services, {
    to: row.lessor_email,
    language: 'fi',
    template: 'insurance-claims:mail.closing',
    link: await lessorLink(db, services, { agreementId: row.agreement_id }),
    companyId: row.company_id,
    values: lessorValues({ ...row, ...changes } as ClaimRecord, endsOn),
  })
}
