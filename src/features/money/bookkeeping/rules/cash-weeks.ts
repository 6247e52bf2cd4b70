/** What comes in and goes out by week, as the due days say. Pure. */
import { addDays, type Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

const WEEKS_SHOWN = 8
const MONDAY = 1

/** Money of one day: what customers owe, what we owe and nobody has sent, and what the bank has got to pay. */
export interface CashDay {
  readonly day: Day
  readonly dueInCents: Cents
  readonly dueOutCents: Cents
  readonly onItsWayCents: Cents
}

/** Before the first week all that is overdue, after the last all that is due later. */
export const cashTimes = ['OVERDUE', 'WEEK', 'LATER'] as const
export type CashTime = (typeof cashTimes)[number]

export interface CashWeek extends Omit<CashDay, 'day'> {
  readonly time: CashTime
  /** The first day: today in the week that runs, else its Monday; null where it is none. */
  readonly from: Day | null
}

/** The Monday of a day's week. */
function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday - MONDAY + 7) % 7))
}

/** Sums days into what is overdue, the week that runs from today on, seven more, and what comes later. */
export function cashWeeksOf(days: readonly CashDay[], today: Day): CashWeek[] {
  const monday = mondayOf(today)
  const starts = Array.from({ length: WEEKS_SHOWN }, (_, week) => (week === 0 ? today : addDays(monday, 7 * week)))
  const end = addDays(monday, 7 * WEEKS_SHOWN)
  const within = (from: Day, to: Day) => days.filter(({ day }) => day >= from && day < to)
  const sum = (own: readonly CashDay[], of: (row: CashDay) => Cents) => own.reduce((cents, row) => cents + of(row), 0)
  const week = (time: CashTime, from: Day | null, own: readonly CashDay[]): CashWeek => ({
    time,
    from,
    dueInCents: sum(own, (row) => row.dueInCents),
    dueOutCents: sum(own, (row) => row.dueOutCents),
    onItsWayCents: sum(own, (row) => row.onItsWayCents),
  })
  return [
    week(
      'OVERDUE',
      null,
      days.filter(({ day }) => day < today),
    ),
    ...starts.map((from, at) => week('WEEK', from, within(from, starts[at + 1] ?? end))),
    week(
      'LATER',
      null,
      days.filter(({ day }) => day >= end),
    ),
  ]
}
