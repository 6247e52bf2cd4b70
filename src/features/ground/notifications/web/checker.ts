import { nextCheckMs } from '../rules.ts'

/** What the checker needs of a browser; tests hand in their own. */
export interface CheckerEnvironment {
  isVisible(): boolean
  isOnline(): boolean
  random(): number
  /** @returns a function that calls the work off */
  later(work: () => void, milliseconds: number): () => void
}

/**
 * Looks for something new every 30 seconds: not while the page is hidden or the browser offline, at once when it comes
 * back. One look at a time; a failed one is silent, the next follows as usual.
 */
export function createChecker(look: () => Promise<void>, environment: CheckerEnvironment) {
  let active = false
  let looking = false
  let callOff: (() => void) | null = null
  const pause = () => {
    callOff?.()
    callOff = null
  }
  const mayLook = () => active && environment.isVisible() && environment.isOnline()
  const plan = () => {
    pause()
    if (mayLook()) callOff = environment.later(() => void run(), nextCheckMs(environment.random()))
  }
  const run = async (): Promise<void> => {
    pause()
    if (!mayLook() || looking) return
    looking = true
    await look().catch(() => {})
    looking = false
    plan()
  }
  return {
    start(): void {
      active = true
      void run()
    },
    stop(): void {
      active = false
      pause()
    },
    /** The page was hidden or shown, the browser went offline or came back. */
    turn(): void {
      if (mayLook()) void run()
      else pause()
    },
  }
}
