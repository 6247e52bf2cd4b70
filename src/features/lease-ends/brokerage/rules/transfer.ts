/** What goes on in the taker's company, and from when. Pure; cents, Helsinki days. */

import { type PassedOnLease, priceAtEndOf } from '#features/pricing/leasing/rules/passing-on.ts'
import { addMonths, type Day, firstOfNextMonth, monthsBetween } from '#platform/values/days.ts'
import type { TransferParty } from '../rules.ts'

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
