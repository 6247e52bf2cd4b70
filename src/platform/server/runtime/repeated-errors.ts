import type { LogFn, Logger } from 'pino'

/** Of the same fault so many lines a minute say all; those after them are counted. */
const fullPerMinute = 5
const minuteMs = 60_000
/** Faults that are told apart in a minute; more are one kind, so that nothing grows. */
const mostKinds = 500

interface Window {
  until: number
  seen: number
  leftOut: number
}

interface Clock {
  now(): number
  /** Runs work after so long, unless the process ends before. */
  after(ms: number, work: () => void): void
}

const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, work) => void setTimeout(work, ms).unref(),
}

/** What makes two faults the same: class and code, what was said of them, and where they come from. */
function kindOf(err: Error & { code?: unknown }, message: unknown): string {
  const [first = '', second = ''] = (err.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [err.name, err.code, message, first.trim(), second.trim()].join(' ')
}

type Written = (leftOut: number) => void

/**
 * Counts faults by what makes them the same.
 * @returns whether a fault is to be told in full; of those that are not, one line says how many once the minute is over
 */
export function countRepeats(clock: Clock = systemClock) {
  const windows = new Map<string, Window>()
  return (kind: string, write: Written): boolean => {
    const now = clock.now()
    const key = windows.has(kind) || windows.size < mostKinds ? kind : ''
    const open = windows.get(key)
    const window = open && open.until > now ? open : { until: now + minuteMs, seen: 0, leftOut: 0 }
    if (window !== open) {
      if (open && open.leftOut > 0) write(open.leftOut)
      if (open) open.leftOut = 0
      windows.set(key, window)
    }
    window.seen += 1
    if (window.seen <= fullPerMinute) return true
    window.leftOut += 1
    if (window.leftOut === 1)
      clock.after(window.until - now, () => {
        if (windows.get(key) === window) windows.delete(key)
        if (window.leftOut > 0) write(window.leftOut)
        window.leftOut = 0
      })
    return false
  }
}

/** For a log: its lines with a fault in `err` are counted by what makes them the same; others pass. */
export function repeatedErrors(isToBeTold = countRepeats()) {
  return {
    logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
      const [given, message] = args as unknown[]
      const err = (given as { err?: unknown } | null)?.err
      if (!(err instanceof Error)) {
        method.apply(this, args)
        return
      }
      const { name, code } = err as Error & { code?: string }
      const write = (leftOut: number) =>
        method.apply(this, [
          { type: name, code, leftOut },
          `${leftOut} more of the same were left out: ${String(message)}`,
        ])
      if (isToBeTold(kindOf(err, message), write)) method.apply(this, args)
    },
  }
}
