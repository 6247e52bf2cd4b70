/** Who has the bicycle of a lease from which day to which day. Pure. */
import { addDays, type Day, firstOfMonth } from '#platform/values/days.ts'
import type { BuyOutFact, ClaimFact, LeaseFacts, ReturnFact } from '../facts.ts'

export const holders = ['EMPLOYEE', 'EMPLOYER', 'STORE', 'OWNER', 'NOBODY'] as const
/** OWNER: whoever has bought it. NOBODY: it is stolen or lost. */
export type Holder = (typeof holders)[number]

export interface Possession {
  readonly holder: Holder
  readonly from: Day
  /** The last day; null while it lasts. */
  readonly to: Day | null
}

type Facts = Pick<LeaseFacts, 'deliveryDay' | 'startDay' | 'endedDay' | 'endReason' | 'bikeAt' | 'keptFrom'> & {
  readonly claims: readonly Pick<ClaimFact, 'type' | 'step' | 'happenedDay'>[]
  readonly return: Pick<ReturnFact, 'receivedDay'> | null
  readonly buyOut: Pick<BuyOutFact, 'doneDay'> | null
}

const lossOf = ({ claims }: Facts) =>
  claims.find(
    ({ type, step }) => (type === 'THEFT' || type === 'LOSS') && !['DENIED', 'CANCELLED', 'REPLACED'].includes(step),
  )

/** Whether the bicycle has been bought, at the end of its lease or later. */
export const isBought = ({ endReason, bikeAt }: Pick<LeaseFacts, 'endReason' | 'bikeAt'>): boolean =>
  endReason === 'REDEEMED' || bikeAt === 'SOLD'

/** What takes the bicycle out of the hands that have it, in the order of days. */
function changesOf(lease: Facts): readonly { readonly day: Day; readonly holder: Holder }[] {
  const loss = lossOf(lease)
  const boughtDay = lease.buyOut?.doneDay ?? lease.endedDay
  const changes = [
    // One that the employer keeps may stand at the person's home all the same.
    lease.keptFrom && lease.bikeAt !== 'EMPLOYEE' && { day: firstOfMonth(lease.keptFrom), holder: 'EMPLOYER' as const },
    loss?.happenedDay && { day: loss.happenedDay, holder: 'NOBODY' as const },
    lease.return?.receivedDay && { day: lease.return.receivedDay, holder: 'STORE' as const },
    // A bicycle that goes to another person is out of this lease's story.
    lease.endReason === 'TRANSFERRED' &&
      lease.endedDay && { day: addDays(lease.endedDay, 1), holder: 'OWNER' as const },
    isBought(lease) && boughtDay && { day: addDays(boughtDay, 1), holder: 'OWNER' as const },
  ].filter((change) => !!change)
  return changes.toSorted((left, right) => left.day.localeCompare(right.day))
}

/**
 * Who has the bicycle from which day to which day, from its hand-over on. Where the hand-over's day is unknown, as for a
 * lease that was taken over, it is the first day of the lease.
 * @returns periods in their order, without gaps; none before the bicycle was handed over
 */
export function possessionOf(lease: Facts): readonly Possession[] {
  const first =
    lease.deliveryDay && lease.startDay && lease.deliveryDay < lease.startDay
      ? lease.deliveryDay
      : (lease.startDay ?? lease.deliveryDay)
  if (!first) return []
  const periods: Possession[] = [{ holder: 'EMPLOYEE', from: first, to: null }]
  for (const { day, holder } of changesOf(lease)) {
    const open = periods.at(-1)!
    if (open.holder === holder || day < open.from) continue
    if (day === open.from) periods.pop()
    else periods[periods.length - 1] = { ...open, to: addDays(day, -1) }
    periods.push({ holder, from: day, to: null })
  }
  return periods
}

/** Who has the bicycle on a day; null before its hand-over. */
export const holderOn = (lease: Facts, day: Day): Holder | null =>
  possessionOf(lease).find(({ from, to }) => from <= day && (to === null || day <= to))?.holder ?? null
