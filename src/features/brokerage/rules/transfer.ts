/** What goes on in the taker's company, and from when. Pure; cents, Helsinki days. */
import { addMonths, type Day, firstOfNextMonth, monthsBetween } from '#platform/values/days.ts'
import type { TransferParty } from '../rules.ts'
import { type PassedOnLease, priceAtEndOf } from './months.ts'

/** The day of a month until which the last signature moves the lease at that month's end. */
const LAST_SIGNING_DAY = 20

/** The first day of the new lease: the next month's, or the one after where the last signature comes late in a month. */
export function transferDay(lastSignature: Day): Day {
  const next = firstOfNextMonth(lastSignature)
  return Number(lastSignature.slice(8)) <= LAST_SIGNING_DAY ? next : addMonths(next, 1)
}

export interface LeaseToPass extends PassedOnLease {
  readonly endDay: Day
}

/** What is left of a lease from a day on: the months, the price it begins with, and the buy-out prices that go on. */
export function leaseFrom(lease: LeaseToPass, startsOn: Day) {
  const gone = monthsBetween(lease.startDay, startsOn)
  return {
    months: monthsBetween(startsOn, firstOfNextMonth(lease.endDay)),
    priceCents: priceAtEndOf(lease, addMonths(startsOn, -1)),
    buyOutCents: lease.buyOutCents.slice(gone),
  }
}

/** Who signs: each person and each employer; whoever stands on both sides signs once, as the taking one. */
export const partiesOf = (one: { readonly isOneCompany: boolean; readonly isOnePerson: boolean }): TransferParty[] => [
  ...(one.isOnePerson ? [] : (['SELLER'] as const)),
  ...(one.isOneCompany ? [] : (['SELLER_EMPLOYER'] as const)),
  'TAKER',
  'TAKER_EMPLOYER',
]
