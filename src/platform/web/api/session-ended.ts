import { useSyncExternalStore } from 'react'

let ended = false
const listeners = new Set<() => void>()

/** Says whether the session has ended under a page that is still open; calls and other tabs tell. */
export function markSessionEnded(next: boolean): void {
  ended = next
  for (const listener of listeners) listener()
}

export const hasSessionEnded = (): boolean => ended

/** Calls the listener at each change. */
export function subscribeToSessionEnd(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the session of the page has ended; the page may hold typed text alike. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribeToSessionEnd, hasSessionEnded)
