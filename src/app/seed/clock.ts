import { type Env, systemEnv } from '#platform/server/runtime/env.ts'
import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'

/** A clock that the seed sets, so that demo records carry the dates on which they would have been made. */
export interface SeedClock extends Env {
  /** Goes to a time of a day; minutes keep what happens on one day in order. */
  setTo(day: Day, minutes?: number): void
  /** Lets some minutes pass. */
  pass(minutes: number): void
  readonly today: Day
}

export function createSeedClock(now: Date): SeedClock {
  let at = now.getTime()
  return {
    ...systemEnv,
    now: () => new Date(at),
    setTo(day, minutes = 0) {
      at = Date.parse(`${day}T07:00:00Z`) + minutes * 60_000
    },
    pass(minutes) {
      at += minutes * 60_000
    },
    today: helsinkiDay(now),
  }
}

/** A day so many days before the demo's today. */
export const daysAgo = (clock: SeedClock, days: number): Day => addDays(clock.today, -days)
