/** Who bears a month of a lease. Pure. */
import { type Day, firstOfMonth, type Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { Possession } from './possession.ts'

/** RETURNED: the bicycle is not with the person, so there is no benefit. */
export const settledPayers = ['EMPLOYER', 'EMPLOYEE', 'RETURNED'] as const

/** Who was settled to bear months in which no pay runs: a leaver's, those of an absence, those of a kept bicycle. */
export interface PayerPeriod {
  readonly from: Month
  /** The last month; null until the lease ends. */
  readonly to: Month | null
  readonly payer: (typeof settledPayers)[number]
  /** What the person has paid of each month; null: the whole value. */
  readonly paidCents: Cents | null
  /** Of the settlement as it is stored: whoever changes it names the one that they have seen. */
  readonly version?: number
}

/**
 * PAY: the pay, by the model of the benefit. EMPLOYER: the employer alone. OUTSIDE: the person, outside the pay. NONE:
 * nobody, since the bicycle is not with the person. UNSETTLED: somebody who has left, and nobody has said.
 */
export const monthPayers = ['PAY', 'EMPLOYER', 'OUTSIDE', 'NONE', 'UNSETTLED'] as const
export type MonthPayer = (typeof monthPayers)[number]

export interface BorneLease {
  readonly payers: readonly PayerPeriod[]
  /** Who has had the bicycle; the person throughout where it is left out. */
  readonly possession?: readonly Possession[]
  readonly person: {
    /** Null while the employment has no known end. */
    readonly lastWorkingDay: Day | null
  }
}

const payerOfPeriod = { EMPLOYER: 'EMPLOYER', EMPLOYEE: 'OUTSIDE', RETURNED: 'NONE' } as const

/** What was settled for a month, when something was. */
export const settledIn = ({ payers }: Pick<BorneLease, 'payers'>, month: Month): PayerPeriod | null =>
  payers.find(({ from, to }) => from <= month && (to === null || month <= to)) ?? null

/** The version of all that was settled of a lease's payers; null where nobody has settled anything. */
export const versionOfPayers = (payers: readonly Pick<PayerPeriod, 'version'>[]): number | null =>
  payers.length === 0 ? null : Math.max(...payers.map(({ version }) => version ?? 1))

/** Whether no pay runs in a month any more: it comes after the month of the last working day. */
export const hasLeftBy = ({ person }: Pick<BorneLease, 'person'>, month: Month): boolean =>
  person.lastWorkingDay !== null && person.lastWorkingDay.slice(0, 7) < month

/** Whether a month began with the bicycle in a store, or with the employer that keeps it. */
function isAwayIn(possession: readonly Possession[], holder: 'STORE' | 'EMPLOYER', month: Month): boolean {
  const first = firstOfMonth(month)
  // What the person had on its first day was a benefit of that month: a store takes a bicycle in during the day.
  const began = (from: Day) => (holder === 'STORE' ? from < first : from <= first)
  return possession.some((one) => one.holder === holder && began(one.from) && (one.to === null || first <= one.to))
}

/**
 * Who bears a month that the lease runs in. A bicycle that a store has is nobody's benefit, whatever was settled before;
 * then counts what was settled, then that the employer keeps it, then that the person has left. A lost bicycle is paid as
 * before until its lease ends, and one that was bought until its last month.
 */
export function payerOf(lease: BorneLease, month: Month): MonthPayer {
  const { possession } = lease
  if (possession && isAwayIn(possession, 'STORE', month)) return 'NONE'
  const settled = settledIn(lease, month)
  if (settled) return payerOfPeriod[settled.payer]
  if (possession && isAwayIn(possession, 'EMPLOYER', month)) return 'NONE'
  return hasLeftBy(lease, month) ? 'UNSETTLED' : 'PAY'
}

/** The day from which a store or the employer has the bicycle, unless the months after it were settled as returned. */
export function awayUnsettledFrom({ possession = [], payers }: Pick<BorneLease, 'payers' | 'possession'>): Day | null {
  const away = possession.find(({ holder }) => holder === 'STORE' || holder === 'EMPLOYER')
  if (!away) return null
  const isSettled = payers.some(
    ({ from, to, payer }) => payer === 'RETURNED' && to === null && firstOfMonth(from) >= away.from,
  )
  return isSettled ? null : away.from
}
